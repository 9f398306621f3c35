/**
 * Names the incident from measured numbers: lag, attempts and watermarks. {@link
 * tidemark.diagnose.Diagnosis} has the rules.
 */
@NullMarked
package tidemark.diagnose;

import org.jspecify.annotations.NullMarked;

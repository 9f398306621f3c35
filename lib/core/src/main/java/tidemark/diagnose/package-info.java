/**
 * Names the incident from measured numbers: lag, attempts and watermarks. {@link
 * tidemark.diagnose.Diagnosis} tells the rules.
 */
@NullMarked
package tidemark.diagnose;

import org.jspecify.annotations.NullMarked;

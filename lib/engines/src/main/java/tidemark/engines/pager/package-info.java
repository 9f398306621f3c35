/**
 * The pager: a small shop on a real broker, with real producers and consumers and a clock of its
 * own, in which something goes wrong. Whoever is on call looks and acts by method calls.
 */
@NullMarked
package tidemark.engines.pager;

import org.jspecify.annotations.NullMarked;

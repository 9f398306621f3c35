/** The work that the benchmarks measure: the same on ours, on the peer and by hand. */
@NullMarked
package tidemark.engines.bench;

import org.jspecify.annotations.NullMarked;

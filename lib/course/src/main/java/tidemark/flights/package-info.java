/** Real disorder: two weeks of flights. */
@NullMarked
package tidemark.flights;

import org.jspecify.annotations.NullMarked;

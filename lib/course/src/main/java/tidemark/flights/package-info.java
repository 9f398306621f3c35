/** Real data out of order: two weeks of flights, and a pipeline over them. */
@NullMarked
package tidemark.flights;

import org.jspecify.annotations.NullMarked;

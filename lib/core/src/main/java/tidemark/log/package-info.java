/** The log. */
@NullMarked
package tidemark.log;

import org.jspecify.annotations.NullMarked;

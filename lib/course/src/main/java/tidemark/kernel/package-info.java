/** What is installed in the notebook's kernel: streams by thread, the cells as they were typed. */
@NullMarked
package tidemark.kernel;

import org.jspecify.annotations.NullMarked;

/** The course. */
@NullMarked
package tidemark.course;

import org.jspecify.annotations.NullMarked;

/**
 * The exercises, one file each, with their right answers. The grader reports a solution that names
 * this package. {@link tidemark.bank.TidemarkBank} lists the exercises in the order of the course.
 * No parameter and no result is null unless it is marked {@code @Nullable}.
 */
@NullMarked
package tidemark.bank;

import org.jspecify.annotations.NullMarked;

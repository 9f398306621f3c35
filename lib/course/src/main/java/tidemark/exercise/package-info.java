/**
 * The words that a learner's cell says: records, enums and typed answers. The engine that judges
 * them is {@code tidemark.check}. No parameter and no result is null unless it is marked
 * {@code @Nullable}.
 */
@NullMarked
package tidemark.exercise;

import org.jspecify.annotations.NullMarked;

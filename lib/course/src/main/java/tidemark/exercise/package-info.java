/**
 * What a learner's cell uses by name: records, enums, typed answers, and some pictures to play
 * with. The engine that judges the answers is {@code tidemark.check}. No parameter and no result is
 * null unless it is marked {@code @Nullable}.
 */
@NullMarked
package tidemark.exercise;

import org.jspecify.annotations.NullMarked;

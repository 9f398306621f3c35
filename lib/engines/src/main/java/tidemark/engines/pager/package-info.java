/**
 * The pager, an exercise in being on call: a small shop on a real broker, with real producers and
 * consumers and a clock of its own, in which something goes wrong. The learner looks and acts by
 * method calls. No parameter and no result is null unless it is marked {@code @Nullable}.
 */
@NullMarked
package tidemark.engines.pager;

import org.jspecify.annotations.NullMarked;

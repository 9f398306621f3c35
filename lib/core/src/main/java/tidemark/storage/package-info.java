/**
 * The file system as logs and snapshot stores see it: one directory of files, with just the calls
 * that they need.
 *
 * <p>{@link tidemark.storage.Storage} says what survives a power cut and when. {@link
 * tidemark.storage.Storage#directory} is a real directory; {@code tidemark.simulate} has a faulty
 * one, so that a test can break every step. No parameter and no result is null unless it is marked
 * {@code @Nullable}.
 */
@NullMarked
package tidemark.storage;

import org.jspecify.annotations.NullMarked;

/** The operator's command for dead letters on disk. */
@NullMarked
package tidemark.deadletter.command;

import org.jspecify.annotations.NullMarked;

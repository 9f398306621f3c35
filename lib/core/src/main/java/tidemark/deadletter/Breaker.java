package tidemark.deadletter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Cursor;
import tidemark.log.Log;
import tidemark.log.Position;

/**
 * The rule that stops a delivery after too many dead letters in a row. The row directly before an
 * offset is counted on the log of dead letters itself, so that a restart does not reset it.
 *
 * <ol>
 *   <li>Going back from the offset, a letter belongs to the row if no surviving record lies between
 *       it and what follows it: the next letter of the row, or the offset itself. A record in
 *       between was applied, and ends the row.
 *   <li>A settled letter ends the row: somebody has dealt with it.
 *   <li>So does the letter at which an operator released the breaker; the release says how many
 *       letters are allowed after it. See {@link DeadLetters#releaseBreaker}.
 * </ol>
 *
 * @param max how many letters in a row are allowed, at least 1
 */
public record Breaker(Partition source, DeadLetters deadLetters, int max) {
  public Breaker {
    if (max < 1) {
      throw new IllegalArgumentException(
          "a breaker must allow at least one dead letter, maxDeadInARow="
              + max
              + "; Integer.MAX_VALUE switches the breaker off");
    }
  }

  /**
   * The offsets of the row directly before an offset, ascending, if no further letter is allowed;
   * empty if one more is.
   */
  public List<Long> fullRowBefore(long offset) {
    SettlementLayout.Release release = deadLetters.release(source);
    int most = release == null ? max : Math.max(max, release.more());
    List<Long> row = new ArrayList<>();
    Position letter = letterDirectlyBefore(offset);
    while (letter != null && row.size() < most && !isReleased(letter, release)) {
      row.add(letter.offset());
      letter = letterDirectlyBefore(letter.offset());
    }
    int allowed =
        release != null && letter != null && isReleased(letter, release) ? release.more() : max;
    Collections.reverse(row);
    return row.size() < allowed ? List.of() : row;
  }

  private static boolean isReleased(Position letter, SettlementLayout.@Nullable Release release) {
    return release != null && letter.equals(release.last());
  }

  private @Nullable Position letterDirectlyBefore(long offset) {
    Position letter = deadLetters.newestBelow(source, offset);
    return letter == null
            || deadLetters.settlement(letter).isPresent()
            || !isEmpty(letter.offset() + 1, offset)
        ? null
        : letter;
  }

  /** Whether no record lies in {@code [from, end)}. A removed offset may have had a record. */
  private boolean isEmpty(long from, long end) {
    Log log = source.log();
    if (from >= end) {
      return true;
    }
    if (from < log.startOffset()) {
      return false;
    }
    try (Cursor cursor = log.read(from)) {
      return !cursor.next() || cursor.offset() >= end;
    }
  }
}

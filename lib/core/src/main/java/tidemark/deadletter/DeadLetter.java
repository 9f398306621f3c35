package tidemark.deadletter;

import tidemark.log.Entry;

/**
 * A record that was skipped, with everything that is needed to judge it and to replay it: the same
 * key, value, event time and headers, byte for byte. Whatever its size, it fits on a log that has
 * the limits of the log from which the record came.
 *
 * @param origin where the record was read when it was dead-lettered for the first time
 * @param entry the record as it was there
 * @param reason why it was skipped
 * @param replay who may replay it
 */
public record DeadLetter(Origin origin, Entry entry, Reason reason, ReplayPolicy replay) {

  /**
   * Makes a dead letter of a record. If the record is a dead letter itself, read from a log of dead
   * letters, or one of the two events of a long one, the first origin is kept.
   *
   * @throws java.io.UncheckedIOException if the other event of a long one cannot be read
   */
  public static DeadLetter of(
      Partition source, Entry entry, Reason reason, ReplayPolicy replayPolicy) {
    DeadLetter first = DeadLetterLayout.read(source.log(), entry);
    return first == null
        ? new DeadLetter(
            new Origin(source.name(), source.place(entry.offset())), entry, reason, replayPolicy)
        : new DeadLetter(first.origin, first.entry, reason, replayPolicy);
  }
}

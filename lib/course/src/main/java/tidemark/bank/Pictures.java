package tidemark.bank;

import java.util.List;
import tidemark.exercise.KeyedRecord;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.show.Tape;

/** Arguments of calls as tapes. */
final class Pictures {
  private Pictures() {}

  /** A log; a timestamp that is not the offset stands below its cell. */
  static Tape tape(List<KeyedRecord> log) {
    Tape tape = Tape.of(log.stream().map(Pictures::entry).toList());
    for (KeyedRecord change : log) {
      if (change.timestamp() != change.offset()) {
        tape = tape.note(change.offset(), "time " + change.timestamp());
      }
    }
    return tape;
  }

  private static Entry entry(KeyedRecord change) {
    String value = change.value() == null ? null : change.value().toString();
    return new Entry(change.offset(), 0, Event.of(change.key(), value));
  }
}

package tidemark.bank;

import java.util.List;
import tidemark.exercise.KeyedRecord;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.show.Tape;

/** Draws arguments of calls as tapes. */
final class Pictures {
  private Pictures() {}

  /** A log; a timestamp that is not the offset stands below its cell. */
  static Tape tape(List<KeyedRecord> log) {
    Tape tape = Tape.of(log.stream().map(Pictures::entry).toList());
    for (KeyedRecord record : log) {
      if (record.timestamp() != record.offset()) {
        tape = tape.note(record.offset(), "time " + record.timestamp());
      }
    }
    return tape;
  }

  private static Entry entry(KeyedRecord record) {
    String value = record.value() == null ? null : record.value().toString();
    return new Entry(record.offset(), 0, Event.of(record.key(), value));
  }
}

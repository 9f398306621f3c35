package tidemark.exercise;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a pipeline meets, as a short text that a person can edit: {@code append a=1 @2; gap 2;
 * append b=3 @12 dead; redeliver 0 before 3; lose node after write 4}. Offsets begin at 0. A gap
 * holds no record. A dead record is one that is decided to be a dead letter. The node is lost at
 * most once; its writes are counted from 1.
 *
 * @param places what is at each offset; null for a hole
 * @param dead the offsets of the dead records
 * @param again by the offset of a record, or the end: which record comes again before it
 * @param loss the number of writes after which the node is lost; {@link #NONE} for never
 */
record TrialSchedule(
    List<@Nullable KeyedRecord> places, Set<Long> dead, Map<Long, Long> again, int loss) {
  /** For {@link #loss}. */
  static final int NONE = 0;

  private static final int LONGEST = 50;
  private static final Pattern APPEND =
      Pattern.compile("append (\\S+)=([+-]?\\d{1,9})(?: @(-?\\d{1,15}))?( dead)?");
  private static final Pattern GAP = Pattern.compile("gap (\\d{1,9})");
  private static final Pattern REDELIVER =
      Pattern.compile("redeliver (\\d{1,9}) before (\\d{1,9})");
  private static final Pattern LOSE = Pattern.compile("lose node after write (\\d{1,9})");

  TrialSchedule {
    places = Collections.unmodifiableList(new ArrayList<>(places));
    dead = Collections.unmodifiableSet(new TreeSet<>(dead));
    again = Collections.unmodifiableMap(new TreeMap<>(again));
  }

  /**
   * Reads a schedule: actions with {@code ;} or new lines between them. {@code #} begins a comment.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  static TrialSchedule parse(String text) {
    List<@Nullable KeyedRecord> places = new ArrayList<>();
    Set<Long> dead = new TreeSet<>();
    Map<Long, Long> again = new TreeMap<>();
    int loss = NONE;
    for (String each : text.replaceAll("#.*", "").split("[;\n]", -1)) {
      String action = each.strip();
      Matcher append = APPEND.matcher(action);
      Matcher gap = GAP.matcher(action);
      Matcher redeliver = REDELIVER.matcher(action);
      Matcher lose = LOSE.matcher(action);
      if (append.matches()) {
        append(places, dead, append);
      } else if (gap.matches()) {
        int offsets = Math.min(LONGEST + 1, Integer.parseInt(gap.group(1)));
        places.addAll(Collections.nCopies(offsets, null));
      } else if (redeliver.matches()) {
        again.put(Long.valueOf(redeliver.group(2)), Long.valueOf(redeliver.group(1)));
      } else if (lose.matches()) {
        loss = Integer.parseInt(lose.group(1));
      } else if (!action.isEmpty()) {
        throw new IllegalArgumentException(
            "an action must be append, gap, redeliver or lose node, action="
                + action
                + "; write it like this: append a=1 @2; gap 2; append b=3 @12 dead;"
                + " redeliver 0 before 3; lose node after write 4");
      }
    }
    return new TrialSchedule(places, dead, again, loss).checked();
  }

  private static void append(List<@Nullable KeyedRecord> places, Set<Long> dead, Matcher append) {
    long offset = places.size();
    String time = append.group(3);
    places.add(
        new KeyedRecord(
            offset,
            append.group(1),
            Integer.valueOf(append.group(2)),
            time == null ? offset : Long.parseLong(time)));
    if (append.group(4) != null) {
      dead.add(offset);
    }
  }

  private TrialSchedule checked() {
    if (places.size() > LONGEST) {
      throw new IllegalArgumentException(
          "a schedule must have at most %d offsets, offsets=%d or more"
              .formatted(LONGEST, places.size()));
    }
    for (Map.Entry<Long, Long> entry : again.entrySet()) {
      long before = entry.getKey();
      boolean isPlace = before == places.size() || has(before);
      if (!isPlace || entry.getValue() >= before || !has(entry.getValue())) {
        throw new IllegalArgumentException(
            "a record must come again before a later record or the end, record=%d, before=%d"
                .formatted(entry.getValue(), before));
      }
    }
    return this;
  }

  private boolean has(long offset) {
    return offset < places.size() && places.get((int) offset) != null;
  }

  /** The log that a pipeline meets. */
  HandedLog.Content log() {
    List<KeyedRecord> records = places.stream().filter(Objects::nonNull).toList();
    return new HandedLog.Content(records, 0, places.size(), again);
  }

  /** The same with another loss. */
  TrialSchedule losing(int afterWrite) {
    return new TrialSchedule(places, dead, again, afterWrite);
  }

  /** The same, in which nothing comes again before this offset. */
  TrialSchedule withoutAgain(long before) {
    Map<Long, Long> fewer = new TreeMap<>(again);
    fewer.remove(before);
    return new TrialSchedule(places, dead, fewer, loss);
  }

  /** The same in which no record is dead. */
  TrialSchedule withoutDead() {
    return new TrialSchedule(places, Set.of(), again, loss);
  }

  /** The same without one offset: what is behind it moves forward. */
  TrialSchedule without(long offset) {
    List<@Nullable KeyedRecord> fewer = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      KeyedRecord place = places.get(i);
      if (i != offset) {
        fewer.add(place == null ? null : at(fewer.size(), place));
      }
    }
    Set<Long> fewerDead = new TreeSet<>();
    dead.stream()
        .filter(each -> each != offset)
        .forEach(each -> fewerDead.add(moved(each, offset)));
    Map<Long, Long> fewerAgain = new TreeMap<>();
    again.forEach(
        (before, old) -> {
          if (before != offset && old != offset) {
            fewerAgain.put(moved(before, offset), moved(old, offset));
          }
        });
    return new TrialSchedule(fewer, fewerDead, fewerAgain, loss);
  }

  private static KeyedRecord at(long offset, KeyedRecord record) {
    return new KeyedRecord(offset, record.key(), record.value(), record.timestamp());
  }

  private static long moved(long offset, long removed) {
    return offset > removed ? offset - 1 : offset;
  }

  /** On one line, as {@link #parse} reads it. */
  String text() {
    List<String> actions = new ArrayList<>();
    int gap = 0;
    for (KeyedRecord place : places) {
      if (place == null) {
        gap++;
        continue;
      }
      addGap(actions, gap);
      gap = 0;
      actions.add(
          "append %s=%s @%d%s"
              .formatted(
                  place.key(),
                  place.value(),
                  place.timestamp(),
                  dead.contains(place.offset()) ? " dead" : ""));
    }
    addGap(actions, gap);
    again.forEach((before, old) -> actions.add("redeliver %d before %d".formatted(old, before)));
    if (loss != NONE) {
      actions.add("lose node after write " + loss);
    }
    return String.join("; ", actions);
  }

  private static void addGap(List<String> actions, int offsets) {
    if (offsets > 0) {
      actions.add("gap " + offsets);
    }
  }
}

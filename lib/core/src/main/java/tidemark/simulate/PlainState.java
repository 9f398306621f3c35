package tidemark.simulate;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.time.LateRule;

/**
 * The plain model: the state that a pipeline must reach, computed from the records in the simplest
 * way, with maps and loops. It uses no code of the pipeline, the windows or the watermarks. {@link
 * ToyPipeline} has it as its state too.
 */
final class PlainState {
  private static final long NONE = Long.MIN_VALUE;

  private final Setup setup;
  private final int inputs;

  /** Values by key; and the offset of each key's last change, deletes included. */
  final TreeMap<String, String> table = new TreeMap<>();

  final TreeMap<String, Long> lastChange = new TreeMap<>();

  /** By start of the window and key: count, and the revision under which it fires next. */
  final TreeMap<Long, TreeMap<String, long[]>> windows = new TreeMap<>();

  final long[] seen;
  final long[] heard;
  final boolean[] idle;
  long now = NONE;
  long watermark = NONE;
  long late;
  private Map<String, String> results = new LinkedHashMap<>();

  PlainState(Setup setup) {
    this.setup = setup;
    this.inputs = setup.policy().inputs().size();
    this.seen = new long[inputs];
    this.heard = new long[inputs];
    this.idle = new boolean[inputs];
    Arrays.fill(seen, NONE);
  }

  /** Whether the effect of a record can be made; otherwise the record is poison. */
  boolean takes(Appended record, Effect effect) {
    String value = effect instanceof Effect.Add ? table.getOrDefault(effect.key(), "0") : "0";
    return setup.policy().inputs().contains(record.input()) && value.matches("-?\\d{1,18}");
  }

  /** Takes in a record; {@code effect} is null for a dead letter. Returns what is published. */
  Map<String, String> record(Appended record, @Nullable Effect effect) {
    pass(record.appendTime());
    if (effect != null) {
      make(record, effect, false);
    } else {
      results.put(Outcome.deadKey(record.offset()), "dead letter");
    }
    int input = setup.policy().inputs().indexOf(record.input());
    if (input >= 0) {
      heard[input] = now;
      idle[input] = false;
      seen[input] = Math.max(seen[input], record.eventTime());
      combine();
    }
    return published();
  }

  /** Makes the effect of a dead letter now. It moves no mark, and makes no idle input active. */
  Map<String, String> replay(Appended record, Effect effect) {
    make(record, effect, true);
    return published();
  }

  private Map<String, String> published() {
    Map<String, String> made = results;
    results = new LinkedHashMap<>();
    return made;
  }

  private void make(Appended record, Effect effect, boolean isReplay) {
    String key = effect.key();
    long last = lastChange.getOrDefault(key, -1L);
    if (effect instanceof Effect.Add add) {
      long before = Long.parseLong(table.getOrDefault(key, "0"));
      table.put(key, Long.toString(before + add.amount()));
      lastChange.put(key, Math.max(last, record.offset()));
    } else if (effect instanceof Effect.Replace replace && !(isReplay && last > record.offset())) {
      if (replace.value() == null) {
        table.remove(key);
      } else {
        table.put(key, replace.value());
      }
      lastChange.put(key, record.offset());
    }
    count(record, key);
  }

  private void count(Appended record, String key) {
    long start = Math.floorDiv(record.eventTime(), setup.windowSize()) * setup.windowSize();
    long end = start + setup.windowSize();
    LateRule rule = setup.policy().late();
    boolean isLate =
        rule instanceof LateRule.BelowWatermark
            ? record.eventTime() < watermark
            : watermark != NONE && end + rule.allowedLateness() <= watermark;
    if (isLate) {
      late++;
      results.put(Outcome.lateKey(record.offset(), key), Long.toString(record.eventTime()));
      return;
    }
    long[] pane =
        windows
            .computeIfAbsent(start, opened -> new TreeMap<>())
            .computeIfAbsent(key, first -> new long[2]);
    pane[0]++;
    if (watermark != NONE && end <= watermark) {
      fire(start, key, pane);
    }
  }

  private void fire(long start, String key, long[] pane) {
    int revision = (int) pane[1]++;
    results.put(
        Outcome.windowKey(key, start, start + setup.windowSize(), revision),
        Long.toString(pane[0]));
  }

  private void pass(long appendTime) {
    for (int input = 0; input < inputs; input++) {
      if (now == NONE || heard[input] > appendTime) {
        heard[input] = appendTime;
      }
      long silence = setup.policy().idle().silence();
      if (appendTime > now && now != NONE && appendTime - heard[input] >= silence) {
        idle[input] = true;
      }
    }
    boolean isLater = appendTime > now;
    now = appendTime;
    if (isLater) {
      combine();
    }
  }

  private void combine() {
    long least = Long.MAX_VALUE;
    long greatest = NONE;
    for (int input = 0; input < inputs; input++) {
      long mark = seen[input] == NONE ? NONE : seen[input] - setup.policy().disorder().bound();
      greatest = Math.max(greatest, mark);
      least = idle[input] ? least : Math.min(least, mark);
    }
    advance(least == Long.MAX_VALUE ? greatest : least);
  }

  private void advance(long to) {
    if (to <= watermark) {
      return;
    }
    long before = watermark;
    watermark = to;
    long allowed = setup.policy().late().allowedLateness();
    for (Map.Entry<Long, TreeMap<String, long[]>> window : windows.entrySet()) {
      long end = window.getKey() + setup.windowSize();
      if (end <= watermark && (before == NONE || end > before)) {
        window.getValue().forEach((key, pane) -> fire(window.getKey(), key, pane));
      }
    }
    windows.keySet().removeIf(start -> start + setup.windowSize() + allowed <= watermark);
  }

  /** A record as it stands in the event log. */
  record Appended(
      long offset,
      long appendTime,
      String key,
      @Nullable String value,
      long eventTime,
      String input) {}
}

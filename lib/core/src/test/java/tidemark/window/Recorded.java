package tidemark.window;

import java.util.ArrayList;
import java.util.List;

/** Keeps what an operator puts out, as lines in that order. */
final class Recorded implements WindowOutput<String, Long, Counter> {
  final List<String> lines = new ArrayList<>();

  @Override
  public void fired(String key, Window window, int revision, Counter counter) {
    lines.add(line(key, window, revision, counter.count()));
  }

  @Override
  public void late(String key, long timestamp, Long event) {
    lines.add("late " + key + "@" + timestamp);
  }

  static String line(String key, Window window, int revision, long count) {
    return key + " " + window + " #" + revision + " = " + count;
  }
}

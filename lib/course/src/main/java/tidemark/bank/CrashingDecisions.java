package tidemark.bank;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tidemark.exercise.DecisionContext;
import tidemark.exercise.PoisonException;

/**
 * Decisions that outlive a {@link CrashingProcess}, and a simulated handler. A record's mood says
 * how the handler takes it: {@code poison} always fails, {@code fails once} works from the second
 * attempt on, {@code works once} fails from then on, {@code kills 2} ends the process twice. A
 * record without a mood works.
 */
final class CrashingDecisions implements DecisionContext {
  private final Map<Long, String> moods;
  private final Set<String> down;
  private final Map<Long, Integer> attempts = new HashMap<>();
  private final Map<Long, Integer> starts = new TreeMap<>();
  private final Map<Long, Integer> dead = new TreeMap<>();
  private final Set<Long> applied = new TreeSet<>();
  private final CrashingProcess process;

  CrashingDecisions(CrashingProcess process, Map<Long, String> moods, Set<String> down) {
    this.process = process;
    this.moods = moods;
    this.down = down;
  }

  boolean isDecided(long offset) {
    return dead.containsKey(offset) || applied.contains(offset);
  }

  /** What was decided about a record, in words. */
  String told(long offset) {
    int letters = dead.getOrDefault(offset, 0);
    List<String> told = new ArrayList<>();
    if (letters > 0) {
      told.add(letters == 1 ? "dead letter" : letters + " dead letters");
    }
    if (applied.contains(offset)) {
      told.add("applied");
    }
    return told.isEmpty() ? "–" : String.join(", and ", told);
  }

  List<String> onDisk() {
    return List.of("starts " + starts, "dead letters " + dead.keySet(), "applied " + applied);
  }

  @Override
  public boolean isDead(long offset) {
    process.requireAlive();
    return dead.containsKey(offset);
  }

  @Override
  public boolean isApplied(long offset) {
    process.requireAlive();
    return applied.contains(offset);
  }

  @Override
  public int countStart(long offset) {
    process.write(
        "countStart(" + offset + ")", offset, () -> starts.merge(offset, 1, Integer::sum));
    return starts.getOrDefault(offset, 0);
  }

  @Override
  public void attempt(long offset) {
    process.requireAlive();
    int before = attempts.merge(offset, 1, Integer::sum) - 1;
    String mood = moods.getOrDefault(offset, "");
    if (mood.startsWith("kills ") && before < Integer.parseInt(mood.substring(6))) {
      throw process.crash("during attempt(" + offset + ")", offset);
    }
    if (down.contains("database")) {
      throw process.refuse(
          new UncheckedIOException(new IOException("the database cannot be reached")));
    }
    boolean fails =
        switch (mood) {
          case "poison" -> true;
          case "fails once" -> before == 0;
          case "works once" -> before > 0;
          default -> false;
        };
    if (fails) {
      process.refuse(new PoisonException("cannot be handled now, offset=" + offset));
    }
  }

  @Override
  public void deadLetter(long offset) {
    process.write("deadLetter(" + offset + ")", offset, () -> dead.merge(offset, 1, Integer::sum));
  }

  @Override
  public void markApplied(long offset) {
    process.write("markApplied(" + offset + ")", offset, () -> applied.add(offset));
  }
}

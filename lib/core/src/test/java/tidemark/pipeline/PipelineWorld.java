package tidemark.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.DeadLetter;
import tidemark.deadletter.RetryPolicy;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;
import tidemark.storage.Storage;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.window.Windows;

/**
 * An event log and a pipeline over it on disks that meet faults at chosen steps. Process after
 * process is started until all is done: the first half of the events, then the replay of the dead
 * letters by a mended handler, then the other half. Values of events: {@code +n} adds, {@code
 * poison} fails always, {@code poison:} and one of these until it is mended, {@code kills} ends the
 * process always, anything else replaces.
 */
final class PipelineWorld {
  private static final int MAX_PROCESSES = 60;

  final ManualClock clock = new ManualClock(0);
  private final FaultyStorage eventDisk = new FaultyStorage();
  private final Map<String, FaultyStorage> disks = new TreeMap<>();
  private final List<Integer> faultsAt;
  private final boolean powerCut;
  private final RandomGenerator losses;
  private final List<Event> events;
  private final int recordsPerGroup;
  private boolean mended;
  private int appended;
  private int steps;
  private boolean crashed;
  private boolean over;

  /** The process is gone: nothing catches it but the harness. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  /** At which steps something fails, and whether it is a power cut. */
  record Faults(List<Integer> steps, boolean powerCut) {}

  /** What a run leaves: state, published output, dead letters; nothing of how it came about. */
  record Result(
      Map<String, String> table,
      Map<String, String> published,
      long watermark,
      long lateCount,
      List<Long> dead,
      Map<String, String> tableLog) {}

  PipelineWorld(List<Event> events, int recordsPerGroup, Faults faults, RandomGenerator losses) {
    this.events = events;
    this.recordsPerGroup = recordsPerGroup;
    this.faultsAt = faults.steps;
    this.powerCut = faults.powerCut;
    this.losses = losses;
  }

  static PipelineOptions options(int recordsPerGroup, InstantSource clock) {
    DeclaredPolicy policy =
        DeclaredPolicy.of(BoundedDisorder.of(3)).withInputs("A", "B").withIdle(IdleRule.after(25));
    return PipelineOptions.of("events", policy, Windows.tumbling(10))
        .withRetry(RetryPolicy.bounded(2, Duration.ofMillis(1)))
        // Three starts, so that two faults on one record do not look like a record that kills.
        .withLimits(new PipelineOptions.Limits(3, 3, 2).withGroups(recordsPerGroup))
        .withCleaning(new PipelineOptions.Cleaning(2, Duration.ZERO))
        .withClock(clock);
  }

  static void handle(Entry entry, Effects effects, boolean mended) {
    String value = String.valueOf(entry.value());
    if (value.startsWith("poison:") && mended) {
      Event event = entry.event();
      Bytes better = Bytes.text(value.substring("poison:".length()));
      Event repaired = new Event(event.key(), better, event.eventTime(), event.headers());
      handle(new Entry(entry.offset(), entry.appendTime(), repaired), effects);
    } else {
      handle(entry, effects);
    }
  }

  static void handle(Entry entry, Effects effects) {
    Bytes key = entry.key();
    String value = String.valueOf(entry.value());
    if (key == null || value.startsWith("poison")) {
      throw new IllegalArgumentException("poison, offset=" + entry.offset());
    }
    if (value.equals("kills")) {
      throw new Killed();
    }
    if (entry.value() == null) {
      effects.delete(key);
    } else if (value.startsWith("+")) {
      effects.add(key, Long.parseLong(value.substring(1)));
    } else {
      effects.put(key, entry.value());
    }
    effects.count(key);
  }

  int steps() {
    return steps;
  }

  private int allow(FaultyStorage.Step step) throws IOException {
    if (crashed) {
      throw new Crash(0);
    }
    if (step.kind() != Kind.READ && !over && faultsAt.contains(steps++)) {
      if (!powerCut) {
        throw new IOException("step fails");
      }
      crashed = true;
      throw new Crash(losses.nextInt(step.bytes() + 1));
    }
    return step.bytes();
  }

  /** Appends all events, then runs process after process to the end; gives what is left. */
  Result play() {
    append(events.size() / 2);
    for (int process = 0; process < MAX_PROCESSES; process++) {
      Result result = process();
      if (result != null) {
        return result;
      }
    }
    throw new AssertionError("a pipeline must come to its end in " + MAX_PROCESSES + " processes");
  }

  private void append(int endExclusive) {
    try (DiskLog log = openLog()) {
      for (; appended < endExclusive; appended++) {
        clock.set(10L * appended);
        log.append(events.get(appended));
      }
    }
  }

  private DiskLog openLog() {
    return DiskLog.open(eventDisk, DiskLogOptions.uncompacted(clock));
  }

  /** One process; null if it did not reach the end. */
  private @Nullable Result process() {
    List<AutoCloseable> open = new ArrayList<>();
    try {
      DiskLog log = openLog();
      open.add(log);
      Pipeline pipeline =
          Pipeline.open(
              log,
              this::disk,
              options(recordsPerGroup, clock),
              (entry, effects) -> handle(entry, effects, mended));
      open.add(pipeline.withSleeper(wait -> {}));
      pipeline.run();
      if (appended < events.size()) {
        replayAll(pipeline);
        log.close();
        append(events.size());
        return null;
      }
      over = true;
      return result(pipeline);
    } catch (Killed | Crash | UncheckedIOException | Pipeline.StoppedException ended) {
      return null;
    } catch (IllegalStateException ended) {
      if (!crashed) {
        throw ended;
      }
      return null;
    } finally {
      close(open);
    }
  }

  private void replayAll(Pipeline pipeline) {
    mended = true;
    for (DeadLetter letter : pipeline.missing()) {
      if (String.valueOf(letter.entry().value()).startsWith("poison:")) {
        pipeline.replay(letter.origin().place());
      }
    }
  }

  private Storage disk(String folder) {
    return disks.computeIfAbsent(folder, name -> new FaultyStorage().follow(this::allow));
  }

  private void close(List<AutoCloseable> open) {
    for (int i = open.size() - 1; i >= 0; i--) {
      try {
        open.get(i).close();
      } catch (Exception | Error alsoEnded) {
        // The harness takes the disks as they are.
      }
    }
    if (crashed) {
      disks.replaceAll((name, disk) -> disk.afterPowerCut(Loss.some(losses)).follow(this::allow));
      crashed = false;
    } else {
      disks.replaceAll((name, disk) -> disk.afterPowerCut(Loss.NOTHING).follow(this::allow));
    }
  }

  static Result result(Pipeline pipeline) {
    return new Result(
        text(pipeline.table()),
        withoutEpochs(pipeline.published()),
        pipeline.watermark(),
        pipeline.lateCount(),
        pipeline.missing().stream().map(letter -> letter.entry().offset()).sorted().toList(),
        text(pipeline.tableContent()));
  }

  /** Epochs are random, so that they differ from run to run; a record has one in each run. */
  private static Map<String, String> withoutEpochs(Map<String, String> published) {
    Map<String, String> comparable = new TreeMap<>();
    published.forEach(
        (key, value) -> {
          String name = key.replaceFirst("^(dead|late)\\|\\d+\\.", "$1|epoch.");
          while (comparable.putIfAbsent(name, value) != null) {
            name += " again";
          }
        });
    return comparable;
  }

  private static Map<String, String> text(Map<Bytes, Bytes> values) {
    Map<String, String> text = new TreeMap<>();
    values.forEach((key, value) -> text.put(key.toString(), value.toString()));
    return text;
  }
}

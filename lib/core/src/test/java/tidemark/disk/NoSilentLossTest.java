package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;

/**
 * A log that nobody was told a failure of has all that was appended, after a power cut too: at each
 * step of what a log does, one failure, or every one from there on.
 */
final class NoSilentLossTest {
  /** What is done with a log before it is closed. */
  @FunctionalInterface
  private interface Work {
    void on(Told told);
  }

  record Input(String name, Durability durability, Work work) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Input> inputs() {
    return List.of(
        new Input("each append forced", Durability.everyAppend(), told -> told.append(3)),
        new Input(
            "group that is never full",
            Durability.every(100, Durability.NO_LIMIT),
            told -> told.append(3)),
        new Input(
            "group that is full twice",
            Durability.every(2, Durability.NO_LIMIT),
            told -> told.append(5)),
        new Input("left to the system", Durability.leftToSystem(), told -> told.append(3)),
        new Input(
            "groups left to the system",
            Durability.leftToSystem(3, Durability.NO_LIMIT),
            told -> told.append(7)),
        new Input(
            "sync between two groups",
            Durability.every(100, Duration.ofHours(1)),
            told -> {
              told.append(2);
              told.run(DiskLog::sync);
              told.append(2);
            }),
        new Input(
            "roll while events wait",
            Durability.every(100, Durability.NO_LIMIT),
            told -> {
              told.append(2);
              told.run(DiskLog::roll);
              told.append(1);
            }),
        new Input("roll by size", Durability.leftToSystem(), told -> told.append(12)),
        new Input(
            "rewrite while events wait",
            Durability.every(100, Durability.NO_LIMIT),
            told -> {
              told.append(4);
              told.run(DiskLog::roll);
              told.append(2);
              told.superseded = "1:k1=v";
              told.run(
                  log ->
                      log.rewrite(
                          log.activeStart(),
                          0,
                          entry ->
                              entry.offset() == 1 ? Disposition.SUPERSEDED : Disposition.KEEP));
              told.append(1);
            }),
        new Input(
            "retention while events wait",
            Durability.every(100, Durability.NO_LIMIT),
            told -> {
              told.append(2);
              told.run(DiskLog::roll);
              told.append(2);
              told.run(log -> log.retain(Retention.activeSegmentOnly()));
              told.append(1);
            }),
        new Input(
            "second opening",
            Durability.every(100, Durability.NO_LIMIT),
            told -> {
              told.append(2);
              told.reopen();
              told.append(2);
            }),
        new Input(
            "closed and opened without an append",
            Durability.leftToSystem(),
            told -> {
              told.append(2);
              told.reopen();
            }));
  }

  /** A log, what was appended to it, and whether somebody was told of a failure. */
  private static final class Told {
    private final FaultyStorage storage = new FaultyStorage();
    private final DiskLogOptions options;
    private final List<String> appended = new ArrayList<>();
    private String superseded = "";
    private boolean failure;
    private DiskLog log;

    Told(Durability durability) {
      options =
          DiskLogOptions.compacted(new ManualClock(0))
              .withSegmentBytes(300)
              .withDurability(durability);
      log = DiskLog.open(storage, options);
    }

    void run(Consumer<DiskLog> step) {
      try {
        step.accept(log);
      } catch (UncheckedIOException told) {
        failure = true;
      }
    }

    void append(int events) {
      for (; events > 0 && !failure; events--) {
        String key = "k" + appended.size();
        run(open -> appended.add(open.append(Event.of(key, "v")) + ":" + key + "=v"));
      }
    }

    void reopen() {
      run(DiskLog::close);
      if (!failure) {
        run(l -> log = DiskLog.open(storage, options));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void whatWasAppendedIsThereOrAFailureWasTold(Input input) {
    int steps = failingAt(input, -1, false);
    assertTrue(steps > 5, "steps=" + steps);
    for (int step = 0; step < steps; step++) {
      failingAt(input, step, false);
      failingAt(input, step, true);
    }
  }

  /**
   * Fails at one step, counted from the opening on, or from there on; returns how many there were.
   */
  private static int failingAt(Input input, int failing, boolean onAndOn) {
    Told told = new Told(input.durability);
    int[] steps = {0};
    told.storage.follow(
        step -> {
          int number = step.kind() == Kind.READ ? -1 : steps[0]++;
          if (failing >= 0 && (number == failing || (onAndOn && number > failing))) {
            throw new IOException("Input/output error");
          }
          return step.bytes();
        });
    input.work.on(told);
    told.run(DiskLog::close);
    told.storage.follow(FaultyStorage.Step::bytes);
    if (!told.failure) {
      String what = input + " failing at " + failing + (onAndOn ? " and on" : "");
      try (DiskLog found =
          DiskLog.open(told.storage.afterPowerCut(Loss.ALL_UNSYNCED), told.options)) {
        List<String> left =
            new ArrayList<>(told.appended.subList((int) found.startOffset(), told.appended.size()));
        left.remove(told.superseded);
        assertEquals(
            String.join(" ", left), History.format(found.entries(found.startOffset())), what);
        assertEquals(told.appended.size(), found.endOffset(), what);
      }
    }
    return steps[0];
  }
}

package tidemark.bank;

import java.util.List;
import java.util.stream.Stream;
import tidemark.check.Exercise;
import tidemark.check.Exercises;

/**
 * The exercises of the course, in order. A learner writes the method that is named here; an
 * untouched notebook holds a stub that throws {@code UnsupportedOperationException("not
 * attempted")}.
 *
 * <pre>
 * 00-warm-up                     long nextOffset(long lastRead)
 * 01-offset-lag                  LagReport offsetLag(long start, long end, OptionalLong committed)
 * 01-records-left                long recordsLeft(List&lt;Long&gt; survivors, long end, long committed)
 * 01-self-test-1                 Check.selfTest("01-self-test-1", () -> { … });
 * 02-retry-policy                Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs)
 * 02-hand-off                    void consume(Desk desk)
 * 02-completeness                CompleteBelow completeness(long committed, List&lt;Long&gt; dead, Set&lt;Long&gt; settled)
 * 02-what-it-carries             Event deadLetter(String partition, Entry entry, Exception failure, int attempts)
 * 02-replay                      TableState replay(TableState before, Change dead)
 * 02-endless, 02-order, 02-crash-between, 02-complete   predictions
 * 03-window-start                long windowStart(long timestamp, long size)
 * 03-toy-policy                  ToyResult toyPolicy(List&lt;Long&gt; timestamps, long bound)
 * 03-events-per-window           Map&lt;Long, Long&gt; eventsPerWindow(ToyResult result, long size)
 * 03-late, 03-fired, 03-flights  predictions
 * 03-self-test-2                 Check.selfTest("03-self-test-2", () -> { … });
 * 04-combine                     ToyResult combine(List&lt;String&gt; inputs, List&lt;Arrival&gt; arrivals, long bound)
 * 04-idleness                    long withIdleness(List&lt;InputMark&gt; inputs, long now, long silence, long emitted)
 * 04-flights-policy              List&lt;Rule&gt; flightsPolicy()
 * 04-counterexample-watermark    String unsafeWatermark()
 * 04-name-the-incident           List&lt;Incident&gt; incidents()
 * 04-slower, 04-all-idle, 04-flights  predictions
 * 05-take-snapshot               StateAt takeSnapshot(Map&lt;String, Integer&gt; live, long lastApplied, long end, long committed)
 * 05-restore                     Map&lt;String, Integer&gt; restore(StateAt snapshot, List&lt;Change&gt; log, long start, long committed)
 * 05-explain-offset-2            Explanation whyNotOffset2()
 * 05-self-test-3                 Check.selfTest("05-self-test-3", () -> { … });
 * 06-compact                     List&lt;Change&gt; compact(List&lt;Change&gt; log, long activeFrom)
 * 06-kinds-of-update             List&lt;UpdateKind&gt; kindsOfUpdate()
 * 06-counterexample-tombstone    String expiredTombstone()
 * 06-counterexample-increments   String compactedIncrements()
 * 06-survivors, 06-tombstone     predictions
 * 06-self-test-4                 Check.selfTest("06-self-test-4", () -> { … });
 * </pre>
 */
public final class TidemarkBank implements Exercises {
  /** For {@link java.util.ServiceLoader}. */
  public TidemarkBank() {}

  @Override
  public List<Exercise> all() {
    return Stream.of(
            Questions00.ALL,
            List.of(new WarmUp(), new OffsetLag(), new RecordsLeft()),
            Questions01.ALL,
            List.of(new RetryPolicyRule(), new HandOff(), new StateCompleteness()),
            List.of(new CarryDeadLetter(), new ReplayDeadLetter()),
            Questions02.ALL,
            List.of(new WindowStart(), new ToyPolicy(), new EventsPerWindow()),
            Questions03.ALL,
            List.of(new Combine(), new Idleness(), new UnsafeWatermark()),
            Questions04.ALL,
            List.of(NameIncidents.question()),
            List.of(new TakeSnapshot(), new Restore()),
            Questions05.ALL,
            List.of(new Compact(), new ExpiredTombstone(), new CompactedIncrements()),
            Questions06.ALL,
            Predictions.ALL)
        .<Exercise>flatMap(List::stream)
        .toList();
  }
}

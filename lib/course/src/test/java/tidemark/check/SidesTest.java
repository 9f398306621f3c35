package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.exercise.InputWatermark;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.LogFacts;
import tidemark.exercise.PipelineState;
import tidemark.exercise.SnapshotFacts;
import tidemark.exercise.SnapshotFile;
import tidemark.exercise.TableSnapshot;

/**
 * A careless answer is wrong by one at a number that the text states: the fourth start, the
 * watermark, the next offset. So the probes must come to both sides of each such number, and to the
 * number itself.
 */
class SidesTest {
  /** What a probe says about a number: how far it is beyond it. */
  private interface Distance {
    Stream<Long> of(List<Object> arguments);
  }

  private static final Map<String, Map<String, Distance>> STATED =
      Map.ofEntries(
          Map.entry("00-warm-up", Map.of("0", probe -> Stream.of(number(probe, 0)))),
          Map.entry(
              "01-offset-lag",
              Map.of(
                  "start", probe -> next(probe).map(next -> next - number(probe, 0)),
                  "end", probe -> next(probe).map(next -> next - number(probe, 1)))),
          Map.entry(
              "01-records-left",
              Map.of(
                  "committed", probe -> offsets(probe, 0).map(each -> each - number(probe, 2)),
                  "end", probe -> offsets(probe, 0).map(each -> each - number(probe, 1)))),
          Map.entry(
              "02-retry-policy",
              Map.of("most attempts", probe -> Stream.of(number(probe, 1) - number(probe, 2)))),
          Map.entry(
              "02-hand-off",
              Map.of(
                  "four starts", probe -> SidesTest.<Long, Integer>map(probe, 2).map(n -> n - 4L))),
          Map.entry(
              "02-completeness",
              Map.of("committed", probe -> offsets(probe, 1).map(each -> each - number(probe, 0)))),
          Map.entry(
              "03-window-start",
              Map.of(
                  "0", probe -> Stream.of(number(probe, 0)),
                  "an edge", probe -> Stream.of(beside(number(probe, 0), number(probe, 1))))),
          Map.entry(
              "03-toy-policy", Map.of("the watermark", probe -> fromMark(probe, number(probe, 1)))),
          Map.entry(
              "04-idleness",
              Map.of(
                  "the silence",
                  probe ->
                      SidesTest.<InputWatermark>list(probe, 0)
                          .map(each -> number(probe, 1) - each.heardAt() - number(probe, 2)),
                  "what is out",
                  probe ->
                      SidesTest.<InputWatermark>list(probe, 0)
                          .filter(each -> each.mark() != Long.MIN_VALUE)
                          .filter(each -> number(probe, 3) != Long.MIN_VALUE)
                          .map(each -> each.mark() - number(probe, 3)))),
          Map.entry(
              "05-restore-table",
              Map.of(
                  "start", probe -> Stream.of(snapshot(probe) - number(probe, 2)),
                  "next", probe -> records(probe, 1).map(each -> each.offset() - snapshot(probe)))),
          Map.entry(
              "05-restore",
              Map.of(
                  "start", probe -> Stream.of(snapshot(probe) - number(probe, 2)),
                  "next", probe -> records(probe, 1).map(each -> each.offset() - snapshot(probe)))),
          Map.entry(
              "06-compact",
              Map.of(
                  "activeFrom",
                  probe -> records(probe, 0).map(r -> r.offset() - number(probe, 1)))),
          Map.entry(
              "07-plan",
              Map.of(
                  "start", probe -> Stream.of(log(probe).marks().startOffset() - from(probe)),
                  "removed", probe -> Stream.of(log(probe).marks().highestRemoved() - from(probe)),
                  "purged", probe -> Stream.of(log(probe).marks().highestPurged() - from(probe)),
                  "epoch's end", probe -> epochEnd(probe).map(end -> end - from(probe)),
                  "skipped", probe -> offsets(probe, 3).map(each -> each - from(probe)))),
          Map.entry(
              "08-fold",
              Map.of(
                  "next",
                  probe ->
                      records(probe, 1)
                          .map(r -> r.offset() - ((PipelineState) probe.get(0)).next()),
                  "0",
                  probe -> records(probe, 1).map(KeyedRecord::timestamp))),
          Map.entry(
              "08-restart-plan",
              Map.of(
                  "start", probe -> files(probe).map(each -> each.next() - number(probe, 1)),
                  "end", probe -> files(probe).map(each -> each.next() - number(probe, 2)),
                  "letters",
                      probe -> files(probe).map(each -> each.lettersEnd() - number(probe, 3)))),
          Map.entry(
              "10-rebuild",
              Map.of("next", probe -> records(probe, 1).map(r -> r.offset() - snapshot(probe)))));

  /** Numbers that have no other side: a log holds nothing in front of offset 0. */
  private static final Set<String> NOTHING_BELOW = Set.of("00-warm-up: 0");

  @Test
  void probesComeToBothSidesOfEveryNumberThatATextStatesAndToTheNumberItself() {
    Set<String> answered = Set.copyOf(Refusal.ids());
    List<String> missing = new ArrayList<>();
    STATED.forEach(
        (id, numbers) -> {
          if (answered.contains(id)) {
            List<List<Object>> probes = AnswerRun.probes(exercise(id));
            numbers.forEach(
                (name, distance) -> missing.addAll(unreached(id + ": " + name, distance, probes)));
          }
        });
    assertEquals(List.of(), missing);
  }

  @Test
  void everyExerciseThatStatesANumberIsHeldHereOrByACrashAtEveryStep() {
    Set<String> elsewhere =
        Set.of( // Arrivals by another name; crashes at every step; a count; maps without a number.
            "04-combine",
            "03-events-per-window",
            "02-what-it-carries",
            "02-replay",
            "05-take-snapshot",
            "08-decide",
            "08-node-loss");
    for (String id : Refusal.ids()) {
      assertTrue(STATED.containsKey(id) != elsewhere.contains(id), id);
    }
  }

  /** The sides of a number to which no probe comes. */
  private static List<String> unreached(
      String number, Distance distance, List<List<Object>> probes) {
    Set<Long> found = probes.stream().flatMap(distance::of).collect(Collectors.toSet());
    List<String> missing = new ArrayList<>();
    if (!found.contains(0L)) {
      missing.add(number + " itself");
    }
    if (!found.contains(1L)) {
      missing.add(number + " from one above");
    }
    if (!found.contains(-1L) && !NOTHING_BELOW.contains(number)) {
      missing.add(number + " from one below");
    }
    return missing;
  }

  private static MethodExercise<?, ?> exercise(String id) {
    return (MethodExercise<?, ?>) Catalogue.ofAllBanks().of(id);
  }

  private static long number(List<Object> probe, int argument) {
    return ((Number) probe.get(argument)).longValue();
  }

  private static Stream<Long> next(List<Object> probe) {
    return ((OptionalLong) probe.get(2)).stream().boxed();
  }

  private static Stream<Long> offsets(List<Object> probe, int argument) {
    return SidesTest.<Long>list(probe, argument);
  }

  private static Stream<KeyedRecord> records(List<Object> probe, int argument) {
    return SidesTest.<KeyedRecord>list(probe, argument);
  }

  private static Stream<SnapshotFile> files(List<Object> probe) {
    return SidesTest.<SnapshotFile>list(probe, 0);
  }

  @SuppressWarnings("unchecked") // The arguments, by the exercise.
  private static <T> Stream<T> list(List<Object> probe, int argument) {
    return ((List<T>) probe.get(argument)).stream();
  }

  @SuppressWarnings("unchecked") // The arguments, by the exercise.
  private static <K, V> Stream<V> map(List<Object> probe, int argument) {
    return ((Map<K, V>) probe.get(argument)).values().stream();
  }

  private static long snapshot(List<Object> probe) {
    return ((TableSnapshot) probe.get(0)).nextOffset();
  }

  private static long from(List<Object> probe) {
    return ((SnapshotFacts) probe.get(0)).nextOffset();
  }

  private static LogFacts log(List<Object> probe) {
    return (LogFacts) probe.get(1);
  }

  private static Stream<Long> epochEnd(List<Object> probe) {
    return Stream.ofNullable(log(probe).epochEnds().get(((SnapshotFacts) probe.get(0)).epoch()));
  }

  /** How far a timestamp is beyond the nearest edge between two windows. */
  private static long beside(long timestamp, long size) {
    long beyond = Math.floorMod(timestamp, size);
    return beyond > size / 2 ? beyond - size : beyond;
  }

  /** How far each arrival is beyond the watermark that it meets. */
  private static Stream<Long> fromMark(List<Object> probe, long bound) {
    List<Long> timestamps = SidesTest.<Long>list(probe, 0).toList();
    return IntStream.range(1, timestamps.size())
        .mapToObj(
            i ->
                timestamps.get(i)
                    - (timestamps.subList(0, i).stream()
                            .mapToLong(Long::longValue)
                            .max()
                            .orElseThrow()
                        - bound));
  }
}

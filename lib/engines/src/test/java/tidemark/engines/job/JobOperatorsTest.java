package tidemark.engines.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.engines.job.Histories.Arriving;
import tidemark.job.Arrival;
import tidemark.job.JobSettings;
import tidemark.job.Judge;
import tidemark.job.Keep;
import tidemark.job.Result;
import tidemark.job.Step;
import tidemark.log.Bytes;
import tidemark.log.Event;

/** The job's two operators on Flink's harness, beside our pipeline, on random histories. */
class JobOperatorsTest {
  private static final int SEEDS = Boolean.getBoolean("tidemark.long") ? 3000 : 100;

  /** Both operators, which may be written into a checkpoint and read back. */
  private static final class Operators implements AutoCloseable {
    private final JobSettings settings;
    private KeyedOneInputStreamOperatorTestHarness<Integer, Arrival, Step> judge;
    private KeyedOneInputStreamOperatorTestHarness<Long, Step, Result> keep;
    private final List<Result> results = new ArrayList<>();

    Operators(JobSettings settings) throws Exception {
      this.settings = settings;
      judge = judge(null);
      keep = keep(null);
    }

    private KeyedOneInputStreamOperatorTestHarness<Integer, Arrival, Step> judge(
        @Nullable OperatorSubtaskState from) throws Exception {
      KeyedOneInputStreamOperatorTestHarness<Integer, Arrival, Step> harness =
          new KeyedOneInputStreamOperatorTestHarness<>(
              new KeyedProcessOperator<>(new Judge(settings)),
              arrival -> arrival.partition,
              Types.INT);
      open(harness, from);
      return harness;
    }

    private KeyedOneInputStreamOperatorTestHarness<Long, Step, Result> keep(
        @Nullable OperatorSubtaskState from) throws Exception {
      KeyedOneInputStreamOperatorTestHarness<Long, Step, Result> harness =
          new KeyedOneInputStreamOperatorTestHarness<>(
              new KeyedProcessOperator<>(new Keep(settings)),
              step -> (long) step.share,
              Types.LONG);
      open(harness, from);
      return harness;
    }

    private static void open(
        KeyedOneInputStreamOperatorTestHarness<?, ?, ?> harness,
        @Nullable OperatorSubtaskState from)
        throws Exception {
      if (from != null) {
        harness.initializeState(from);
      }
      harness.open();
    }

    void take(Arrival arrival) throws Exception {
      judge.processElement(new StreamRecord<>(arrival));
      for (Step step : judge.extractOutputValues()) {
        keep.processElement(new StreamRecord<>(step));
      }
      judge.getOutput().clear();
      var aside = judge.getSideOutput(Judge.RESULTS);
      while (aside != null && !aside.isEmpty()) {
        results.add(aside.remove().getValue());
      }
      results.addAll(keep.extractOutputValues());
      keep.getOutput().clear();
    }

    void checkpointAndRestore(long id) throws Exception {
      OperatorSubtaskState judged = judge.snapshot(id, id);
      OperatorSubtaskState kept = keep.snapshot(id, id);
      close();
      judge = judge(judged);
      keep = keep(kept);
    }

    @Override
    public void close() {
      try {
        judge.close();
        keep.close();
      } catch (Exception failed) {
        throw new IllegalStateException("operators must be able to close: " + failed, failed);
      }
    }
  }

  private static Arrival arrival(long offset, Arriving arriving) {
    Event event = arriving.event();
    Arrival arrival = new Arrival();
    arrival.epoch = 1;
    arrival.offset = offset;
    arrival.appendTime = arriving.appendTime();
    arrival.eventTime = event.eventTime();
    arrival.key = array(event.key());
    arrival.value = array(event.value());
    arrival.headerNames = new String[] {event.headers().get(0).name()};
    arrival.headerValues = new byte[][] {array(event.headers().get(0).value())};
    return arrival;
  }

  private static byte @Nullable [] array(@Nullable Bytes bytes) {
    return bytes == null ? null : bytes.toByteArray();
  }

  private static Expected said(List<Result> results) {
    Map<String, String> published = new TreeMap<>();
    Map<String, String> table = new TreeMap<>();
    List<Long> dead = new ArrayList<>();
    for (Result result : results) {
      String value = text(result.value);
      String key = text(result.key);
      switch (result.target) {
        case OUTPUT ->
            assertNull(published.put(Expected.withoutEpoch("" + key), "" + value), "twice: " + key);
        case TABLE -> {
          table.remove("" + key);
          if (value != null) {
            table.put("" + key, value);
          }
        }
        case DEAD -> dead.add(Long.parseLong(result.madeBy.split("\\.", -1)[1]));
      }
    }
    return new Expected(published, table, dead);
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private static Expected run(JobSettings settings, List<Arriving> history, RandomGenerator random)
      throws Exception {
    try (Operators operators = new Operators(settings)) {
      for (int offset = 0; offset < history.size(); offset++) {
        if (random.nextInt(60) == 0) {
          operators.checkpointAndRestore(offset + 1L);
        }
        operators.take(arrival(offset, history.get(offset)));
      }
      return said(operators.results);
    }
  }

  @Test
  void operatorsOfTheJobSayWhatOurPipelineSays() {
    long[] seen = new long[4];
    Seeds.forEach(
        SEEDS,
        (seed, random) -> {
          JobSettings settings = new JobSettings(Histories.randomSettings(random));
          List<Arriving> history = Histories.random(random, 150);
          Expected expected = Expected.of(history, settings);
          assertEquals(expected, run(settings, history, random), settings.toString());
          for (String key : expected.published().keySet()) {
            seen[0] += key.startsWith("late|") ? 1 : 0;
            seen[1] += key.endsWith("|0") ? 1 : 0;
            seen[2] += key.startsWith("window|") && !key.endsWith("|0") ? 1 : 0;
            seen[3] += key.startsWith("dead|") ? 1 : 0;
          }
        });
    for (long kind : seen) {
      assertTrue(!Seeds.all() || kind > SEEDS, "each kind of result must be met");
    }
  }
}

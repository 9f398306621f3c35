package tidemark.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;

/** Watermarks beside the law as plainly as it can be said, compared after each step. */
class WatermarksModelTest {
  private static final int HISTORIES = 3000;

  /** Every input is looked at in every step, and nothing is remembered but what was heard. */
  private static final class Model {
    private static final class Input {
      long seen = Long.MIN_VALUE;
      long heardAt = Long.MIN_VALUE;
      boolean idle;
    }

    private final DeclaredPolicy policy;
    private final Input[] inputs;
    private long now = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long aheadCount;
    private long setBackCount;
    private long newest = Long.MIN_VALUE;

    Model(DeclaredPolicy policy) {
      this.policy = policy;
      inputs = Stream.generate(Input::new).limit(policy.inputs().size()).toArray(Input[]::new);
    }

    void passTo(long appendTime) {
      if (appendTime < now) {
        Arrays.stream(inputs).forEach(input -> input.heardAt = Math.min(input.heardAt, appendTime));
      }
      newest = Math.max(newest, appendTime);
      boolean isFirst = now == Long.MIN_VALUE;
      now = appendTime;
      for (Input input : inputs) {
        if (isFirst) {
          input.heardAt = now;
        }
        input.idle |= now - input.heardAt >= policy.idle().silence();
      }
      combine();
    }

    void arrive(int number, long timestamp) {
      long maxAhead = policy.disorder().maxAhead();
      if (maxAhead < Long.MAX_VALUE && timestamp > EventTime.plus(now, maxAhead)) {
        aheadCount++;
        setBackCount += now < newest ? 1 : 0;
        return;
      }
      Input input = inputs[number];
      input.idle = false;
      input.heardAt = now;
      input.seen = Math.max(input.seen, timestamp);
      combine();
    }

    void declareIdle(int number) {
      inputs[number].idle = true;
      combine();
    }

    private void combine() {
      OptionalLong least =
          Arrays.stream(inputs).filter(input -> !input.idle).mapToLong(this::mark).min();
      long all = Arrays.stream(inputs).mapToLong(this::mark).max().orElseThrow();
      watermark = Math.max(watermark, least.orElse(all));
    }

    private long mark(Input input) {
      return EventTime.minus(input.seen, policy.disorder().bound());
    }

    String state() {
      StringBuilder state =
          new StringBuilder(watermark + ", ahead " + aheadCount + " of which " + setBackCount);
      for (Input input : inputs) {
        state.append("; ").append(mark(input)).append(' ').append(input.heardAt);
        state.append(input.idle ? " idle" : "");
      }
      return state.toString();
    }
  }

  private static String state(Watermarks watermarks) {
    StringBuilder state =
        new StringBuilder(
            watermarks.watermark()
                + (", ahead " + watermarks.aheadCount())
                + (" of which " + watermarks.aheadOfClockSetBackCount()));
    for (int input = 0; input < watermarks.policy().inputs().size(); input++) {
      state.append("; ").append(watermarks.mark(input)).append(' ');
      state.append(watermarks.heardAt(input)).append(watermarks.isIdle(input) ? " idle" : "");
    }
    return state.toString();
  }

  @Test
  void everyStepIsThePlainLaw() throws IOException {
    Seeds.forEach(HISTORIES, (seed, random) -> history(random));
  }

  private static void history(RandomGenerator random) throws IOException {
    DeclaredPolicy policy = policy(random);
    Model model = new Model(policy);
    Watermarks watermarks = policy.start();
    long now = random.nextInt(-50, 50);
    boolean isCapped = policy.disorder().maxAhead() < Long.MAX_VALUE;
    boolean hasPassed = false;
    for (int step = 0; step < 80; step++) {
      int input = random.nextInt(policy.inputs().size());
      String done;
      int choice = random.nextInt(20);
      if (choice < 9 || (isCapped && !hasPassed && choice < 17)) {
        now += random.nextInt(8) == 0 ? random.nextInt(-40, 40) : random.nextInt(-2, 5);
        now += random.nextInt(20) == 0 ? random.nextInt(-1000, 1000) : 0;
        hasPassed = true;
        done = "passTo(" + now + ")";
        model.passTo(now);
        assertEquals(model.watermark, watermarks.passTo(now), "" + done);
      } else if (choice < 17) {
        long timestamp = now + random.nextInt(-20, 10);
        done = "arrive(" + input + ", " + timestamp + ")";
        model.arrive(input, timestamp);
        long watermark = watermarks.arrive(input, timestamp);
        assertEquals(model.watermark, watermark, "" + done);
      } else if (choice < 18) {
        done = "declareIdle(" + input + ")";
        model.declareIdle(input);
        assertEquals(model.watermark, watermarks.declareIdle(input), "" + done);
      } else {
        done = "restore";
        watermarks = WatermarksTest.restored(watermarks);
      }
      assertEquals(model.state(), state(watermarks), "step=" + step + " " + done);
    }
  }

  private static DeclaredPolicy policy(RandomGenerator random) {
    String[] all = {"A", "B", "C", "D"};
    BoundedDisorder disorder = BoundedDisorder.of(random.nextInt(6));
    return DeclaredPolicy.of(random.nextInt(3) > 0 ? disorder : disorder.withMaxAhead(4))
        .withInputs(Arrays.copyOf(all, 1 + random.nextInt(4)))
        .withIdle(
            random.nextInt(4) > 0 ? IdleRule.after(1 + random.nextInt(20)) : IdleRule.never());
  }
}

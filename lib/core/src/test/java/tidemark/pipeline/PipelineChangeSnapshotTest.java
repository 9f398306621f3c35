package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tidemark.log.Event;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage.Kind;

/** Snapshots of a table so large that they are changes on the one before. */
final class PipelineChangeSnapshotTest {
  private static final int KEYS = 1200;

  private final PipelineScene scene = new PipelineScene();
  private final Map<String, String> wanted = new TreeMap<>();

  private PipelineOptions options() {
    return scene.options().withLimits(new PipelineOptions.Limits(3, 10_000, 1));
  }

  private void put(String key, String value, long eventTime) {
    scene.append(Event.of(key, value), eventTime);
    wanted.put(key, value);
  }

  /** All keys, in a whole snapshot. */
  private void fill(Pipeline pipeline) {
    for (int key = 0; key < KEYS; key++) {
      put("k" + key, "value", 100);
    }
    put("k0", "later", 10_000); // the windows before are closed
    pipeline.run();
    pipeline.snapshot();
  }

  private void change(Pipeline pipeline, String value) {
    put("k1", value, 10_000);
    put("new", value, 10_000);
    scene.append(Event.of("k2", null), 10_000);
    wanted.remove("k2");
    pipeline.run();
    pipeline.snapshot();
  }

  private List<String> snapshots() {
    return scene.folder("snapshots").names();
  }

  private void checkRestart(long from) {
    try (Pipeline again = scene.open(options())) {
      RestartPlan.FromSnapshot plan = (RestartPlan.FromSnapshot) again.plan();
      assertEquals(from, plan.position().offset(), "" + plan);
      again.run();
      assertEquals(wanted, PipelineScene.text(again.table()));
      assertEquals(wanted, PipelineScene.text(again.tableContent()));
    }
  }

  @Test
  void changedKeysOfALargeTableAreAllThatIsWritten() throws IOException {
    try (Pipeline pipeline = scene.open(options())) {
      fill(pipeline);
      long whole = scene.bytes("snapshots");
      change(pipeline, "first");
      change(pipeline, "second");
      assertEquals(3, snapshots().size(), "" + snapshots());
      assertTrue(snapshots().get(2).endsWith(".change"), "" + snapshots());
      assertTrue(scene.bytes("snapshots") < whole * 11 / 10, "whole: " + whole);
    }
    checkRestart(KEYS + 7);
    try (Pipeline restored = scene.open(options())) {
      restored.run();
      change(restored, "third");
      assertEquals(4, snapshots().size(), "the first after a restart is a change too");
    }
    checkRestart(KEYS + 10);
  }

  @Test
  void tableThatChangedALotIsWrittenWhole() {
    try (Pipeline pipeline = scene.open(options())) {
      fill(pipeline);
      for (int key = 0; key < KEYS / 2; key++) {
        put("k" + key, "other", 10_000);
      }
      pipeline.run();
      pipeline.snapshot();
      assertEquals(1, snapshots().size(), "" + snapshots());
      assertTrue(snapshots().get(0).endsWith(".snapshot"));
    }
    checkRestart(KEYS + 1 + KEYS / 2);
  }

  @Test
  void damagedLinkIsPassedOverWithAllThatIsBuiltOnIt() throws IOException {
    try (Pipeline pipeline =
        scene.open(options().withLimits(new PipelineOptions.Limits(3, 9999, 2)))) {
      fill(pipeline);
      change(pipeline, "first");
      change(pipeline, "second");
      change(pipeline, "third");
    }
    String link = snapshots().get(2);
    byte[] bytes = scene.folder("snapshots").bytes(link);
    bytes[bytes.length - 1] ^= 1;
    scene.folder("snapshots").tamper(link, bytes);
    try (Pipeline again =
        scene.open(options().withLimits(new PipelineOptions.Limits(3, 9999, 2)))) {
      RestartPlan.FromSnapshot plan = (RestartPlan.FromSnapshot) again.plan();
      assertEquals(KEYS + 4, plan.position().offset(), "" + plan);
      assertEquals(2, plan.passedOver().size(), "" + plan);
      assertTrue(plan.passedOver().get(1).contains("built on one that is damaged"), "" + plan);
      again.run();
      assertEquals(wanted, PipelineScene.text(again.table()));
    }
  }

  @Test
  void crashAtEveryStepOfAChangeLeavesAPipelineThatComesBack() throws IOException {
    boolean crashed = true;
    for (int step = 0; crashed; step++) {
      PipelineChangeSnapshotTest world = new PipelineChangeSnapshotTest();
      crashed = world.crashAt(step);
    }
  }

  /** False if there are fewer steps. */
  private boolean crashAt(int step) {
    int[] left = {step};
    boolean crashed = false;
    Pipeline pipeline = scene.open(options());
    fill(pipeline);
    scene
        .folder("snapshots")
        .follow(
            now -> {
              if (now.kind() != Kind.READ && left[0]-- <= 0) {
                throw new Crash(step);
              }
              return now.bytes();
            });
    try {
      change(pipeline, "first");
      pipeline.close();
    } catch (Crash crash) {
      crashed = true;
    }
    scene.crash();
    try (Pipeline again = scene.open(options())) {
      assertTrue(again.plan() instanceof RestartPlan.FromSnapshot, "" + again.plan());
      again.run();
      change(again, "second");
      assertEquals(wanted, PipelineScene.text(again.table()));
      assertEquals(wanted, PipelineScene.text(again.tableContent()));
    }
    checkRestart(KEYS + 7);
    return crashed;
  }
}

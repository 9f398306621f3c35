package tidemark.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.Log;

/** Whatever the event log took, the pipeline has room for what it adds. */
final class PipelineRoomTest {
  private final PipelineScene scene = new PipelineScene();

  private static Bytes bytes(int length, int first, int fill) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) fill);
    bytes[0] = (byte) first;
    return Bytes.of(bytes);
  }

  /** The pipeline is opened anew for each run, as a supervisor would. */
  private Pipeline run(EventHandler handler) {
    Pipeline.open(scene.log, scene::folder, scene.options(), handler).close();
    Pipeline pipeline = Pipeline.open(scene.log, scene::folder, scene.options(), handler);
    pipeline.run();
    return pipeline;
  }

  private static Bytes key(Entry entry) {
    return Objects.requireNonNull(entry.key());
  }

  private void append(Bytes key, Bytes value, long eventTime) {
    scene.append(Event.of(key, value), eventTime);
  }

  @Test
  void keyOfAnyLengthIsCountedAndPublishedWithItsWindowOnce() {
    Bytes notText = bytes(600_000, 'a', 0xFF);
    Bytes other = bytes(600_000, 'b', 0xFF);
    Bytes longest = bytes(Log.MAX_KEY_AND_HEADERS_BYTES, 'c', 'k');
    for (Bytes key : List.of(notText, other, longest)) {
      append(key, Bytes.text("1"), 5);
    }
    scene.append("z=1", 100);
    append(longest, Bytes.text("1"), 6);
    try (Pipeline pipeline = run((entry, effects) -> effects.count(key(entry)))) {
      assertEquals(5, pipeline.committed());
      assertEquals(List.of(), pipeline.missing());
      assertEquals(3, PipelineScene.published(pipeline, "window|").size());
      assertEquals(1, PipelineScene.published(pipeline, "late|").size());
    }
  }

  @Test
  void shortenedKeyLooksLikeNoOtherKey() {
    Bytes key = bytes(5000, 'a', 'a');
    String text = Output.keyText(key);
    assertEquals(
        "0x61616161616161616161616161616161… (5000 bytes, SHA-256 "
            + "c526c6222044dab5674de9c4ac7f4566ebb5e4d8bf9d8ea34c9cc8a7cc3c869c)",
        text);
    assertNotEquals(text, Output.keyText(bytes(5000, 'b', 'a')));
    assertNotEquals(text, Output.keyText(Bytes.text(text)));
    assertEquals("x".repeat(1000), Output.keyText(bytes(1000, 'x', 'x')));
  }

  @Test
  @SuppressWarnings("NullAway") // a handler may pass anything
  void effectThatTheTableLogDoesNotTakeMakesADeadLetterAndTheNextRecordIsRead() {
    append(Bytes.text("value"), bytes(Log.MAX_VALUE_BYTES, 0, 0), 5);
    append(Bytes.text("key"), Bytes.text("1"), 5);
    append(Bytes.text("no key"), Bytes.text("1"), 5);
    append(Bytes.text("good"), Bytes.text("1"), 5);
    EventHandler handler =
        (entry, effects) -> {
          String what = key(entry).toString();
          if (what.equals("value")) {
            effects.put(key(entry), bytes(Log.MAX_VALUE_BYTES + 1, 0, 0));
          } else if (what.equals("key")) {
            effects.add(bytes(Log.MAX_KEY_AND_HEADERS_BYTES + 1, 'k', 'k'), 1);
          } else if (what.equals("no key")) {
            effects.count(null);
          } else {
            effects.put(key(entry), Bytes.text("1"));
          }
        };
    try (Pipeline pipeline = run(handler)) {
      assertEquals(4, pipeline.committed());
      assertEquals(3, pipeline.missing().size());
      assertEquals("{good=1}", PipelineScene.text(pipeline.tableContent()).toString());
    }
  }

  @Test
  void recordWhoseHeadersFillTheLogsLimitBecomesADeadLetterWithAllOfThem() {
    int count = (Log.MAX_KEY_AND_HEADERS_BYTES - 1) / 8;
    List<Header> headers = Collections.nCopies(count, new Header("", null));
    scene.append(new Event(Bytes.text("k"), Bytes.text("poison"), 5, headers), 5);
    scene.append("b=1", 5);
    try (Pipeline pipeline = run(scene::handle)) {
      assertEquals(2, pipeline.committed());
      assertEquals(1, pipeline.missing().size());
      assertEquals(headers, pipeline.missing().get(0).entry().event().headers());
    }
  }
}

package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.Log;

/** A table's log marks each change; a key may leave no room for that. */
final class TableLogRoomTest {
  private static Bytes key(int length) {
    byte[] key = new byte[length];
    Arrays.fill(key, (byte) 'k');
    return Bytes.of(key);
  }

  @Test
  void recordWhoseKeyLeavesNoRoomForTheMarkBecomesADeadLetterAndTheNextOneIsApplied() {
    DeliveryScene scene = new DeliveryScene();
    for (int length : new int[] {Log.MAX_KEY_AND_HEADERS_BYTES, 1_048_560, 1_000_000}) {
      scene.log.append(Event.of(key(length), Bytes.text("v")));
    }
    TableLog table = TableLog.open(scene.source, scene.memory());
    assertEquals(3, scene.delivery.run(table));
    assertEquals(2, scene.dead.all().size());
    String message = "" + scene.dead.all().get(1).reason().message();
    assertTrue(message.startsWith("key and headers must have at most 1048576 bytes"), message);
    assertEquals(Bytes.text("v"), table.value(key(1_000_000)));
    scene.restart();
    assertEquals(key(1_048_560), scene.dead.all().get(1).entry().key());
  }
}

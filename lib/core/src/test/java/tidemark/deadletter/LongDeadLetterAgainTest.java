package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.Log;

/** A log of dead letters is a partition too: its records may become dead letters once more. */
final class LongDeadLetterAgainTest {
  private final DeliveryScene scene = new DeliveryScene();

  private static final Handler FAILING =
      entry -> {
        throw new IllegalStateException("still");
      };

  private DeadLetters again() {
    Partition letters = new Partition("orders.dead", scene.deadLog);
    DeadLetters deader = DeadLetters.open(scene.memory());
    Commits commits = Commits.open(letters, scene.memory());
    Delivery.of(letters, commits, deader, RetryPolicy.bounded(1, Duration.ZERO)).run(FAILING);
    assertEquals(letters.log().endOffset(), commits.committed());
    return deader;
  }

  @Test
  void longDeadLetterThatIsDeadLetteredAgainIsOneLetterOfTheFirstOrigin() {
    Bytes full = Bytes.of(new byte[Log.MAX_KEY_AND_HEADERS_BYTES - 9]);
    for (Bytes value : new Bytes[] {Bytes.text("v"), null}) {
      scene.log.append(new Event(null, value, 5, List.of(new Header("h", full))));
    }
    scene.log.append(Event.of("short", "v"));
    scene.delivery.run(FAILING);
    assertEquals(5, scene.deadLog.endOffset(), "two events for each long letter");
    DeadLetters deader = again();
    assertEquals(scene.dead.all().stream().map(DeadLetter::origin).toList(), origins(deader));
    assertEquals(
        scene.dead.all().stream().map(DeadLetter::entry).toList(),
        deader.all().stream().map(DeadLetter::entry).toList());
  }

  @Test
  void recordThatOnlyLooksLikeTheHalfOfALongDeadLetterKeepsItsOwnOrigin() {
    scene.deadLog.append(Event.withoutKey(Bytes.text("alone")));
    scene.deadLog.append(Event.withoutKey(null));
    scene.deadLog.append(
        Event.withoutKey(Bytes.text("x")).withHeader(DeadLetterLayout.LONG, Bytes.text("forged")));
    DeadLetters deader = again();
    assertEquals(
        List.of(0L, 1L, 2L),
        origins(deader).stream().map(origin -> origin.place().offset()).toList());
    assertEquals("orders.dead", origins(deader).get(0).partition());
  }

  private static List<Origin> origins(DeadLetters letters) {
    return letters.all().stream().map(DeadLetter::origin).toList();
  }
}

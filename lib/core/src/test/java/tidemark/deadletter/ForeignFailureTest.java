package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tidemark.Unreadable;
import tidemark.log.Entry;

/** Policies and handlers that others wrote may throw whatever they are asked. */
final class ForeignFailureTest {
  private final DeliveryScene scene = new DeliveryScene();

  private static void assertStops(Delivery delivery, Handler handler) {
    String message =
        ""
            + assertThrows(Delivery.StoppedException.class, () -> delivery.run(handler))
                .getMessage();
    assertTrue(message.contains(Unreadable.Failure.class.getName()), message);
  }

  @Test
  void policyThatThrowsStopsTheDeliveryAndCountsNoStart() {
    scene.source("a=poison b=1");
    RetryPolicy broken =
        RetryPolicy.bounded(1, Duration.ZERO)
            .withOutage(
                failure -> {
                  throw new Unreadable.Failure();
                });
    for (int i = 0; i < 5; i++) {
      Delivery delivery = Delivery.of(scene.source, scene.progress, scene.dead, broken);
      var stopped =
          assertThrows(Delivery.StoppedException.class, () -> delivery.run(scene::poison));
      Throwable thrown = Objects.requireNonNull(stopped.getCause());
      assertEquals(1, thrown.getSuppressed().length, "the record's own failure is told too");
      assertEquals(0, scene.progress.committed());
      scene.restart();
    }
    assertEquals(List.of(), scene.dead.all());
    assertEquals(2, scene.delivery.run(scene::poison));
  }

  @Test
  void handlerThatCannotTellWhatIsAppliedStopsTheDelivery() {
    scene.source("a=1");
    Handler asking =
        new Handler() {
          @Override
          public void handle(Entry entry) {
            scene.processed.add("handled");
          }

          @Override
          public boolean applied(Entry entry) {
            throw new Unreadable.Failure();
          }
        };
    for (int i = 0; i < 5; i++) {
      assertStops(scene.delivery, asking);
      assertEquals(0, scene.progress.committed());
      scene.restart();
    }
    assertEquals(List.of(), scene.processed);
    assertEquals(List.of(), scene.dead.all());
  }
}

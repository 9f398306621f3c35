package tidemark.flights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.flights.FlightsReplay.Course;
import tidemark.flights.FlightsReplay.Results;

final class FlightsReplayTest {
  private static final Course CALM = FlightsReplay.undisturbed().run();

  @Test
  void anUndisturbedReplayTakesInEveryRowInItsHour() {
    Results results = CALM.results();
    assertEquals(Flights.records().size(), results.committed());
    assertEquals(Flights.poison().size(), results.dead().size());
    assertEquals(
        Flights.poison().size(),
        results.published().keySet().stream().filter(key -> key.startsWith("dead|")).count());
    assertTrue(results.published().keySet().stream().anyMatch(key -> key.startsWith("window|")));
    assertEquals(0, Collections.max(CALM.lags()));
    assertEquals(1, CALM.plans().size());
  }

  @Test
  void whateverIsLostTheResultsAreThoseOfTheUndisturbedReplay() {
    for (int hour : List.of(30, 61, 97)) {
      FlightsReplay replay = FlightsReplay.undisturbed();
      for (int i = 0; i < 3; i++) {
        int at = hour + 80 * i;
        replay = i == 1 ? replay.nodeLost(at, 5) : replay.powerCut(at, 1 + hour % 7);
      }
      Course lossy = replay.run();
      assertEquals(CALM.results(), lossy.results(), "first loss in hour " + hour);
      assertEquals(4, lossy.plans().size());
    }
  }

  /** The figures are those in the text of notebook 08. */
  @Test
  void afterAPowerCutTheLagIsThatOfTheOutageAndAfterALostNodeThatOfTheWholeLog() {
    Course lossy = FlightsReplay.undisturbed().powerCut(100, 6).nodeLost(200, 6).run();
    assertEquals(
        List.of(
            "start from the snapshot at offset 3000",
            "execute [3000, 3760) again, as it was decided"),
        lossy.plans().get(1));
    assertTrue(lossy.plans().get(2).get(0).startsWith("start from empty"));
    assertEquals(402, Collections.max(lossy.lags().subList(100, 200)));
    assertEquals(7526, Collections.max(lossy.lags()));
    assertEquals(List.of(27L, 0L), lossy.lags().subList(111, 113));
    assertEquals(List.of(63L, 0L), lossy.lags().subList(206 + 46, 206 + 48));
    assertEquals(CALM.lags().size(), lossy.lags().size());
    assertEquals(CALM.watermarks().get(199), lossy.watermarks().get(199));
    assertTrue(lossy.watermarks().get(203).isNaN(), "no node is up");
  }

  @Test
  void aNodeThatIsAwayCannotBeLost() {
    FlightsReplay away = FlightsReplay.undisturbed().powerCut(10, 5);
    String message =
        assertThrows(IllegalArgumentException.class, () -> away.nodeLost(15, 1)).getMessage();
    assertTrue(String.valueOf(message).endsWith("hour=15, down=1, up from=15"), message);
  }
}

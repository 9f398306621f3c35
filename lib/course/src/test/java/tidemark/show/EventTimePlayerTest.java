package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.time.BoundedDisorder;
import tidemark.time.LateRule;
import tidemark.window.WindowCounts;
import tidemark.window.Windows;

class EventTimePlayerTest {
  private static List<String> orders(Player player) {
    return player.tracks().get(0).values();
  }

  @Test
  void theUnitsHistoryEndsWithWatermarkNineAndFourLate() {
    Player player = EventTimePlayer.of("2 12 4").bound(3).player();
    String label = player.last().picture().label;
    assertTrue(label.startsWith("watermark 9; arrivals 2 counted, 12 counted, 4 late;"), label);
    assertTrue(label.contains("window [0, 10) 1 counted, open"), label);
    assertTrue(
        player.last().caption().startsWith("4 arrives while the watermark is 9: it is late"));
  }

  @Test
  void withABoundOfZeroTheFirstWindowFiresWhenTwelveArrives() {
    Player player = EventTimePlayer.of("2 12 4").bound(3).player();
    int zero = player.tracks().get(1).values().indexOf("0");
    assertEquals(
        "12 arrives while the watermark is 2: it is counted. The watermark moves to 12."
            + " Window [0, 10) fires with 1.",
        player.at(0, zero, 2).caption());
  }

  @Test
  void everyOrderAndBoundShowsWhatTheLibrarySays() {
    Seeds.forEach(
        10,
        (seed, random) -> {
          List<Long> times =
              LongStream.generate(() -> random.nextInt(25))
                  .limit(2 + random.nextInt(3))
                  .boxed()
                  .toList();
          Player player = EventTimePlayer.of(words(times)).player();
          List<String> bounds = player.tracks().get(1).values();
          for (int order = 0; order < orders(player).size(); order++) {
            List<Long> arrivals =
                Stream.of(orders(player).get(order).split(" "))
                    .map(index -> times.get(Integer.parseInt(index)))
                    .toList();
            for (int bound = 0; bound < bounds.size(); bound++) {
              String label = player.at(order, bound, times.size()).picture().label;
              requireSame(label, Long.parseLong(bounds.get(bound)), arrivals);
            }
          }
        });
  }

  private static void requireSame(String label, long bound, List<Long> arrivals) {
    WindowCounts counts = WindowCounts.of(BoundedDisorder.of(bound), Windows.tumbling(10));
    arrivals.forEach(counts::add);
    String which = "%s, bound %d: %s".formatted(arrivals, bound, label);
    assertTrue(label.startsWith("watermark " + Html.number(counts.watermark()) + ";"), which);
    assertEquals(counts.late().size(), label.split(" late", -1).length - 1, which);
    counts
        .fired()
        .forEach(f -> assertTrue(label.contains(f.window() + " fired with " + f.result()), which));
  }

  private static String words(List<Long> times) {
    return times.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  @Test
  void upToFourArrivalsHaveEveryOrderAndMoreKeepTheirs() {
    assertEquals(
        List.of("0 1 2", "0 2 1", "2 0 1", "1 0 2", "1 2 0", "2 1 0"),
        orders(EventTimePlayer.of("2 12 4").player()));
    assertEquals(24, orders(EventTimePlayer.of("2 12 4 31").player()).size());
    assertEquals(
        List.of("bound", "step"),
        EventTimePlayer.of("2 12 4 31 7").player().tracks().stream().map(Track::name).toList());
  }

  @Test
  void theBoundsAreAllOfASmallSpreadElseThoseAtWhichAnEventBeginsToBeInTime() {
    assertEquals(
        List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
        EventTimePlayer.of("2 12 4").player().tracks().get(1).values());
    assertEquals(
        List.of("0", "40", "60", "100"),
        EventTimePlayer.of("0 100 60").bound(60).player().tracks().get(1).values());
    assertEquals(
        List.of("0", "3", "8"),
        EventTimePlayer.of("2 12 4").bounds(3, 8).player().tracks().get(1).values());
  }

  @Test
  void underAnotherLateRuleAnEventBelowTheWatermarkIsCountedWhileItsWindowIsOpen() {
    Player player = EventTimePlayer.of("2 12 4").bound(3).late(LateRule.windowClosed()).player();
    String label = player.last().picture().label;
    assertTrue(label.contains("4 counted; window [0, 10) 2 counted, open"), label);
  }

  @Test
  void overSeveralInputsTheLeastOwnWatermarkDecides() {
    Player player = EventTimePlayer.of("A=2 A=12 B=4").bound(3).player();
    String label = player.last().picture().label;
    assertTrue(
        label.startsWith(
            "watermark 1; arrivals A=2 counted, A=12 counted, B=4 counted; own watermarks A 9, B"
                + " 1;"),
        label);
    int three = player.tracks().get(1).values().indexOf("3");
    assertTrue(
        player.at(0, three, 2).caption().endsWith("No window fires. The inputs' own: A 9, B −∞."),
        player.at(0, three, 2).caption());
  }

  @Test
  void theLargestPlayersStayBelowTheLimit() {
    String most = EventTimePlayer.of("1 5 3 12 9 4 17 25 14 22 8 33").html();
    assertTrue(most.length() < Player.MAX_HTML / 2, "" + most.length());
    String moved = EventTimePlayer.of("2 12 4 31").html();
    assertTrue(moved.length() < Player.MAX_HTML / 2, "" + moved.length());
  }

  @Test
  void timesFarApartAreDrawn() {
    Player player = EventTimePlayer.of("-5 9000000000000 4").windows(Windows.tumbling(7)).player();
    assertTrue(player.last().picture().label.startsWith("watermark 9000000000000;"));
  }

  @Test
  void whatIsNoTimestampIsRefusedAndSoAreTooManyAndOverlappingWindows() {
    assertThrows(IllegalArgumentException.class, () -> EventTimePlayer.of("2 x"));
    assertThrows(IllegalArgumentException.class, () -> EventTimePlayer.of(" "));
    assertThrows(
        IllegalArgumentException.class,
        () -> EventTimePlayer.of("1 ".repeat(EventTimePlayer.MAX_ARRIVALS + 1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> EventTimePlayer.of("1").windows(Windows.hopping(10, 5)));
  }

  private static String code(EventTimePlayer player) {
    return new Page(player.player().xml()).all("code").get(0).getTextContent();
  }

  @Test
  void theJavaThatMakesAPlayerAgainNamesAllThatWasChosenAndLeavesOutWhatIsDefault() {
    assertEquals(
        "EventTimePlayer.of(\"{arrivals}\").bound({bound}).step({step})",
        code(EventTimePlayer.of("2 12 4").bound(3)));
    assertEquals(
        "EventTimePlayer.of(\"{arrivals}\").windows(Windows.tumbling(5))"
            + ".late(LateRule.windowClosed(2)).bounds(0, 7).bound({bound}).step({step})",
        code(
            EventTimePlayer.of("A=2 B=12")
                .windows(Windows.tumbling(5))
                .late(LateRule.windowClosed(2))
                .bounds(0, 7)));
    assertEquals(
        "EventTimePlayer.of(\"2\").windows(new Windows(5, 5, 2)).bound({bound}).step({step})",
        code(EventTimePlayer.of("2").windows(new Windows(5, 5, 2))));
  }

  @Test
  void aPlayerCanStartAtAnyStepAndANegativeOneIsRefused() {
    assertEquals(
        EventTimePlayer.of("2 12 4").bound(3).player().at(0, 3, 1).caption(),
        EventTimePlayer.of("2 12 4").bound(3).step(1).player().last().caption());
    assertEquals(
        EventTimePlayer.of("2 12 4").player().last().caption(),
        EventTimePlayer.of("2 12 4").step(99).player().last().caption());
    assertThrows(IllegalArgumentException.class, () -> EventTimePlayer.of("2").step(-1));
  }
}

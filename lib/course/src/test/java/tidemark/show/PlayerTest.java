package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlayerTest {
  private static PlayerFrame frame(String word) {
    return new PlayerFrame(
        new Svg("alt " + word, 100, 50).text(1, 20, "", word), "caption " + word);
  }

  private static Player steps(String... words) {
    List<PlayerFrame> frames = new ArrayList<>();
    for (String word : words) {
      frames.add(frame(word));
    }
    return new Player("Title", List.of(Track.steps(List.of(words))), frames);
  }

  private static Track choice(String... values) {
    return new Track("choice", Track.Kind.CHOICE, List.of(values), 1);
  }

  @Test
  void withoutScriptsTheLastStepStandsThereAsAnImageAndAllOfThemInAFold() {
    PlayerPage page = new PlayerPage(steps("one", "two", "three").html());
    assertEquals("alt three", page.shown().getAttribute("alt"));
    assertEquals(List.of("three"), PlayerPage.svg(page.shown()).texts());
    assertEquals(
        List.of("alt three", "alt one", "alt two", "alt three"),
        page.images().stream().map(image -> image.getAttribute("alt")).toList());
  }

  @Test
  void anImageNeedsNothingFromThePageNeitherStyleNorBackground() {
    Page svg = PlayerPage.svg(new PlayerPage(steps("one").html()).shown());
    assertEquals(
        List.of("page"), svg.all("rect").stream().map(r -> r.getAttribute("class")).toList());
    String style = svg.all("style").get(0).getTextContent();
    assertTrue(style.contains("--tm-ink:#"), style);
    assertTrue(style.contains("prefers-color-scheme:dark"), style);
    assertFalse(style.contains(".tm-fig"), style);
  }

  @Test
  void whateverATextSaysThePageAndItsImagesStayWellFormed() {
    String odd = "a&b<c>\"d\" 'e' 100% #1 + ∅ ]]> </script>";
    PlayerPage page = new PlayerPage(steps(odd, odd + "2").html());
    assertEquals(List.of(odd + "2"), PlayerPage.svg(page.shown()).texts());
    Page xml = new Page(steps(odd).xml());
    assertEquals("caption " + odd, xml.all("caption").get(0).getTextContent());
  }

  @Test
  void eachCombinationHasItsFrameTheLastTrackChangingFastest() {
    Track steps = Track.steps(List.of("s0", "s1", "s2"));
    List<PlayerFrame> frames =
        IntStream.range(0, 6).mapToObj(i -> frame(i / 3 + "-" + i % 3)).toList();
    Player player = new Player("Title", List.of(choice("a", "b"), steps), frames);
    assertEquals("caption 0-2", player.at(0, 2).caption());
    assertEquals("caption 1-2", player.last().caption());
    assertEquals("0 1 2 3 4 5", new Page(player.xml()).all("map").get(0).getTextContent());
    PlayerPage page = new PlayerPage(player.html());
    assertEquals(
        List.of("alt 1-2", "alt 1-0", "alt 1-1", "alt 1-2"),
        page.images().stream().map(image -> image.getAttribute("alt")).toList(),
        "without scripts there is only the choice that is shown at first");
  }

  @Test
  void equalFramesAreSentOnce() {
    Page xml = new Page(steps("one", "two", "one").xml());
    assertEquals(2, xml.all("frame").size());
    assertEquals("0 1 0", xml.all("map").get(0).getTextContent());
  }

  @Test
  void allPicturesThatAScriptShowsHaveTheSameHeight() {
    Svg low = new Svg("low", 100, 20);
    Svg high = new Svg("high", 100, 80);
    Player player =
        new Player(
            "Title",
            List.of(Track.steps(List.of("1", "2"))),
            List.of(new PlayerFrame(low, "c"), new PlayerFrame(high, "d")));
    assertEquals(
        List.of("80", "80"),
        new Page(player.xml()).pictures().stream().map(svg -> svg.getAttribute("height")).toList());
  }

  @Test
  void aFrameMissingOrTooManyIsRefusedAndSoAreAPictureWithoutWordsAndTooLongAnOutput() {
    List<Track> two = List.of(Track.steps(List.of("a", "b")));
    String said =
        assertThrows(
                IllegalArgumentException.class, () -> new Player("Title", two, List.of(frame("a"))))
            .getMessage();
    assertTrue(String.valueOf(said).contains("frames=1, combinations=2"), said);
    String[] many =
        IntStream.rangeClosed(0, Player.MAX_FRAMES).mapToObj(i -> "" + i).toArray(String[]::new);
    assertThrows(IllegalArgumentException.class, () -> steps(many));
    assertThrows(IllegalArgumentException.class, () -> new PlayerFrame(new Svg("alt", 1, 1), " "));
    assertThrows(
        IllegalArgumentException.class, () -> new PlayerFrame(new Svg("", 1, 1), "caption"));
    String[] long200 =
        IntStream.range(0, 200).mapToObj(i -> i + "x".repeat(2_000)).toArray(String[]::new);
    said = assertThrows(IllegalStateException.class, () -> steps(long200).html()).getMessage();
    assertTrue(String.valueOf(said).contains("at most " + Player.MAX_HTML), said);
  }

  @Test
  void thereIsOneScriptAndNothingIsFetched() {
    String html = steps("one", "two").html();
    assertEquals(2, html.split("<script", -1).length);
    assertFalse(html.replace("http://www.w3.org/2000/svg", "").contains("://"), html);
  }

  @Test
  void aPlayerOfMomentsCanStartAtACrashAndAnyOtherPlayerCannot() {
    Tape tape = Tape.of("0:a=1");
    Player.Moment moment = new Player.Moment("s", tape, "goes on", tape, "crashed");
    Player player = Player.ofMoments("Title", List.of(moment, moment));
    assertEquals("goes on", player.step(0).last().caption());
    assertEquals("crashed", player.crash(0).last().caption());
    assertThrows(IllegalStateException.class, () -> steps("one").crash(0));
    assertThrows(IllegalArgumentException.class, () -> steps("one").step(-1));
  }
}

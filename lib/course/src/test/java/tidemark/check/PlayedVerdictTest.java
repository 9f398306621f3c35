package tidemark.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import tidemark.exercise.CrashPlayer.ConsumerCode;
import tidemark.exercise.KeyedRecord;

/** The player in the verdict on a hand-off that a crash has broken. */
class PlayedVerdictTest {
  private static final Pattern FRAMES = Pattern.compile("data-frames=\"([^\"]*)\"");

  private static MethodExercise<?, ?> handOff() {
    return (MethodExercise<?, ?>) Catalogue.ofAllBanks().of("02-hand-off");
  }

  private static <F, T extends Enum<T>> Verdict judged(
      MethodExercise<F, T> exercise, String mistake) {
    T flag = Enum.valueOf(exercise.declaration().traps(), mistake);
    return BankTest.judge(exercise, exercise.model(EnumSet.of(flag)));
  }

  private static Verdict judged(ConsumerCode answer) {
    MethodExercise<?, ?> exercise = handOff();
    AnswerRun run = AnswerRun.of(exercise);
    run.make(exercise, Invocation.handle(ConsumerCode.class, answer), () -> false);
    return MethodComparison.of(exercise, run);
  }

  /** The names of the steps, as they stand in the fold. */
  private static List<String> steps(String html) {
    return Arrays.stream(html.split("<p><b>", -1))
        .skip(2)
        .map(part -> part.substring(0, part.indexOf("</b>")))
        .toList();
  }

  private static String frames(String html) throws IOException {
    Matcher matcher = FRAMES.matcher(html);
    assertTrue(matcher.find(), html);
    byte[] zipped = Base64.getDecoder().decode(matcher.group(1));
    return new String(new GZIPInputStream(new ByteArrayInputStream(zipped)).readAllBytes(), UTF_8);
  }

  @Test
  void aRefusalBecauseOfACrashIsPlayedWriteByWrite() throws IOException {
    String html = judged(handOff(), "COMMITS_BEFORE_HAND_OFF").html();
    List<String> steps = steps(html.substring(html.indexOf("class=\"tm-player\"")));
    int crash = steps.indexOf("crash after commit(1)");
    assertEquals(List.of("the start", "countStart(0)", "commit(1)"), steps.subList(0, crash));
    assertEquals("the end", steps.get(steps.size() - 1));
    String frames = frames(html);
    assertTrue(frames.contains("The restart finds: applied [], dead letters [], committed 1."));
    assertTrue(frames.contains(">lost</text>"), frames);
  }

  @Test
  void theTextOfAVerdictIsTheSameWithAndWithoutAPlayer() {
    String text = judged(handOff(), "COMMITS_BEFORE_HAND_OFF").text();
    assertFalse(text.contains("The restart finds"), text);
    assertTrue(text.contains("crash after commit("), text);
  }

  @Test
  void aRefusalWithoutACrashIsNotPlayed() {
    for (String mistake : List.of("WHOLE_BATCH", "NULL_IS_POISON")) {
      String html = judged(handOff(), mistake).html();
      assertFalse(html.contains("class=\"tm-player\""), mistake);
    }
  }

  @Test
  void whatAnAnswerAppliesIsEscapedInTheImagesAndInTheFrames() throws IOException {
    String key = "</script><img src=x onerror=alert(1)>\"'&";
    Verdict verdict =
        judged(
            consumer -> {
              for (long offset = consumer.committed(); offset < consumer.end(); offset++) {
                consumer.commit(offset + 1);
                consumer.apply(new KeyedRecord(offset, key, 1));
              }
            });
    String html = verdict.html();
    assertTrue(html.contains("class=\"tm-player\""), html);
    assertFalse(html.contains("<img src=x"), html);
    assertEquals(2, html.split("<script", -1).length, html);
    assertEquals(2, html.split("</script>", -1).length, html);
    assertFalse(frames(html).contains("<img src=x"), html);
  }

  @Test
  void anAnswerThatWritesWithoutEndOrCommitsFarAwayStillGetsItsVerdict() {
    Verdict many =
        judged(
            consumer -> {
              for (int i = 0; i < 2 * 60; i++) {
                consumer.countStart(consumer.committed());
              }
            });
    assertFalse(many.html().contains("class=\"tm-player\""), many::text);
    assertEquals(VerdictState.WRONG, many.state());
    Verdict far = judged(consumer -> consumer.commit(Long.MAX_VALUE));
    assertEquals(VerdictState.WRONG, far.state());
  }
}

package tidemark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.deadletter.Decision;
import tidemark.time.LateRule;

/** What a job's properties file is taken to say, and what is refused in it. */
class JobSettingsTest {
  private static JobSettings with(String name, String value) {
    Map<String, String> values =
        new HashMap<>(Map.of("name", "job", "bound", "0", "window.size", "10"));
    values.put(name, value);
    return new JobSettings(values);
  }

  private static String refusal(Runnable asked) {
    return "" + assertThrows(IllegalArgumentException.class, asked::run).getMessage();
  }

  @ParameterizedTest
  @CsvSource({
    "attempts, 4294967297",
    "attempts, 2147483648",
    "attempts, 0",
    "attempts, -1",
    "attempts, 9223372036854775807",
    "attempts, 9223372036854775808",
    "attempts, three",
    "retry.wait, -1",
    "retry.wait, 288230376151711744",
    "retry.wait, 1s",
    "shares, 4294967297",
    "shares, 2147483648",
    "shares, 0",
    "shares, -9223372036854775808",
    "shares, 1.5",
  })
  void numberOutsideWhatASettingHoldsIsRefusedAndNotCut(String name, String value) {
    JobSettings settings = with(name, value);
    String said = refusal(name.equals("shares") ? settings::shares : settings::options);
    assertTrue(said.contains(" must be a whole number"), said);
    assertTrue(said.contains(name + "=" + value), said);
    assertTrue(said.endsWith("; mend the properties file"), said);
  }

  @Test
  void largestNumberThatASettingHoldsIsTaken() {
    assertEquals(Integer.MAX_VALUE, with("shares", "2147483647").shares());
    var most = with("attempts", "2147483647").options().retry();
    assertEquals(
        new Decision.Retry(Duration.ofMillis(3200)),
        most.decide(new Exception(), Integer.MAX_VALUE - 1));
    var longest = with("retry.wait", "288230376151711743").options().retry();
    Decision.Retry retry = (Decision.Retry) longest.decide(new Exception(), 2);
    assertEquals(2 * 288230376151711743L, retry.after().toMillis());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "window-closed+x",
        "window-closed+",
        "window-closed",
        "window-closed+-1",
        "window-closed++1",
        "window-closed+1.5",
        "window-closed+5m",
        "window-closed+9223372036854775808",
        "window-closed+ 5",
        "window-closed+٥",
        "Window-Closed+5",
        "below watermark",
      })
  void lateRuleThatCannotBeReadIsRefusedWithBothFormsAndWhatToDo(String late) {
    String said = refusal(with("late", late)::policy);
    assertTrue(said.startsWith("a late rule must be below-watermark, or window-closed+N "), said);
    assertTrue(said.endsWith(", late=" + late + "; mend the properties file"), said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"web,app", "web, app", " web ,app ", "web\t,\tapp", "web  ,  app"})
  void spacesAroundTheNamesOfInputsAreNoPartOfThem(String inputs) {
    assertEquals(List.of("web", "app"), with("inputs", inputs).policy().inputs());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", "web,", ",web", "web,,app", "web, ,app", "web,web"})
  void inputWithoutANameOfItsOwnIsRefused(String inputs) {
    String said = refusal(with("inputs", inputs)::policy);
    assertTrue(said.contains("must"), said);
  }

  @Test
  void lateRuleIsReadAsItIsWritten() {
    assertEquals(LateRule.belowWatermark(), with("bound", "0").policy().late());
    for (LateRule rule :
        new LateRule[] {
          LateRule.belowWatermark(),
          LateRule.windowClosed(),
          LateRule.windowClosed(5),
          LateRule.windowClosed(Long.MAX_VALUE)
        }) {
      assertEquals(rule, with("late", rule.identity()).policy().late());
    }
  }
}

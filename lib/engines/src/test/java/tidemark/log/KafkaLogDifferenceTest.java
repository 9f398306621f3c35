package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tidemark.engines.kafka.KafkaLogDifference;

class KafkaLogDifferenceTest {
  private static final List<Class<?>> LAWS =
      List.of(
          LogAppendTest.class,
          LogReadTest.class,
          LogPositionTest.class,
          LogRetentionTest.class,
          LogRewriteTest.class);

  @Test
  void eachLawOfTheTableIsATest() {
    Set<String> laws = new TreeSet<>();
    for (Class<?> tests : LAWS) {
      for (Method method : tests.getDeclaredMethods()) {
        laws.add(method.getName());
      }
    }
    for (KafkaLogDifference row : KafkaLogDifference.values()) {
      for (String law : row.laws()) {
        assertTrue(laws.contains(law), "a law must be a test, row=" + row + ", law=" + law);
      }
    }
  }
}

package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import jdk.jshell.JShell;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnerMethodsTest {
  private static final JShell SHELL = JShell.builder().executionEngine("local").build();

  @AfterAll
  static void close() {
    SHELL.close();
  }

  private static boolean declares(String cell, String name) {
    return new CellSource(SHELL.sourceCodeAnalysis()).find(cell, name)
        != CellSource.Declared.NOWHERE;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "long f(long t) { return t; }",
        "public static long f (long t) {",
        "List<Map<String, Long>> f(long t) {}",
        "long[] f(long t) {}",
        "java.util.List<Long> f(",
        "int x = 1;\n// a word\nlong f(int t) { return 'x'; }",
        "class A { }\nlong f(int t) { return t + ; }",
        "<T> T f(T t) { return t; }"
      })
  void aTypeBeforeTheNameDeclaresIt(String source) {
    assertTrue(declares(source, "f"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f(3);",
        "long x = f(3);",
        "return f(3);",
        "// long f(long t)",
        "/* long f(long t) */",
        "String s = \"long f(long t)\";",
        "long ff(long t) { return t; }",
        "if (x) { return new f(3); } else f(3);",
        "assertEquals(4, f(3));",
        "boolean x = a < b && c > f(3);"
      })
  void aCallDeclaresNothing(String source) {
    assertFalse(declares(source, "f"));
  }

  @Test
  void aCellMayHoldAFileInALiteral() {
    String file = "String file = \"" + "1,2\\n".repeat(20_000) + "\";";
    assertFalse(declares(file, "f"));
    assertTrue(declares(file + "long f(long t) { return t; }", "f"));
  }

  interface Methods {
    Map<Long, Long> wanted(List<Long> list, long number);

    SortedMap<Long, Long> narrower();

    Map<Long, Integer> other();

    int shorter();

    Long boxed();

    void nothing();

    Object any();
  }

  @Test
  void aResultFitsWhereJavaWouldTakeIt() {
    assertTrue(Types.fits(result("narrower"), result("wanted")));
    assertFalse(Types.fits(result("other"), result("wanted")));
    assertTrue(Types.fits(result("shorter"), long.class));
    assertTrue(Types.fits(result("boxed"), long.class));
    assertFalse(Types.fits(long.class, int.class));
    assertFalse(Types.fits(result("nothing"), long.class));
    assertFalse(Types.fits(long.class, void.class));
    assertTrue(Types.fits(result("wanted"), result("any")));
  }

  @Test
  void aMethodIsShownAsALearnerWritesIt() {
    assertEquals(
        "Map<Long, Long> wanted(List<Long> list, long number)",
        LearnerMethods.signature(method("wanted")));
  }

  private static Type result(String name) {
    return method(name).getGenericReturnType();
  }

  private static Method method(String name) {
    return Arrays.stream(Methods.class.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}

package tidemark.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of careless answer is made of each kind of place in which it can stand. */
class MutatorTest {
  private static final String IMPORTS =
      "import java.util.*; import java.util.function.*; import java.util.stream.*;"
          + " import tidemark.exercise.*;\n";

  private static final MemoryCompiler COMPILER = new MemoryCompiler();

  private static List<String> changes(String answer, boolean signed) throws IOException {
    String whole = Answer.whole(answer);
    return Mutator.mutants(whole, signed, types(whole)).stream()
        .map(Answer.Mutant::change)
        .toList();
  }

  private static Types types(String whole) throws IOException {
    return Types.of(COMPILER.task("Answer", IMPORTS + whole), IMPORTS.length());
  }

  private static List<String> changes(String answer) throws IOException {
    return changes(answer, false);
  }

  private static void assertMade(List<String> made, String... wanted) {
    for (String change : wanted) {
      assertTrue(made.contains(change), () -> change + " is not among " + made);
    }
  }

  /** The number that is narrowed stands in brackets. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "long a(long x) { return [x]; }",
        "long a(long x) { return [x + 1]; }",
        "long a(long x) { return ([x + 1]) * 2; }",
        "long a(long x) { return -[x]; }",
        "long a(long x) { return [x % 10]; }",
        "long a(long x) { return 10 * ([x / 10]); }",
        "long a(long x) { long y = [x]; return y; }",
        "long a(long x) { long y = 0; y = [x]; return y; }",
        "long a(long x) { long y = 0; y += [x]; return y; }",
        "long a(long x) { return x > 3 ? [x] : 3; }",
        "boolean a(long x, long y) { return x < [y]; }",
        "boolean a(long x) { return [x] == 3; }",
        "long a(long x) { return Math.max(3, [x]); }",
        "long a(long x) { return [Math.max(3, x)]; }",
        "long a(KeyedRecord x) { return [x.offset()]; }",
        "long a(long[] x) { return [x[0]]; }",
        "long sum = 3; long a() { return [this.sum]; }",
        "long a(List<KeyedRecord> x) { return x.stream().mapToLong(r -> [r.offset()]).sum(); }",
        "long a(long x) { return switch (3) { case 4 -> [x]; default -> 3; }; }",
        "void a(List<Long> all, long x) { all.add([x]); }",
        "Object a(long x) { return new ArrayList<Long>(List.of([x])); }",
      })
  void aLongIsNarrowedToAnIntAndToAFloatWhereverItIsRead(String answer) throws Exception {
    String number = answer.substring(answer.indexOf('[') + 1, answer.lastIndexOf(']'));
    String start = answer.substring(0, answer.indexOf('['));
    String plain =
        answer.startsWith("long a(long[]")
            ? "long a(long[] x) { return x[0]; }"
            : start + number + answer.substring(answer.lastIndexOf(']') + 1);
    String read = answer.startsWith("long a(long[]") ? "x[0]" : number;
    assertMade(
        changes(plain),
        read + " → (long) (int) (" + read + ")",
        read + " → (long) (float) (" + read + ")");
    assertMade(changes(plain, true), read + " → Math.max(0, " + read + ")");
  }

  @Test
  void aBoxedNumberIsNarrowedIsNotNegativeAndTakes0ForNothing() throws Exception {
    List<String> made = changes("Long a(Map<String, Long> x) { return x.get(\"a\"); }", true);
    for (String loss : List.of("toInt", "toFloat", "notNegative", "zeroIsNone")) {
      assertMade(made, "x.get(\"a\") → Narrow." + loss + "(x.get(\"a\"))");
    }
    made = changes("Integer a(KeyedRecord x) { Integer v = x.value(); return v; }");
    for (String loss : List.of("toFloat", "zeroIsNone")) {
      assertMade(made, "x.value() → Narrow." + loss + "(x.value())", "v → Narrow." + loss + "(v)");
    }
    assertMade(made, "x.value() → Narrow.notNegative(x.value())");
  }

  @Test
  void aNumberIsNarrowedInAMethodReferenceToo() throws Exception {
    assertMade(
        changes(
            "long a(List<KeyedRecord> x) { return x.stream().mapToLong(KeyedRecord::offset).sum(); }"),
        "KeyedRecord::offset → the -> (long) (int) (the.offset())",
        "KeyedRecord::offset → the -> (long) (float) (the.offset())");
    assertMade(
        changes(
            "int a(List<KeyedRecord> x) { return x.stream().mapToInt(KeyedRecord::value).sum(); }"),
        "KeyedRecord::value → the -> Narrow.toFloat(the.value())",
        "KeyedRecord::value → the -> Narrow.notNegative(the.value())");
  }

  @Test
  void anIntThatIsAValueIsAFloatOrNotNegative() throws Exception {
    assertMade(
        changes("int a(KeyedRecord x, int old) { return old + x.value(); }"),
        "old + x.value() → (int) (float) (old + x.value())",
        "old + x.value() → Math.max(0, old + x.value())");
  }

  @Test
  void whatIsAssignedToAnIndexAndAMessageAreNotNarrowed() throws Exception {
    List<String> made =
        changes(
            "void a(long x, int i, List<Long> all) { long y; y = 3; all.get(i);"
                + " if (x > 2) throw new IllegalStateException(\"x=\" + x); }");
    assertEquals(
        List.of("x → (long) (int) (x)", "x → (long) (float) (x)"),
        made.stream().filter(change -> change.matches(".*(\\((int|float)\\)|Narrow).*")).toList());
  }

  @Test
  void equalObjectsAreTakenForDifferentOnesWhereverTheyAreComparedOrLookedUp() throws Exception {
    assertMade(
        changes(
            "boolean a(Long x, Long y) { return x.equals(y) || Objects.equals(x, y) || x == 3 || x != 4L; }"),
        "x.equals(y) → ((Object) x == (Object) y)",
        "Objects.equals(x, y) → ((Object) x == (Object) y)",
        "x == 3 → (Object) (x) == (Object) (3)",
        "x != 4L → (Object) (x) != (Object) (4L)");
    assertMade(
        changes(
            "boolean a(Map<String, Long> x, Set<Long> y) {"
                + " return x.containsKey(\"a\") || x.get(\"b\") > x.getOrDefault(\"c\", 0L) || y.contains(3L); }"),
        "x.containsKey(\"a\") → Identity.map(x).containsKey(\"a\")",
        "x.get(\"b\") → Identity.map(x).get(\"b\")",
        "x.getOrDefault(\"c\", 0L) → Identity.map(x).getOrDefault(\"c\", 0L)",
        "y.contains(3L) → Identity.contains(y, 3L)");
  }

  @Test
  void aCollectionThatIsMadeTellsEqualObjectsApart() throws Exception {
    assertMade(
        changes(
            "void a() { new HashMap<String, Long>(); new TreeSet<Long>(List.of(3L));"
                + " Stream.of(3L).distinct(); Stream.of(3L).collect(Collectors.toSet());"
                + " Stream.of(3L).collect(Collectors.groupingBy(x -> x));"
                + " Stream.of(3L).collect(Collectors.toMap(x -> x, x -> x)); }"),
        "new HashMap<String, Long>() → Identity.map()",
        "new TreeSet<Long>(List.of(3L)) → Identity.set(List.of(3L))",
        "Stream.of(3L).distinct() → Stream.of(3L).filter(Identity.set()::add)",
        "Collectors.toSet() → Collectors.toCollection(Identity::set)",
        "Collectors.groupingBy(x -> x) → Collectors.groupingBy(x -> x, Identity::map, Collectors.toList())",
        "Collectors.toMap(x -> x, x -> x) → Collectors.toMap(x -> x, x -> x,"
            + " (one, two) -> { throw new IllegalStateException(); }, Identity::map)");
  }

  @Test
  void aKeyWithTheValue0IsTakenForAbsent() throws Exception {
    assertMade(
        changes("boolean a(Map<String, Integer> x) { return x.containsKey(\"a\"); }"),
        "x.containsKey(\"a\") → (Narrow.zeroIsNone(x.get(\"a\")) != null)");
  }

  @Test
  void theLeastLongIsTheLeastIntOr0() throws Exception {
    assertMade(
        changes("long a() { return Long.MIN_VALUE; }"),
        "Long.MIN_VALUE → Integer.MIN_VALUE",
        "Long.MIN_VALUE → 0");
  }

  /** A kind whose mutants do not compile is never tried on a check. */
  @Test
  void aMutantOfEachKindCompiles() throws Exception {
    String whole =
        Answer.whole(
            "Map<Long, Long> a(List<KeyedRecord> x, Map<String, Long> y, long z) {"
                + " Set<Long> s = x.stream().map(KeyedRecord::offset).collect(Collectors.toSet());"
                + " Map<Long, List<Long>> g = s.stream().distinct().collect(Collectors.groupingBy(k -> k));"
                + " Map<Long, Long> m = s.stream().collect(Collectors.toMap(k -> k, k -> k + z));"
                + " if (y.containsKey(\"a\") && y.get(\"a\") != z && s.contains(z)) m.put(z, g.get(z).get(0));"
                + " return new TreeMap<>(m); }");
    Map<String, String> sources = new LinkedHashMap<>();
    List<String> made = new ArrayList<>();
    for (Answer.Mutant mutant : Mutator.mutants(whole, true, types(whole))) {
      String name = "A%05d".formatted(made.size());
      made.add(mutant.change());
      sources.put(name, IMPORTS + mutant.source().replaceFirst("class Answer", "class " + name));
    }
    MemoryCompiler.Classes classes = COMPILER.compile(sources);
    List<String> compiled =
        made.stream()
            .filter(change -> classes.contains("A%05d".formatted(made.indexOf(change))))
            .toList();
    Stream.of(
            "(long) (int)",
            "(long) (float)",
            "Math.max(0",
            "Narrow.toInt",
            "Narrow.toFloat",
            "Narrow.notNegative",
            "Narrow.zeroIsNone",
            "(Object)",
            "Identity.map(",
            "Identity::map, Coll",
            "Identity::map)",
            "Identity::set)",
            "Identity.set()::add",
            "Identity.contains",
            "the ->")
        .forEach(
            kind ->
                assertTrue(
                    compiled.stream().anyMatch(change -> change.contains(kind)),
                    () -> kind + " is not among " + compiled));
  }

  @Test
  void aStreamThatWouldNotEndInADayIsCutOff() {
    assertEquals(
        "tidemark.mutants.Fuel.range(0, n).boxed(); Stream.of(tidemark.mutants.Fuel.generate(a))",
        Fuel.burning("LongStream.range(0, n).boxed(); Stream.of(Stream.generate(a))"));
    Fuel.fill();
    assertThrows(
        Fuel.Spent.class, () -> Fuel.range(0, 1L << 40).filter(each -> each < 0).findFirst());
  }

  @Test
  void aNarrowedNumberHasLostAPartAndNullStaysNull() {
    assertEquals(1, Narrow.toInt((1L << 33) + 1));
    assertEquals(1L << 24, Narrow.toFloat((1L << 24) + 1));
    assertEquals(1 << 24, Narrow.toFloat((1 << 24) + 1));
    assertEquals(0L, Narrow.notNegative(-3L));
    assertEquals(0, Narrow.notNegative(-3));
    assertNull(Narrow.zeroIsNone(0));
    assertNull(Narrow.zeroIsNone(0L));
    assertNull(Narrow.toInt(null));
  }
}

"""Which names a cell declares, and which it takes from others."""

import os
import platform
import subprocess
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import submitted
from kit import NOTEBOOKS, jdk
from kit.grading.names import names
from kit.notebook_files import numbered
from kit.notebooks import read

DECLARED = """
import jdk.jshell.*;
import java.nio.file.*;

class Declared {
  public static void main(String[] files) throws Exception {
    try (JShell shell = JShell.builder().executionEngine("local").build()) {
      for (String file : files) {
        StringBuilder found = new StringBuilder(file);
        String rest = Files.readString(Path.of(file));
        while (!rest.isBlank()) {
          SourceCodeAnalysis.CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
          String source = next.source() == null ? rest : next.source();
          for (Snippet each : shell.sourceCodeAnalysis().sourceToSnippets(source)) {
            if (each instanceof DeclarationSnippet && !(each instanceof ImportSnippet)) {
              found.append(" ").append(((DeclarationSnippet) each).name());
            }
          }
          rest = next.source() == null ? "" : next.remaining();
        }
        System.out.println(found);
      }
    }
  }
}
"""
"""Prints what JShell itself finds declared in each file."""


class Names(unittest.TestCase):
    def taken(self, source: str, *among: str) -> set[str]:
        return set(names(source).taken) & set(among)

    def test_what_stands_at_the_top_is_declared(self) -> None:
        for source, expected in {
            "int a = 1, b = 2;": {"a", "b"},
            "Map<String, List<Long>> m = new HashMap<>();": {"m"},
            "long[] now = {1}; long then[] = {2}; var x = 3": {"now", "then", "x"},
            "Map.Entry<String, Long> e;": {"e"},
            "record R(long end) {} class C<T> extends D {} enum E { A } interface I {}": {"R", "C", "E", "I"},
            "<T> List<T> twice(T one) throws Exception { long local = 1; return null; }": {"twice"},
            "for (Entry entry : entries) { long inside = 1; }": set(),
            "try (Cursor reader = log.read(0)) { reader.next(); }": set(),
            "if (a > b) c = 3; foo(a, b); new Foo(a);": set(),
            'String text = """\n int no = 1; """; // int neither = 2;': {"text"},
        }.items():
            self.assertEqual(expected, set(names(source).declared), source)

    def test_jshell_finds_no_name_declared_in_a_cell_of_the_course_that_is_not_found_here(self) -> None:
        java = jdk.choose(platform.system(), os.environ)
        sources = {
            f"{file.stem}-{cell.id}": cell.source
            for file in numbered(NOTEBOOKS)
            for cell in read(file).cells
            if cell.cell_type == "code"
        }
        with TemporaryDirectory(prefix="tidemark-names-") as scratch:
            for name, source in sources.items():
                Path(scratch, name).write_text(source, "utf-8")
            Path(scratch, "Declared.java").write_text(DECLARED, "utf-8")
            command = [str(java.home / "bin" / "java"), "-Dfile.encoding=UTF-8", "Declared.java", *sources]
            said = subprocess.run(command, cwd=scratch, capture_output=True, encoding="utf-8", check=True).stdout
        lines = [line.split(" ") for line in said.splitlines()]
        self.assertEqual(list(sources), [name for name, *_ in lines])
        self.assertGreater(sum(len(found) for _, *found in lines), 300)
        for name, *found in lines:
            self.assertLessEqual(set(found), names(sources[name]).declared, name)

    def test_a_parameter_and_a_local_variable_are_a_methods_own(self) -> None:
        self.assertEqual(set(), self.taken(submitted.RIGHT_LAG, "start", "end", "committed", "from"))
        self.assertEqual(set(), self.taken(submitted.RIGHT_LEFT, "survivors", "end", "committed", "left", "offset"))
        own = (
            "long f(long a) { int b = 1, c = 2; for (long d : x) { d++; } return g(e -> e + a + b + c, (h, i) -> h); }"
        )
        self.assertEqual({"x"}, self.taken(own, *"abcdehix"))

    def test_the_same_name_outside_of_its_scope_is_anothers(self) -> None:
        for source in (
            "long f(long end) { return 1; } long g() { return end; }",
            "long f() { { long end = 1; } return end; }",
            "long f() { long x = end; long end = 1; return end; }",
            "long f() { for (long end : all) end++; return end; }",
            "long f() { return g(end -> 1) + end; }",
            "long f() { return g(end -> { return 1; }, end); }",
            "long f() { try (Cursor end = open()) { } catch (Exception e) { } return end; }",
            "boolean f() { return a > end; }",
            "boolean f() { boolean[] b = {a < c, d > end, true}; return end; }",
            "boolean f() { return g(a < b, c > end); }",
            "boolean f() { for (; a < b & c > end; ) { } return end; }",
            "boolean f(Object o) { return o instanceof Long end && g(end) || end > 1; }",
            "long f(long end) { return end(1); }",
            "class A extends B { long f() { return end; } }",
            "long f() { switch (x) { case a, end -> { return 1; } } }",
            "var f = this::end;",
            "long f() { return 1; } }} end",
        ):
            self.assertEqual({"end"}, self.taken(source, "end"), source)

    def test_a_member_is_nobodys_name(self) -> None:
        self.assertEqual(set(), self.taken("x.end(); y.end = 1; z.left.end;", "end", "left"))

    def test_words_in_texts_and_comments_are_no_names(self) -> None:
        self.assertEqual(set(), self.taken('f("end" + \'"\' + "\\"end"); // end\n/* end */', "end"))


if __name__ == "__main__":
    unittest.main()

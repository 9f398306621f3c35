"""Golden tests of the checks through the real kernel: answers that misbehave, and every kind of exercise."""

import unittest
from pathlib import Path

from golden import CHECK, HEAD, RIGHT, Golden, on_every_jdk
from kit import SOLUTIONS
from kit.notebook_files import numbered
from kit.notebooks import read


class Kinds(Golden):
    """Answers that end, whatever they do meanwhile."""

    def test_deep_recursion(self) -> None:
        self.verdict("wrong", "calls itself without end", cells=(HEAD + "{ return windowStart(timestamp, size); }",))

    def test_out_of_memory(self) -> None:
        self.verdict(
            "wrong",
            "out of memory",
            cells=(HEAD + "{ List<long[]> all = new ArrayList<>(); while (true) all.add(new long[20_000_000]); }",),
        )

    def test_prints_megabytes(self) -> None:
        output = self.verdict(
            "right",
            "Your code printed:",
            "bytes more",
            cells=(
                HEAD + '{ System.out.println("x".repeat(50_000)); return timestamp - Math.floorMod(timestamp, size); }',
            ),
        )
        self.assertLess(len(output.html), 20_000)

    def test_prints_to_stderr(self) -> None:
        self.verdict(
            "right",
            "careful",
            cells=(HEAD + '{ System.err.println("careful"); return timestamp - Math.floorMod(timestamp, size); }',),
        )

    def test_another_threads_noise_reaches_no_stderr(self) -> None:
        loop = 'while (!done.get()) { System.err.println("noise"); LockSupport.parkNanos(5_000_000); }'
        for start in (
            f'new Thread(() -> {{ {loop} }}, "noisy").start();',
            f"ForkJoinPool.commonPool().execute(() -> {{ {loop} }});",
        ):
            with self.subTest(start):
                self.kernel.cell("import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*;")
                self.kernel.cell("AtomicBoolean done = new AtomicBoolean();")
                started = self.kernel.cell(start)
                self.kernel.cell(RIGHT)
                checked = self.kernel.cell(CHECK)
                own = self.kernel.cell('System.err.println("mine"); Thread.sleep(100);')
                self.kernel.cell("done.set(true); Thread.sleep(200);")
                self.assertEqual(("", "right", ""), (started.error, checked.state, checked.streams["stderr"]))
                self.assertEqual("mine\n", own.streams["stderr"])
                self.assertRegex(own.streams["stdout"], r"\[stderr of [^]]+\] noise\n")

    def test_a_file_in_a_literal_of_another_cell(self) -> None:
        self.verdict("right", cells=(RIGHT, 'String file = "' + "1,2\\n" * 5_000 + '";'))

    def test_a_result_that_throws_while_it_is_read(self) -> None:
        lazy = (
            'new AbstractList<Long>() { public Long get(int i) { throw new AssertionError("lazy"); }'
            " public int size() { return 1; } }"
        )
        cell = (
            "ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) { return new ToyPolicyResult("
            + lazy
            + ", List.of(), List.of()); }"
        )
        self.verdict("wrong", "throws AssertionError: lazy", cells=(cell,), check='Check.run("03-toy-policy");')

    def test_a_prediction_that_cannot_be_shown(self) -> None:
        told = self.kernel.cell(
            'Check.predict("03-late", () -> { return new Object()'
            " { public String toString() { throw new IllegalStateException(); } }; });"
        )
        self.assertEqual(("wrong", ""), (told.state, told.error))
        self.assertIn("cannot be shown", told.text)

    def test_closes_standard_output(self) -> None:
        self.verdict(
            "right", cells=(HEAD + "{ System.out.close(); return timestamp - Math.floorMod(timestamp, size); }",)
        )

    def test_changes_its_input(self) -> None:
        cell = (
            "Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size)"
            " { result.onTime().clear(); return Map.of(); }"
        )
        self.verdict(
            "input-changed",
            "YOU CHANGED THE INPUT",
            "after the call",
            cells=(cell,),
            check='Check.run("03-events-per-window");',
        )

    def test_remembers_the_last_call(self) -> None:
        self.verdict(
            "remembers",
            "YOUR ANSWER REMEMBERS THE LAST CALL",
            cells=("long calls = 0;", HEAD + "{ return timestamp - Math.floorMod(timestamp, size) + calls++ / 100; }"),
        )

    def test_self_test_prediction_and_choice(self) -> None:
        self.verdict(
            "not-attempted",
            check='Check.selfTest("01-self-test-1",'
            ' () -> { throw new UnsupportedOperationException("not attempted"); });',
        )
        self.verdict(
            "wrong", "says nothing about time", check='Check.selfTest("01-self-test-1", () -> { return seconds(30); });'
        )
        self.verdict("right", check='Check.selfTest("01-self-test-1", () -> { return offsets(30); });')
        told = self.kernel.cell('Check.predict("03-late", () -> { return 2; });')
        self.assertEqual(("wrong", ""), (told.state, told.error))
        self.assertIn("It is 4.", told.text)
        self.verdict(
            "wrong", "2 of 3", check='Check.selfTest("06-self-test-4", () -> { return List.of(yes(), yes(), yes()); });'
        )

    def test_counterexample(self) -> None:
        check = 'Check.run("06-counterexample-tombstone");'
        self.verdict(
            "not-attempted",
            cells=('String expiredTombstone() { throw new UnsupportedOperationException("not attempted"); }',),
            check=check,
        )
        self.verdict(
            "wrong",
            "worked example",
            cells=('String expiredTombstone() { return "a=1 b=2 a=3 | b=∅ c=4"; }',),
            check=check,
        )
        self.verdict("right", cells=('String expiredTombstone() { return "x=1 | x=∅"; }',), check=check)

    def test_a_reserved_name_is_refused_and_later_cells_work(self) -> None:
        for declared in (
            "class Check { static void run(String id) { } }",
            "record Check(int a) { }",
            "enum Check { A }",
            "interface Check { }",
            "int Check = 3;",
            "class Object { }",
            "class String { }",
            "class LagReport { }",
            "record Optional(int a) { }",
            "int java = 1;",
            "var tidemark = new int[3];",
            "class org { }",
            "import java.awt.List;",
            "import java.awt.*;",
            "abstract class Check extends Missing { }",
        ):
            with self.subTest(declared):
                self.assertIn("a cell must not", self.kernel.cell(declared).error)
                self.verdict("right", cells=(RIGHT,))

    def test_other_names_are_never_refused(self) -> None:
        for declared in (
            "void Check() { }",
            "long List(long a) { return a; }",
            "class Checked { }",
            "int check = 1;",
            "import java.util.List;",
            "import java.util.concurrent.atomic.*;",
            "import java.time.Duration;",
        ):
            with self.subTest(declared):
                self.assertEqual("", self.kernel.cell(declared).error)

    def test_a_name_inside_a_class_or_a_variable_hides_no_older_version(self) -> None:
        lambda_ = "LongBinaryOperator windowStart = (timestamp, size) -> 0;"
        self.verdict("does-not-fit", "is a variable now", cells=(RIGHT, lambda_))
        inside = "class Mine { static " + HEAD + "{ return 0; } }"
        self.verdict("does-not-fit", "stands inside `Mine`", cells=(RIGHT, inside))
        self.verdict("right", cells=(RIGHT,))

    def test_a_check_inside_an_answer(self) -> None:
        self.verdict(
            "wrong", "a check must be run by a cell", cells=(HEAD + '{ Check.run("03-window-start"); return 0; }',)
        )

    def test_a_missing_name_in_a_helper_of_a_counterexample(self) -> None:
        self.verdict(
            "does-not-compile",
            "a name that the kernel does not know",
            cells=("String gone() { return nowhere(); }", "String expiredTombstone() { return gone(); }"),
            check='Check.run("06-counterexample-tombstone");',
        )

    def test_a_question_is_not_run(self) -> None:
        self.assertIn("Check.selfTest", self.kernel.cell('Check.run("01-self-test-1");').error)

    def test_no_cell_gets_at_the_right_answers(self) -> None:
        for cell in ('Exercises.of("03-late")', "Catalogue.ofAllBanks()", "new Catalogue()"):
            with self.subTest(cell):
                self.assertNotEqual("", self.kernel.cell(cell).error)

    def test_an_unknown_exercise_is_an_error_and_no_verdict(self) -> None:
        self.assertIn("an exercise must be in the bank, id=99", self.kernel.cell('Check.run("99");').error)

    def test_progress(self) -> None:
        self.verdict("right", cells=(RIGHT,))
        line = (Path(self.scratch.name) / "progress.jsonl").read_text("utf-8").splitlines()[-1]
        self.assertRegex(line, r'^\{"exercise":"03-window-start","state":"right","points":2,"of":2,"time":"[^"]+"\}$')
        solved = read(numbered(SOLUTIONS, ["03"])[0])
        points = sum(cell.metadata.get("nbgrader", {}).get("points", 0) for cell in solved.cells)
        self.assertIn(f"Notebook 03: 2 of {points} points.", self.kernel.cell('Progress.line("03");').text)
        self.assertIn("Window start: right, 2 of 2", self.kernel.cell("Progress.board();").text)


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    return on_every_jdk(loader, Kinds)

"""Golden tests of the checks through the real kernel: a notebook's cells in, the verdict out, on every JDK there is."""

import os
import platform
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from kernel_session import Kernel, Output
from kit import SOLUTIONS, jdk, library
from kit.notebook_files import numbered
from kit.notebooks import read

HEAD = "long windowStart(long timestamp, long size) "
RIGHT = HEAD + "{ return timestamp - Math.floorMod(timestamp, size); }"
CHECK = 'Check.run("03-window-start");'


class Golden(unittest.TestCase):
    """One kernel for all cases of a class; none is left out of order by the one before."""

    java: jdk.Jdk
    scratch: TemporaryDirectory[str]
    kernel: Kernel
    __test__ = False

    @classmethod
    def setUpClass(cls) -> None:
        if "java" not in cls.__dict__:
            raise unittest.SkipTest("run on each JDK below")
        cls.scratch = TemporaryDirectory()
        cls.kernel = Kernel(cls.java, Path(cls.scratch.name))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.kernel.end()
        cls.scratch.cleanup()

    def verdict(self, state: str, *said: str, cells: tuple[str, ...] = (), check: str = CHECK) -> Output:
        """Runs cells and a check, and a next cell that must be as if nothing had happened."""
        for cell in cells:
            self.kernel.cell(cell)
        output = self.kernel.cell(check)
        self.assertEqual(state, output.state, output.text + output.error)
        self.assertTrue(
            output.text.startswith(state.upper().replace("-", " ")) or state in ("input-changed", "remembers"),
            output.text,
        )
        for words in said:
            self.assertIn(words, output.text)
        self.assertEqual({"stdout": "", "stderr": ""}, output.streams)
        self.assertEqual(state == "right", output.error == "", output.error)
        self.assertNotIn("\tat tidemark", output.error)
        after = self.kernel.cell('System.out.println("still here"); 20 + 22')
        self.assertEqual(("42", {"stdout": "still here\n", "stderr": ""}), (after.text, after.streams), after.error)
        return output


class Answers(Golden):
    """Answers that end."""

    def test_untouched(self) -> None:
        self.verdict(
            "not-attempted",
            "`restore`",
            "Map<String, Integer> restore(TableSnapshot snapshot,",
            check='Check.run("05-restore");',
        )
        self.verdict("not-attempted", cells=(HEAD + '{ throw new UnsupportedOperationException("not attempted"); }',))

    def test_right(self) -> None:
        self.verdict("right", "240 probes", "2 points", cells=(RIGHT,))

    def test_right_with_other_types_that_java_would_take_as_well(self) -> None:
        self.verdict(
            "right",
            "1 point",
            cells=("Long nextOffset(Long lastRead) { return lastRead + 1; }",),
            check='Check.run("00-warm-up");',
        )

    def test_wrong_names_the_trap(self) -> None:
        output = self.verdict(
            "wrong", "rounds towards 0", "expected", "Hint", cells=(HEAD + "{ return timestamp / size * size; }",)
        )
        self.assertIn('role="status"', output.html)

    def test_right_by_luck_on_the_reference_exercise_only(self) -> None:
        self.verdict("wrong", "Right on the first example, but", cells=(HEAD + "{ return timestamp < 10 ? 0 : 10; }",))

    def test_type_error(self) -> None:
        self.verdict("does-not-compile", "incompatible types", cells=(RIGHT, HEAD + '{ return "x"; }'))

    def test_missing_name(self) -> None:
        self.verdict("does-not-compile", "nowhere", cells=(RIGHT, HEAD + "{ return nowhere(timestamp); }"))

    def test_missing_name_in_a_helper(self) -> None:
        self.verdict(
            "does-not-compile",
            "a name that the kernel does not know",
            cells=("long helper(long t) { return nowhere(t); }", HEAD + "{ return helper(timestamp); }"),
        )

    def test_syntax_error_after_a_good_version(self) -> None:
        self.verdict(
            "does-not-compile", "illegal start of expression", cells=(RIGHT, HEAD + "{ return timestamp - ; }")
        )

    def test_missing_brace_after_a_good_version(self) -> None:
        self.verdict("does-not-compile", "brace", cells=(RIGHT, HEAD + "{ return timestamp;"))
        self.verdict("right", cells=(RIGHT,))

    def test_a_cell_that_failed_before_it_came_to_the_answer(self) -> None:
        self.verdict(
            "does-not-compile",
            "stopped before it came to the method",
            cells=(RIGHT, "int zero = 1 / 0;\n" + HEAD + "{ return 0; }"),
        )

    def test_wrong_return_type(self) -> None:
        self.verdict(
            "does-not-fit",
            "yours returns String, the check needs long",
            cells=('String windowStart(long timestamp, long size) { return "x"; }',),
        )

    def test_wrong_parameters_and_a_stale_overload(self) -> None:
        check = 'Check.run("01-records-left");'
        self.verdict(
            "does-not-fit",
            "parameter 1 is List<Integer>",
            cells=("long recordsLeft(List<Integer> survivors, long end, long committed) { return 0; }",),
            check=check,
        )
        self.verdict(
            "does-not-fit",
            "two methods of that name",
            'Check.forget("recordsLeft");',
            cells=("long recordsLeft(List<Long> survivors, long end) { return 0; }",),
            check=check,
        )
        right = (
            "long recordsLeft(List<Long> survivors, long end, long committed)"
            " { return survivors.stream().filter(offset -> offset >= committed && offset < end).count(); }"
        )
        self.verdict("right", cells=('Check.forget("recordsLeft");', right), check=check)

    def test_other_parameter_types_leave_two_methods_that_both_compile(self) -> None:
        check, right = 'Check.run("00-warm-up");', "long nextOffset(long lastRead) { return lastRead + 1; }"
        self.verdict(
            "does-not-fit",
            "two methods of that name",
            "nextOffset(int)long",
            cells=("long nextOffset(int lastRead) { return lastRead + 1; }", right),
            check=check,
        )
        self.verdict("right", cells=('Check.forget("nextOffset");', right), check=check)
        self.kernel.cell('Check.forget("nextOffset");')

    def test_throws_checked_and_unchecked(self) -> None:
        self.verdict(
            "wrong", "throws IOException: disk", cells=(HEAD + 'throws IOException { throw new IOException("disk"); }',)
        )
        self.verdict("wrong", "throws IllegalStateException", cells=(HEAD + "{ throw new IllegalStateException(); }",))

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


class EndlessAnswers(Golden):
    """Answers that do not end. Where the JDK cannot stop them, the verdict says what to do."""

    def what_then(self) -> str:
        return "It was stopped." if self.java.major < 20 else "a core is busy until you restart the kernel"

    def test_silent_loop(self) -> None:
        self.verdict("timed-out", self.what_then(), cells=(HEAD + "{ while (true) { } }",))

    def test_printing_loop(self) -> None:
        self.verdict(
            "timed-out", self.what_then(), "tick", cells=(HEAD + '{ while (true) { System.out.println("tick"); } }',)
        )

    def test_a_loop_that_holds_the_lock_of_standard_output(self) -> None:
        self.verdict(
            "timed-out", self.what_then(), cells=(HEAD + "{ synchronized (System.out) { while (true) { } } }",)
        )

    def test_a_loop_that_holds_the_lock_of_its_thread(self) -> None:
        cell = HEAD + "{ synchronized (Thread.currentThread()) { while (true) { } } }"
        self.verdict("timed-out", self.what_then(), cells=(cell,))

    def test_an_exception_whose_message_never_comes(self) -> None:
        endless = "class Endless extends RuntimeException { public String getMessage() { while (true) { } } }"
        self.verdict("timed-out", self.what_then(), cells=(endless, HEAD + "{ throw new Endless(); }"))

    def test_sleeping_answer_can_always_be_stopped(self) -> None:
        self.verdict(
            "timed-out", "It was stopped.", cells=(HEAD + "throws Exception { Thread.sleep(1_000_000); return 0; }",)
        )


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    """Every class once for each JDK on this machine."""
    library.ensure(jdk.choose(platform.system(), os.environ))
    found = {java.major: java for java in jdk.all_found(platform.system(), os.environ) if not java.flaw}
    suite = unittest.TestSuite()
    for major, java in sorted(found.items()):
        for cases in (Answers, EndlessAnswers):
            suite.addTests(
                loader.loadTestsFromTestCase(type(f"{cases.__name__}OnJdk{major}", (cases,), {"java": java}))
            )
    return suite

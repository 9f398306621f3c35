"""The course's own run, and which cells of a submission it stands for."""

import contextlib
import copy
import io
import json
import os
import platform
import sys
import unittest
from concurrent.futures import Future
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import nbformat
import submitted
from kit import jdk, kernel_environment, library
from kit.grading import cells, command, course_run, findings, isolation, one, worker
from kit.grading.results import Graded
from kit.jdk import Jdk
from references import reference
from submitted import LAG, LEFT, RIGHT_LAG, RIGHT_LEFT, Notebook, answered, before

SCRATCH = Path("scratch")
USES = (
    "long recordsLeft(List<Long> survivors, long end, long committed) { return survivors.size() + orders.endOffset(); }"
)


def grader(folder: Path = SCRATCH) -> one.Grader:
    fence = isolation.Fence(False, False, False)
    return one.Grader({"01-lag": reference()}, {}, fence, Jdk(Path("jdk"), "", "17", ""), folder, [])


def prepared(content: bytes) -> findings.Prepared:
    with TemporaryDirectory() as scratch:
        file = Path(scratch) / "01-lag.ipynb"
        file.write_bytes(content)
        made = one.prepare(grader(), "ada", file, "01-lag")
    assert isinstance(made, findings.Prepared), made
    return made


def whole() -> worker.Executed:
    """What a run of the course's own says, with an output in each cell."""
    listed = [cells.fresh(cell) for cell in reference().notebook.cells]
    for number, cell in enumerate(each for each in listed if each.cell_type == "code"):
        cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=f"the course's, {cell.id}")]
        cell.execution_count = number + 1
    states = {cell.id: "not-attempted" for cell in listed if cells.check(cell)}
    return worker.Executed(nbformat.v4.new_notebook(cells=listed), states)


class Spared(unittest.TestCase):
    def spared(self, content: bytes) -> set[str]:
        return set(course_run.spared(prepared(content)))

    def run(self, result: unittest.TestResult | None = None) -> unittest.TestResult | None:
        self.all = self.spared(answered(RIGHT_LAG, RIGHT_LEFT))
        return super().run(result)

    def test_cells_that_show_something_are_spared_and_those_that_are_graded_never(self) -> None:
        self.assertLessEqual({"end-offset", "tape", "flights-lag", "01-holes", "01-self-test-1"}, self.all)
        for never in ("setup", "progress-line", LAG, f"{LAG}-check", LEFT, f"{LEFT}-check"):
            self.assertNotIn(never, self.all)

    def test_what_an_answer_takes_is_run_and_so_is_what_that_takes(self) -> None:
        missing = self.all - self.spared(answered("", USES))
        self.assertLessEqual({"end-offset", "position-by-hand", "distance-by-hand", "tape"}, missing)
        self.assertNotIn("flights-lag", missing)
        missing = self.all - self.spared(answered("", "", before(LAG, "healthy.size()")))
        self.assertLessEqual({"flights-lag", "flights-handled", "flights-average", "flights-two-days-chart"}, missing)
        self.assertNotIn("end-offset", missing)

    def test_what_a_learner_declares_is_shown_as_it_is_there(self) -> None:
        for source in (
            "class Tape { }",
            "long holes = 1;",
            "static String assertEquals(long a, long b) { return null; }",
        ):
            missing = self.all - self.spared(answered("", "", before(LAG, source)))
            self.assertIn("holes-tape", missing, source)

    def test_what_takes_a_cell_that_the_learner_changed_or_deleted_is_run(self) -> None:
        def changed(made: Notebook) -> None:
            cell = next(cell for cell in made["cells"] if cell["id"] == "end-offset")
            cell["source"] = "int otherwise = 1;"

        def deleted(made: Notebook) -> None:
            made["cells"] = [cell for cell in made["cells"] if cell["id"] != "end-offset"]

        for change in (changed, deleted):
            missing = self.all - self.spared(answered(RIGHT_LAG, RIGHT_LEFT, change))
            self.assertEqual({"end-offset", "position-by-hand", "distance-by-hand", "tape"}, missing)

    def test_an_answer_of_its_own_is_run(self) -> None:
        def predicted(made: Notebook) -> None:
            submitted.cell_of(made, "01-holes")["source"] = 'Check.predict("01-holes", () -> 2);'

        self.assertEqual({"01-holes"}, self.all - self.spared(answered(RIGHT_LAG, RIGHT_LEFT, predicted)))

    def test_where_cells_were_moved_or_doubled_all_are_run(self) -> None:
        def doubled(made: Notebook) -> None:
            made["cells"].append(copy.deepcopy(made["cells"][-1]) | {"id": "again"})

        for change in (doubled, submitted.moved_to_front("01-holes")):
            self.assertEqual(set(), self.spared(answered(RIGHT_LAG, RIGHT_LEFT, change)))

    def test_where_a_cell_may_reach_a_name_by_its_text_all_are_run(self) -> None:
        for source in ('Class.forName("x");', "int \\u0061 = 1;", 'getKernelInstance().eval("or" + "ders")'):
            self.assertEqual(set(), self.spared(answered("", "", before(LAG, source))))


class InDoubt(unittest.TestCase):
    def states(self, content: bytes, *outcomes: worker.Executed) -> tuple[worker.Executed, list[list[str]]]:
        """What comes out where each run has these outcomes; and what each was told to spare."""
        asked: list[list[str]] = []
        waiting = list(outcomes)

        def run(job: worker.Job) -> worker.Executed:
            asked.append(job.spared)
            return waiting.pop(0)

        made = prepared(content)
        fence = isolation.Fence(False, False, False)
        checks = [cell.id for cell in made.notebook.cells if cells.check(cell)]
        job = worker.Job(made.notebook, SCRATCH, None, fence, [], [], {}, checks, made.theirs, [], spared=["tape"])
        with mock.patch.object(worker, "to_its_end", run):
            return worker.execute(job), asked

    def done(self, lag: str, left: str = "right") -> worker.Executed:
        states = {f"{LAG}-check": lag, f"{LEFT}-check": left}
        return worker.Executed(nbformat.v4.new_notebook(), {check: state for check, state in states.items() if state})

    def test_what_is_right_or_wrong_or_not_attempted_is_so_without_them(self) -> None:
        for state in ("right", "wrong", "not-attempted", "input-changed"):
            _, asked = self.states(answered(RIGHT_LAG), self.done(state))
            self.assertEqual([["tape"]], asked)

    def test_what_does_not_compile_or_has_no_verdict_is_run_again_with_all_cells(self) -> None:
        for state in ("does-not-compile", "does-not-fit", "check-failed", ""):
            done, asked = self.states(answered(RIGHT_LAG), self.done(state), self.done("right"))
            self.assertEqual([["tape"], []], asked, state)
            self.assertEqual("right", done.states[f"{LAG}-check"])

    def test_a_cell_of_the_learners_that_failed_is_run_again_with_all_cells(self) -> None:
        content = answered("", "", before(LAG, "nowhere"))
        made = prepared(content)
        red = next(cell for cell in made.notebook.cells if cell.id == "mine")
        red.outputs = [nbformat.v4.new_output("error", ename="CompilationException", evalue="", traceback=[])]
        with mock.patch.object(sys.modules[__name__], "prepared", lambda content: made):
            _, asked = self.states(content, self.done("right"), self.done("right"))
        self.assertEqual([["tape"], []], asked)


class Own(unittest.TestCase):
    def setUp(self) -> None:
        scratch = TemporaryDirectory(prefix="tidemark-own-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.made: list[tuple[str, int]] = []

    def runs(self, course: str = "c0ffee", done: worker.Executed | None = None) -> course_run.CourseRuns:
        def execute(assignment: str, variant: int) -> worker.Executed:
            self.made.append((assignment, variant))
            return done or whole()

        return course_run.CourseRuns(self.folder, course, execute)

    def of(self, runs: course_run.CourseRuns, many: bool = True, variant: int = 0) -> worker.Executed | None:
        with runs:
            found = runs.wanted(("01-lag", variant), many)
            return found.result() if found else None

    def test_it_is_made_once_for_a_variant_and_is_there_in_the_next_run(self) -> None:
        first = self.of(self.runs())
        again = self.of(self.runs(), many=False)
        assert first and again
        self.assertEqual([("01-lag", 0)], self.made)
        self.assertEqual((first.states, first.notebook), (again.states, again.notebook))
        self.of(self.runs(), variant=7)
        self.of(self.runs(course="another"))
        self.assertEqual([("01-lag", 0), ("01-lag", 7), ("01-lag", 0)], self.made)

    def test_for_few_submissions_none_is_made(self) -> None:
        self.assertIsNone(self.of(self.runs(), many=False))
        self.assertEqual([], self.made)

    def test_one_that_failed_or_earns_a_point_stands_for_nothing(self) -> None:
        for bad in (
            worker.Executed(whole().notebook, failure="no kernel"),
            worker.Executed(whole().notebook, left_out={"tape": "timed out"}),
            worker.Executed(whole().notebook, {f"{LAG}-check": "right"}),
        ):
            self.assertIsNone(self.of(self.runs(done=bad)))
        self.assertEqual([], list(self.folder.iterdir()))

    def test_a_file_that_says_right_is_not_believed(self) -> None:
        self.of(self.runs())
        (file,) = self.folder.iterdir()
        text = file.read_text("utf-8")
        for bad in (text.replace("not-attempted", "right"), text[:100], "[]", "{}"):
            file.write_text(bad, "utf-8")
            self.assertIsNone(self.of(self.runs(), many=False))

    def test_an_untouched_notebook_is_not_run(self) -> None:
        for content in (answered(), json.dumps(submitted.handed_out()).encode()):
            row, notebook = self.graded(content)
            self.assertEqual(["not attempted", "not attempted"], [each.state for each in row.exercises])
            self.assertIn("the course's, tape", json.dumps(notebook))

    def test_what_was_spared_shows_what_the_courses_own_run_printed(self) -> None:
        with mock.patch.object(one, "execute", self.pretended):
            row, notebook = self.graded(answered(RIGHT_LAG, RIGHT_LEFT))
        self.assertEqual(["right", "right"], [each.state for each in row.exercises])
        printed = {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code" and cell.outputs}
        self.assertEqual(self.left, set(printed))

    def test_where_the_courses_own_run_failed_the_submission_is_run_whole(self) -> None:
        with mock.patch.object(one, "execute", self.pretended):
            self.graded(answered(RIGHT_LAG, RIGHT_LEFT), None)
        self.assertEqual(set(), self.left)

    def pretended(
        self, grader: one.Grader, made: findings.Prepared, number: int, left: list[str] | None = None
    ) -> worker.Executed:
        self.left = set(left or [])
        states = {cell.id: "right" for cell in made.notebook.cells if cells.check(cell)}
        return worker.Executed(made.notebook, states, spared=left or [])

    def graded(self, content: bytes, *own: worker.Executed | None) -> tuple[Graded, nbformat.NotebookNode]:
        ready: Future[worker.Executed | None] = Future()
        ready.set_result(own[0] if own else whole())
        return one.run(grader(self.folder), prepared(content), 1, ready)


class InAKernel(unittest.TestCase):
    def test_a_notebook_looks_the_same_whether_its_cells_were_run_or_spared(self) -> None:
        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        kernel_environment.ensure_archive(Path(sys.executable), java)
        pages: list[dict[str, object]] = []
        for fewest in (1, 99):
            with TemporaryDirectory(prefix="tidemark-own-") as scratch, contextlib.redirect_stdout(io.StringIO()):
                folder = Path(scratch)
                folder.chmod(0o755)
                (folder / "ada").mkdir()
                (folder / "ada" / "01-lag.ipynb").write_bytes(
                    answered(RIGHT_LAG, USES, before(LAG, "orders.endOffset()"))
                )
                with mock.patch.object(course_run, "WORTH_IT", fewest):
                    self.assertEqual(0, command.command(java, command.Asked([folder / "ada"], folder / "out")))
                executed = nbformat.read(folder / "out" / "executed" / "ada" / "01-lag.ipynb", 4)
                own = list((folder / "out" / "known").glob("course-*"))
            self.assertEqual(fewest == 1, bool(own))
            pages.append({cell.id: cell.outputs for cell in executed.cells if cell.cell_type == "code"})
        self.assertEqual(pages[1], pages[0])
        self.assertIn("5", str(pages[0]["mine"]))


if __name__ == "__main__":
    unittest.main()

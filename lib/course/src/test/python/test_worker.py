"""Which cells run again when a kernel ends, and which row a submission gets: with a kernel that only pretends."""

import contextlib
import io
import re
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import nbformat
import submitted
from kit.grading import command, exports, isolation, one, processes, regrade, submissions, worker
from kit.grading.results import ENDED, TIMED_OUT, Exercise, Finding, Graded, result
from kit.grading.worker import Executed, Job
from kit.jdk import Jdk
from references import NAMES, reference
from submitted import answered


def job(*ids: str, checks: tuple[str, ...] = (), theirs: tuple[str, ...] = (), added: tuple[str, ...] = ()) -> Job:
    cells = [nbformat.v4.new_code_cell(name, id=name) for name in ids]
    fence = isolation.Fence(False, False, False)
    lists = (list(checks), list(theirs), list(added))
    return Job(nbformat.v4.new_notebook(cells=cells), Path(), None, fence, [], [], {}, *lists)


class Pretended:
    """A kernel that a cell ends: `ends` maps the cell to why. It notes which cells each kernel has run."""

    ends: dict[str, str]
    kernels: list[list[str]]
    starts = 0

    def __init__(self, asked: Job, done: Executed, left: float) -> None:
        skipped = {*done.left_out, *done.states}
        self.asked, self.done = asked, done
        self.cells = [cell.id for cell in asked.notebook.cells if cell.id not in skipped]

    def run(self) -> tuple[str, str] | None:
        if Pretended.starts:
            Pretended.starts -= 1
            return "", "its port was taken"
        ran: list[str] = []
        Pretended.kernels.append(ran)
        for cell in self.cells:
            ran.append(cell)
            if cell in self.ends:
                return cell, self.ends[cell]
            if cell in self.asked.checks:
                self.done.states[cell] = "right"
        return None


class Again(unittest.TestCase):
    def executed(self, asked: Job, ends: dict[str, str], starts: int = 0) -> Executed:
        Pretended.ends, Pretended.kernels, Pretended.starts = ends, [], starts
        with mock.patch.object(worker, "Attempt", Pretended):
            return worker.execute(asked)

    def test_what_was_declared_before_a_cell_that_ends_the_kernel_is_there_after_it(self) -> None:
        done = self.executed(job("declares", "ends", "uses", theirs=("declares", "ends", "uses")), {"ends": ENDED})
        self.assertEqual({"ends": ENDED}, done.left_out)
        self.assertEqual([["declares", "ends"], ["declares", "uses"]], Pretended.kernels)

    def test_a_verdict_that_was_proved_is_not_asked_for_again(self) -> None:
        asked = job("a", "a-check", "b", "b-check", checks=("a-check", "b-check"), theirs=("a", "b"))
        done = self.executed(asked, {"b-check": TIMED_OUT})
        self.assertEqual(({"a-check": "right"}, {"b-check": TIMED_OUT}), (done.states, done.left_out))
        self.assertEqual(["a", "b"], Pretended.kernels[1])

    def test_a_cell_of_the_courses_own_is_not_to_blame_for_what_a_learners_cell_began(self) -> None:
        done = self.executed(job("mine", "worked", theirs=("mine",)), {"worked": ENDED})
        self.assertEqual("mine", next(iter(done.left_out)))

    def test_an_added_cell_that_ends_the_kernel_later_is_found_out_and_the_answers_are_judged(self) -> None:
        self.spoils_later(ENDED)

    def test_an_added_cell_that_keeps_the_kernel_from_its_work_is_found_out_and_the_answers_are_judged(self) -> None:
        self.spoils_later(TIMED_OUT)

    def spoils_later(self, why: str) -> None:
        """Wherever the added cell has run, the next answer or check loses the kernel."""
        asked = job("mine", "a", "a-check", "b", "b-check", checks=("a-check", "b-check"), theirs=("mine", "a", "b"))
        asked.added.append("mine")
        late = {("mine", "a"): "a", ("mine", "a-check"): "a-check"}

        class Later(Pretended):
            def run(self) -> tuple[str, str] | None:
                dies = next((cell for (cause, cell) in late if {cause, cell} <= set(self.cells)), None)
                Pretended.ends = {dies: why} if dies else {}
                return super().run()

        Pretended.ends, Pretended.kernels, Pretended.starts = {}, [], 0
        with mock.patch.object(worker, "Attempt", Later):
            done = worker.execute(asked)
        self.assertEqual(({"mine": why}, {"a-check": "right", "b-check": "right"}), (done.left_out, done.states))

    def test_an_added_cell_is_cleared_when_the_answers_end_the_kernel_without_it(self) -> None:
        asked = job("mine", "a", "b", "c-check", checks=("c-check",), theirs=("mine", "a", "b"), added=("mine",))
        for first, second in ((ENDED, ENDED), (TIMED_OUT, TIMED_OUT), (TIMED_OUT, ENDED)):
            done = self.executed(asked, {"a": first, "b": second})
            self.assertEqual(({"a": first, "b": second}, {"c-check": "right"}), (done.left_out, done.states))
        self.assertEqual(["mine", "c-check"], Pretended.kernels[-1])

    def test_a_cell_that_used_up_the_memory_is_told_from_one_that_failed(self) -> None:
        for value, expected in (("java.lang.OutOfMemoryError, Java heap space", True), ("no memory", False)):
            error = nbformat.v4.new_output("error", ename="RuntimeException", evalue=value, traceback=[])
            self.assertEqual(expected, worker.exhausted(nbformat.v4.new_code_cell("x", outputs=[error])))
        self.assertFalse(worker.exhausted(nbformat.v4.new_code_cell("x")))

    def test_a_kernel_that_does_not_come_up_is_started_again(self) -> None:
        self.assertEqual("", self.executed(job("a"), {}, starts=2).failure)
        self.assertIn("did not start", self.executed(job("a"), {}, starts=3).failure)

    def test_however_many_cells_end_it_it_comes_to_an_end_and_says_which_check_never_ran(self) -> None:
        many = [f"c{number}" for number in range(30)]
        done = self.executed(job(*many, "last", checks=("last",), theirs=tuple(many)), dict.fromkeys(many, ENDED))
        self.assertEqual(worker.MOST_KERNELS, len(Pretended.kernels))
        self.assertEqual(TIMED_OUT, done.left_out["last"])


class Rows(unittest.TestCase):
    def setUp(self) -> None:
        scratch = TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        fence = isolation.Fence(False, False, False)
        grader = one.Grader({"01-lag": reference()}, {}, fence, Jdk(Path("jdk"), "", "17", ""), self.folder, [])
        self.graded = command.Class(grader, self.folder, regrade.Memory(self.folder, []))

    def files(self, *names: str) -> submissions.Submission:
        for name in names:
            (self.folder / name).write_bytes(b"")
        return submissions.find(self.folder, NAMES, self.folder / "unpacked")[0]

    def test_of_several_attempts_the_newest_is_graded(self) -> None:
        handed_in = self.files("01-lag-1.ipynb", "01-lag-10.ipynb", "01-lag-9.ipynb")
        chosen = self.graded.files(handed_in)
        self.assertEqual([("01-lag-10.ipynb", "01-lag")], [(file.name, name) for _, file, name in chosen if file])
        self.assertIn("left out: 01-lag-1.ipynb, 01-lag-9.ipynb", handed_in.notes[0])

    def test_a_file_of_another_name_is_known_by_its_cells_and_is_no_second_row(self) -> None:
        handed_in = self.files("homework.ipynb", "notes.ipynb")
        (self.folder / "homework.ipynb").write_bytes(answered())
        chosen = {file.name: name for _, file, name in self.graded.files(handed_in) if file}
        self.assertEqual({"homework.ipynb": "01-lag", "notes.ipynb": ""}, chosen)
        handed_in = self.files("01-lag.ipynb")
        chosen = {file.name: name for _, file, name in self.graded.files(handed_in) if file}
        self.assertEqual({"01-lag.ipynb": "01-lag", "notes.ipynb": ""}, chosen)
        self.assertIn("left out: homework.ipynb", handed_in.notes[0])

    def test_an_empty_folder_is_a_row_and_no_0(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            (row,) = self.graded.all([submissions.Submission("ada")])
        self.assertEqual(("nothing handed in", None, True), (row.state, row.earned(), row.complete))

    def test_a_zip_that_cannot_be_read_is_not_gradable_and_never_nothing_handed_in(self) -> None:
        handed_in = submissions.Submission("ada", refused={"ada.zip": "This zip cannot be read"})
        with contextlib.redirect_stdout(io.StringIO()) as said:
            (row,) = self.graded.all([handed_in])
        found = (row.state, row.complete, row.earned(), row.file, row.reason)
        self.assertEqual(("not gradable", False, None, "ada.zip", "This zip cannot be read"), found)
        self.assertIn("not gradable: This zip cannot be read", said.getvalue())

    def test_no_file_of_any_name_ends_the_class(self) -> None:
        for what, content in submitted.NOT_GRADABLE.items():
            (self.folder / f"{what}.ipynb").write_bytes(content)
        with contextlib.redirect_stdout(io.StringIO()):
            rows = self.graded.all([self.files()])
        self.assertEqual({f"{what}.ipynb" for what in submitted.NOT_GRADABLE}, {row.file for row in rows})
        self.assertEqual({"not gradable"}, {row.state for row in rows})
        self.assertFalse([row.reason for row in rows if "grading failed" in row.reason])

    def test_a_fault_of_ours_costs_its_row_only_and_is_no_0(self) -> None:
        handed_in = self.files("01-lag.ipynb")
        with mock.patch.object(one, "prepare", side_effect=KeyError("x")), contextlib.redirect_stdout(io.StringIO()):
            rows = self.graded.all([handed_in, submissions.Submission("bela")])
        self.assertEqual(["not gradable", "nothing handed in"], [row.state for row in rows])
        self.assertIn("KeyError", rows[0].reason)
        self.assertIsNone(rows[0].earned())

    def test_a_run_that_is_stopped_ends_what_runs_and_begins_nothing_more(self) -> None:
        seen: list[str] = []

        def row(number: int, handed_in: submissions.Submission, *rest: object) -> Graded:
            seen.append(handed_in.learner)
            raise KeyboardInterrupt

        with (
            mock.patch.object(self.graded, "row", row),
            mock.patch.object(processes, "end_all") as ended,
            contextlib.redirect_stdout(io.StringIO()),
            self.assertRaises(KeyboardInterrupt),
        ):
            self.graded.all([submissions.Submission(f"learner {number}") for number in range(500)])
        self.assertTrue(ended.called)
        self.assertLess(len(seen), 500)

    def test_once_grading_is_stopped_no_submission_starts(self) -> None:
        self.addCleanup(processes.STOPPED.clear)
        processes.end_all()
        with mock.patch.object(processes, "processes") as started:
            done = processes.run(mock.Mock())
        self.assertEqual("grading was stopped", done.failure)
        self.assertFalse(started.called)

    def test_on_a_terminal_a_bar_says_how_much_is_done_and_goes_before_the_next_line(self) -> None:
        said = io.StringIO()
        learners = [submissions.Submission(name) for name in ("ada", "bela", "cy")]
        with mock.patch.object(said, "isatty", lambda: True), contextlib.redirect_stdout(said):
            self.graded.all(learners)
        bars = re.findall(r"  (█*)(░*) (\d) of 3", said.getvalue())
        self.assertEqual(
            [(10 * done, 30 - 10 * done, str(done)) for done in range(3)], [(len(a), len(b), c) for a, b, c in bars]
        )
        self.assertEqual(3, said.getvalue().count("\r\033[K"))
        self.assertTrue(said.getvalue().endswith("\n"), "no bar is left at the end")
        with contextlib.redirect_stdout(io.StringIO()) as plain:
            self.graded.all(learners)
        self.assertNotRegex(plain.getvalue(), "[█░\r]")

    def test_two_folders_of_one_name_are_two_learners(self) -> None:
        listed = [submissions.Submission("ada", root=Path(f"{group}/ada")) for group in ("a", "b")]
        command.apart(listed)
        self.assertEqual(["ada", "ada (2, in b)"], [each.learner for each in listed])

    def test_a_check_of_0_points_is_graded(self) -> None:
        row = Graded("ada", "01-lag", exercises=[result(Exercise("x", "x-check", 0.0), Finding("right"))])
        self.assertEqual(0.0, row.earned())
        self.assertIn("1 right", command.line(row, 1, 1, 1.0))

    def test_what_steers_a_terminal_is_not_printed(self) -> None:
        row = Graded("\033[2Jada\u202e", "01-lag", notes=["\033]0;x\007"], exercises=[])
        self.assertNotRegex(command.line(row, 1, 1, 1.0), "[\033\007\u202e]")
        self.assertEqual("ada b", exports.shown("ada\n\tb"))


if __name__ == "__main__":
    unittest.main()

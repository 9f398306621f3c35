"""What must hold of a class that was graded, wherever it was: here, or in containers. Not a module of tests itself."""

import contextlib
import io
import os
import platform
import socket
import sys
import unittest
import unittest.mock
from pathlib import Path
from tempfile import TemporaryDirectory

import submitted
from kit import jdk, kernel_environment, library
from kit.grading import command, container, feedback, isolation, one, worker
from kit.grading.results import Graded, Grades, read
from nbgrader.api import Gradebook
from submitted import LAG, LEFT, Case

LIMITS = worker.Limits(cell=15, check=3)
SECRET = "the-other-learners-secret"


class AClass(unittest.TestCase):
    """Twelve submissions, graded once; every test looks at what came out."""

    scratch: TemporaryDirectory[str]
    folder: Path
    java: jdk.Jdk
    asked: command.Asked
    listener: socket.socket
    cases: list[Case]
    grades: Grades
    said: str
    code: int
    box: container.Container | None = None

    @classmethod
    def setUpClass(cls) -> None:
        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        kernel_environment.ensure_archive(Path(sys.executable), java)
        cls.scratch = TemporaryDirectory(prefix="tidemark-class-")
        cls.addClassCleanup(cls.scratch.cleanup)
        folder = Path(cls.scratch.name)
        (folder / "class" / "other").mkdir(parents=True)
        other = folder / "class" / "other" / "01-lag.ipynb"
        other.write_text(SECRET, "utf-8")
        folder.chmod(0o755)
        cls.listener = socket.create_server(("127.0.0.1", 0))
        cls.addClassCleanup(cls.listener.close)
        port = cls.listener.getsockname()[1]
        cls.cases = submitted.short(other, folder / "outside", port)
        for case in cls.cases:
            (folder / "class" / case.name).mkdir()
            (folder / "class" / case.name / case.file).write_bytes(case.content)
        book = folder / "gradebook.db"
        cls.asked = command.Asked([folder / "class"], folder / "out", limits=LIMITS, gradebook=book, box=cls.box)
        cls.java, cls.folder = java, folder
        secrets = unittest.mock.patch.dict(os.environ, {"TIDEMARK_TEST_TOKEN": SECRET})
        with secrets, contextlib.redirect_stdout(io.StringIO()) as out:
            cls.code = command.command(java, cls.asked)
        cls.said = out.getvalue()
        print(f"\n  {cls.said.splitlines()[-2].strip()}\n  {cls.said.splitlines()[-1]}")
        found = read(folder / "out" / "grades.json")
        assert found is not None
        cls.grades = found

    def row(self, name: str) -> Graded:
        return next(row for row in self.grades.notebooks if row.learner == name)

    def outputs(self, name: str) -> str:
        return (self.folder / "out" / "executed" / feedback.safe(name) / "01-lag.ipynb").read_text("utf-8")

    def test_each_ends_in_the_row_it_should_and_no_point_is_stolen(self) -> None:
        stolen = 0.0
        for case in self.cases:
            for each in self.row(case.name).exercises:
                expected = case.states[0] if each.id == LAG else case.states[1]
                stolen += 0.0 if expected == "right" else each.points or 0.0
        print(f"\n  {len(self.cases)} submissions graded, points stolen: {stolen:g}")
        self.assertEqual(0, stolen)
        for case in self.cases:
            with self.subTest(case.name):
                row = self.row(case.name)
                self.assertEqual("graded", row.state, row)
                states = {each.id: each.state for each in row.exercises}
                self.assertEqual({LAG: case.states[0], LEFT: case.states[1]}, states, row.notes)
                for each in row.exercises:
                    unscored = each.state == "not attempted"
                    self.assertEqual(None if unscored else 3.0 * (each.state == "right"), each.points)
                for words in case.notes:
                    self.assertIn(words, " ".join(row.notes))

    def test_a_file_that_cannot_be_graded_is_said_and_told_by_the_exit_code(self) -> None:
        self.assertEqual(1, self.code)
        self.assertEqual("not gradable", self.row("other").state)
        self.assertIn("not gradable: it is not JSON", self.said)

    def test_a_mistake_has_its_name_its_probes_and_its_smallest_history(self) -> None:
        wrong = next(each for each in self.row("wrong").exercises if each.id == LEFT)
        self.assertIn("distance in offsets", wrong.mistakes[0]["says"])
        self.assertEqual(240, wrong.probes)
        self.assertGreater(wrong.failed, 0)
        self.assertIn("recordsLeft: survivors = ", wrong.history)
        self.assertTrue(wrong.signature and wrong.differences)
        self.assertEqual(submitted.DISTANCE, wrong.source)

    def test_nothing_of_another_learner_and_nothing_of_ours_is_seen(self) -> None:
        if not isolation.here().files:
            self.skipTest("this system allows no mount namespace here")
        self.assertNotIn(SECRET, self.outputs("spy"))
        self.assertIn("refused", self.outputs("spy"))
        self.assertNotIn("TIDEMARK_TEST_TOKEN", self.outputs("spy"))
        self.assertIn("no key", self.outputs("spy"))
        self.assertNotIn("KEY {", self.outputs("spy"))
        for file in (self.folder / "out").rglob("*"):
            if file.is_file() and "other" not in file.parts and file.suffix in (".html", ".ipynb"):
                self.assertNotIn(SECRET, file.read_text("utf-8"))

    def test_the_network_is_cut_off_where_the_system_allows_it(self) -> None:
        if not isolation.here().network:
            self.assertIn("NOT cut off", self.said)
            return
        self.assertIn("cut off", self.outputs("spy"))
        self.listener.setblocking(False)
        self.assertRaises(BlockingIOError, self.listener.accept)

    def test_nothing_is_left_behind(self) -> None:
        for place in (self.folder / "outside", *map(Path, submitted.PLACES)):
            self.assertFalse(place.exists(), place)
        self.assertEqual([], [path.name for path in Path(self.scratch.name).parent.glob("tidemark-grade-*")])

    @unittest.skipUnless(sys.platform == "linux" and os.geteuid() == 0, "a uid of its own needs root")
    def test_no_process_outlives_its_submission(self) -> None:
        ours = range(isolation.FIRST_UID, isolation.FIRST_UID + isolation.UIDS)
        self.assertEqual([], [uid for uid in isolation.uids_with_processes() if uid in ours])

    def test_what_did_not_change_is_not_run_again_and_nobody_loses(self) -> None:
        with (
            unittest.mock.patch.object(one, "run", side_effect=AssertionError("it was run again")),
            contextlib.redirect_stdout(io.StringIO()) as out,
        ):
            command.command(self.java, self.asked)
        again = read(self.folder / "out" / "grades.json")
        assert again is not None
        self.assertNotIn("run again", out.getvalue())
        self.assertEqual(
            [(row.learner, row.earned(), row.state) for row in self.grades.notebooks],
            [(row.learner, row.earned(), row.state) for row in again.notebooks],
        )

    def test_nbgraders_gradebook_has_the_same_points(self) -> None:
        with Gradebook(f"sqlite:///{self.folder / 'gradebook.db'}") as book:
            for case in self.cases:
                for each in self.row(case.name).exercises:
                    grade = book.find_grade(f"{each.id}-check", "01-lag", "01-lag", case.name)
                    self.assertEqual(each.points, grade.auto_score, case.name)
                    self.assertFalse(grade.needs_manual_grade)
                    said = book.find_comment(each.id, "01-lag", "01-lag", case.name).auto_comment
                    self.assertIn(each.state, said)
            self.assertTrue(book.find_grade(f"{LAG}-check", "01-lag", "01-lag", "other").needs_manual_grade)
        self.assertTrue((self.folder / "autograded" / "right" / "01-lag" / "01-lag.ipynb").is_file())

"""A class of a hundred, and the twelve beside stock nbgrader: `./course test --long`."""

import contextlib
import io
import os
import platform
import shutil
import subprocess
import sys
import time
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import submitted
import submitted_long
from kit import ROOT, SOLUTIONS, jdk, kernel_environment, library, run
from kit.grading import command, worker
from kit.grading.results import Grades, read
from nbgrader.api import Gradebook, MissingEntry

BESIDE = ROOT / "target" / "grade-beside-nbgrader.txt"
CONFIG = """c = get_config()
c.ExecutePreprocessor.timeout = 30
c.ClearSolutions.code_stub = {"java": 'throw new UnsupportedOperationException("not attempted");'}
c.IncludeHeaderFooter.enabled = False
"""
NO_REASON = "no reason is known"
REASONS = {
    "fork bomb": "stock: its kernel has no process left for the checks; ours runs them without that cell",
    "exit": "stock: a notebook whose kernel ends has no grade at all",
    "halt in the answer": "stock: a notebook whose kernel ends has no grade at all",
    "endless, catches all": "stock: the same points, and a core stays busy",
    "endless cell": "stock: a notebook with a cell that does not end has no grade at all",
    "untouched": "ours: not attempted is no 0",
    "half done": "ours: not attempted is no 0",
    "forged": "ours: not attempted is no 0",
    "checks deleted and edited": "stock: a check that was deleted is not put back, unless add_missing_cells is on",
}
"""Why the two differ, where they do."""


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    """What takes long is there only if it is asked for."""
    return tests if os.environ.get("TIDEMARK_LONG") else unittest.TestSuite()


class Long(unittest.TestCase):
    java: jdk.Jdk

    @classmethod
    def setUpClass(cls) -> None:
        cls.java = jdk.choose(platform.system(), os.environ)
        library.ensure(cls.java)
        kernel_environment.ensure_archive(Path(sys.executable), cls.java)

    def graded(self, folder: Path, out: Path) -> Grades:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            command.command(self.java, command.Asked([folder], out, limits=worker.Limits(cell=30)))
        (out / "said.txt").write_text(said.getvalue(), "utf-8")
        found = read(out / "grades.json")
        assert found is not None
        return found

    def test_of_a_hundred_each_ends_in_the_row_it_should(self) -> None:
        cases = submitted_long.hundred()
        self.assertEqual(100, len(cases))
        with TemporaryDirectory(prefix="tidemark-hundred-") as scratch:
            Path(scratch).chmod(0o755)
            for case in cases:
                file = Path(scratch) / "class" / case.name / f"{case.assignment}.ipynb"
                file.parent.mkdir(parents=True)
                file.write_bytes(case.content)
            begun = time.monotonic()
            grades = self.graded(Path(scratch) / "class", Path(scratch))
            seconds = time.monotonic() - begun
            shutil.copytree(scratch, ROOT / "target" / "grade-hundred", dirs_exist_ok=True)
        rows = {row.learner: row for row in grades.notebooks}
        stolen = 0.0
        for case in cases:
            for each in rows[case.name].exercises:
                if each.id in case.states:
                    with self.subTest(f"{case.name}: {each.id}"):
                        self.assertIn(each.state, case.states[each.id], (each, rows[case.name].notes))
                    stolen += each.points or 0 if "right" not in case.states[each.id] else 0
        print(f"\n  100 submissions graded in {seconds:.0f} s, {seconds / 100:.1f} s each; points stolen: {stolen:g}")
        self.assertEqual(0, stolen)

    def test_every_difference_from_stock_nbgrader_has_its_reason(self) -> None:
        with TemporaryDirectory(prefix="tidemark-stock-") as scratch:
            root = Path(scratch)
            cases = submitted.short(root / "none", root / "outside", 9)
            for case in cases:
                for file in (f"ours/{case.name}/01-lag.ipynb", f"submitted/{case.name}/01-lag/01-lag.ipynb"):
                    (root / file).parent.mkdir(parents=True)
                    (root / file).write_bytes(case.content)
            begun = time.monotonic()
            grades = self.graded(root / "ours", root / "out")
            ours = time.monotonic() - begun
            begun = time.monotonic()
            stock = self.stock(root, [case.name for case in cases])
            theirs = time.monotonic() - begun
        self.assertEqual(6.0, stock["right"], "stock nbgrader grades what is right")
        lines = [f"ours {ours:.0f} s, nbgrader {theirs:.0f} s for {len(cases)} submissions: {theirs / ours:.1f} times"]
        for row in grades.notebooks:
            if stock[row.learner] != row.earned():
                reason = REASONS.get(row.learner, NO_REASON)
                lines.append(f"{row.learner}: ours {row.earned()}, nbgrader {stock[row.learner]}: {reason}")
        BESIDE.write_text("\n".join(lines) + "\n", "utf-8")
        print("\n  " + "\n  ".join(lines))
        self.assertEqual([], [line for line in lines if NO_REASON in line])

    def stock(self, root: Path, learners: list[str]) -> dict[str, float | None]:
        """The points that nbgrader's own autograder gives, None where it gives up."""
        (root / "nbgrader_config.py").write_text(CONFIG, "utf-8")
        (root / "source" / "01-lag").mkdir(parents=True)
        shutil.copy(SOLUTIONS / "01-lag.ipynb", root / "source" / "01-lag")
        with run.headless(self.java) as env:
            programs = str(Path(sys.executable).parent) + os.pathsep + env["PATH"]  # nbgrader starts one called alembic
            env = env | {"JUPYTER_PATH": os.environ["JUPYTER_PATH"], "PATH": programs}
            for arguments in (["generate_assignment"], ["autograde"]):
                command_line = [sys.executable, "-m", "nbgrader", *arguments, "01-lag"]
                with open(root / "nbgrader.log", "ab") as log:
                    subprocess.run(command_line, cwd=root, env=env, stdout=log, stderr=log)
        found: dict[str, float | None] = {}
        with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as book:
            for learner in learners:
                try:
                    whole = (root / "autograded" / learner / "01-lag" / "01-lag.ipynb").is_file()
                    found[learner] = book.find_submission("01-lag", learner).score if whole else None
                except MissingEntry:
                    found[learner] = None
        return found


if __name__ == "__main__":
    unittest.main()

"""The twelve beside nbgrader's own autograder, with the course's configuration: `./course test --long`.

Prints the points that differ, with the reason, and the seconds of both, one after the other on the same machine.
"""

import contextlib
import io
import os
import platform
import subprocess
import sys
import time
import unittest
import unittest.mock
from pathlib import Path
from tempfile import TemporaryDirectory

import submitted
from kit import ROOT, SOLUTIONS, jdk, kernel_environment, library
from kit.grading import command, worker
from kit.grading.results import read
from nbgrader.api import Gradebook, MissingEntry

BESIDE = ROOT / "target" / "grade-beside-nbgrader.txt"
LIMITS = worker.Limits(cell=30, check=5)
CONFIG = f"""c = get_config()
load_subconfig("nbgrader_config.py", path={str(ROOT)!r})
c.CourseDirectory.course_id = "beside"
c.ExecutePreprocessor.timeout = {LIMITS.cell}
"""
NO_REASON = "no reason is known"
DEAD = "nbgrader gives no grade at all where the kernel ends; ours runs the rest in a fresh one"
HANGS = "nbgrader gives no grade at all where a cell does not end; ours leaves that cell out"
NO_ZERO = "ours tells what was not attempted from an earned 0"
REASONS = {
    "exit": DEAD,
    "halt in the answer": DEAD,
    "endless cell": HANGS,
    "untouched": NO_ZERO,
    "half done": NO_ZERO,
    "forged": NO_ZERO,
    "checks deleted and edited": "nbgrader does not put back a check that was deleted",
    "fork bomb": "nbgrader bounds no processes; ours does, and runs the rest without that cell",
}
"""Why the two differ, where they do."""


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    """What takes long is there only if it is asked for."""
    return tests if os.environ.get("TIDEMARK_LONG") else unittest.TestSuite()


def load() -> str:
    """How many processes wanted a core, in the last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


class Beside(unittest.TestCase):
    def test_every_difference_from_nbgrader_has_its_reason(self) -> None:
        for place in submitted.PLACES:  # nbgrader has no fence: the spy gets there
            self.addCleanup(Path(place).unlink, missing_ok=True)
        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        kernel_environment.ensure_archive(Path(sys.executable), java)
        with TemporaryDirectory(prefix="tidemark-beside-") as scratch:
            root = Path(scratch)
            root.chmod(0o755)
            (root / "nbgrader_config.py").write_text(CONFIG, "utf-8")
            (root / "source" / "01-lag").mkdir(parents=True)
            (root / "source" / "01-lag" / "01-lag.ipynb").write_bytes((SOLUTIONS / "01-lag.ipynb").read_bytes())
            cases = submitted.short(root / "none", root / "outside", 9)
            for case in cases:
                for file in (f"ours/{case.name}/01-lag.ipynb", f"submitted/{case.name}/01-lag/01-lag.ipynb"):
                    (root / file).parent.mkdir(parents=True)
                    (root / file).write_bytes(case.content)
            before = load()
            begun = time.monotonic()
            with contextlib.redirect_stdout(io.StringIO()):
                command.command(java, command.Asked([root / "ours"], root / "out", limits=LIMITS))
            ours = time.monotonic() - begun
            grades = read(root / "out" / "grades.json")
            assert grades is not None
            between = load()
            self.nbgrader(root, "generate_assignment")
            begun = time.monotonic()
            self.nbgrader(root, "autograde")
            seconds = time.monotonic() - begun
            theirs = self.points(root, [case.name for case in cases])
        self.assertEqual(6.0, theirs["right"], "nbgrader grades what is right")
        each = f"{ours / len(cases):.1f} and {seconds / len(cases):.1f} s a submission"
        lines = [f"ours {ours:.0f} s, nbgrader {seconds:.0f} s for {len(cases)}: {each}, {seconds / ours:.1f} times"]
        lines += [f"processes that wanted a core when ours began, and when nbgrader began: {before}, {between}"]
        for row in sorted(grades.notebooks, key=lambda row: row.learner):
            same = theirs[row.learner] == row.earned()
            reason = "" if same else ": " + REASONS.get(row.learner, NO_REASON)
            lines.append(f"{row.learner}: ours {row.earned()}, nbgrader {theirs[row.learner]}{reason}")
        BESIDE.write_text("\n".join(lines) + "\n", "utf-8")
        print("\n  " + "\n  ".join(lines))
        self.assertEqual([], [line for line in lines if NO_REASON in line])

    def nbgrader(self, root: Path, step: str) -> None:
        """One of nbgrader's own steps, on all submissions. That some of them fail is what is looked at."""
        env = os.environ | {"TIDEMARK_CHECK_SECONDS": str(LIMITS.check)}
        command_line = [sys.executable, "-m", "nbgrader", step, "01-lag"]
        with open(root / "nbgrader.log", "ab") as log:
            subprocess.run(command_line, cwd=root, env=env, stdout=log, stderr=log)

    def points(self, root: Path, learners: list[str]) -> dict[str, float | None]:
        """The points that nbgrader's own autograder gave, None where it gave up."""
        found: dict[str, float | None] = {}
        with Gradebook(f"sqlite:///{root / 'gradebook.db'}", "beside") as book:
            for learner in learners:
                try:
                    whole = (root / "autograded" / learner / "01-lag" / "01-lag.ipynb").is_file()
                    found[learner] = book.find_submission("01-lag", learner).score if whole else None
                except MissingEntry:
                    found[learner] = None
        return found


if __name__ == "__main__":
    unittest.main()

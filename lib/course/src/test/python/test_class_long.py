"""A class of a hundred: `./course test --long`."""

import contextlib
import io
import os
import platform
import shutil
import sys
import time
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import submitted_long
from kit import ROOT, jdk, kernel_environment, library
from kit.grading import command, worker
from kit.grading.results import Grades, read


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


if __name__ == "__main__":
    unittest.main()

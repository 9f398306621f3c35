"""A class of a hundred: `./course test --long`."""

import contextlib
import io
import os
import platform
import shutil
import socket
import sys
import time
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import submitted_long
from kit import ROOT, jdk, kernel_environment, library
from kit.grading import command, isolation, worker
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
        with (
            TemporaryDirectory(prefix="tidemark-hundred-") as scratch,
            socket.create_server(("127.0.0.1", 0)) as listener,
        ):
            Path(scratch).chmod(0o755)
            other, outside = Path(scratch) / "class" / "wrong" / "01-lag.ipynb", Path(scratch) / "outside"
            cases = submitted_long.hundred(other, outside, listener.getsockname()[1])
            for case in cases:
                file = Path(scratch) / "class" / case.name / f"{case.assignment}.ipynb"
                file.parent.mkdir(parents=True)
                file.write_bytes(case.content)
            begun = time.monotonic()
            grades = self.graded(Path(scratch) / "class", Path(scratch))
            seconds = time.monotonic() - begun
            self.assertFalse(outside.exists())
            if isolation.here().network:
                listener.setblocking(False)
                self.assertRaises(BlockingIOError, listener.accept)
            if isolation.here().files:
                spied = (Path(scratch) / "executed" / "spy" / "01-lag.ipynb").read_text("utf-8")
                self.assertNotIn("FOUND {", spied)
            shutil.copytree(scratch, ROOT / "target" / "grade-hundred", dirs_exist_ok=True)
        rows = {row.learner: row for row in grades.notebooks}
        stolen = 0.0
        for case in cases:
            row = rows[case.name]
            with self.subTest(case.name):
                self.assertEqual("graded" if case.states else "not gradable", row.state, row)
                said = " ".join([*row.notes, row.reason, *(each.pasted for each in row.exercises)])
                self.assertEqual([], [words for words in case.notes if words not in said], said)
            for each in row.exercises:
                expected = case.states.get(each.id, () if case.states else ("not gradable",))
                if expected:
                    with self.subTest(f"{case.name}: {each.id}"):
                        self.assertIn(each.state, expected, (each, row.notes))
                    stolen += each.points or 0 if "right" not in expected else 0
        print(f"\n  100 submissions graded in {seconds:.0f} s, {seconds / 100:.1f} s each; points stolen: {stolen:g}")
        self.assertEqual(0, stolen)


if __name__ == "__main__":
    unittest.main()

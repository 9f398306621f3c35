"""One submission graded on machines that allow less: not as root, and as root without namespaces."""

import contextlib
import io
import os
import platform
import shutil
import subprocess
import sys
import unittest
import unittest.mock
from pathlib import Path
from tempfile import TemporaryDirectory

from kit import ROOT, jdk, kernel_environment, library
from kit.grading import command, isolation
from kit.grading.results import Grades, read
from kit.notebooks import read as read_notebook
from submitted import LAG, LEFT, RIGHT_LAG, answered, before

NOBODY = ["unshare", "--user", "--map-user=1000"]
"""Another uid without any right, which can read what we can: files are still ours."""
LOOKS = """try {
  System.out.println(Files.list(Path.of("%s")).map(Path::getFileName).toList());
} catch (java.io.IOException closed) { System.out.println("closed"); }"""


def another_uid() -> bool:
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    return subprocess.run([*NOBODY, "true"], capture_output=True).returncode == 0


class Less(unittest.TestCase):
    def setUp(self) -> None:
        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        kernel_environment.ensure_archive(Path(sys.executable), java)
        scratch = TemporaryDirectory(prefix="tidemark-less-")
        self.addCleanup(scratch.cleanup)
        self.java, self.folder = java, Path(scratch.name)
        self.folder.chmod(0o755)
        file = self.folder / "class" / "ada" / "01-lag.ipynb"
        file.parent.mkdir(parents=True)
        file.write_bytes(answered(RIGHT_LAG, change=before(LAG, LOOKS % (self.folder / "class"))))

    def grades(self) -> Grades:
        """What was graded: all that should be."""
        found = read(self.folder / "out" / "grades.json")
        assert found is not None
        states = {each.id: each.state for each in found.notebooks[0].exercises}
        self.assertEqual({LAG: "right", LEFT: "not attempted"}, states, found.notebooks[0])
        return found

    @unittest.skipUnless(another_uid(), "this system allows no user namespace here")
    def test_who_is_not_root_grades_all_the_same_and_that_is_said(self) -> None:
        arguments = ["grade", str(self.folder / "class"), "--out", str(self.folder / "out")]
        done = subprocess.run(
            [*NOBODY, sys.executable, str(ROOT / "course"), *arguments], capture_output=True, text=True, timeout=300
        )
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        said = self.grades().isolation
        self.assertEqual(isolation.Fence(False, False, False).sentences()["user"], said["user"])
        self.assertEqual("NOT" in said["files"], "[ada]" in self.printed(), "what is said of the files is so")

    def printed(self) -> str:
        """What the submission printed."""
        executed = read_notebook(self.folder / "out" / "executed" / "ada" / "01-lag.ipynb")
        outputs = [each for cell in executed.cells for each in cell.get("outputs", [])]
        return "".join(each.text for each in outputs if each.output_type == "stream")

    @unittest.skipUnless(sys.platform == "linux" and os.geteuid() == 0, "root is another uid's")
    def test_root_without_namespaces_says_at_the_head_of_the_report_that_nothing_was_cut_off(self) -> None:
        asked = command.Asked([self.folder / "class"], self.folder / "out")
        with (
            unittest.mock.patch.object(isolation, "tried", lambda options: False),
            contextlib.redirect_stdout(io.StringIO()) as out,
        ):
            self.assertEqual(0, command.command(self.java, asked))
        self.assertIn("NOT cut off", out.getvalue().splitlines()[0])
        said = self.grades().isolation
        self.assertIn("NOT cut off", said["network"])
        self.assertIn("uid of its own", said["user"])
        self.assertIn("[ada]", self.printed())
        page = (self.folder / "out" / "report.html").read_text("utf-8")
        head = page[page.index("<main") : page.index("<main") + 4000]
        self.assertIn("NOT cut off", head)


if __name__ == "__main__":
    unittest.main()

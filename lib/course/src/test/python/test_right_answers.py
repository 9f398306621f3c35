"""Right answers, in as many ways as learners write them, all pass in the real kernel."""

import os
import platform
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from kit import ROOT, jdk, library

from test_verdicts import Kernel

ANSWERS = ROOT / "lib" / "course" / "src" / "test" / "resources" / "right"
A_DOZEN = 12


class RightAnswers(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        cls.scratch = TemporaryDirectory()
        cls.kernel = Kernel(java, Path(cls.scratch.name))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.kernel.end()
        cls.scratch.cleanup()


def passing(file: Path) -> object:
    def test(self: RightAnswers) -> None:
        answers = file.read_text("utf-8").split("// ----\n")
        self.assertGreaterEqual(len(answers), A_DOZEN)
        for answer in answers:
            with self.subTest(answer):
                declared = self.kernel.cell(answer)
                output = self.kernel.cell(f'Check.run("{file.stem}");')
                self.assertEqual("right", output.state, declared.error + output.text + output.error)

    return test


for answers in sorted(ANSWERS.glob("*.java")):
    setattr(RightAnswers, "test_" + answers.stem.replace("-", "_"), passing(answers))

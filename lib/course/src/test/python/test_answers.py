"""Answers as learners write them, in the real kernel: right ones all pass, wrong ones are told what they did."""

import os
import platform
import re
import unittest
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

from kernel_session import Kernel
from kit import ROOT, jdk, library
from kit.places import A_DOZEN, SEPARATOR

RESOURCES = ROOT / "lib" / "course" / "src" / "test" / "resources"
ANSWERS = RESOURCES / "right"
METHOD = re.compile(r"(\w+)\(")
ASKED = os.environ.get("TIDEMARK_EXERCISE", "*")
"""The one exercise that `course check-exercise` is asked for; else all."""


class Answers(unittest.TestCase):
    """One kernel for all answers: every method is declared anew dozens of times."""

    scratch: TemporaryDirectory[str]
    kernel: Kernel
    refused = accepted = 0

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
        print(f"\n  {cls.refused} wrong answers refused and named, {cls.accepted} right ones in other styles accepted")

    def forget(self, answer: str) -> None:
        """Makes room for an answer: two notebooks may ask for methods of one name."""
        self.kernel.cell(f'Check.forget("{METHOD.findall(answer)[0]}");')

    def test_wrong_answers_are_told_what_they_did(self) -> None:
        """Each is a right answer with one mistake in it, so a mistake that is missing from the bank is noticed."""
        before = ""
        for line in (RESOURCES / "wrong.txt").read_text("utf-8").splitlines():
            exercise, says, right, wrong = (part.strip().replace("\\|", "|") for part in re.split(r"(?<!\\)\|", line))
            if not fnmatch(exercise, ASKED):
                continue
            with self.subTest(exercise + ": " + says):
                answer = (ANSWERS / f"{exercise}.java").read_text("utf-8").split(SEPARATOR)[0]
                mistaken = " ".join(answer.split()).replace(right, wrong)
                self.assertNotEqual(" ".join(answer.split()), mistaken)
                if exercise != before:
                    self.forget(mistaken)
                before = exercise
                declared = self.kernel.cell(mistaken)
                output = self.kernel.cell(f'Check.run("{exercise}");')
                self.assertEqual("wrong", output.state, mistaken + declared.error + output.text + output.error)
                self.assertRegex(
                    output.text,
                    f"On all [0-9]+ probes it behaves exactly like one that [^;\\n]*{re.escape(says)}[^;\\n]*\\.\\n",
                )
                type(self).refused += 1


def passing(file: Path) -> object:
    def test(self: Answers) -> None:
        answers = file.read_text("utf-8").split(SEPARATOR)
        self.assertGreaterEqual(len(answers), A_DOZEN)
        self.forget(answers[0])
        for answer in answers:
            with self.subTest(answer):
                declared = self.kernel.cell(answer)
                output = self.kernel.cell(f'Check.run("{file.stem}");')
                self.assertEqual("right", output.state, declared.error + output.text + output.error)
                type(self).accepted += 1

    return test


for answers in sorted(ANSWERS.glob(f"{ASKED}.java")):
    setattr(Answers, "test_" + answers.stem.replace("-", "_"), passing(answers))

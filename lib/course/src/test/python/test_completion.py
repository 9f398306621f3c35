"""Notebook 10: what writes a learner's record, and what does not."""

import os
import platform
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from kernel_session import Kernel, Output
from kit import NOTEBOOKS, ROOT, SOLUTIONS, jdk, library, notebooks
from kit.notebook_files import numbered

RECORD = "10-completion.record.md"
BY_HAND = 4
FORGED = "# Record: unit 5.6, shown closed book\n\n16 of 16 points.\n"


class Completion(unittest.TestCase):
    """A kernel for each test: what was shown is kept in the kernel."""

    def setUp(self) -> None:
        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        self.scratch = TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        self.kernel = Kernel(java, self.folder)

    def tearDown(self) -> None:
        self.kernel.end()
        self.scratch.cleanup()

    def cells(self, folder: Path) -> list[tuple[str, Output]]:
        """Runs all of notebook 10 but its first cell, and its record."""
        made = notebooks.read(numbered(folder, ["10"])[0])
        return [
            (cell.id, self.kernel.cell(cell.source))
            for cell in made.cells
            if cell.cell_type == "code" and notebooks.role(cell) not in ("setup", "worked")
        ]

    def record(self) -> str:
        return self.kernel.cell("Completion.record();").text

    def test_an_untouched_notebook_gives_no_record(self) -> None:
        for name, output in self.cells(NOTEBOOKS):
            self.assertIn(output.state, ("", "not-attempted"), name)
        self.assertIn("No record yet", self.record())
        self.assertFalse((self.folder / RECORD).exists())

    def test_all_right_writes_the_record_and_one_wrong_answer_takes_it_back(self) -> None:
        for name, output in self.cells(SOLUTIONS):
            self.assertIn(output.state, ("", "right"), name + output.text)
        shown = self.record()
        page = (self.folder / RECORD).read_text("utf-8")
        self.assertTrue(shown.startswith(page))
        for part in ("Variant: standard", "| Compact | 3 | 1 |", "16 of 16 points", "Java ", "proves nothing"):
            self.assertIn(part, page)
        (self.folder / RECORD).unlink()
        self.kernel.cell('Check.selfTest("10-self-test-3", () -> { return offset(2); });')
        again = self.record()
        self.assertIn("Self-test 3: wrong", again)
        self.assertNotIn("Compact", again)
        self.assertFalse((self.folder / RECORD).exists())
        self.kernel.cell('Check.selfTest("10-self-test-3", () -> { return offset(3); });')
        self.assertIn("| Self-test 3 | – | 3 |", self.record())
        self.kernel.cell('Check.selfTest("10-self-test-3", () -> { return offset(3); });')
        self.assertIn("| Self-test 3 | – | 3 |", self.record(), "what is right already is not counted on")

    def test_a_forged_record_is_not_believed(self) -> None:
        (self.folder / RECORD).write_text(FORGED, "utf-8")
        self.assertIn("No record yet", self.record())
        self.assertIn("10: 0 of 16", self.kernel.cell('Progress.line("10");').text)
        for file in (ROOT / "lib" / "course" / "src" / "main").rglob("*"):
            if file.suffix in (".py", ".java") and "record.md" in file.read_text("utf-8"):
                self.assertEqual("Completion.java", file.name, "only what writes the record knows its name")

    def test_one_history_is_no_two_counterexamples(self) -> None:
        both = "A=-12 A=-2 B=-9"
        self.kernel.cell(f'String unsafeWatermark() {{ return "{both}"; }}')
        self.assertEqual("right", self.kernel.cell('Check.run("10-counterexample-watermark");').state)
        self.kernel.cell(f'String compactedIncrements() {{ return "0:{both}"; }}')
        refused = self.kernel.cell('Check.run("10-counterexample-increments");')
        self.assertEqual("wrong", refused.state, refused.text)
        self.assertIn("the history that you gave for", refused.text)
        self.kernel.cell('String unsafeWatermark() { return "A=1 A=20 B=7 A=9 B=30"; }')
        self.assertEqual("right", self.kernel.cell('Check.run("10-counterexample-watermark");').state)
        self.assertEqual("right", self.kernel.cell('Check.run("10-counterexample-increments");').state)

    def test_a_wrong_answer_is_named_and_led_to_no_hint(self) -> None:
        self.kernel.cell("List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) { return log; }")
        output = self.kernel.cell('Check.run("10-compact");')
        self.assertEqual("wrong", output.state)
        self.assertIn("returns the log unchanged", output.text)
        self.assertNotIn("Hints", output.text + output.html)
        self.assertNotIn("Discussion", output.text + output.html)


class Notebook(unittest.TestCase):
    def test_it_is_closed_book(self) -> None:
        for folder in (SOLUTIONS, NOTEBOOKS):
            made = notebooks.read(numbered(folder, ["10"])[0])
            self.assertEqual([], [cell.id for cell in made.cells if notebooks.role(cell) == "hints"])
            self.assertNotIn("<details>", "".join(cell.source for cell in made.cells))

    def test_it_is_worth_20_points(self) -> None:
        graded = [
            cell.metadata.nbgrader
            for cell in notebooks.read(numbered(SOLUTIONS, ["10"])[0]).cells
            if cell.metadata.get("nbgrader", {}).get("grade")
        ]
        self.assertEqual(20, sum(cell.points for cell in graded))
        self.assertEqual(BY_HAND, sum(cell.points for cell in graded if cell.solution))
        page = (ROOT / "lib/course/src/main/java/tidemark/check/Completion.java").read_text("utf-8")
        self.assertIn(f"BY_HAND = {BY_HAND};", page)


if __name__ == "__main__":
    unittest.main()

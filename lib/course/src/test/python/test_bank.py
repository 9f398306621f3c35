"""The notebooks and the bank speak of the same exercises."""

import os
import platform
import re
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from kernel_session import FIRST_CELL, Kernel
from kit import NOTEBOOKS, SOLUTIONS, jdk, library
from kit.notebook_files import numbered
from kit.notebooks import read

CALL = re.compile(r'Check\.(run|selfTest|predict)\("([^"]+)"')

MORE = {
    "08": "\nimport tidemark.simulate.*;",
    "09": '\nlineMagic("classpath", List.of(Environment.engines()));'
    "\nimport tidemark.engines.flink.*; import tidemark.engines.kafka.*;"
    "\nimport tidemark.engines.pager.*; import org.apache.kafka.clients.consumer.OffsetAndMetadata;",
}
"""What two notebooks add to the one first cell, and nobody else: the other kernels do not compile it."""


class Bank(unittest.TestCase):
    def test_every_notebook_begins_with_the_one_first_cell(self) -> None:
        for file in [*numbered(SOLUTIONS), *numbered(NOTEBOOKS)]:
            first = next(cell for cell in read(file).cells if cell.cell_type == "code")
            self.assertEqual((FIRST_CELL.strip() + MORE.get(file.stem[:2], "")).strip(), first.source.strip(), file)
            for cell in read(file).cells:
                if cell.cell_type == "code" and cell.id != first.id:
                    self.assertNotRegex(cell.source, r"(?m)^\s*import ", f"{file.name}, cell={cell.id}")

    def test_every_exercise_of_the_bank_stands_in_its_notebook_once_with_its_points(self) -> None:
        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        with TemporaryDirectory() as scratch:
            kernel = Kernel(java, Path(scratch))
            board = kernel.cell("Progress.board();").html
            kernel.end()
        bank = dict(re.findall(r'data-exercise="([^"]+)" data-of="([^"]+)"', board))
        called: dict[str, str] = {}
        for file in numbered(SOLUTIONS):
            for cell in read(file).cells:
                for call, name in CALL.findall(cell.source) if cell.cell_type == "code" else []:
                    self.assertNotIn(name, called)
                    self.assertTrue(file.name.startswith(name[:2]), f"{name} in {file.name}")
                    called[name] = str(cell.metadata.get("nbgrader", {}).get("points", "–")) if call == "run" else "–"
        self.assertEqual(bank, called)

    def test_what_a_verdict_links_to_is_there(self) -> None:
        for file in numbered(SOLUTIONS):
            cells = read(file).cells
            headings = {
                line.lstrip("#").strip()
                for cell in cells
                if cell.cell_type == "markdown"
                for line in cell.source.splitlines()
                if line.startswith("#")
            }
            for call, name in [
                found for cell in cells if cell.cell_type == "code" for found in CALL.findall(cell.source)
            ]:
                if call == "run" and not name.startswith("10"):  # closed book
                    title = name[3:].replace("-", " ")
                    self.assertLessEqual({f"Hints on {title}", f"Discussion of {title}"}, headings, file)

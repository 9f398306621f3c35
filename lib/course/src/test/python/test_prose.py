"""What the notebooks' text keeps to: a guess before each break, linked words, short cells, known roles."""

import re
import unittest
from itertools import pairwise

from kit import ROOT, SOLUTIONS, notebooks
from kit.notebook_files import numbered
from nbformat import NotebookNode

GLOSSARY = (SOLUTIONS / "glossary.md").read_text("utf-8")
ROW = re.compile(r'^\| <a id="([a-z-]+)"></a>\[([^]]+)\]\((\d\d-[a-z-]+)\.ipynb\)', re.M)
LINK = re.compile(r"\[([^]]+)\]\(glossary\.md#([^)]+)\)")
HEADING = re.compile(r"^(#+) (.*)", re.M)
LINES = 15


def is_text(cell: NotebookNode) -> bool:
    return cell.cell_type == "markdown" and notebooks.role(cell) not in ("hints", "discussion")


def section(cells: list[NotebookNode], at: int) -> list[NotebookNode]:
    """The cells from the heading in the cell at `at` up to the next heading of its level or above."""
    level = len(HEADING.findall(cells[at].source)[0][0])
    for end in range(at + 1, len(cells)):
        marks = HEADING.findall(cells[end].source) if cells[end].cell_type == "markdown" else []
        if any(len(mark) <= level for mark, _ in marks):
            return cells[at:end]
    return cells[at:]


class Guesses(unittest.TestCase):
    def test_whoever_breaks_something_first_writes_down_a_guess(self) -> None:
        breaks = 0
        for file in numbered(SOLUTIONS):
            cells = notebooks.read(file).cells
            for at, cell in enumerate(cells):
                if cell.cell_type == "markdown" and cell.source.startswith("## Break it"):
                    breaks += 1
                    first = next((each for each in section(cells, at) if each.cell_type == "code"), None)
                    self.assertEqual(
                        "predict", first and notebooks.role(first), f"{file.stem}, {cell.source.splitlines()[0]}"
                    )
        self.assertGreater(breaks, 0)

    def test_what_is_to_be_predicted_is_asked_right_before(self) -> None:
        for file in numbered(SOLUTIONS):
            cells = notebooks.read(file).cells
            for before, cell in pairwise(cells):
                if notebooks.role(cell) == "predict":
                    self.assertIn("?", before.source, f"{file.stem}, {cell.id}")


class Glossary(unittest.TestCase):
    def test_every_word_is_linked_once_from_the_notebook_in_its_row_and_from_no_other(self) -> None:
        rows = {slug: stem for slug, _, stem in ROW.findall(GLOSSARY)}
        self.assertEqual(len(re.findall(r"^\| .*\(\d\d-[a-z-]+\.ipynb\)", GLOSSARY, re.M)), len(rows))
        linked: dict[str, list[str]] = {slug: [] for slug in rows}
        for file in numbered(SOLUTIONS):
            for cell in notebooks.read(file).cells:
                for _, slug in LINK.findall(cell.source) if cell.cell_type == "markdown" else ():
                    self.assertIn(slug, linked, f"{file.stem}, {cell.id}")
                    linked[slug].append(file.stem)
        self.assertEqual({slug: [stem] for slug, stem in rows.items()}, linked)

    def test_a_word_is_linked_where_it_is_set_off_first(self) -> None:
        for file in numbered(SOLUTIONS):
            before = ""
            for cell in notebooks.read(file).cells:
                if is_text(cell):
                    for found in LINK.finditer(cell.source):
                        text = before + cell.source[: found.start()]
                        self.assertNotRegex(text, rf"\*{re.escape(found.group(1))}\*", f"{file.stem}, {cell.id}")
                    before += cell.source


class Cells(unittest.TestCase):
    def test_no_code_cell_but_the_first_is_longer_than_15_lines(self) -> None:
        for file in numbered(SOLUTIONS):
            code = [cell for cell in notebooks.read(file).cells if cell.cell_type == "code"]
            long = [cell.id for cell in code[1:] if len(cell.source.splitlines()) > LINES]
            self.assertEqual([], long, file.stem)

    def test_every_role_of_a_cell_stands_in_the_table_of_roles_and_no_other(self) -> None:
        page = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Notebooks")[1].split("\n## ")[0]
        told = {name for row in re.findall(r"^\| (`.*?) \|", page, re.M) for name in re.findall(r"`([a-z-]+)`", row)}
        used = {notebooks.role(cell) for file in numbered(SOLUTIONS) for cell in notebooks.read(file).cells}
        self.assertEqual(used, told)


if __name__ == "__main__":
    unittest.main()

"""How long the notebooks take, and that the core path covers the unit."""

import json
import unittest
from pathlib import Path

import nbformat
from kit import ROOT, SOLUTIONS, notebooks, times
from kit.notebook_files import numbered
from nbformat import NotebookNode

UNIT = ROOT / "lib" / "course" / "src" / "test" / "resources" / "unit.json"


def markdown(source: str, **metadata: object) -> NotebookNode:
    made: NotebookNode = nbformat.v4.new_markdown_cell(source, metadata={"tidemark": {"role": "text"} | metadata})
    return made


def code(source: str, role: str, **metadata: object) -> NotebookNode:
    made: NotebookNode = nbformat.v4.new_code_cell(source, metadata={"tidemark": {"role": role} | metadata})
    return made


def exercise(solution_lines: int, **metadata: object) -> NotebookNode:
    return code(
        "int f() {\n// BEGIN SOLUTION\n" + "x;\n" * solution_lines + "// END SOLUTION\n}", "exercise", **metadata
    )


def notebook(*cells: NotebookNode) -> NotebookNode:
    made: NotebookNode = nbformat.v4.new_notebook(cells=[markdown("# Title\n\n`CORE` 1 minute"), *cells])
    return made


class Method(unittest.TestCase):
    def test_text_takes_a_minute_for_220_words(self) -> None:
        self.assertEqual(1, times.minutes(markdown("word " * 220)))

    def test_targets_of_links_and_tags_are_not_read(self) -> None:
        self.assertEqual(
            times.minutes(markdown("two words")),
            times.minutes(markdown("<details>[two](glossary.md#offset-lag)</details> [words](01-lag.ipynb)")),
        )

    def test_a_worked_cell_takes_5_seconds_a_line_and_10_to_run(self) -> None:
        self.assertEqual(0.5, times.minutes(code("a\n\nb\nc\nd", "worked")))

    def test_an_exercise_takes_what_its_kind_or_its_solution_says(self) -> None:
        self.assertEqual(7, times.minutes(exercise(5)))
        self.assertEqual(4, times.minutes(exercise(5, kind="counterexample")))
        self.assertEqual(1, times.minutes(code("", "self-test")))

    def test_what_is_asked_again_closed_book_takes_half_as_long(self) -> None:
        self.assertEqual(3.5, times.minutes(exercise(5, again=True)))
        self.assertEqual(0.5, times.minutes(code("", "self-test", again=True)))

    def test_hints_and_discussions_are_not_counted(self) -> None:
        self.assertEqual(
            0, times.minutes(nbformat.v4.new_markdown_cell("word " * 99, metadata={"tidemark": {"role": "hints"}}))
        )

    def test_what_is_further_is_not_on_the_core_path(self) -> None:
        self.assertEqual((1, 7), times.parts(notebook(exercise(5, further=True))))

    def test_a_badge_stands_for_its_exercise_else_for_all_up_to_the_next(self) -> None:
        made = notebook(
            markdown("`CORE` 0 minutes"),
            exercise(5),
            markdown("`FURTHER` 0 minutes", further=True),
            markdown("word " * 500, further=True),
        )
        self.assertEqual("`CORE` 7 minutes", times.badge(made, 1))
        self.assertEqual("`FURTHER` 3 minutes", times.badge(made, 3))
        self.assertEqual("`CORE` 8 minutes, then `FURTHER` 3 minutes", times.badge(made, 0))

    def test_a_notebook_without_a_core_path_says_the_further_minutes_only(self) -> None:
        made = nbformat.v4.new_notebook(
            cells=[markdown("# Title\n\n`FURTHER` 1 minute", further=True), markdown("word " * 500, further=True)]
        )
        self.assertEqual("`FURTHER` 3 minutes", times.badge(made, 0))


class Course(unittest.TestCase):
    def test_the_core_path_takes_at_most_five_hours(self) -> None:
        self.assertLessEqual(times.total(), times.LIMIT)

    def test_every_badge_says_what_the_method_gives(self) -> None:
        for file in numbered(SOLUTIONS):
            made = notebooks.read(file)
            said = [
                (cell.id, found.group())
                for cell in made.cells
                if cell.cell_type == "markdown" and (found := times.BADGE.search(cell.source))
            ]
            computed = [
                (cell.id, times.badge(made, at))
                for at, cell in enumerate(made.cells)
                if cell.cell_type == "markdown" and times.BADGE.search(cell.source)
            ]
            self.assertEqual(computed, said, f"{file.stem}: write them with ./course times")

    def test_every_exercise_and_every_notebook_has_a_badge(self) -> None:
        for file in numbered(SOLUTIONS):
            cells = notebooks.read(file).cells
            self.assertRegex(cells[0].source, times.BADGE)
            last = ""
            for cell in cells:
                if times.BADGE.search(cell.source):
                    last = cell.source
                if times.is_asked(cell):
                    self.assertIn("`FURTHER`" if times.further(cell) else "`CORE`", last, f"{file.stem}, {cell.id}")

    def test_every_line_of_the_unit_is_tied_to_a_cell_of_the_core_path(self) -> None:
        core = {
            f"{file.stem}/{cell.id}"
            for file in numbered(SOLUTIONS)
            for cell in notebooks.read(file).cells
            if not times.further(cell)
        }
        for section, tied in json.loads(Path(UNIT).read_text("utf-8")).items():
            for line, cells in tied.items():
                self.assertTrue(cells, f"{section}: {line}")
                self.assertEqual([], [cell for cell in cells if cell not in core], f"{section}: {line}")


if __name__ == "__main__":
    unittest.main()

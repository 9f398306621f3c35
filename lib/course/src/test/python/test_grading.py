"""Grading without a kernel: what is put back."""

import unittest
import unittest.mock
from pathlib import Path
from tempfile import TemporaryDirectory

import submitted
import submitted_long
from kit.grading import cells, findings, isolation, one, worker
from kit.grading.results import Graded
from kit.jdk import Jdk
from references import reference
from submitted import LAG, LEFT, RIGHT_LAG, RIGHT_LEFT, answered


def grader() -> one.Grader:
    fence = isolation.Fence(False, False, False)
    return one.Grader({"01-lag": reference()}, {}, fence, Jdk(Path("jdk"), "", "17", ""), Path(), [], worker.Limits())


class Hundred(unittest.TestCase):
    def test_the_class_of_a_hundred_has_every_case_of_the_twelve_and_every_file_that_cannot_be_graded(self) -> None:
        cases = submitted_long.hundred(Path("other"), Path("outside"), 9)
        names = [case.name for case in cases]
        self.assertEqual((100, 100), (len(names), len(set(names))))
        self.assertLessEqual({case.name for case in submitted.short(Path("other"), Path("outside"), 9)}, set(names))
        unread = [case.content for case in cases if not case.states]
        self.assertEqual(list(submitted.NOT_GRADABLE.values()), unread)
        self.assertGreater(sum(name.startswith("right ") for name in names), 15)
        self.assertGreater(sum(name.startswith("wrong ") for name in names), 15)


class PutBack(unittest.TestCase):
    """The cells that are graded."""

    def prepared(self, content: bytes, file: str = "01-lag.ipynb") -> findings.Prepared | Graded:
        with TemporaryDirectory() as scratch:
            path = Path(scratch) / file
            path.write_bytes(content)
            return one.prepare(grader(), "ada", path, "01-lag")

    def sources(self, content: bytes) -> tuple[list[str], list[str]]:
        """The sources from the first answer on, and the notes."""
        made = self.prepared(content)
        assert isinstance(made, findings.Prepared), made
        ids = [cells.key(cell) for cell in made.notebook.cells if cells.check(cell) or cells.answer(cell)]
        self.assertEqual(len({cell.id for cell in made.notebook.cells}), len(made.notebook.cells))
        for cell in made.notebook.cells:
            if cells.check(cell):
                self.assertEqual(f'Check.run("{cells.exercise_id(cell)}");', cell.source)
                self.assertEqual(3, cell.metadata.nbgrader.points)
        return ids[ids.index(LAG) :], made.row.notes

    def test_what_was_handed_out_stays_as_it_is(self) -> None:
        expected = [LAG, f"{LAG}-check", LEFT, f"{LEFT}-check", "01-self-test-1"]
        self.assertEqual((expected, []), self.sources(answered()))
        self.assertEqual((expected, []), self.sources(answered(RIGHT_LAG, RIGHT_LEFT)))

    def test_a_check_that_was_deleted_edited_doubled_or_moved_is_run_once_behind_its_answer(self) -> None:
        check = f"{LAG}-check"
        changes = {
            "deleted": submitted.removed(check),
            "deleted, both": submitted.removed(check, f"{LEFT}-check"),
            "edited": submitted.edited(check, source='render("right")'),
            "points": submitted.edited(check, metadata={"nbgrader": {"grade_id": check, "points": 99, "grade": True}}),
            "made a text": submitted.edited(check, cell_type="markdown"),
            "there 2 times": submitted.doubled(check),
            "before its answer": submitted.moved_to_front(check),
        }
        for what, change in changes.items():
            with self.subTest(what):
                listed, notes = self.sources(answered(RIGHT_LAG, RIGHT_LEFT, change))
                self.assertEqual([LAG, check, LEFT, f"{LEFT}-check", "01-self-test-1"], listed)
                self.assertTrue(any(check in note for note in notes), notes)

    def test_an_answer_split_in_two_stays_split(self) -> None:
        listed, _ = self.sources(answered(RIGHT_LAG, RIGHT_LEFT, submitted.doubled(LAG)))
        self.assertEqual([LAG, LAG, f"{LAG}-check"], listed[:3])

    def test_a_notebook_without_its_answers_has_its_checks(self) -> None:
        listed, _ = self.sources(answered(change=submitted.removed(LEFT, f"{LEFT}-check")))
        self.assertEqual([LAG, f"{LAG}-check", f"{LEFT}-check", "01-self-test-1"], listed)

    def test_the_first_cell_is_the_courses(self) -> None:
        def emptied(made: submitted.Notebook) -> None:
            next(cell for cell in made["cells"] if cell["cell_type"] == "code")["source"] = "int x;"

        made = self.prepared(answered(change=emptied))
        assert isinstance(made, findings.Prepared)
        self.assertIn("the first cell was changed or deleted; restored", made.row.notes)
        first = next(cell for cell in made.notebook.cells if cell.cell_type == "code")
        self.assertIn("Class.forName", first.source)

    def test_a_file_is_graded_in_every_form_in_which_it_arrives(self) -> None:
        whole = answered(RIGHT_LAG, 'String s = "ü日本";\n' + RIGHT_LEFT)
        plain, _ = self.sources(whole)
        for what, content in submitted.forms(whole).items():
            with self.subTest(what):
                made = self.prepared(content)
                assert isinstance(made, findings.Prepared), made
                self.assertEqual(plain, self.sources(content)[0])
                self.assertFalse([note for note in made.row.notes if "restored" in note])
                self.assertEqual({LAG, LEFT}, set(self.changed(made)))
                self.assertIn("ü日本", "".join(cell.source for cell in made.notebook.cells))
                self.assertFalse(any("\r" in cell.source for cell in made.notebook.cells))

    def changed(self, made: findings.Prepared) -> list[str]:
        """The keys of the cells that are not the course's."""
        self.assertEqual([], one.added(made))
        return [cells.key(cell) for cell in made.notebook.cells if cell.id in made.theirs]

    def test_what_cannot_be_graded_has_no_points_and_no_0(self) -> None:
        for what, content in submitted.NOT_GRADABLE.items():
            with self.subTest(what):
                made = self.prepared(content)
                assert isinstance(made, Graded)
                self.assertEqual(("not gradable", False, None), (made.state, made.complete, made.earned()))
                self.assertTrue(made.reason)
                self.assertEqual([("not gradable", None)] * 2, [(each.state, each.points) for each in made.exercises])


if __name__ == "__main__":
    unittest.main()

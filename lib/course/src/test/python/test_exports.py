"""What grading writes and keeps: points as tables, and what is known from the run before."""

import contextlib
import csv
import io
import sqlite3
import unittest
import unittest.mock
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from kit import NOTEBOOKS
from kit.errors import Stop
from kit.grading import cells, command, exports, pasted, regrade, submissions
from kit.grading.results import Finding, Graded, Grades, read, result
from kit.jdk import Jdk
from kit.notebooks import read as read_notebook
from references import reference
from submitted import LAG, RIGHT_LAG


class Written(unittest.TestCase):
    """The files."""

    def grades(self, *states: str, learner: str = "ada", **more: str) -> Grades:
        asked = reference().exercises
        row = Graded(learner, "01-lag", content="c", key="k", **more)  # type: ignore[arg-type]
        row.exercises = [result(each, Finding(state)) for each, state in zip(asked, states, strict=True)]
        return Grades("course", "2026-01-01T00:00:00Z", {}, {"01-lag": asked}, [learner], [row])

    def rows(self, grades: Grades, name: str) -> list[list[str]]:
        with TemporaryDirectory() as scratch:
            exports.write(grades, Path(scratch))
            text = (Path(scratch) / name).read_bytes().decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text)))

    def test_not_attempted_and_an_earned_0_differ_in_every_export_and_not_gradable_in_all_but_canvas(self) -> None:
        kinds = [self.grades(state, state) for state in ("not attempted", "wrong", "not gradable")]
        kinds[2].notebooks[0].state, kinds[2].notebooks[0].reason = "not gradable", "broken"
        for name in ("grades.csv", "moodle.csv"):
            self.assertEqual(3, len({str(self.rows(each, name)) for each in kinds}), name)
        self.assertEqual(["", "0", ""], [self.rows(each, "canvas.csv")[2][5] for each in kinds])
        self.assertEqual(["", "0", ""], [self.rows(each, "moodle.csv")[1][1] for each in kinds])
        with TemporaryDirectory() as scratch:
            found = []
            for each in kinds:
                exports.write(each, Path(scratch))
                found.append([case[0].tag for case in ElementTree.parse(Path(scratch) / "junit.xml").iter("testcase")])
            self.assertEqual([["skipped"] * 2, ["failure"] * 2, ["error"] * 2], found)

    def test_a_file_that_no_notebook_could_be_told_from_is_said_in_the_place_of_each_that_is_missing(self) -> None:
        made = self.grades("right", "right")
        made.learners.append("bela")
        made.notebooks.append(Graded("bela", "", file="bela.zip", state="not gradable", reason="broken"))
        self.assertEqual(["bela", "", "bela.zip: not gradable: broken"], self.rows(made, "moodle.csv")[2])

    def test_a_name_is_text_in_every_table(self) -> None:
        for name in ('=HYPERLINK("x")', "+1", "-1", "@x", "\t=1", " =1", "a\nb", "\u202egnp"):
            for file in ("grades.csv", "moodle.csv", "canvas.csv"):
                for row in self.rows(self.grades("right", "wrong", learner=name), file):
                    for field in row:
                        self.assertNotRegex(field, r"^\s*[=+\-@\t]|[\n\u202e]", (name, file))

    def test_what_is_written_is_what_is_read(self) -> None:
        with TemporaryDirectory() as scratch:
            made = self.grades("right", "wrong")
            exports.write(made, Path(scratch))
            self.assertEqual(made, read(Path(scratch) / "grades.json"))

    def test_the_sample_is_of_this_format(self) -> None:
        sample = read(Path(__file__).with_name("grades-sample.json"))
        assert sample is not None
        states = {each.state for row in sample.notebooks for each in row.exercises}
        self.assertLessEqual({"right", "wrong", "not attempted", "not gradable", "to be graded by a person"}, states)

    def known(self, *states: str) -> regrade.Known:
        return {(row.learner, row.assignment): row for row in self.grades(*states).notebooks}

    def test_no_score_falls_unless_it_is_accepted(self) -> None:
        for accept, expected in ((False, 3.0), (True, 0.0)):
            now = self.grades("wrong", "right")
            said = regrade.compare(self.known("right", "wrong"), now, accept)
            self.assertEqual([expected, 3.0], [each.points for each in now.notebooks[0].exercises])
            self.assertIn("the course changed", said[0])
            self.assertEqual(not accept, now.notebooks[0].exercises[0].kept is not None)
        self.assertEqual([], regrade.compare(self.known("right", "wrong"), self.grades("right", "wrong"), False))

    def test_a_score_that_was_kept_waits_until_it_is_accepted(self) -> None:
        known = self.known("right", "right")
        for accept, expected in ((False, 3.0), (False, 3.0), (True, 0.0)):
            now = self.grades("wrong", "right")
            self.assertTrue(regrade.compare(known, now, accept))
            self.assertEqual(expected, now.notebooks[0].exercises[0].points)
            known = {("ada", "01-lag"): now.notebooks[0]}

    def test_a_score_whose_file_is_gone_is_said_and_stays_until_that_is_accepted(self) -> None:
        known = self.known("right", "wrong")
        for accept, expected in ((False, [3.0, None]), (False, [3.0, None]), (True, [None, None])):
            now = self.grades("right", "right")
            now.notebooks = [Graded("ada", "", state="not gradable", file="ada.zip", reason="broken")]
            said = regrade.compare(known, now, accept)
            row = now.notebooks[1]
            self.assertEqual(expected, [each.points for each in row.exercises])
            self.assertEqual("nothing handed in" if accept else "graded", row.state)
            self.assertIn(f"ada, {LAG}: 3 of 3 → nothing handed in" + ("" if accept else " KEPT"), said)
            self.assertEqual(not accept, "--accept" in said[-1])
            known = {("ada", "01-lag"): row}
        self.assertEqual([], regrade.compare(known, Grades("c", "m", {}, now.assignments, [], []), False))

    def test_a_learner_who_is_gone_from_a_class_keeps_the_score_and_one_who_was_not_asked_for_is_not_missed(
        self,
    ) -> None:
        with TemporaryDirectory() as scratch:
            out = Path(scratch)
            of_class = [submissions.Submission(name, group="class", whole=True) for name in ("ada", "bela")]
            whole = self.grades("right", "right")
            whole.notebooks += self.grades("right", "wrong", learner="bela").notebooks
            regrade.Memory(out, of_class).write(whole)
            alone = regrade.Memory(out, [submissions.Submission("ada", group="class")])
            self.assertEqual([("ada", "01-lag")], list(alone.known([])))
            notebook = regrade.Memory(out, [submissions.Submission("ada", group="class", alone=True)])
            self.assertEqual([], list(notebook.known([Graded("ada", "06-compaction")])))
            self.assertEqual([("ada", "01-lag")], list(notebook.known([Graded("ada", "01-lag")])))
            memory = regrade.Memory(out, of_class[:1])
            now = self.grades("right", "right")
            self.assertIn("bela", regrade.compare(memory.known(now.notebooks), now, False)[0])
            self.assertEqual((["ada", "bela"], 3.0), (now.learners, now.notebooks[1].earned()))
            memory.write(now)
            exports.write(now, out)
            self.assertIn("bela", (out / "grades.csv").read_text("utf-8-sig"))

    def test_a_row_is_kept_as_soon_as_it_is_there_and_used_while_nothing_changes(self) -> None:
        with TemporaryDirectory() as scratch:
            memory = regrade.Memory(Path(scratch), [submissions.Submission("ada", group="class")])
            row = self.grades("right", "wrong").notebooks[0]
            memory.keep(row)
            self.assertEqual(row, memory.kept("ada", "01-lag", "k"))
            self.assertIsNone(memory.kept("ada", "01-lag", "another key"))
            self.assertIsNone(memory.kept("ada", "06-compaction", "k"))

    def test_grading_one_learner_forgets_no_other_and_two_classes_are_apart(self) -> None:
        with TemporaryDirectory() as scratch:
            out = Path(scratch)
            of_class = [submissions.Submission(name, group="class") for name in ("ada", "bela")]
            whole = self.grades("right", "right")
            whole.notebooks += self.grades("right", "wrong", learner="bela").notebooks
            regrade.Memory(out, of_class).write(whole)
            regrade.Memory(out, of_class[:1]).write(self.grades("right", "right"))
            self.assertEqual({"ada", "bela"}, {name for name, _ in regrade.Memory(out, of_class).known([])})
            other = [submissions.Submission("ada", group="another class")]
            self.assertEqual({}, regrade.Memory(out, other).known([]))


class Pasted(unittest.TestCase):
    def test_a_copy_is_reported_whatever_its_spaces_and_comments(self) -> None:
        solved = read_notebook(NOTEBOOKS.parent / "solutions" / "01-lag.ipynb")
        solution = pasted.solutions(solved)[LAG]
        source = next(cell.source for cell in solved.cells if cells.key(cell) == LAG)
        copied = source.replace("  ", "\t ").replace(";", "; // mine\n")
        self.assertIn("equal to the course's solution", pasted.looks(copied, solution, set()))
        self.assertEqual("", pasted.looks(RIGHT_LAG, solution, pasted.holders(LAG, source)))

    def test_the_librarys_own_answer_is_reported(self) -> None:
        types = pasted.holders("06-compact", "")
        self.assertIn("Compactor", pasted.looks("return new Compactor(log).run();", "", types))
        self.assertEqual("", pasted.looks("// Compactor\nreturn log.size();", "", types))


class Locked(unittest.TestCase):
    def test_a_gradebook_that_another_holds_is_said_in_time_and_all_else_is_written(self) -> None:
        from kit.grading import gradebook

        with TemporaryDirectory() as scratch:
            file = Path(scratch) / "gradebook.db"
            file.touch()
            gradebook.writable(file)
            with contextlib.closing(sqlite3.connect(file)) as other:
                other.execute("BEGIN EXCLUSIVE")
                with unittest.mock.patch.object(gradebook, "WAIT", 0.2):
                    self.assertRaisesRegex(Stop, "locked", gradebook.writable, file)
                    handed_in = Path(scratch) / "class" / "ada" / "01-lag.ipynb"
                    handed_in.parent.mkdir(parents=True)
                    handed_in.write_text("no notebook", "utf-8")
                    asked = command.Asked([handed_in.parents[1]], Path(scratch) / "out", gradebook=file)
                    with contextlib.redirect_stdout(io.StringIO()), self.assertRaisesRegex(Stop, "locked"):
                        command.command(Jdk(Path("jdk"), "", "17", ""), asked)
                    written = {each.name for each in (Path(scratch) / "out").iterdir()}
                    self.assertLessEqual({"grades.csv", "moodle.csv", "grades.json", "report.html"}, written)
            file.write_bytes(b"no database" * 100)
            self.assertRaisesRegex(Stop, "cannot be written", gradebook.writable, file)


if __name__ == "__main__":
    unittest.main()

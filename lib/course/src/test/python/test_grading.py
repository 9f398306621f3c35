"""Grading without a kernel: what is found, what is put back, what is written."""

import contextlib
import csv
import io
import os
import re
import sqlite3
import subprocess
import unittest
import unittest.mock
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import nbformat
import submitted
from kit import NOTEBOOKS, doctor
from kit.errors import Stop
from kit.grading import cells, exports, feedback, findings, isolation, one, pasted, regrade, submissions, worker
from kit.grading.results import Finding, Graded, Grades, read, result
from kit.jdk import Jdk
from kit.notebooks import read as read_notebook
from references import NAMES, reference
from submitted import LAG, LEFT, RIGHT_LAG, RIGHT_LEFT, answered


def grader() -> one.Grader:
    fence = isolation.Fence(False, False, False)
    return one.Grader({"01-lag": reference()}, {}, fence, Jdk(Path("jdk"), "", "17", ""), Path(), [], worker.Limits())


class Found(unittest.TestCase):
    """What was handed in."""

    def setUp(self) -> None:
        scratch = TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.scratch = self.folder / "unpacked"

    def file(self, place: str, content: bytes = b"{}") -> Path:
        file = self.folder / "class" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        return file

    def found(self, place: str = "class") -> dict[str, list[str]]:
        listed = submissions.find(self.folder / place, NAMES, self.scratch)
        return {each.learner: [file.name for file in each.files] for each in listed}

    def test_a_class_is_a_folder_for_each_learner_with_or_without_one_for_each_assignment(self) -> None:
        self.file("ada/01-lag.ipynb")
        self.file("Lab (x+y) ü/01-lag/01-lag.ipynb")
        (self.folder / "class" / "nothing").mkdir()
        expected = {"Lab (x+y) ü": ["01-lag.ipynb"], "ada": ["01-lag.ipynb"], "nothing": []}
        self.assertEqual(expected, self.found())

    def test_a_folder_of_nbgraders_own_is_a_class_by_what_was_submitted(self) -> None:
        self.file("submitted/ada/01-lag/01-lag.ipynb")
        self.file("source/01-lag/01-lag.ipynb")
        self.assertEqual({"ada": ["01-lag.ipynb"]}, self.found())

    def test_a_learners_folder_and_a_notebook_are_one_learner(self) -> None:
        self.file("ada/01-lag/01-lag.ipynb")
        self.file("ada/02-dead-letters/02-dead-letters.ipynb")
        self.assertEqual({"ada": ["01-lag.ipynb", "02-dead-letters.ipynb"]}, self.found("class/ada"))
        self.assertEqual({"ada": ["01-lag.ipynb"]}, self.found("class/ada/01-lag/01-lag.ipynb"))

    def test_a_learner_is_of_the_same_class_alone_and_among_the_others(self) -> None:
        self.file("submitted/ada/01-lag/01-lag.ipynb")
        self.file("submitted/bela/01-lag/01-lag.ipynb")
        groups = set()
        for place in ("class", "class/submitted", "class/submitted/ada", "class/submitted/ada/01-lag/01-lag.ipynb"):
            groups |= {each.group for each in submissions.find(self.folder / place, NAMES, self.scratch)}
        self.assertEqual(1, len(groups), groups)

    def test_a_zip_is_read_as_what_it_holds_and_nothing_leaves_its_folder(self) -> None:
        file = self.folder / "ada.zip"
        with zipfile.ZipFile(file, "w") as archive:
            for name in ("../escaped.ipynb", "/absolute.ipynb", "C:/drive.ipynb", "..\\back.ipynb", "ada/01-lag.ipynb"):
                archive.writestr(name, "{}")
            link = zipfile.ZipInfo("ada/link.ipynb")
            link.external_attr = 0o120777 << 16
            archive.writestr(link, "/etc/passwd")
        found = submissions.find(file, NAMES, self.scratch)
        inside = list(self.folder.rglob("*.ipynb"))
        self.assertTrue(all(self.scratch in path.parents for path in inside), inside)
        self.assertFalse(any(path.is_symlink() for path in inside))
        self.assertIn("01-lag.ipynb", [path.name for each in found for path in each.files])

    def test_a_zip_that_cannot_be_read_costs_its_learner_only(self) -> None:
        self.file("ada.zip", b"PK not a zip")
        self.file("bela/01-lag.ipynb")
        self.assertEqual({"ada": [], "bela": ["01-lag.ipynb"]}, self.found())

    @unittest.skipIf(os.name == "nt", "a link needs rights there")
    def test_links_are_not_followed_and_that_is_said(self) -> None:
        self.file("ada/01-lag.ipynb")
        (self.folder / "class" / "ada" / "data").symlink_to(self.folder)
        (self.folder / "class" / "bela").symlink_to(self.folder / "class" / "ada")
        listed = submissions.find(self.folder / "class", NAMES, self.scratch)
        self.assertEqual([1, 0], [len(each.files) for each in listed])
        self.assertEqual(["data is a link, and links are not followed"], listed[0].notes)
        self.assertEqual(["bela is a link, and links are not followed"], listed[1].notes)

    def test_an_attempts_number_is_not_part_of_its_name(self) -> None:
        for name, expected in (("01-lag-2", ("01-lag", 2)), ("01-lag (3)", ("01-lag", 3)), ("01-LAG", ("01-lag", 0))):
            self.assertEqual(expected, submissions.assignment_of(Path(f"{name}.ipynb"), NAMES), name)
        self.assertEqual(("", 0), submissions.assignment_of(Path("my own.ipynb"), NAMES))

    def test_what_is_not_there_is_said(self) -> None:
        self.assertRaisesRegex(Stop, "no such file", submissions.find, self.folder / "x", NAMES, self.scratch)
        (self.folder / "class").mkdir()
        self.assertRaisesRegex(Stop, "nothing to grade", self.found)


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

    def test_not_attempted_an_earned_0_and_not_gradable_differ_in_every_export(self) -> None:
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
            self.assertEqual({"ada", "bela"}, {name for name, _ in regrade.Memory(out, of_class).known()})
            other = [submissions.Submission("ada", group="another class")]
            self.assertEqual({}, regrade.Memory(out, other).known())


class Harmless(unittest.TestCase):
    """A learner's page."""

    HOSTILE = (
        "<img src=x onerror=alert(1)>",
        "<script>alert(1)</script>",
        "<svg onload=alert(1)><script>alert(1)</script><animate onbegin=alert(1)/></svg>",
        "<a href='javascript:alert(1)'>x</a>",
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
        "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
        "<div style='background:url(javascript:alert(1));position:fixed;inset:0'>x</div>",
        "<form action=//x><button formaction=javascript:alert(1)>x</button></form>",
        "<meta http-equiv=refresh content='0;url=//x'><base href=//x><link rel=stylesheet href=//x>",
        "[x](javascript:alert(1)) ![y](//x/y.png)",
    )

    def test_nothing_of_a_learner_runs_or_loads(self) -> None:
        made = read_notebook(NOTEBOOKS / "01-lag.ipynb")
        for index, each in enumerate(self.HOSTILE):
            html = [{"output_type": "display_data", "data": {"text/html": each, "text/markdown": each}, "metadata": {}}]
            html += [{"output_type": "display_data", "data": {"image/svg+xml": each}, "metadata": {}}]
            html += [{"output_type": "display_data", "data": {"application/javascript": each}, "metadata": {}}]
            html += [{"output_type": "error", "ename": each, "evalue": each, "traceback": [each]}]
            html += [{"output_type": "stream", "name": "stdout", "text": each}]
            raw = [{"cell_type": "code", "id": f"h{index}", "metadata": {}, "source": each, "outputs": html}]
            raw += [{"cell_type": "markdown", "id": f"m{index}", "metadata": {}, "source": each}]
            raw += [{"cell_type": "raw", "id": f"r{index}", "metadata": {}, "source": each}]
            made.cells += [cells.fresh(nbformat.from_dict({"execution_count": None} | cell)) for cell in raw]
            made.cells[-3].outputs = nbformat.from_dict(html)
        row = Graded(self.HOSTILE[0], self.HOSTILE[1], notes=[self.HOSTILE[2]])
        page = feedback.page(row, made)
        self.assertIn("default-src 'none'", page)
        kept = feedback.harmless(made).cells
        shown = [cell.source for cell in kept if cell.cell_type != "code"]
        shown += [each.get("data", {}).get("text/html", "") for cell in kept for each in cell.get("outputs", [])]
        for text in (page.split("</style>", 1)[1], "\n".join(shown)):
            tags = "|".join(
                ("script", "iframe", "form", "button", "meta", "base", "link", "object", "embed", "animate")
            )
            for danger in (
                rf"<({tags})\b[^>]*",
                r"<[^>]*\son\w+\s*=[^>]*",
                r"<[^>]*(?:href|src)\s*=\s*[\"']?\s*(?:javascript:|//|http)[^>]*",
                r"<[^>]*style=[^>]*(?:url\(|position)[^>]*",
            ):
                self.assertEqual([], re.findall(danger, text, re.IGNORECASE)[:3])

    def test_nothing_of_a_learner_runs_in_a_browser(self) -> None:
        chromium = doctor.browser()
        if chromium is None:
            self.skipTest("no Chromium was found")
        ran = [each.replace("alert(1)", "document.body.dataset.ran=1") for each in self.HOSTILE]
        output = [{"output_type": "display_data", "data": {"text/html": each}, "metadata": {}} for each in ran]
        output += [{"output_type": "error", "ename": each, "evalue": each, "traceback": [each]} for each in ran]
        cell = {"cell_type": "code", "id": "h", "metadata": {}, "source": "".join(ran), "execution_count": 1}
        texts = [
            {"cell_type": "markdown", "id": f"m{index}", "metadata": {}, "source": ran[index]} for index in range(9)
        ]
        made = nbformat.from_dict({"cells": [{**cell, "outputs": output}, *texts], "metadata": {}, "nbformat": 4})
        made["nbformat_minor"] = 5
        page = feedback.page(Graded(ran[0], ran[1], notes=ran), made)
        bare = "<!doctype html><body>" + "".join(ran[:2])  # a later one leads to another page
        for what, text, expected in (("ours", page, False), ("no policy, no sanitiser", bare, True)):
            with TemporaryDirectory() as scratch:
                file = Path(scratch) / "page.html"
                file.write_text(text, "utf-8")
                options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={scratch}/profile"]
                done = subprocess.run(
                    [chromium, *options, "--virtual-time-budget=2000", "--dump-dom", file.as_uri()],
                    capture_output=True,
                    text=True,
                    timeout=120,
                )
            self.assertEqual(expected, "data-ran=" in done.stdout, what)

    def test_a_verdict_and_a_chart_are_still_seen(self) -> None:
        verdict = '<div class="tidemark-verdict" data-state="wrong" style="border-left:6px solid #b71c1c">no</div>'
        chart = '<svg role="img" aria-label="lag" viewBox="0 0 9 9"><path d="M0 0L9 9" stroke="#000"/></svg>'
        cleaned = feedback.cleaner().clean(verdict + chart)
        for kept in ('data-state="wrong"', "border-left", '<path d="M0 0L9 9"', 'aria-label="lag"'):
            self.assertIn(kept, cleaned)

    def test_two_names_never_share_a_file(self) -> None:
        names = ["a b", "a-b", "a/b", "ü", "日本", "", "..", "a" * 100, "a" * 101]
        self.assertEqual(len(names), len({feedback.safe(name) for name in names}))
        self.assertTrue(all(name and "/" not in name and name[0] != "." for name in map(feedback.safe, names)))


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
    def test_a_gradebook_that_another_holds_is_said_in_time(self) -> None:
        from kit.grading import gradebook

        with TemporaryDirectory() as scratch:
            file = Path(scratch) / "gradebook.db"
            file.touch()
            gradebook.writable(file)
            with contextlib.closing(sqlite3.connect(file)) as other:
                other.execute("BEGIN EXCLUSIVE")
                with unittest.mock.patch.object(gradebook, "WAIT", 0.2):
                    self.assertRaisesRegex(Stop, "locked", gradebook.writable, file)
            file.write_bytes(b"no database" * 100)
            self.assertRaisesRegex(Stop, "cannot be written", gradebook.writable, file)


if __name__ == "__main__":
    unittest.main()

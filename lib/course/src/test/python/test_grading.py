"""Grading without a kernel: what is found, what is put back, what is written."""

import io
import os
import random
import unittest
import unittest.mock
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import submitted
from kit.errors import Stop
from kit.grading import cells, findings, isolation, one, submissions, worker
from kit.grading.results import Graded
from kit.jdk import Jdk
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
        ada, bela = submissions.find(self.folder / "class", NAMES, self.scratch)
        self.assertIn("cannot be read", ada.refused["ada.zip"])
        self.assertEqual({}, bela.refused)

    def test_a_damaged_stream_in_a_zip_costs_its_learner_only_however_it_was_packed(self) -> None:
        kinds = {"deflated": zipfile.ZIP_DEFLATED, "bz2": zipfile.ZIP_BZIP2, "lzma": zipfile.ZIP_LZMA}
        for name, kind in kinds.items():
            written = io.BytesIO()
            with zipfile.ZipFile(written, "w", kind) as archive:
                archive.writestr("01-lag.ipynb", random.Random(7).randbytes(3000).hex())
            whole = bytearray(written.getvalue())
            whole[60:200] = bytes(each ^ 0xFF for each in whole[60:200])
            self.file(f"{name}.zip", bytes(whole))
        self.file("bela/01-lag.ipynb")
        self.assertEqual({"bela": ["01-lag.ipynb"], **{name: [] for name in kinds}}, self.found())

    def zipped(self, *places: str, **zips: bytes) -> bytes:
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w") as archive:
            for place in places:
                archive.writestr(place, "{}")
            for place, content in zips.items():
                archive.writestr(place, content)
        return written.getvalue()

    def test_a_zip_of_zips_is_a_class_of_learners(self) -> None:
        zips = {f"{name}.zip": self.zipped("01-lag.ipynb") for name in ("ada", "bela")}
        self.file("all.zip", self.zipped(**zips))
        self.assertEqual({"ada": ["01-lag.ipynb"], "bela": ["01-lag.ipynb"]}, self.found("class/all.zip"))
        groups = {each.group for each in submissions.find(self.folder / "class" / "all.zip", NAMES, self.scratch)}
        self.assertEqual({str((self.folder / "class" / "all.zip").resolve())}, groups)

    def test_a_zip_of_a_classes_folder_is_that_class(self) -> None:
        expected = {"ada": ["01-lag.ipynb"], "bela": ["01-lag.ipynb"]}
        for number, top in enumerate(("class/", "class/submitted/", "submitted/", "")):
            for inside in ("01-lag.ipynb", "01-lag/01-lag.ipynb"):
                content = self.zipped(f"{top}ada/{inside}", f"{top}bela/{inside}")
                file = self.file(f"{number}{len(inside)}.zip", content).name
                self.assertEqual(expected, self.found(f"class/{file}"), (top, inside))

    def test_a_zip_in_a_learners_folder_is_unpacked_wherever_the_folder_is(self) -> None:
        work = self.zipped("01-lag.ipynb", **{"more.zip": self.zipped("06-compaction.ipynb")})
        self.file("ada/work.zip", work)
        self.file("bela/01-lag.ipynb")
        self.file("all.zip", self.zipped("bela/01-lag.ipynb", **{"ada/work.zip": work}))
        for place in ("class", "class/all.zip"):
            if place == "class/all.zip":
                self.assertEqual({"ada": ["01-lag.ipynb"], "bela": ["01-lag.ipynb"]}, self.found(place))
            ada = next(
                each for each in submissions.find(self.folder / place, NAMES, self.scratch) if each.name == "ada"
            )
            self.assertEqual(["01-lag.ipynb"], [file.name for file in ada.files])
            self.assertEqual(["left out, since only notebooks and zips of them are read: more.zip"], ada.notes)

    def test_a_zip_in_a_learners_folder_that_cannot_be_read_is_said_beside_what_can(self) -> None:
        self.file("ada/work.zip", b"PK no")
        self.file("ada/01-lag.ipynb")
        (ada,) = submissions.find(self.folder / "class", NAMES, self.scratch)
        self.assertEqual((["01-lag.ipynb"], ["work.zip"]), ([file.name for file in ada.files], list(ada.refused)))

    def test_files_that_are_left_out_are_said_and_those_of_the_course_are_not(self) -> None:
        for name in ("01-lag.ipynb", "01-lag.html", "timestamp.txt", "glossary.md", "data/README.md", "a/b.txt"):
            self.file(f"ada/{name}")
        self.file("bela/work.rar")
        self.file("cy/timestamp.txt")
        ada, bela, cy = submissions.find(self.folder / "class", NAMES, self.scratch)
        self.assertEqual(["left out, since only notebooks and zips of them are read: 01-lag.html, b.txt"], ada.notes)
        self.assertEqual(
            {"work.rar": "there must be a notebook (.ipynb), or a zip of one; there is: work.rar"}, bela.refused
        )
        self.assertEqual(({}, [], []), (cy.refused, cy.notes, cy.files))

    def test_folders_in_folders_without_end_cost_their_learner_only(self) -> None:
        self.file("ada.zip", self.zipped("d/" * 3000 + "01-lag.ipynb", "d/" * 25 + "06-compaction.ipynb"))
        self.file("bela/01-lag.ipynb")
        deep = self.folder / "class" / "cy"
        for _ in range(40):
            deep = deep / "d"
        deep.mkdir(parents=True)
        found = self.found()
        self.assertEqual({"ada": ["06-compaction.ipynb"], "bela": ["01-lag.ipynb"], "cy": []}, found)

    @unittest.skipIf(os.name == "nt" or os.geteuid() == 0, "root may open every folder")
    def test_a_folder_that_cannot_be_opened_is_not_gradable(self) -> None:
        self.file("bela/01-lag.ipynb")
        self.file("ada/01-lag.ipynb").parent.chmod(0)
        self.addCleanup((self.folder / "class" / "ada").chmod, 0o755)
        ada, _ = submissions.find(self.folder / "class", NAMES, self.scratch)
        self.assertIn("cannot be opened", ada.refused["ada"])

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


if __name__ == "__main__":
    unittest.main()

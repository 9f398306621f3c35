"""What was handed in: which files of a folder, a class or a zip are whose."""

import io
import os
import random
import unittest
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from kit.errors import Stop
from kit.grading import submissions
from kit.grading.regrade import Memory
from references import NAMES


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

    def test_a_learning_platforms_one_folder_is_a_class_by_the_names_before_the_files(self) -> None:
        ada = ["lovelaceada_1234_5678_01-lag-1.ipynb", "lovelaceada_1234_9_06-compaction.ipynb"]
        canvas = [*ada, "kovacsbela_LATE_1235_5679_01-lag.ipynb"]
        expected = {"kovacsbela": canvas[2:], "lovelaceada": ada}
        self.file("submissions.zip", self.zipped(*canvas))
        self.assertEqual(expected, self.found("class/submissions.zip"))
        for name in canvas:
            self.file(f"unpacked/{name}")
        self.assertEqual(expected, self.found("class/unpacked"))
        self.assertEqual(("01-lag", 1), submissions.assignment_of(Path(canvas[0]), NAMES))
        self.assertEqual(("01-lag", 0), submissions.assignment_of(Path(canvas[2]), NAMES))
        moodle = "Ada Lovelace_77_assignsubmission_file_01-lag.ipynb"
        self.file("moodle.zip", self.zipped(moodle))
        self.assertEqual({"Ada Lovelace": [moodle]}, self.found("class/moodle.zip"))
        self.assertEqual(("01-lag", 0), submissions.assignment_of(Path(moodle), NAMES))

    def test_two_learners_of_one_name_on_a_platform_are_two(self) -> None:
        self.file("all.zip", self.zipped("kimlee_1_5_01-lag.ipynb", "kimlee_2_6_01-lag.ipynb"))
        listed = submissions.find(self.folder / "class" / "all.zip", NAMES, self.scratch)
        self.assertEqual(
            [["kimlee_1_5_01-lag.ipynb"], ["kimlee_2_6_01-lag.ipynb"]],
            [[file.name for file in each.files] for each in listed],
        )

    def test_learners_of_one_name_on_a_platform_keep_their_own_points_from_run_to_run(self) -> None:
        self.file("all.zip", self.zipped("kimlee_1_5_01-lag.ipynb", "kimlee_2_6_01-lag.ipynb"))
        for run in ("first", "second"):
            listed = submissions.find(self.folder / "class" / "all.zip", NAMES, self.folder / run)
            memory = Memory(self.folder / "out", listed)
            self.assertEqual(["kimlee (1)", "kimlee (2)"], sorted(memory.names))
            self.assertEqual(2, len(set(memory.names.values())))

    def test_a_file_without_a_name_before_it_makes_no_class_one_learner(self) -> None:
        names = ["lovelaceada_1_2_01-lag.ipynb", "kb_3_4_01-lag.ipynb"]
        self.file("all.zip", self.zipped(*names, "extra.ipynb", "._kb_3_4_01-lag.ipynb"))
        expected = {"lovelaceada": names[:1], "kb": names[1:], "extra": ["extra.ipynb"]}
        self.assertEqual(expected, self.found("class/all.zip"))

    def test_a_zip_of_nbgraders_folder_is_a_class_by_what_was_submitted(self) -> None:
        inside = ("submitted/ada/01-lag/01-lag.ipynb", "submitted/bo/01-lag/01-lag.ipynb", "source/01-lag/01-lag.ipynb")
        self.file("course.zip", self.zipped(*inside))
        self.assertEqual({"ada": ["01-lag.ipynb"], "bo": ["01-lag.ipynb"]}, self.found("class/course.zip"))

    def test_a_folder_or_zip_of_a_learners_zipped_assignments_is_that_learner(self) -> None:
        zips = {f"{name}.zip": self.zipped(f"{name}.ipynb") for name in ("01-lag", "06-compaction")}
        for name, content in zips.items():
            self.file(f"ada/{name}", content)
        self.file("bela.zip", self.zipped(**zips))
        self.assertEqual({"ada": ["01-lag.ipynb", "06-compaction.ipynb"]}, self.found("class/ada"))
        self.assertEqual({"bela": ["01-lag.ipynb", "06-compaction.ipynb"]}, self.found("class/bela.zip"))

    def test_a_macs_own_files_are_nobodys(self) -> None:
        for name in ("01-lag.ipynb", "._01-lag.ipynb", "._work.zip"):
            self.file(f"ada/{name}")
        (ada,) = submissions.find(self.folder / "class", NAMES, self.scratch)
        self.assertEqual((["01-lag.ipynb"], {}, []), ([file.name for file in ada.files], ada.refused, ada.notes))

    def test_many_zips_of_one_learner_have_one_limit_together(self) -> None:
        for number in range(4):
            self.file(f"ada/{number}.zip", self.zipped(f"{number}.ipynb", *(f"{each}.txt" for each in range(8))))
        with mock.patch.object(submissions, "MOST_FILES", 10):
            (ada,) = submissions.find(self.folder / "class", NAMES, self.scratch)
        self.assertEqual((["0.ipynb", "1.ipynb"], ["2.zip", "3.zip"]), ([f.name for f in ada.files], list(ada.refused)))

    def test_what_is_said_of_a_zip_names_no_folder_of_ours(self) -> None:
        self.file("ada.zip", self.zipped("a", "a/01-lag.ipynb"))
        (ada,) = submissions.find(self.folder / "class", NAMES, self.scratch)
        self.assertNotIn(str(self.scratch), ada.refused["ada.zip"])
        empty = self.file("empty.zip", self.zipped())
        with self.assertRaises(Stop) as stop:
            submissions.find(empty, NAMES, self.scratch)
        self.assertNotIn(str(self.scratch), str(stop.exception))

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


if __name__ == "__main__":
    unittest.main()

"""Variants of an exam: each learner's own text, the grader's own list, and an answer that is another's."""

import contextlib
import io
import json
import os
import platform
import re
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kit import SOLUTIONS, execution, handed_out, jdk, kernel_environment, library, release, run, variants
from kit.errors import Stop
from kit.grading import command, one
from kit.grading.results import Graded, read
from kit.notebook_files import numbered
from kit.notebooks import read as read_notebook
from nbformat import NotebookNode

SEED, NAMES = 7, ["ada", "bela", "cy"]
MORE = range(101, 109)
"""Variants in which the worked cells that vary run as well."""
EXAM = "10-completion"
TOMBSTONE, INCREMENTS = "10-counterexample-tombstone", "10-counterexample-increments"


def java() -> jdk.Jdk:
    chosen = jdk.choose(platform.system(), os.environ)
    library.ensure(chosen)
    kernel_environment.ensure_archive(Path(sys.executable), chosen)
    return chosen


def texts_of(notebook: NotebookNode) -> str:
    return "\n".join(cell.source for cell in notebook.cells)


class OneSource(unittest.TestCase):
    """The text of a variant is the course's own, with other numbers in it."""

    printed: variants.Texts
    varied: variants.Texts

    @classmethod
    def setUpClass(cls) -> None:
        found = variants.texts(java(), [0, SEED])
        cls.printed, cls.varied = found[0], found[SEED]

    def test_the_course_itself_is_variant_0_word_for_word(self) -> None:
        for solved in numbered(SOLUTIONS):
            notebook = read_notebook(solved)
            before = [cell.source for cell in notebook.cells]
            variants.vary(notebook, self.printed, self.printed)
            self.assertEqual(before, [cell.source for cell in notebook.cells])

    def test_all_that_varies_stands_in_a_notebook(self) -> None:
        noted = set()
        for solved in numbered(SOLUTIONS):
            for cell in read_notebook(solved).cells:
                noted |= set(cell.metadata.get("tidemark", {}).get("varies", {}))
        self.assertEqual(set(self.printed), noted)
        self.assertEqual(set(self.printed), set(self.varied))

    def test_no_printed_number_of_what_varies_is_left_and_no_check_or_answer_cell_is_another(self) -> None:
        for solved in numbered(SOLUTIONS):
            plain, varied = read_notebook(solved), read_notebook(solved)
            variants.vary(varied, self.printed, self.varied)
            for before, after in zip(plain.cells, varied.cells, strict=True):
                noted = before.metadata.get("tidemark", {}).get("varies", {})
                self.assertTrue(noted or before.source == after.source, before.id)
                self.assertFalse(noted and "nbgrader" in before.metadata, "a graded cell must not vary")
                for name in noted:
                    self.assertIn(self.varied[name], after.source)

    def test_texts_are_put_in_at_once_so_that_two_can_change_places(self) -> None:
        notebook = read_notebook(numbered(SOLUTIONS)[0])
        cell = notebook.cells[0]
        cell.source, cell.metadata = (
            "A or B, 10 of 100",
            NotebookNode(tidemark=NotebookNode(varies={"x.1": "A", "x.2": "B", "x.n": "10"})),
        )
        variants.vary(notebook, {"x.1": "A", "x.2": "B", "x.n": "10"}, {"x.1": "B", "x.2": "A", "x.n": "100"})
        self.assertEqual("B or A, 100 of 100", cell.source)

    def test_a_note_that_does_not_fit_its_cell_is_refused(self) -> None:
        notebook = read_notebook(numbered(SOLUTIONS)[0])
        notebook.cells[0].metadata = NotebookNode(tidemark=NotebookNode(varies={"x": "10"}))
        notebook.cells[0].source = "100"
        self.assertRaisesRegex(Stop, "as it is printed", variants.vary, notebook, {"x": "10"}, {"x": "11"})

    def test_what_is_handed_out_says_nothing_of_what_varies(self) -> None:
        for solved in numbered(SOLUTIONS):
            self.assertNotIn('"varies"', release.released(solved))


class Played(unittest.TestCase):
    """A variant's notebooks as a learner opens them: in a kernel that is started beside the file with its id."""

    def test_what_varies_is_checked_by_the_same_numbers_and_every_worked_cell_holds(self) -> None:
        chosen = java()
        found = variants.texts(chosen, [0, SEED, *MORE])
        with TemporaryDirectory() as scratch, run.headless(chosen) as env:
            release.write_variant(Path(scratch), SEED, found[0], found[SEED])
            execution.KERNEL_LOG.parent.mkdir(parents=True, exist_ok=True)
            for stem, answers in right(found[SEED]).items():
                file = Path(scratch) / f"{stem}.ipynb"
                notebook = read_notebook(file)
                cells = []
                for predicted, answer in answers.items():
                    cells.append(next(each for each in notebook.cells if f'predict("{predicted}"' in each.source))
                    cells[-1].source = f'Check.predict("{predicted}", () -> {{ return {answer}; }});'
                notebook.cells += [cell for seed in MORE for cell in worked(stem, found[0], found[seed], seed)]
                done = execution.execute(file, notebook, env)
                for cell in cells:
                    self.assertEqual("right", execution.verdict(cell), (SEED, cell.source, cell.outputs))
                execution.judge(done, "untouched")
                self.assertEqual(
                    [f"{execution.name(cell)}: green with verdict right" for cell in cells],
                    [problem.split(", expected")[0] for problem in done.problems],
                )


def right(texts: variants.Texts) -> dict[str, dict[str, str]]:
    """The right answers to predictions of a variant, made from what its text asks."""
    lost = int(texts["05-gap.start"]) - int(texts["05-gap.next"])
    other = texts["07-skipped.left"].split("=")[0].split(":")[1]
    return {
        "02-dead-letters": {
            "02-order": texts["02-order.older"],
            "02-killer": f"{int(texts['02-killer.allowed']) + 1}",
            "02-overwrite": texts["02-overwrite.repaired"],
        },
        "03-event-time": {"03-disorder": "8"},
        "04-many-inputs": {"04-all-idle": texts["04-all-idle.high"]},
        "05-snapshots": {
            "05-two-files": f"{2 * int(texts['05-two-files.count']) - int(texts['05-two-files.position'])}",
            "05-shared": f"{int(texts['05-shared.count']) + 1}",
            "05-gap": f"{lost}",
        },
        "06-compaction": {"06-horizon": texts["06-horizon.purged"]},
        "07-rebuild": {"07-skipped": f'Set.of("{other}")'},
    }


def worked(stem: str, printed: variants.Texts, texts: variants.Texts, seed: int) -> list[NotebookNode]:
    """The worked cells of a notebook that vary, as they are in one more variant; their ids say which."""
    notebook = read_notebook(SOLUTIONS / f"{stem}.ipynb")
    variants.vary(notebook, printed, texts)
    varied = [cell for cell in notebook.cells if cell.cell_type == "code" and "varies" in cell.metadata.tidemark]
    for cell in varied:
        cell.id = f"{cell.id[:50]}-{seed}"
    return varied


class Lists(unittest.TestCase):
    """Who has which variant."""

    def setUp(self) -> None:
        scratch = TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.file = Path(scratch.name) / "list"

    def test_a_list_is_read_as_it_was_written(self) -> None:
        by_learner = {name: variants.of_learner(SEED, name) for name in ("ada", "Ülo, K.", '"x"')}
        variants.write_list(self.file, by_learner)
        self.assertEqual(by_learner, variants.read_list(self.file))
        self.assertEqual(3, len(set(by_learner.values())))

    def test_a_list_or_a_seed_that_is_none_is_refused(self) -> None:
        for content in ("", "name,number\nada,7\n", "learner,variant\nada,seven\n", "learner,variant\nada\n"):
            self.file.write_text(content, "utf-8")
            with self.subTest(content):
                if content:
                    self.assertRaises(Stop, variants.read_list, self.file)
        for seed in ("0", "-1", "x", "", "99999999999"):
            self.assertRaises(Stop, variants.parse, seed)

    def test_names_that_name_no_folder_or_come_twice_are_refused(self) -> None:
        for content in ("", "a/b\n", "..\n", "ada\nada\n"):
            self.file.write_text(content, "utf-8")
            self.assertRaises(Stop, variants.learners, self.file)

    def test_a_learner_who_is_not_in_the_list_has_no_variant(self) -> None:
        self.assertIsNone(one.Variants(0, {"ada": 5}).of("bela"))
        self.assertEqual(7, one.Variants(7).of("bela"))


class AnExam(unittest.TestCase):
    """Three learners, each with their own notebook 10. Ada answers hers; Bela hands in Ada's answers in her own
    notebook; Cy hands in Ada's whole file."""

    scratch: TemporaryDirectory[str]
    out: Path
    code: int
    rows: dict[str, Graded]

    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = TemporaryDirectory(prefix="tidemark-exam-")
        cls.addClassCleanup(cls.scratch.cleanup)
        folder = Path(cls.scratch.name)
        folder.chmod(0o755)
        chosen = java()
        with contextlib.redirect_stdout(io.StringIO()):
            release.release_variants(chosen, SEED, NAMES, folder / "out")
        cls.out = folder / "out"
        ada = cls.answered(cls.out / "ada", cls.out / "ada")
        for name, content in {"ada": ada, "bela": cls.answered(cls.out / "bela", cls.out / "ada"), "cy": ada}.items():
            (folder / "class" / name).mkdir(parents=True)
            (folder / "class" / name / f"{EXAM}.ipynb").write_text(json.dumps(content), "utf-8")
        (folder / "class" / "dora").mkdir()
        (folder / "class" / "dora" / f"{EXAM}.ipynb").write_text(json.dumps(ada), "utf-8")
        listed = variants.read_list(cls.out / variants.LIST)
        asked = command.Asked([folder / "class"], folder / "graded", variants=one.Variants(0, listed))
        with contextlib.redirect_stdout(io.StringIO()):
            cls.code = command.command(chosen, asked)
        found = read(folder / "graded" / "grades.json")
        assert found is not None
        cls.rows = {row.learner: row for row in found.notebooks}

    @classmethod
    def answered(cls, mine: Path, theirs: Path) -> dict[str, Any]:
        """A notebook with the right answers to what another one asks."""
        made: dict[str, Any] = json.loads((mine / f"{EXAM}.ipynb").read_text("utf-8"))
        text = texts_of(read_notebook(theirs / f"{EXAM}.ipynb"))
        row = re.search(r"wrong row must be `(\w+)=(\d+)`", text)
        total = re.search(r"wrong sum of `(\w+)`, whose right sum is (\d+)", text)
        lag = re.search(r"end offset (\d+), committed offset (\d+)", text)
        assert row and total and lag
        left = int(lag.group(1)) - int(lag.group(2))
        answers = {
            TOMBSTONE: f'String expiredTombstone() {{ return "{row[1]}={row[2]} | x=1 {row[1]}=∅"; }}',
            INCREMENTS: f'String compactedIncrements() {{ return "{total[1]}=+{int(total[2]) - 1} {total[1]}=+1"; }}',
            "10-self-test-1": f'Check.selfTest("10-self-test-1", () -> {{ return offsets({left}); }});',
        }
        for cell in made["cells"]:
            source = answers.get(cell["metadata"].get("nbgrader", {}).get("grade_id", ""))
            if source:
                cell["source"] = source
        return made

    def states(self, row: Graded) -> dict[str, str]:
        return {each.id: each.state for each in row.exercises if each.id in (TOMBSTONE, INCREMENTS)}

    def test_every_learners_text_is_their_own(self) -> None:
        texts = [texts_of(read_notebook(self.out / name / f"{EXAM}.ipynb")) for name in NAMES]
        self.assertEqual(3, len(set(texts)))
        ids = {(self.out / name / handed_out.VARIANT).read_text().strip() for name in NAMES}
        self.assertEqual({str(variants.of_learner(SEED, name)) for name in NAMES}, ids)

    def test_an_answer_is_right_in_the_variant_that_its_learner_got(self) -> None:
        self.assertEqual({TOMBSTONE: "right", INCREMENTS: "right"}, self.states(self.rows["ada"]))
        self.assertEqual([], self.rows["ada"].notes)

    def test_anothers_answer_is_wrong_and_reported_as_that(self) -> None:
        for name in ("bela", "cy"):
            row = self.rows[name]
            self.assertEqual({TOMBSTONE: "wrong", INCREMENTS: "wrong"}, self.states(row))
            of_ada = f"variant {variants.of_learner(SEED, 'ada')}"
            for each in row.exercises:
                if each.id in (TOMBSTONE, INCREMENTS):
                    self.assertEqual(0.0, each.points)
                    self.assertEqual("right in another variant", each.mistakes[0]["name"])
                    self.assertIn(of_ada, each.mistakes[0]["says"])
            self.assertIn(f"10-self-test-1: its answer is right in {of_ada}", " ".join(row.notes))

    def test_a_notebook_of_another_learner_is_graded_as_its_own_learners_and_that_is_said(self) -> None:
        self.assertIn("(handed out to ada); graded as this learner's", " ".join(self.rows["cy"].notes))
        self.assertNotIn("handed out to", " ".join(self.rows["bela"].notes))

    def test_a_learner_who_is_not_in_the_list_is_not_graded(self) -> None:
        self.assertEqual(1, self.code)
        self.assertEqual("not gradable", self.rows["dora"].state)
        self.assertIn("the list of variants must have this learner's name", self.rows["dora"].reason)


if __name__ == "__main__":
    unittest.main()

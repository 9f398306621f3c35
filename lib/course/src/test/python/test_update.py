"""Taking an upstream update that keeps the learner's cells, through real git."""

import subprocess
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import nbformat
from kit import notebooks, update
from kit.errors import Stop
from nbformat import NotebookNode


def notebook(**sources: str) -> NotebookNode:
    cells = [nbformat.v4.new_code_cell(source, id=name) for name, source in sources.items()]
    for cell in cells:
        if cell.id.startswith("check"):
            cell.metadata.nbgrader = {"grade": True, "solution": False, "locked": True}
    made: NotebookNode = nbformat.v4.new_notebook(cells=cells)
    return made


def sources(made: NotebookNode) -> dict[str, str]:
    return {cell.id: cell.source for cell in made.cells}


class Merge(unittest.TestCase):
    def merged(self, old: NotebookNode, mine: NotebookNode, new: NotebookNode) -> tuple[dict[str, str], list[str]]:
        made = update.merge(old, mine, new)
        nbformat.validate(made.notebook)
        return sources(made.notebook), made.both

    def test_each_side_keeps_what_only_it_changed(self) -> None:
        old, mine, new = notebook(a="1", b="2"), notebook(a="1", b="mine"), notebook(a="theirs", b="2", c="3")
        self.assertEqual(({"a": "theirs", "b": "mine", "c": "3"}, []), self.merged(old, mine, new))

    def test_what_both_changed_stays_the_learners_and_is_named(self) -> None:
        old, mine, new = notebook(a="1"), notebook(a="mine"), notebook(a="theirs")
        self.assertEqual(({"a": "mine"}, ["a"]), self.merged(old, mine, new))

    def test_a_check_is_always_the_courses(self) -> None:
        old, mine, new = notebook(check="1"), notebook(check="mine"), notebook(check="theirs")
        self.assertEqual(({"check": "theirs"}, []), self.merged(old, mine, new))

    def test_a_cell_of_the_learners_own_stays_behind_its_neighbour(self) -> None:
        old, mine = notebook(a="1", b="2"), notebook(first="0", a="1", x="x", y="y", b="2")
        made, _ = self.merged(old, mine, notebook(new="n", a="1", b="3"))
        self.assertEqual(["first", "new", "a", "x", "y", "b"], list(made))

    def test_a_cell_that_the_course_dropped_goes_unless_the_learner_had_changed_it(self) -> None:
        old, mine, new = notebook(a="1", b="2", c="3"), notebook(a="1", b="mine", c="3"), notebook(a="1")
        self.assertEqual(({"a": "1", "b": "mine"}, []), self.merged(old, mine, new))

    def test_outputs_stay_where_the_code_is_the_same(self) -> None:
        old, mine, new = (notebook(a="1", b="2") for _ in range(3))
        for cell in mine.cells:
            cell.outputs = [nbformat.v4.new_output("stream", text="out")]
        new.cells[1].source = "3"
        made = update.merge(old, mine, new).notebook
        self.assertEqual([1, 0], [len(cell.outputs) for cell in made.cells])


class Pull(unittest.TestCase):
    """A course in one repository, and a learner's clone of it."""

    def setUp(self) -> None:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.course, self.clone = Path(folder.name) / "course", Path(folder.name) / "clone"
        self.course.mkdir()
        self.git(self.course, "init", "-q")
        self.publish(notebook(a="1", b="2"), "x")
        self.git(Path(folder.name), "clone", "-q", str(self.course), str(self.clone))
        for name, value in (("ROOT", self.clone), ("NOTEBOOKS", self.clone / "notebooks")):
            patch = mock.patch.object(update, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        quiet = mock.patch("builtins.print")
        quiet.start()
        self.addCleanup(quiet.stop)

    def git(self, folder: Path, *arguments: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)

    def publish(self, made: NotebookNode, other: str) -> None:
        self.write(self.course, made)
        (self.course / "other.txt").write_text(other, "utf-8")
        self.git(self.course, "add", "-A")
        self.git(self.course, "commit", "-q", "-m", "more")

    def write(self, folder: Path, made: NotebookNode) -> Path:
        file = folder / "notebooks" / "00-x.ipynb"
        file.parent.mkdir(exist_ok=True)
        file.write_text(notebooks.text(made), "utf-8")
        return file

    def test_a_notebook_edited_here_and_upstream_has_both(self) -> None:
        mine = self.write(self.clone, notebook(a="1", b="mine"))
        self.publish(notebook(a="theirs", b="2"), "y")
        update.command()
        self.assertEqual({"a": "theirs", "b": "mine"}, sources(notebooks.read(mine)))
        kept = next(mine.parent.glob("*.kept-*"))
        self.assertEqual({"a": "1", "b": "mine"}, sources(notebooks.read(kept)))

    def test_a_second_update_keeps_the_cells_too(self) -> None:
        mine = self.write(self.clone, notebook(a="1", b="mine"))
        for text in ("theirs", "newer"):
            self.publish(notebook(a=text, b="2"), text)
            update.command()
        self.assertEqual({"a": "newer", "b": "mine"}, sources(notebooks.read(mine)))

    def test_a_notebook_without_news_stays_byte_for_byte(self) -> None:
        mine = self.write(self.clone, notebook(a="1", b="mine"))
        before = mine.read_bytes()
        self.publish(notebook(a="1", b="2"), "y")
        update.command()
        self.assertEqual(("y", before), ((self.clone / "other.txt").read_text("utf-8"), mine.read_bytes()))
        self.assertEqual([mine], list(mine.parent.iterdir()))

    def test_a_pull_that_fails_leaves_everything_as_it_was(self) -> None:
        mine = self.write(self.clone, notebook(a="1", b="mine"))
        before = mine.read_bytes()
        (self.clone / "other.txt").write_text("mine", "utf-8")
        self.publish(notebook(a="theirs", b="2"), "y")
        with self.assertRaisesRegex(Stop, "everything is as it was") as stop:
            update.command()
        self.assertNotIn("commits of its own", str(stop.exception))
        self.assertEqual(before, mine.read_bytes())
        self.assertEqual([mine], list(mine.parent.iterdir()))

    def test_a_clone_with_commits_of_its_own_is_told_the_way_on_and_it_leads_there(self) -> None:
        mine = self.write(self.clone, notebook(a="1", b="mine"))
        self.git(self.clone, "commit", "-q", "-a", "-m", "my answers")
        self.publish(notebook(a="theirs", b="2"), "y")
        with self.assertRaisesRegex(Stop, "commits of its own") as stop:
            update.command()
        told = [line.split() for line in str(stop.exception).splitlines() if line.startswith("  git ")]
        self.assertEqual(["branch", "reset"], [words[1] for words in told])
        for words in told:
            self.git(self.clone, *words[1:])
        update.command()
        self.assertEqual({"a": "theirs", "b": "mine"}, sources(notebooks.read(mine)))
        self.assertEqual("y", (self.clone / "other.txt").read_text("utf-8"))

    def test_a_folder_that_is_no_clone_is_told_what_to_do(self) -> None:
        with mock.patch.object(update, "ROOT", self.clone / "notebooks"):
            self.assertRaisesRegex(Stop, "no git clone", update.command)


if __name__ == "__main__":
    unittest.main()

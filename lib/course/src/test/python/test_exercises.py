"""A new exercise in all its places, and what is said of an exercise that lacks one."""

import os
import platform
import shutil
import subprocess
import unittest
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from kit import CLASSPATH, NOTEBOOKS, SOLUTIONS, jdk, library, new_exercise, notebook_files, notebooks, places, release
from kit.errors import Stop
from nbformat import NotebookNode

ID = "03-how-long"


class Copied(unittest.TestCase):
    """A copy of all places of one notebook's exercises."""

    def setUp(self) -> None:
        scratch = TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name)
        for name in ("SOLUTIONS", "NOTEBOOKS"):
            folder = {"SOLUTIONS": SOLUTIONS, "NOTEBOOKS": NOTEBOOKS}[name]
            copy = self.root / folder.name
            copy.mkdir()
            for file in folder.glob("03-*.ipynb"):
                shutil.copy(file, copy)
            for module in (places, release, notebook_files, new_exercise):
                if hasattr(module, name):
                    self.patched(module, name, copy)
        shutil.copytree(places.BANK, self.root / "bank")
        shutil.copytree(places.TESTS / "resources", self.root / "resources")
        self.patched(places, "ROOT", self.root)
        self.patched(new_exercise, "ROOT", self.root)
        self.patched(places, "BANK", self.root / "bank")
        self.patched(places, "RIGHT", self.root / "resources" / "right")
        self.patched(places, "WRONG", self.root / "resources" / "wrong.txt")

    def patched(self, module: object, name: str, value: Path) -> None:
        patch = mock.patch.object(module, name, value)
        patch.start()
        self.addCleanup(patch.stop)

    def made(self, exercise: str = ID) -> str:
        with mock.patch("builtins.print") as printed:
            new_exercise.command(exercise, "3", "How long")
        return "\n".join(call.args[0] for call in printed.call_args_list)

    def todo(self, exercise: str = ID) -> dict[str, str]:
        return {place.name: place.todo for place in places.all_of(exercise) if place.todo}

    def changed(self, change: Callable[[NotebookNode], object]) -> None:
        """Changes the solved notebook."""
        file = next((self.root / "solutions").iterdir())
        notebook = notebooks.read(file)
        change(notebook)
        file.write_text(notebooks.text(notebook), "utf-8")


class New(Copied):
    def test_every_place_is_written_and_only_placeholders_and_more_right_answers_are_left(self) -> None:
        self.assertIn(f"./course check-exercise {ID}", self.made())
        todo = self.todo()
        self.assertIn("write 11 more", todo.pop("right answers"))
        expected = {"class in the bank", "text with its points", "two hints", "discussion"}
        self.assertEqual(expected, todo.keys())
        for said in todo.values():
            self.assertIn("write over the placeholder", said)

    def test_written_over_and_with_a_dozen_right_answers_nothing_is_left(self) -> None:
        self.made()
        for file in (self.root / "bank" / "HowLong.java", next((self.root / "solutions").iterdir())):
            file.write_text(file.read_text("utf-8").replace(places.PLACEHOLDER, "Now"), "utf-8")
        self.assertEqual("./course release", self.todo().pop("released notebook"))
        with mock.patch("builtins.print"):
            release.release()
        answers = self.root / "resources" / "right" / f"{ID}.java"
        answers.write_text(places.SEPARATOR.join([answers.read_text("utf-8")] * places.A_DOZEN), "utf-8")
        self.assertEqual({}, self.todo())

    def test_nothing_that_is_there_is_written_over(self) -> None:
        self.made()
        for taken in (ID, "03-toy-policy", "03-window-start"):
            with self.assertRaisesRegex(Stop, f"(?s)must be free, id={taken}.*check-exercise {taken}"):
                self.made(taken)

    def test_an_id_that_is_none_or_of_another_notebook_is_refused(self) -> None:
        for bad in ("How", "03", "03-How", "3-how", "03-how/long"):
            with self.assertRaisesRegex(Stop, "must be the notebook's number and lower-case words"):
                self.made(bad)
        with self.assertRaisesRegex(Stop, "must begin with its notebook's number"):
            new_exercise.command(ID, "04", "How long")

    def test_the_class_that_is_written_compiles(self) -> None:
        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        self.made()
        command = [str(java.home / "bin" / "javac"), "-proc:none", "-d", str(self.root), "-cp", f"{CLASSPATH}/*"]
        done = subprocess.run([*command, str(self.root / "bank" / "HowLong.java")], capture_output=True, text=True)
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_it_stands_in_the_list_of_its_notebook(self) -> None:
        self.made()
        bank = (self.root / "bank" / "TidemarkBank.java").read_text("utf-8")
        self.assertLess(bank.index("new ToyPolicy()"), bank.index("new HowLong()"))
        self.assertLess(bank.index("new HowLong()"), bank.index("Questions03.ALL"))


class Checked(Copied):
    EXERCISE = "03-toy-policy"

    def cell(self, notebook: NotebookNode, role: str) -> NotebookNode:
        return places.cells(notebook, self.EXERCISE, role)[0]

    def test_an_exercise_of_the_course_lacks_nothing(self) -> None:
        self.assertEqual({}, self.todo(self.EXERCISE))

    def test_whatever_is_missing_is_named_with_what_to_do(self) -> None:
        def without(heading: str) -> Callable[[NotebookNode], object]:
            return lambda made: made.update(cells=[c for c in made.cells if not c.source.startswith(heading)])

        changes: dict[str, tuple[str, Callable[[NotebookNode], object]]] = {
            "role exercise": ("stub in the solution", lambda made: made.cells.remove(self.cell(made, "exercise"))),
            '"solution": true': (
                "stub in the solution",
                lambda made: self.cell(made, "exercise").metadata.nbgrader.update(grade=True, solution=False),
            ),
            "role check": ("check", lambda made: made.cells.remove(self.cell(made, "check"))),
            '"points": 6': ("check", lambda made: self.cell(made, "check").metadata.nbgrader.update(points=1)),
            "this line alone": ("check", lambda made: self.cell(made, "check").update(source="int x;")),
            "##### Hints on toy policy": ("two hints", without("##### Hints on toy policy")),
            "#### Discussion of toy policy": ("discussion", without("#### Discussion of toy policy")),
        }
        solved = next((self.root / "solutions").iterdir()).read_text("utf-8")
        for todo, (place, change) in changes.items():
            with self.subTest(todo):
                next((self.root / "solutions").iterdir()).write_text(solved, "utf-8")
                self.changed(change)
                self.assertIn(todo, self.todo(self.EXERCISE).get(place, ""))

    def test_a_notebook_that_was_not_released_is_named(self) -> None:
        next((self.root / "notebooks").iterdir()).unlink()
        self.assertEqual({"released notebook": "./course release"}, self.todo(self.EXERCISE))

    def test_a_mistake_without_a_wrong_answer_is_named(self) -> None:
        lines = places.WRONG.read_text("utf-8").splitlines(keepends=True)
        first = next(line for line in lines if line.startswith(self.EXERCISE))
        places.WRONG.write_text("".join(line for line in lines if line != first), "utf-8")
        self.assertIn(first.split("|")[1].strip(), self.todo(self.EXERCISE)["wrong answers"])

    def test_an_exercise_that_is_not_in_the_bank_is_answered_with_the_command_that_makes_one(self) -> None:
        self.assertEqual(["class in the bank"], list(self.todo("03-no-such")))
        self.assertIn("./course new-exercise 03-no-such", self.todo("03-no-such")["class in the bank"])


if __name__ == "__main__":
    unittest.main()

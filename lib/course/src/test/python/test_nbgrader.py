"""An instructor with a plain nbgrader: their own course folder, and one line that loads the course's configuration."""

import copy
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import nbformat
from foreign_variables import FOREIGN
from kernel_session import FIRST_CELL
from kit import CLASSPATH, ROOT, SOLUTIONS, jdk, kernel_environment, library, nbgrader_steps, release
from kit.notebook_files import numbered
from nbformat import NotebookNode
from traitlets.config import Config

CONFIG = 'c = get_config()\nload_subconfig("nbgrader_config.py", path={path!r})\nc.CourseDirectory.course_id = "tm"\n'
FORGED = """
import json, sys, nbformat
from traitlets.config import Config
from kit import nbgrader_steps
nbgrader_steps.configure(Config())
made = nbformat.read(sys.argv[1], 4)
step = nbgrader_steps.ExecuteWithLedger(kernel_name="java", startup_timeout=120)
print(json.dumps(step.preprocess(made, {"metadata": {"path": sys.argv[2]}})[0].cells[-1].outputs))
"""


class PlainNbgrader(unittest.TestCase):
    def nbgrader(self, folder: Path, *arguments: str) -> str:
        command = [sys.executable, "-m", "nbgrader", *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stderr[-3000:])
        return done.stderr

    def test_every_step_of_a_plain_nbgrader_does_the_right_thing(self) -> None:
        source = numbered(SOLUTIONS)[0]
        name = source.stem
        with TemporaryDirectory() as scratch:
            folder = Path(scratch)
            (folder / "nbgrader_config.py").write_text(CONFIG.format(path=str(ROOT)), "utf-8")
            (folder / "source" / name).mkdir(parents=True)
            (folder / "source" / name / source.name).write_bytes(source.read_bytes())
            self.nbgrader(folder, "generate_assignment", name)
            handed_out = nbformat.read(folder / "release" / name / source.name, 4)
            ours = nbformat.reads(release.released(source), 4)
            self.assertEqual(ours.cells, handed_out.cells)
            for learner, notebook in self.submissions(source, handed_out).items():
                (folder / "submitted" / learner / name).mkdir(parents=True)
                nbformat.write(notebook, folder / "submitted" / learner / name / source.name)
            said = self.nbgrader(folder, "autograde", name)
            self.assertEqual([], [line for line in said.splitlines() if "| WARNING" in line or "| ERROR" in line])
            self.assertEqual({"right": 1.0, "untouched": 0.0, "wrong": 0.0}, self.scores(folder, name))

    def submissions(self, source: Path, handed_out: NotebookNode) -> dict[str, NotebookNode]:
        solved = {cell.id: cell.source for cell in nbformat.read(source, 4).cells}
        made = {learner: copy.deepcopy(handed_out) for learner in ("right", "untouched", "wrong")}
        for learner in ("right", "wrong"):
            for cell in made[learner].cells:
                if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
                    answer = re.sub(r"\s*// (BEGIN|END) SOLUTION", "", solved[cell.id])
                    cell.source = answer if learner == "right" else answer.replace("+ 1", "+ 2")
        self.assertNotEqual(made["right"], made["wrong"])
        return made

    def scores(self, folder: Path, name: str) -> dict[str, Any]:
        code = (
            "import json, sys; from nbgrader.api import Gradebook\n"
            "with Gradebook('sqlite:///gradebook.db', 'tm') as book:\n"
            "    print(json.dumps({s.student.id: s.score for s in book.assignment_submissions(sys.argv[1])}))"
        )
        command = [sys.executable, "-W", "ignore", "-c", code, name]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        scores: dict[str, Any] = json.loads(done.stdout)
        return scores

    def test_a_green_check_cell_that_no_check_vouches_for_is_made_red(self) -> None:
        graded = nbformat.v4.new_code_cell('/* Check.run("00-warm-up"); */ int forged = 1;', id="check")
        graded.metadata.nbgrader = {"grade": True, "grade_id": "check", "points": 1, "schema_version": 3}
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(FIRST_CELL, id="setup"), graded])
        with TemporaryDirectory() as scratch:
            file = Path(scratch) / "forged.ipynb"
            nbformat.write(notebook, file)
            kit = str(ROOT / "lib" / "course" / "src" / "main" / "python")
            command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {kit!r})" + FORGED, str(file), scratch]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertIn("NotProved", done.stdout, done.stderr[-3000:])


class Variables(unittest.TestCase):
    def test_no_variable_for_other_java_kernels_reaches_those_that_nbgrader_starts(self) -> None:
        java = jdk.Jdk(Path("jdk"), "", "17", "")
        with (
            mock.patch.dict(os.environ, FOREIGN),
            mock.patch.object(jdk, "choose", return_value=java),
            mock.patch.object(library, "ensure"),
            mock.patch.multiple(kernel_environment, ensure_archive=mock.DEFAULT, write_spec=mock.DEFAULT),
        ):
            nbgrader_steps.configure(Config())
            left = {name: os.environ[name] for name in FOREIGN if name in os.environ}
        self.assertEqual({"JJAVA_CLASSPATH": kernel_environment.glob_of(CLASSPATH)}, left)


if __name__ == "__main__":
    unittest.main()

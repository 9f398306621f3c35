"""Releasing a notebook, and judging an executed one."""

import re
import unittest
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import nbformat
from kit import NOTEBOOKS, ROOT, SOLUTIONS, execution, notebook_files, notebooks, release
from kit.errors import Stop
from nbformat import NotebookNode

SOLUTION = {"grade": False, "grade_id": "x", "locked": False, "schema_version": 3, "solution": True, "task": False}


def code(source: str, role: str = "worked", **metadata: object) -> NotebookNode:
    whole = {"tidemark": {"role": role}} | metadata
    cell: NotebookNode = nbformat.v4.new_code_cell(source, id=f"c{abs(hash(source)) % 10**6}", metadata=whole)
    return cell


def notebook(*cells: NotebookNode) -> NotebookNode:
    kernel = {"name": "java", "language": "java", "display_name": "Java"}
    made: NotebookNode = nbformat.v4.new_notebook(cells=list(cells), metadata={"kernelspec": kernel})
    return made


def executed(role: str, state: str = "", red: bool = False) -> execution.Execution:
    cell = code("x", role)
    outputs = (
        [
            nbformat.v4.new_output(
                "display_data", {"text/html": f'<div class="tidemark-verdict" data-state="{state}"></div>'}
            )
        ]
        if state
        else []
    )
    outputs += [nbformat.v4.new_output("error", ename="E", evalue="e", traceback=[])] if red else []
    cell.update(outputs=outputs, execution_count=1)
    return execution.Execution(Path("00-x.ipynb"), notebook(cell))


class Release(unittest.TestCase):
    def released(self, *cells: NotebookNode) -> NotebookNode:
        with TemporaryDirectory() as scratch:
            file = Path(scratch) / "00-x.ipynb"
            file.write_text(notebooks.text(notebook(*cells)), "utf-8")
            self.assertEqual(release.released(file), release.released(file))
            made: NotebookNode = nbformat.reads(release.released(file), as_version=4)
            return made

    def test_a_solution_becomes_a_stub_that_throws(self) -> None:
        made = self.released(
            code("int f() {\n  // BEGIN SOLUTION\n  return 1;\n  // END SOLUTION\n}", nbgrader=dict(SOLUTION))
        )
        self.assertEqual(f"int f() {{\n  {release.STUB}\n}}", made.cells[0].source)

    def test_a_discussion_stays_behind(self) -> None:
        made = self.released(nbformat.v4.new_markdown_cell("why", metadata={"tags": ["discussion"]}), code("1"))
        self.assertEqual(["1"], [cell.source for cell in made.cells])

    def test_outputs_and_counts_go(self) -> None:
        run = executed("worked", "right").notebook.cells[0]
        made = self.released(run)
        self.assertEqual(([], None), (made.cells[0].outputs, made.cells[0].execution_count))

    def test_a_solution_that_is_never_closed_is_refused(self) -> None:
        with self.assertRaisesRegex(Stop, "BEGIN SOLUTION to END SOLUTION"):
            self.released(code("// BEGIN SOLUTION\n1", nbgrader=dict(SOLUTION)))


class Fresh(unittest.TestCase):
    """Writing a notebook where one was."""

    def test_a_damaged_notebook_is_kept_and_replaced(self) -> None:
        for damaged in (b"{bad", b"\xff\xfe"):
            with TemporaryDirectory() as scratch, mock.patch.object(release, "NOTEBOOKS", Path(scratch)):
                file = Path(scratch) / "00-x.ipynb"
                file.write_bytes(damaged)
                self.assertIn("yours is kept", release.write(file.name, "fresh"))
                self.assertEqual("fresh", file.read_text("utf-8"))
                self.assertEqual([damaged], [kept.read_bytes() for kept in Path(scratch).glob("*.kept-*")])

    def test_whatever_differs_from_what_was_handed_out_is_kept(self) -> None:
        answer = code("int f() {\n  // BEGIN SOLUTION\n  return 1;\n  // END SOLUTION\n}", nbgrader=dict(SOLUTION))
        changes: dict[str, Callable[[NotebookNode], object]] = {
            "an answer beside the stub": lambda made: made.cells[0].update(source=f"// {release.STUB}\nint f() {{}}"),
            "a note in a text cell": lambda made: made.cells[1].update(source="text, and my note"),
            "an edited worked cell": lambda made: made.cells[2].update(source="2"),
            "an output": lambda made: made.cells[2].outputs.append(nbformat.v4.new_output("stream", text="1")),
            "a picture": lambda made: made.cells[1].update(attachments={"a.png": {"image/png": "AA=="}}),
            "a cell of their own": lambda made: made.cells.append(nbformat.v4.new_markdown_cell("mine")),
            "a cell that is gone": lambda made: made.cells.pop(),
            "another order": lambda made: made.cells.reverse(),
        }
        for what, change in changes.items():
            with self.subTest(what), TemporaryDirectory() as scratch:
                solved, folder = Path(scratch) / "00-x.ipynb", Path(scratch) / "notebooks"
                whole = notebook(answer, nbformat.v4.new_markdown_cell("text", id="t"), code("1"))
                solved.write_text(notebooks.text(whole), "utf-8")
                with mock.patch.object(release, "NOTEBOOKS", folder):
                    content = release.released(solved)
                    release.write(solved.name, content)
                    self.assertTrue(release.untouched(folder / solved.name))
                    made = notebooks.read(folder / solved.name)
                    change(made)
                    (folder / solved.name).write_text(notebooks.text(made), "utf-8")
                    self.assertIn("yours is kept", release.write(solved.name, content))
                    self.assertIn("as it was", release.write(solved.name, content))
                    kept = next(folder.glob("*.kept-*"))
                    self.assertEqual(notebooks.text(made), kept.read_text("utf-8"))

    def test_two_files_kept_within_one_second_are_both_there(self) -> None:
        with TemporaryDirectory() as scratch, mock.patch.object(release, "NOTEBOOKS", Path(scratch)):
            for index in range(3):
                (Path(scratch) / "00-x.ipynb").write_text(f"mine {index}", "utf-8")
                release.write("00-x.ipynb", "fresh")
            self.assertEqual(3, len(list(Path(scratch).glob("*.kept-*"))))

    def test_an_older_release_that_nobody_changed_is_replaced_and_not_kept(self) -> None:
        with TemporaryDirectory() as scratch, mock.patch.object(release, "NOTEBOOKS", Path(scratch) / "notebooks"):
            solved = Path(scratch) / "00-x.ipynb"
            for source in ("1", "2"):
                solved.write_text(notebooks.text(notebook(code(source))), "utf-8")
                self.assertEqual("fresh", release.write(solved.name, release.released(solved)))

    def test_a_missing_folder_is_made(self) -> None:
        with TemporaryDirectory() as scratch, mock.patch.object(release, "NOTEBOOKS", Path(scratch) / "notebooks"):
            self.assertEqual("fresh", release.write("00-x.ipynb", "fresh"))

    def test_where_none_is_left_the_command_that_makes_them_is_said(self) -> None:
        with TemporaryDirectory() as scratch, mock.patch.object(notebook_files, "NOTEBOOKS", Path(scratch)):
            self.assertRaisesRegex(Stop, "course release", notebook_files.numbered, Path(scratch), ["3"])


class Languages(unittest.TestCase):
    def test_no_notebook_is_modified_by_being_opened(self) -> None:
        """JupyterLab writes what the kernel says of its language into a notebook where that differs."""
        said = {"name": "Java", "version": "17", "mimetype": "text/x-java-source", "file_extension": ".jshell"}
        said |= {"pygments_lexer": "java", "codemirror_mode": "java"}
        for file in [*notebook_files.numbered(SOLUTIONS), *notebook_files.numbered(NOTEBOOKS)]:
            made = notebooks.read(file)
            self.assertEqual(said, made.metadata.language_info, file)
            self.assertEqual(
                ("java", "Java (jjava)"), (made.metadata.kernelspec.name, made.metadata.kernelspec.display_name)
            )


class Judgement(unittest.TestCase):
    def problems(self, expected: str, run: execution.Execution) -> int:
        execution.judge(run, expected)
        return len(run.problems)

    def test_a_solved_notebook_is_all_green(self) -> None:
        self.assertEqual(0, self.problems("solved", executed("check", "right")))
        self.assertEqual(1, self.problems("solved", executed("check", "wrong", red=True)))
        self.assertEqual(1, self.problems("solved", executed("worked", red=True)))

    def test_an_untouched_check_must_be_red_and_not_attempted(self) -> None:
        for role in ("check", "self-test", "predict"):
            self.assertEqual(0, self.problems("untouched", executed(role, "not-attempted", red=True)))
            self.assertEqual(1, self.problems("untouched", executed(role, "not-attempted")), "green")
            self.assertEqual(1, self.problems("untouched", executed(role, "wrong", red=True)))
            self.assertEqual(1, self.problems("untouched", executed(role, red=True)), "no verdict")

    def test_every_other_untouched_cell_must_be_green(self) -> None:
        for role in ("worked", "exercise", "setup", ""):
            self.assertEqual(0, self.problems("untouched", executed(role)))
            self.assertEqual(1, self.problems("untouched", executed(role, red=True)))

    def test_a_learners_mistake_is_no_problem_but_a_check_that_failed_is(self) -> None:
        self.assertEqual(0, self.problems("learner", executed("check", "wrong", red=True)))
        self.assertEqual(1, self.problems("learner", executed("check", "check-failed", red=True)))
        self.assertEqual(1, self.problems("learner", executed("worked", red=True)))

    def test_a_kernel_that_ended_is_a_problem(self) -> None:
        run = executed("check", "right")
        run.ended = "cell x ended the kernel"
        self.assertEqual(1, self.problems("solved", run))


class Titles(unittest.TestCase):
    def test_every_exercise_is_called_on_the_board_what_its_heading_says(self) -> None:
        file = ROOT / "lib" / "course" / "src" / "main" / "resources" / "tidemark" / "titles.properties"
        lines = [line.partition("=") for line in file.read_text("utf-8").splitlines() if "=" in line]
        titles = {name: title for name, _, title in lines}
        for solved in notebook_files.numbered(SOLUTIONS):
            heading = ""
            for cell in notebooks.read(solved).cells:
                for line in cell.source.splitlines() if cell.cell_type == "markdown" else ():
                    heading = line if line.startswith("### ") else heading
                check = re.search(r'Check\.run\("([^"]+)"\)', cell.source) if cell.cell_type == "code" else None
                if check:
                    self.assertIn(check.group(1), titles)
                    if not check.group(1).startswith("10-"):  # many exercises under one heading
                        self.assertIn(titles[check.group(1)], heading)


if __name__ == "__main__":
    unittest.main()

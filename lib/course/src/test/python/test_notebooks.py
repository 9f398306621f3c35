"""Releasing a notebook, and judging an executed one."""

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import nbformat
from kit import execution, notebook_files, notebooks, release
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
        with self.assertRaises((Stop, RuntimeError)):
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

    def test_a_missing_folder_is_made(self) -> None:
        with TemporaryDirectory() as scratch, mock.patch.object(release, "NOTEBOOKS", Path(scratch) / "notebooks"):
            self.assertEqual("fresh", release.write("00-x.ipynb", "fresh"))

    def test_where_none_is_left_the_command_that_makes_them_is_said(self) -> None:
        with TemporaryDirectory() as scratch, mock.patch.object(notebook_files, "NOTEBOOKS", Path(scratch)):
            self.assertRaisesRegex(Stop, "course release", notebook_files.numbered, Path(scratch), ["3"])


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


if __name__ == "__main__":
    unittest.main()

"""What nbgrader's own steps need for this course, for nbgrader_config.py at the top of the project."""

import os
import platform
import sys
from pathlib import Path
from typing import Any

from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearHiddenTests,
    Execute,
    IgnorePattern,
    LimitOutput,
    SaveAutoGrades,
    SaveCells,
)
from traitlets.config import Config

from kit import STATE, jdk, kernel_environment, library, release
from kit.ledger import CHECK, Ledger

CELL_SECONDS = 120
UNPROVED = "NotProved"


class ExecuteWithLedger(Execute):  # type: ignore[misc]  # nbgrader has no types
    """nbgrader's execution, in which a check cell is green only if the checks' own ledger says so.

    Autograding gives points for cells without an error. So a check cell whose verdict is not proved gets one.
    """

    def preprocess(self, *arguments: Any, **named: Any) -> Any:
        os.environ.setdefault("TIDEMARK_VARIANT", "0")  # the instructor's word, before a file that was handed in
        self.ledger = Ledger()
        return super().preprocess(*arguments, **named)

    async def on_cell_execute(self, cell: NotebookNode, cell_index: int) -> None:
        await self.ledger.open(self)

    async def on_cell_executed(self, **executed: Any) -> None:
        super().on_cell_executed(**executed)
        cell = executed["cell"]
        if not (CHECK.search(cell.source) and "nbgrader" in cell.metadata and cell.metadata.nbgrader.grade):
            return
        await self.ledger.ask(self, cell)
        if self.ledger.states.get(cell.id) != "right" and not any(o.output_type == "error" for o in cell.outputs):
            text = "No check of the course gave this verdict: the record that the checks keep does not have it."
            cell.outputs.append(new_output("error", ename=UNPROVED, evalue=text, traceback=[text]))


def configure(config: Config) -> None:
    """Sets what the steps need; ends with a message if the library cannot be built here."""
    java = jdk.choose(platform.system(), os.environ)
    library.ensure(java)
    scratch = STATE / "nbgrader"
    scratch.mkdir(parents=True, exist_ok=True)
    python = Path(sys.executable)
    kernel_environment.ensure_archive(python, java)
    for name in filter(kernel_environment.foreign, list(os.environ)):
        del os.environ[name]  # every kernel that nbgrader starts would inherit it
    os.environ.update(kernel_environment.env(java))
    os.environ["PATH"] = str(python.parent) + os.pathsep + os.environ["PATH"]  # nbgrader starts alembic by its name
    os.environ["JUPYTER_PATH"] = str(kernel_environment.write_spec(python, java, scratch))
    os.environ["TIDEMARK_PROGRESS"] = os.devnull

    config.IncludeHeaderFooter.header = ""
    config.IncludeHeaderFooter.footer = ""
    config.merge(release.config())
    config.TagRemovePreprocessor.enabled = True  # nbgrader registers steps without enabling those of nbconvert
    sums = release.PREPROCESSORS.index(ClearHiddenTests)
    config.GenerateAssignment.preprocessors = [*release.PREPROCESSORS[:sums], SaveCells, *release.PREPROCESSORS[sums:]]
    config.Autograde.autograde_preprocessors = [
        ExecuteWithLedger,
        IgnorePattern,
        ClearMetadataPreprocessor,
        LimitOutput,
        SaveAutoGrades,
        AssignLatePenalties,
        CheckCellMetadata,
    ]
    config.ExecutePreprocessor.timeout = CELL_SECONDS
    config.ExecutePreprocessor.startup_timeout = CELL_SECONDS

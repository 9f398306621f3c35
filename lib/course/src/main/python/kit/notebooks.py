"""Reads and writes notebooks, and says what a cell is.

A cell's part is in `metadata.tidemark.role`: *predict*, *check*, *self-test* (red until the learner has answered),
*exercise* (the learner's code), anything else for cells that must stay green.
"""

from pathlib import Path

import nbformat
from nbformat import NotebookNode

from kit.errors import Stop

MARKED = {"predict", "check", "self-test"}
"""The roles of cells that are red in an untouched notebook."""


def role(cell: NotebookNode) -> str:
    return str(cell.metadata.get("tidemark", {}).get("role", ""))


def read(file: Path) -> NotebookNode:
    try:
        notebook: NotebookNode = nbformat.read(file, as_version=4)
        return notebook
    except Exception as error:  # nbformat raises what its JSON and schema libraries raise
        raise Stop(
            f"A notebook must be valid JSON of notebook format 4, file={file}: {str(error)[:300]}\n"
            f"Get a fresh one with: ./course reset {file.name[:2]}"
        ) from error


def text(notebook: NotebookNode) -> str:
    """A notebook's file, byte for byte the same for the same content."""
    return str(nbformat.writes(notebook, version=4)) + "\n"

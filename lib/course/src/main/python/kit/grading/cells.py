"""Reads a submitted notebook and puts the course's own cells back: what is graded is the learner's answers alone.

The rules, said in the row wherever one was needed:

- A check's cell is the course's: its text, its kind and its points are those of `notebooks/`. An edited one is restored
  in its place; a deleted one, or one that stands before its answer, goes behind the answer; of several the last stays.
- The first cell is the course's too.
- Every other cell is the learner's, and stays where it is. An answer may be split into several cells with its id.
- Ids come from nbgrader's metadata, else from the cell itself (some editors drop the metadata).
"""

import json
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum, is_grade, is_locked, is_solution

from kit import variants
from kit.grading.packed import LARGEST_NOTEBOOK
from kit.grading.results import Exercise
from kit.notebooks import role

MOST_CELLS = 2000


class NotGradable(Exception):
    """Why a file cannot be graded, in words for the row."""


@dataclass
class Reference:
    """One notebook as it is handed out: what is asked, and the cells that are the course's."""

    name: str
    notebook: NotebookNode
    exercises: list[Exercise] = field(default_factory=list)
    cells: dict[str, NotebookNode] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    """The id of each exercise by the grade id of its answer's cell."""

    def __post_init__(self) -> None:
        further = {exercise_id(cell): cell.metadata.get("tidemark", {}) for cell in self.notebook.cells if answer(cell)}
        for cell in self.notebook.cells:
            self.cells[key(cell)] = cell
            if answer(cell):
                self.answers[key(cell)] = exercise_id(cell)
            if is_grade(cell):
                about = further.get(exercise_id(cell), {})
                by_hand = is_solution(cell)
                kind = str(about.get("kind", "explanation" if by_hand else "method"))
                points = float(cell.metadata.nbgrader.points)
                asked = Exercise(exercise_id(cell), key(cell), points, bool(about.get("further")), by_hand, kind)
                self.exercises.append(asked)


def key(cell: NotebookNode) -> str:
    """A cell's grade id, else its own."""
    return str(cell.metadata.get("nbgrader", {}).get("grade_id") or cell.get("id", ""))


def answer(cell: NotebookNode) -> bool:
    return bool(is_solution(cell))


def check(cell: NotebookNode) -> bool:
    """Whether a program gives the points of a cell."""
    return bool(is_grade(cell)) and not is_solution(cell)


def exercise_id(cell: NotebookNode) -> str:
    return str(cell.metadata.get("tidemark", {}).get("id") or key(cell))


def read(file: Path) -> tuple[NotebookNode, bytes, list[str]]:
    """A submitted notebook, its bytes, and notes about its form."""
    if file.stat().st_size > LARGEST_NOTEBOOK:
        raise NotGradable(f"the file has {file.stat().st_size:,} bytes; at most {LARGEST_NOTEBOOK:,} are read")
    content = file.read_bytes()
    text, notes = decoded(content)
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        if "<<<<<<<" in text and ">>>>>>>" in text:
            raise NotGradable("it holds the marks of a merge conflict (<<<<<<< … >>>>>>>)") from error
        raise NotGradable(f"it is not JSON: {str(error)[:120]}") from error
    try:
        return formed(raw, notes), content, notes
    except RecursionError as error:
        raise NotGradable("its notes are nested too deeply to be read") from error


def decoded(content: bytes) -> tuple[str, list[str]]:
    """A file's text: UTF-8, with or without a mark at its start, or UTF-16 with one."""
    if not content.strip():
        raise NotGradable("the file is empty")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding, notes = "utf-16", ["the file is UTF-16; it was read as that"]
    else:
        encoding, notes = "utf-8-sig", []
    try:
        return content.decode(encoding), notes
    except UnicodeError as error:
        raise NotGradable("it is not a text file in UTF-8") from error


def formed(raw: Any, notes: list[str]) -> NotebookNode:
    """A notebook of today's form, with nothing in it but what grading reads."""
    if not isinstance(raw, dict) or not isinstance(raw.get("nbformat"), int):
        raise NotGradable("it is JSON, and not a notebook")
    if raw["nbformat"] < 4:
        raw = upgraded(raw)
    listed = raw.get("cells")
    if not isinstance(listed, list) or len(listed) > MOST_CELLS:
        raise NotGradable(f"it must have a list of at most {MOST_CELLS} cells")
    language = raw.get("metadata", {}) if isinstance(raw.get("metadata"), dict) else {}
    kernel = language.get("kernelspec", {}).get("name", "java") if isinstance(language.get("kernelspec"), dict) else ""
    if kernel not in ("java", ""):
        notes.append(f"it was saved with another kernel ({str(kernel)[:40]}); it was graded as Java")
    cells = [formed_cell(each, index) for index, each in enumerate(listed)]
    return nbformat.from_dict(  # type: ignore[no-any-return]
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {"variant": variants.of_metadata(language)}, "cells": cells}
    )


def upgraded(raw: dict[str, Any]) -> dict[str, Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return dict(nbformat.convert(nbformat.from_dict(raw), 4))
    except Exception as error:  # an old notebook may be broken in any way
        raise NotGradable(f"its format is {raw['nbformat']}, and it cannot be brought to 4") from error


def formed_cell(raw: Any, index: int) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise NotGradable(f"cell {index + 1} is not a cell")
    source = raw.get("source", "")
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    text = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    kind = raw.get("cell_type")
    metadata = raw.get("metadata") if isinstance(raw.get("metadata"), dict) else {}
    kept = {
        name: metadata[name] for name in ("nbgrader", "tidemark") if metadata and isinstance(metadata.get(name), dict)
    }
    if not isinstance(kept.get("nbgrader", {}).get("grade_id", ""), str):
        del kept["nbgrader"]
    cell: dict[str, Any] = {"cell_type": kind if kind in ("code", "markdown", "raw") else "raw"}
    cell |= {"id": str(raw.get("id") or f"cell-{index}"), "metadata": kept, "source": text}
    return cell | ({"outputs": [], "execution_count": None} if kind == "code" else {})


def restored(reference: Reference, submitted: NotebookNode, notes: list[str]) -> list[NotebookNode]:
    """The cells to execute: the learner's, with the course's own put back. Each has an id that no other has."""
    checks = {key(cell): cell for cell in reference.notebook.cells if check(cell)}
    places: dict[str, list[int]] = {}
    for index, cell in enumerate(submitted.cells):
        places.setdefault(key(cell), []).append(index)
    stays: dict[int, NotebookNode] = {}
    behind: dict[int, list[NotebookNode]] = {}
    for name, cell in checks.items():
        there = places.get(name, [])
        answers = last_answer(reference, cell, places)
        put(cell, there, answers, (stays, behind, notes))
    cells = list(behind.get(-1, []))
    for index, cell in enumerate(submitted.cells):
        if index in stays:
            cells.append(fresh(stays[index]))
        elif key(cell) not in checks:
            cells.append(as_asked(reference, cell, notes))
        cells += behind.get(index, [])
    return numbered(first_cell(reference, cells, notes))


def last_answer(reference: Reference, cell: NotebookNode, places: dict[str, list[int]]) -> int:
    """Where the answer to a check ends in a submission: -1 if it is not there, and neither is anything before it."""
    wanted = [name for name, asked in reference.answers.items() if asked == exercise_id(cell)]
    found = [index for name in wanted for index in places.get(name, [])]
    if found:
        return max(found)
    before = list(reference.cells)[: list(reference.cells).index(key(cell))]
    return max((index for name in before for index in places.get(name, [])), default=-1)


Placed = tuple[dict[int, NotebookNode], dict[int, list[NotebookNode]], list[str]]


def put(cell: NotebookNode, there: list[int], answer_ends: int, placed: Placed) -> None:
    """Puts one check where it belongs. `there` are the places that have its id."""
    stays, behind, notes = placed
    name = key(cell)
    if there and there[-1] > answer_ends:
        stays[there[-1]] = cell
    else:
        behind.setdefault(answer_ends, []).append(fresh(cell))
        notes.append(f"{name}: {'it stood before its answer' if there else 'it was deleted'}; put behind the answer")
    if len(there) > 1:
        notes.append(f"{name}: it was there {len(there)} times; one was run")


def as_asked(reference: Reference, cell: NotebookNode, notes: list[str]) -> NotebookNode:
    """A learner's cell, with the course's notes on it: of what kind it is, and what it is worth, is not theirs."""
    asked = reference.cells.get(key(cell))
    mine = fresh(cell)
    mine.metadata = nbformat.from_dict(dict(asked.metadata)) if asked is not None else nbformat.from_dict({})
    if asked is not None and is_solution(asked) and asked.cell_type != cell.cell_type:
        notes.append(f"{key(asked)}: it was turned into {cell.cell_type}; read as {asked.cell_type}")
        mine = fresh(asked)
        mine.source = cell.source
    return mine


def first_cell(reference: Reference, cells: list[NotebookNode], notes: list[str]) -> list[NotebookNode]:
    """The course's first code cell stands first, as it was handed out: without its imports nothing compiles."""
    first = next((cell for cell in reference.notebook.cells if cell.cell_type == "code"), None)
    if first is None or role(first) == "exercise":
        return cells
    theirs = next((cell for cell in cells if cell.cell_type == "code"), None)
    if theirs is not None and theirs.source == first.source:
        return cells
    notes.append("the first cell was changed or deleted; restored")
    return [fresh(first), *(cell for cell in cells if cell.id != first.id)]


def edited(reference: Reference, submitted: NotebookNode) -> list[str]:
    """A sentence for each locked cell whose text, kind or notes are not what was handed out, by nbgrader's checksum."""
    said = []
    for cell in submitted.cells:
        asked = reference.cells.get(key(cell))
        if asked is None or not is_locked(asked) or is_solution(asked):
            continue
        told = cell.metadata.get("nbgrader", {})
        try:
            same = cell.cell_type == asked.cell_type and compute_checksum(cell) == asked.metadata.nbgrader.checksum
        except (AttributeError, KeyError, TypeError, ValueError):  # its notes were changed, and have no points now
            same = not told and cell.source == asked.source
        if not same and told:
            said.append(f"{key(asked)}: the check was edited; restored")
    return said


def fresh(cell: NotebookNode) -> NotebookNode:
    """A copy that was never executed."""
    copy: NotebookNode = nbformat.from_dict(json.loads(json.dumps(cell)))
    if copy.cell_type == "code":
        copy.outputs, copy.execution_count = [], None
    return copy


def numbered(cells: list[NotebookNode]) -> list[NotebookNode]:
    """Cells whose ids all differ."""
    seen: set[str] = set()
    for index, cell in enumerate(cells):
        if cell.id in seen or not cell.id:
            cell.id = f"{cell.id or 'cell'}-{index}"[:64]
        seen.add(cell.id)
    return cells


def matching(reference: Reference, submitted: NotebookNode) -> int:
    """How many of a submission's cells have the id of an answer or a check of this notebook."""
    asked = {key(cell) for cell in reference.notebook.cells if answer(cell) or check(cell)}
    return len(asked & {key(cell) for cell in submitted.cells})

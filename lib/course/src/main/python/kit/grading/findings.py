"""Reads what one submission's execution says of each exercise."""

from dataclasses import dataclass

from nbformat import NotebookNode

from kit.grading import cells, pasted
from kit.grading.results import (
    CHECK_FAILED,
    NO_VERDICT,
    NOT_ATTEMPTED,
    TO_BE_GRADED,
    Exercise,
    Finding,
    Graded,
    Result,
    result,
)
from kit.grading.worker import Executed

LONGEST_SOURCE = 4000
OTHER_VARIANT = "right in another variant"
"""The name under which the library's checks report an answer that is right in another variant of the class."""
WORDS = {"check-failed": CHECK_FAILED}


@dataclass
class Prepared:
    """A submission that is read and put in order, not yet executed."""

    row: Graded
    reference: cells.Reference
    notebook: NotebookNode
    theirs: list[str]
    variant: int = 0


def read(prepared: Prepared, asked: Exercise, done: Executed) -> Result:
    """One exercise's result, from what the ledger proved and from what was left out."""
    source = "\n\n".join(
        cell.source for cell in prepared.notebook.cells if cells.answer(cell) and cells.exercise_id(cell) == asked.id
    )
    if asked.by_hand:
        handed_out = prepared.reference.cells[asked.check].source
        state = NOT_ATTEMPTED if source.strip() in ("", handed_out.strip()) else TO_BE_GRADED
        found = Finding(state)
    else:
        found = finding(prepared, asked, done)
    made = result(asked, found)
    made.source = source[:LONGEST_SOURCE]
    return made


def finding(prepared: Prepared, asked: Exercise, done: Executed) -> Finding:
    check = next(cell.id for cell in prepared.notebook.cells if cells.check(cell) and cells.key(cell) == asked.check)
    state = done.states.get(check)
    parts = [
        cell.id
        for cell in prepared.notebook.cells
        if cell.id == check or (cells.answer(cell) and cells.exercise_id(cell) == asked.id)
    ]
    out = next((done.left_out[part] for part in parts if part in done.left_out), "")
    if out and state != "right":
        where = "the check's call of the answer" if check in done.left_out else "the answer's own cell"
        return Finding(out, f"{where} {'did not end in time' if out == 'timed out' else out}.")
    if state is None:
        return Finding(NO_VERDICT, "the check's cell was run, and the checks' ledger has no verdict of it.")
    facts = done.facts.get(check, {})

    def fact(name: str) -> str:
        return facts.get(name, [""])[0]

    return Finding(
        WORDS.get(state, state.replace("-", " ")),
        fact("sentence"),
        [
            {"name": name, "says": says}
            for name, says in zip(*(facts.get(key, []) for key in ("name", "says")), strict=False)
        ],
        int(fact("failed") or 0),
        int(fact("probes") or 0),
        fact("signature"),
        fact("history"),
        [
            {"at": at, "expected": expected, "yours": yours}
            for at, expected, yours in zip(*(facts.get(key, []) for key in ("at", "expected", "yours")), strict=False)
        ],
    )


def of_others(self_tests: list[str], done: Executed) -> list[tuple[str, str]]:
    """The self-tests, which have no points, whose wrong answer is the right one of another learner's variant."""
    facts = {cell: done.facts.get(cell, {}) for cell in self_tests}
    return [
        (cell, f"its answer is {told['says'][0]}; wrong in this learner's")
        for cell, told in facts.items()
        if told.get("name") == [OTHER_VARIANT] and told.get("says")
    ]


def look(row: Graded, reference: cells.Reference, solutions: dict[str, str]) -> None:
    """Notes what looks pasted: reported, never scored."""
    for each in row.exercises:
        solution = solutions.get(each.id, "")
        stub = pasted.bare(reference.cells[each.id].source) if each.id in reference.cells else ""
        if each.state not in (NOT_ATTEMPTED, TO_BE_GRADED) and pasted.bare(each.source) != stub:
            each.pasted = pasted.looks(each.source, solution, pasted.holders(each.id, solution))

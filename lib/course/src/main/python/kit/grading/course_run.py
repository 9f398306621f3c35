"""The course's own run of a notebook, as it is handed out: what it printed stands for the cells that no submission can
change, so that these are run once for a class and not once for each learner.

A cell is *spared* in a submission only if all of this holds:

- It is the course's own, unchanged and in its place, and is no first cell, no answer and no check.
- No name connects it with what the learner wrote: it takes none that the learner's cells declare, declares none that
  they take, and shares none with a cell that does. So no answer can need it, and it can show nothing of theirs.
- The learner's cells reach no name by its text, as reflection does.

Nothing of it earns a point: a spared cell is never a check's, and a submission in which anything does not compile is
run again with all its cells (`worker`).
"""

import contextlib
import json
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from kit.grading import cells, names, worker
from kit.grading.findings import Prepared
from kit.notebooks import role

WORTH_IT = 3
"""Of fewer submissions of a notebook each is run whole."""
BY_TEXT = re.compile(r"\\u|\b(?:eval|forName|getKernelInstance|jshell|MethodHandles|reflect)\b")
"""What can reach a name that does not stand in a cell."""
ALWAYS = re.compile(r"\bProgress\b")
"""What shows what the learner has done, without a name of the learner's."""
UNTOUCHED = {"not-attempted"}


def spared(prepared: Prepared) -> list[str]:
    """The ids of the cells that need not run, because the course's own run says what they print."""
    course = [cell for cell in prepared.reference.notebook.cells if cell.cell_type == "code"]
    place = {cell.source: index for index, cell in enumerate(course)}
    listed = [cell for cell in prepared.notebook.cells if cell.cell_type == "code"]
    there = [place[cell.source] for cell in listed if cell.source in place]
    theirs = [cell.source for cell in listed if cell.source not in place]
    if sum(map(len, theirs)) > MOST_CHARACTERS:
        return []
    if there != sorted(set(there)) or len(place) < len(course) or BY_TEXT.search("\n".join(theirs)):
        return []
    missing = [cell.source for index, cell in enumerate(course) if index not in there]
    open_ = [cell for cell in listed if cell.source in place and may_be_spared(cell, course[0])]
    linked = linked_names(theirs, missing)
    known = frozenset().union(*(names.names(source).declared for source in [*place, *theirs]))
    while True:
        reached = [cell for cell in open_ if of(cell) & known & linked]
        if not reached:
            return [cell.id for cell in open_]
        linked = linked.union(*(of(cell) & known for cell in reached))
        open_ = [cell for cell in open_ if cell not in reached]


def linked_names(theirs: list[str], missing: list[str]) -> frozenset[str]:
    """The names that the learner's cells declare or take, and those of the cells in whose place they stand."""
    declared = [names.names(source).declared for source in [*theirs, *missing]]
    taken = [names.names(source).taken for source in theirs]
    return frozenset().union(*declared, *taken)


def of(cell: NotebookNode) -> frozenset[str]:
    found = names.names(cell.source)
    return found.declared | found.taken


def may_be_spared(cell: NotebookNode, first: NotebookNode) -> bool:
    """Whether a cell of the course's own is one that shows something, and asks nothing that earns points."""
    asks = role(cell) in ("predict", "self-test")  # not answered, since it is as it was handed out
    graded = cells.check(cell) or (cells.answer(cell) and not asks)
    return not graded and cell.source != first.source and not ALWAYS.search(cell.source)


def untouched(prepared: Prepared) -> bool:
    """Whether every code cell is the course's, each in its place."""
    course = [cell.source for cell in prepared.reference.notebook.cells if cell.cell_type == "code"]
    return course == [cell.source for cell in prepared.notebook.cells if cell.cell_type == "code"]


def shown(done: worker.Executed, left: list[str], own: worker.Executed) -> None:
    """Puts what the course's own run printed into the cells that were spared."""
    printed = {cell.source: cell for cell in own.notebook.cells if cell.cell_type == "code"}
    for cell in done.notebook.cells:
        if cell.id in left:
            cell.outputs = nbformat.from_dict(json.loads(json.dumps(printed[cell.source].outputs)))
            cell.execution_count = printed[cell.source].execution_count
    number(done.notebook)


def number(notebook: NotebookNode) -> None:
    """Numbers the cells that ran as if one kernel had run them all."""
    ran = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.execution_count is not None]
    for place, cell in enumerate(ran):
        cell.execution_count = place + 1
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = place + 1


def as_own(prepared: Prepared, own: worker.Executed) -> worker.Executed:
    """The result of a notebook in which the learner changed no code: that of the course's own run."""
    listed = [cell for cell in prepared.notebook.cells if cell.cell_type == "code"]
    ids = {
        ours.id: cell.id
        for ours, cell in zip((each for each in own.notebook.cells if each.cell_type == "code"), listed, strict=True)
    }
    done = worker.Executed(prepared.notebook, {ids[cell]: state for cell, state in own.states.items()})
    done.facts = {ids[cell]: facts for cell, facts in own.facts.items()}
    shown(done, list(ids.values()), own)
    return done


def fit(done: worker.Executed) -> bool:
    """Whether a run of the course's own may stand for others. It earns nothing: no check in it says *right*."""
    return not (done.failure or done.left_out) and set(done.states.values()) <= UNTOUCHED


MOST_CHARACTERS = 20_000
"""Of the learner's own code, whose names are read outside of the fence; with more, everything runs."""

Run = Callable[[str, int], worker.Executed]
Key = tuple[str, int]


class CourseRuns:
    """The course's own runs, one for each notebook and variant; each is made when it is first asked for."""

    def __init__(self, folder: Path, course: str, execute: Run) -> None:
        self.folder, self.course, self.execute = folder, course, execute
        self.lock = threading.Lock()
        self.runs: dict[Key, Future[worker.Executed | None]] = {}
        self.pool = ThreadPoolExecutor(1)

    def __enter__(self) -> "CourseRuns":
        return self

    def __exit__(self, *failure: object) -> None:
        self.pool.shutdown(cancel_futures=True)

    def wanted(self, key: Key, many: bool) -> "Future[worker.Executed | None] | None":
        """A run that is there or is begun; None if there is none, and too few submissions would use it."""
        with self.lock:
            if key not in self.runs:
                kept = self.kept(key)
                if not kept and not many:
                    return None
                self.runs[key] = Future()
                if kept:
                    self.runs[key].set_result(kept)
                else:
                    self.runs[key] = self.pool.submit(self.made, key)
            return self.runs[key]

    def made(self, key: Key) -> worker.Executed | None:
        try:
            done = self.execute(*key)
        except Exception:  # ours; each submission then runs by itself
            return None
        if not fit(done):
            return None
        with contextlib.suppress(OSError):  # it is made again next time
            self.folder.mkdir(parents=True, exist_ok=True)
            part = self.file(key).with_suffix(".part")
            part.write_text(json.dumps({"course": self.course, "run": asdict(done)}), "utf-8")
            part.replace(self.file(key))
        return done

    def kept(self, key: Key) -> worker.Executed | None:
        try:
            said = json.loads(self.file(key).read_text("utf-8"))
            run = said["run"]
            done = worker.Executed(**{**run, "notebook": nbformat.from_dict(run["notebook"])})
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return done if said["course"] == self.course and fit(done) else None

    def file(self, key: Key) -> Path:
        return self.folder / f"course-{key[0]}-{key[1]}.json"

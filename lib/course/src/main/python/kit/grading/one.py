"""Grades one submission: from the learner's file to what its row says."""

import hashlib
import json
import os
import shutil
import sys
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from nbformat import NotebookNode

from kit import CLASSPATH, NOTEBOOKS, kernel_environment, library
from kit.grading import cells, course_run, findings, isolation, processes, worker
from kit.grading.container import Container
from kit.grading.findings import Prepared
from kit.grading.results import NOT_GRADABLE, Exercise, Finding, Graded, result
from kit.jdk import Jdk
from kit.notebooks import role


@dataclass(frozen=True)
class Variants:
    """Whose numbers the checks go by: the instructor's list decides, and never what was handed in."""

    of_class: int = 0
    listed: dict[str, int] | None = None

    def of(self, name: str) -> int | None:
        """A learner's variant; None if there is a list without that name."""
        return self.of_class if self.listed is None else self.listed.get(name)

    def all(self) -> list[int]:
        return sorted(set((self.listed or {}).values()))

    def said(self, variant: int) -> str:
        """A variant that was handed in, and who got it."""
        whose = ", ".join(name for name, listed in (self.listed or {}).items() if listed == variant)
        got = f" (handed out to {whose})" if whose else ""
        return f"variant {variant}{got}" if variant else "no variant"


@dataclass
class Grader:
    """What grades: the course as it is handed out, and how a kernel starts."""

    references: dict[str, cells.Reference]
    solved: dict[str, dict[str, str]]
    fence: isolation.Fence
    jdk: Jdk
    scratch: Path
    hidden: list[Path]
    limits: worker.Limits = field(default_factory=worker.Limits)
    variants: Variants = field(default_factory=Variants)
    container: Container | None = None

    @cached_property
    def course(self) -> str:
        """A fingerprint of all that a grade depends on besides the submission."""
        total = hashlib.sha256(library.fingerprint().encode())
        for file in sorted(Path(__file__).parent.glob("*.py")):
            total.update(file.read_bytes())
        for reference in self.references.values():
            total.update(json.dumps(reference.notebook.cells).encode())
        total.update(f"{self.jdk.version} {self.limits}".encode())
        return total.hexdigest()[:16]

    def exercises(self) -> dict[str, list[Exercise]]:
        return {name: reference.exercises for name, reference in self.references.items()}


def prepare(grader: Grader, learner: str, file: Path, wanted: str, variant: int = 0) -> Prepared | Graded:
    """Reads a file. What cannot be graded is a row of its own, never a 0."""
    try:
        submitted, content, notes = cells.read(file)
        name = assignment(grader, submitted, wanted)
    except (cells.NotGradable, OSError) as why:
        return refused(grader, Graded(learner, wanted), str(why))
    reference = grader.references[name]
    row = Graded(learner, name, content=hashlib.sha256(content).hexdigest()[:16], notes=notes)
    whose = f" {variant} {grader.variants.all()}" if variant else ""
    row.key = hashlib.sha256(f"{row.content} {name} {grader.course}{whose}".encode()).hexdigest()[:16]
    handed_in = submitted.metadata.get("variant", 0)
    if handed_in != variant:
        mine = grader.variants.said(variant)
        notes.append(f"it is a notebook of {grader.variants.said(handed_in)}; graded as this learner's, {mine}")
    notes += cells.edited(reference, submitted)
    listed = cells.restored(reference, submitted, notes)
    ours = {cell.source for cell in reference.notebook.cells}
    theirs = [cell.id for cell in listed if cell.cell_type == "code" and cell.source not in ours]
    notebook = NotebookNode({**submitted, "cells": listed, "metadata": reference.notebook.metadata})
    return Prepared(row, reference, notebook, theirs, variant)


def assignment(grader: Grader, submitted: NotebookNode, wanted: str) -> str:
    """Which notebook of the course it is: by its name, if it has cells of that one, else by its cells."""
    found = {name: cells.matching(reference, submitted) for name, reference in grader.references.items()}
    best = max(found, key=lambda name: (found[name], name == wanted))
    if found.get(wanted) and found[wanted] * 2 >= found[best]:
        return wanted
    if not found[best]:
        raise cells.NotGradable("it has no cell of this course's notebooks; is it of another year or another course?")
    return best


def refused(grader: Grader, row: Graded, why: str, state: str = NOT_GRADABLE) -> Graded:
    """A row in which no exercise has points, and none has a 0."""
    row.state, row.reason = state, why
    reference = grader.references.get(row.assignment)
    row.exercises = [result(asked, Finding(state)) for asked in reference.exercises] if reference else []
    return row


def run(
    grader: Grader, prepared: Prepared, number: int, own: Future[worker.Executed | None] | None = None
) -> tuple[Graded, NotebookNode]:
    """Grades a submission from what the ledger says. `own` is the course's own run of its notebook, where there is one:
    it stands for the cells that no answer can need."""
    done = spared(grader, prepared, number, own) if own else execute(grader, prepared, number)
    row = prepared.row
    row.seconds = round(done.seconds, 1)
    if done.failure:
        return refused(grader, row, done.failure), done.notebook
    row.exercises = [findings.read(prepared, asked, done) for asked in prepared.reference.exercises]
    row.notes += [
        f"{name(done, each)}: {said}" for each, said in findings.of_others(self_tests(grader, prepared), done)
    ]
    row.notes += [f"{name(done, each)}: its output was cut" for each in dict.fromkeys(done.cut)]
    row.notes += [f"{name(done, each)}: {why}; the rest ran without it" for each, why in done.left_out.items()]
    findings.look(prepared.row, prepared.reference, grader.solved.get(row.assignment, {}))
    return row, done.notebook


def spared(grader: Grader, prepared: Prepared, number: int, own: Future[worker.Executed | None]) -> worker.Executed:
    """Runs what a learner can have changed, and takes the rest from the course's own run. If
    that one failed, it is run whole. It is waited for where a notebook was not touched, else at the end."""
    if course_run.untouched(prepared):
        ready = own.result()
        return course_run.as_own(prepared, ready) if ready else execute(grader, prepared, number)
    done = execute(grader, prepared, number, course_run.spared(prepared))
    if not done.spared:
        return done
    ready = own.result()
    if ready is None:
        return execute(grader, prepared, number)
    course_run.shown(done, done.spared, ready)
    return done


def self_tests(grader: Grader, prepared: Prepared) -> list[str]:
    """The self-tests that are looked at: where a class has variants, an answer may be right in another."""
    return [cell.id for cell in prepared.notebook.cells if role(cell) == "self-test"] if grader.variants.all() else []


def execute(grader: Grader, prepared: Prepared, number: int, left: list[str] | None = None) -> worker.Executed:
    """Executes a submission in a process of its own, without the cells `left`."""
    own = grader.scratch / f"s{number:06d}"
    if own.exists():  # a second run of it, and the folder of the first could not be deleted
        own = own.with_name(own.name + "-again")
    folder = own / "work" if grader.container else own
    uid = isolation.free_uid(number) if grader.fence.root and not grader.container else None
    if grader.container:
        own.mkdir(mode=0o700)
    place(folder, uid)
    job = worker.Job(
        prepared.notebook,
        folder,
        uid,
        grader.fence,
        grader.hidden,
        kernel(grader, folder),
        environment(grader, folder, prepared.variant),
        [cell.id for cell in prepared.notebook.cells if cells.check(cell)],
        prepared.theirs,
        added(prepared),
        grader.limits,
        self_tests(grader, prepared),
        left or [],
    )
    try:
        return grader.container.run(job, own) if grader.container else processes.run(job)
    finally:
        isolation.end_kernels(folder)
        if uid is not None:
            isolation.end_processes(uid)
        if not os.environ.get("TIDEMARK_KEEP"):
            for left_over in grader.scratch.glob(f"{own.name}*"):
                shutil.rmtree(left_over, ignore_errors=True) if left_over.is_dir() else left_over.unlink()


def of_the_course(grader: Grader, assignment: str, variant: int, number: int) -> worker.Executed:
    """The course's own run of a notebook, as it is handed out."""
    reference = grader.references[assignment]
    listed = [cells.fresh(cell) for cell in reference.notebook.cells]
    notebook = NotebookNode({**reference.notebook, "cells": listed})
    return execute(grader, Prepared(Graded("", assignment), reference, notebook, [], variant), number)


def added(prepared: Prepared) -> list[str]:
    """The cells that the learner added to those of the course."""
    listed = {cell.id: cells.key(cell) for cell in prepared.notebook.cells}
    return [cell for cell in prepared.theirs if listed[cell] not in prepared.reference.cells]


def name(done: worker.Executed, cell_id: str) -> str:
    cell = next(each for each in done.notebook.cells if each.id == cell_id)
    return cells.key(cell) if cell.metadata.get("nbgrader") else f"the learner's cell {cell_id[:20]}"


def place(folder: Path, uid: int | None) -> None:
    """A submission's own folder, with the course's data in it, closed to everybody else."""
    folder.mkdir(mode=0o700)
    if (NOTEBOOKS / "data").is_dir():
        shutil.copytree(NOTEBOOKS / "data", folder / "data", symlinks=True)
    if uid is not None:
        os.chown(folder, uid, uid)
        for root, folders, files in os.walk(folder):
            for each in [*folders, *files]:
                os.chown(os.path.join(root, each), uid, uid, follow_symlinks=False)


def kernel(grader: Grader, folder: Path) -> list[str]:
    memory = (f"-Xmx{grader.limits.memory}", "-XX:MaxMetaspaceSize=256m", "-XX:MaxDirectMemorySize=64m")
    temporary = folder if sys.platform == "win32" else Path("/tmp") if grader.fence.files else folder
    return kernel_environment.command(Path(sys.executable), grader.jdk, temporary, *memory, f"-Duser.home={folder}")


def environment(grader: Grader, folder: Path, variant: int = 0) -> dict[str, str]:
    """Few variables, made here: what the instructor's own hold is nobody's business."""
    env = {
        "PATH": os.pathsep.join([str(grader.jdk.home / "bin"), "/usr/bin", "/bin"]),
        "JAVA_HOME": str(grader.jdk.home),
        "JJAVA_CLASSPATH": kernel_environment.glob_of(CLASSPATH),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "TIDEMARK_PROGRESS": str(folder / "progress.jsonl"),
        "TIDEMARK_CHECK_SECONDS": str(grader.limits.check),
        "TIDEMARK_VARIANT": str(variant),
        "TIDEMARK_CLASS": " ".join(map(str, grader.variants.all())),
    }
    windows = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ and os.name == "nt"}
    return env | windows

"""Grades one submission: from the learner's file to what its row says."""

import hashlib
import json
import multiprocessing
import os
import shutil
import sys
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from kit import CLASSPATH, NOTEBOOKS, kernel_environment, library
from kit.grading import cells, findings, isolation, worker
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


def run(grader: Grader, prepared: Prepared, number: int) -> tuple[Graded, NotebookNode]:
    """Executes a submission in a process of its own, and reads its row from the ledger."""
    own = grader.scratch / f"s{number:06d}"
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
        [cell.id for cell in prepared.notebook.cells if role(cell) == "self-test"] if grader.variants.all() else [],
    )
    try:
        done = grader.container.run(job, own) if grader.container else in_process(job)
    finally:
        isolation.end_kernels(folder)
        if uid is not None:
            isolation.end_processes(uid)
        if not os.environ.get("TIDEMARK_KEEP"):
            for left in grader.scratch.glob(f"{own.name}*"):
                shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink()
    row = prepared.row
    row.seconds = round(done.seconds, 1)
    if done.failure:
        return refused(grader, row, done.failure), done.notebook
    row.exercises = [findings.read(prepared, asked, done) for asked in prepared.reference.exercises]
    row.notes += [f"{name(done, each)}: {said}" for each, said in findings.of_others(job.self_tests, done)]
    row.notes += [f"{name(done, each)}: its output was cut" for each in dict.fromkeys(done.cut)]
    row.notes += [f"{name(done, each)}: {why}; the rest ran without it" for each, why in done.left_out.items()]
    findings.look(prepared.row, prepared.reference, grader.solved.get(row.assignment, {}))
    return row, done.notebook


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


def processes() -> Any:
    """A way to start processes that have loaded what they need, and hold nothing else of ours."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kit.grading.worker"])
    return context


RUNNING: set[Any] = set()
"""The processes of the submissions that run now."""


def end_all() -> None:
    """Ends every submission that runs now; the threads that wait for them go on, and clear up."""
    for process in list(RUNNING):
        process.kill()


def in_process(job: worker.Job) -> worker.Executed:
    """What a submission's own process sent; it is ended if it takes much longer than it may."""
    context = processes()
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=worker.main, args=(job, there), daemon=True)
    process.start()
    RUNNING.add(process)
    there.close()
    try:
        if here.poll(job.limits.submission + 180):
            done: worker.Executed = here.recv()
            return done
        return worker.Executed(job.notebook, failure="its process did not end in time")
    except EOFError:
        return worker.Executed(job.notebook, failure="its process ended without a word")
    finally:
        here.close()
        RUNNING.discard(process)
        process.kill()
        process.join()

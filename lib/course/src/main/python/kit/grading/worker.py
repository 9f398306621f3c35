"""Executes one submission: in a process of its own, in kernels that no other submission has used.

A cell that ends its kernel, or does not end, is left out (`blame` says which), and the rest runs in a fresh one.
Verdicts that the ledger has proved stay. Where a check fails by itself (no thread is left to it), the cell that the
learner added last before it is left out, and the check runs again. Cells that no answer can need are spared
(`course_run`); where something does not compile without them, everything runs once more with all cells.
"""

import os
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from kit.execution import error, verdict
from kit.grading import isolation
from kit.grading.blame import Blame
from kit.grading.results import ENDED, TIMED_OUT
from kit.kernel_environment import write_command
from kit.ledger import Ledger

MOST_KERNELS = 12
STARTS = 3
"""A kernel whose port was taken meanwhile does not come up; it is started again."""
OUTPUT_BYTES = 100_000
"""Of one cell; more is cut."""


@dataclass(frozen=True)
class Limits:
    """Seconds: for a cell, for one submission in all, and for an answer in a check. Memory as java's -Xmx has it."""

    cell: int = 60
    submission: int = 600
    check: int = 5
    memory: str = "512m"


@dataclass(frozen=True)
class Job:
    """What a process is given: the cells and where they run; the ids of the checks, of the cells that the learner
    changed or added, and of those that the learner added."""

    notebook: NotebookNode
    folder: Path
    uid: int | None
    fence: isolation.Fence
    hidden: list[Path]
    kernel: list[str]
    env: dict[str, str]
    checks: list[str]
    theirs: list[str]
    added: list[str]
    limits: Limits = field(default_factory=Limits)
    self_tests: list[str] = field(default_factory=list)
    """Cells without points whose verdict is asked for all the same."""
    spared: list[str] = field(default_factory=list)
    """Cells of the course's own that need not run."""


@dataclass
class Executed:
    """What came out: verdicts and facts by the id of the check's cell; why a cell was left out, by its id."""

    notebook: NotebookNode
    states: dict[str, str] = field(default_factory=dict)
    facts: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    cut: list[str] = field(default_factory=list)
    seconds: float = 0.0
    failure: str = ""
    spared: list[str] = field(default_factory=list)
    """The cells that did not run, because no answer needs them."""


DOUBTFUL = {"does-not-compile", "does-not-fit", "check-failed"}
HINDERED = "kept a check from its work"


class Spoiled(Exception):
    """A learner's cell has spoiled the kernel for those that follow: it must be left out."""

    def __init__(self, cell: str, why: str) -> None:
        super().__init__(why)
        self.cell, self.why = cell, why


class Client(NotebookClient):
    """A client that keeps only so much of a cell's output; what is cut was still read, so nothing waits."""

    kept: dict[int, int]
    cut: set[int]

    def output(self, outs: list[NotebookNode], msg: dict[str, Any], display_id: str | None, cell_index: int) -> Any:
        self.kept[cell_index] = self.kept.get(cell_index, 0) + len(str(msg.get("content", "")))
        if self.kept[cell_index] > OUTPUT_BYTES and msg["msg_type"] != "error":
            self.cut.add(cell_index)
            return None
        return super().output(outs, msg, display_id, cell_index)


def execute(job: Job) -> Executed:
    """Runs a submission, without the cells that no answer needs. If anything does not compile, perhaps one did: then
    everything runs once more, with all cells."""
    done = to_its_end(job)
    if not job.spared or not in_doubt(job, done):
        return done
    left = max(1, int(job.limits.submission - done.seconds))
    again = to_its_end(replace(job, spared=[], limits=replace(job.limits, submission=left)))
    again.seconds += done.seconds
    return with_what_was_right(again, done, job.checks)


def with_what_was_right(again: Executed, done: Executed, checks: list[str]) -> Executed:
    """The second run, whose time may have ended early, with each answer that the first one proved right."""
    for check in checks:
        if done.states.get(check) == "right" != again.states.get(check):
            again.states[check] = "right"
            again.facts[check] = done.facts.get(check, {})
            again.left_out.pop(check, None)
    return again


def in_doubt(job: Job, done: Executed) -> bool:
    """Whether a name may have been missing."""
    if done.failure:  # no name is the reason, and once more takes as long
        return False
    checks = [cell for cell in job.checks if cell not in done.left_out]
    red = [cell for cell in job.notebook.cells if cell.id in job.theirs and error(cell) and not verdict(cell)]
    return bool(red) or any(done.states.get(cell, "check-failed") in DOUBTFUL for cell in checks)


def to_its_end(job: Job) -> Executed:
    """Runs a submission to its end, however many kernels it takes."""
    done = Executed(job.notebook, spared=job.spared)
    begun = time.monotonic()
    starts = 0
    order = [cell.id for cell in job.notebook.cells]
    blame = Blame(order, job.theirs, job.added, job.checks, done.left_out)
    for _ in range(MOST_KERNELS):
        left = job.limits.submission - (time.monotonic() - begun)
        if left <= 0:
            break
        ended = Attempt(job, done, left).run()
        if ended is None:
            done.seconds = time.monotonic() - begun
            return done
        cell, why = ended
        if not cell:
            starts += 1
            if starts == STARTS:
                done.failure = f"the kernel did not start: {why}"
                break
            continue
        if blame.after(cell, why):
            done.states = {check: state for check, state in done.states.items() if state == "right"}
    done.seconds = time.monotonic() - begun
    if not done.failure:
        finish(job, done)
    return done


def finish(job: Job, done: Executed) -> None:
    """Too many kernels or too much time: the checks that never ran say so."""
    for cell in job.checks:
        if cell not in done.states and cell not in done.left_out:
            done.left_out[cell] = TIMED_OUT


def exhausted(cell: NotebookNode) -> bool:
    """Whether a cell ended because the kernel had no memory left."""
    ends = [each for each in cell.outputs if each.output_type == "error"]
    return any("OutOfMemoryError" in f"{each.get('ename')} {each.get('evalue')}" for each in ends)


class Attempt:
    """One kernel, from its start to the last cell or to its end."""

    def __init__(self, job: Job, done: Executed, left: float) -> None:
        self.job, self.done, self.end = job, done, time.monotonic() + left
        self.ledger, self.running = Ledger(), ""
        skipped = {*done.left_out, *done.states, *job.spared}
        self.cells = [cell for cell in job.notebook.cells if cell.cell_type == "code" and cell.id not in skipped]

    def run(self) -> tuple[str, str] | None:
        """None if every cell has run; else the cell that was running, "" before the first, and why it ended."""
        part = NotebookNode({**self.job.notebook, "cells": self.cells})
        self.client = Client(
            part,
            km=self.manager(),
            timeout=None,
            timeout_func=lambda cell: max(1, min(self.job.limits.cell, int(self.end - time.monotonic()))),
            startup_timeout=120,
            allow_errors=True,
            shutdown_kernel="immediate",
            resources={"metadata": {"path": str(self.job.folder)}},
            on_cell_execute=self.starts,
            on_cell_executed=self.executed,
            store_widget_state=False,
        )
        self.client.kept, self.client.cut = {}, set()
        try:
            with open(self.job.folder.parent / f"{self.job.folder.name}.log", "ab") as log:
                self.client.execute(env=dict(self.job.env), stdout=log, stderr=log)
        except DeadKernelError:
            return self.running, ENDED
        except CellTimeoutError:
            return self.running, TIMED_OUT
        except Spoiled as spoiled:
            return spoiled.cell, spoiled.why
        except Exception as failure:  # what a kernel can do to a client is open-ended; it costs one cell
            return self.running, ENDED if self.running else f"{type(failure).__name__}: {str(failure)[:200]}"
        finally:
            self.done.cut += [self.cells[index].id for index in self.client.cut]
            self.clear()
        return None

    def manager(self) -> AsyncKernelManager:
        file = isolation.connection(self.job.folder)
        file.unlink(missing_ok=True)
        file.parent.mkdir(mode=0o700, exist_ok=True)
        specs = self.job.folder.parent / f"{self.job.folder.name}-kernels"
        write_command(specs, self.kernel())
        manager = AsyncKernelManager(
            kernel_name="java",
            kernel_spec_manager=KernelSpecManager(kernel_dirs=[str(specs / "kernels")]),
            connection_file=str(file),
        )
        manager.shutdown_wait_time = 0.5
        return manager

    def kernel(self) -> list[str]:
        job = self.job
        return isolation.command(job.fence, job.folder, job.kernel, job.uid, job.hidden)

    async def starts(self, cell: NotebookNode, cell_index: int) -> None:
        if not self.ledger.opened:
            # It holds the key of the kernel's messages; the kernel has read it.
            isolation.connection(self.job.folder).unlink(missing_ok=True)
            await self.ledger.open(self.client)
        self.running = cell.id

    async def executed(self, cell: NotebookNode, cell_index: int, execute_reply: dict[str, Any]) -> None:
        self.done.ran.append(cell.id)
        if cell.id in self.job.theirs and exhausted(cell):
            raise Spoiled(cell.id, ENDED)  # a variable of it may hold the memory that the other answers need
        if cell.id in self.job.self_tests:
            await self.ledger.ask(self.client, cell)
            self.done.facts.update(self.ledger.facts)
        if cell.id in self.job.checks:
            await self.ledger.ask(self.client, cell)
            hindering = self.added_before(cell.id)
            if self.ledger.states.get(cell.id) == "check-failed" and hindering:
                del self.ledger.states[cell.id]
                raise Spoiled(hindering[-1], HINDERED)
            self.done.states.update(self.ledger.states)
            self.done.facts.update(self.ledger.facts)

    def added_before(self, check: str) -> list[str]:
        """The cells that the learner added, and that have run in this kernel before a check."""
        order = [cell.id for cell in self.cells]
        return [one for one in order[: order.index(check)] if one in self.job.added]

    def clear(self) -> None:
        if self.job.uid is not None and os.name == "posix":
            isolation.end_processes(self.job.uid)


def main(job: Job, out: Any) -> None:
    """The process: fences itself in, executes, and sends what came out."""
    try:
        isolation.enter_network(job.fence)
        done = execute(job)
    except BaseException as failure:
        done = Executed(job.notebook, failure=f"the runner failed: {type(failure).__name__}: {failure}")
    with suppress(OSError):  # nobody may be left to hear it
        out.send(done)

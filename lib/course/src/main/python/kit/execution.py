"""Executes one notebook headlessly, and judges each cell by its role."""

import re
import time
from dataclasses import dataclass, field
from pathlib import Path

from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from traitlets.config import Config

from kit import ROOT
from kit.ledger import Ledger
from kit.notebooks import MARKED, role

CELL_SECONDS = 300
KERNEL_LOG = ROOT / "target" / "run" / "kernels.log"
KERNELS = Config(KernelManager={"shutdown_wait_time": 0.5})
"""A kernel that was told to shut down lingers until it is terminated; nothing is lost by terminating it soon."""
STATE_OF = re.compile(r'data-state="([a-z-]+)"')


@dataclass
class Execution:
    """One executed notebook: its seconds, the seconds to its first verdict, how it ended ("" if at its last cell)."""

    file: Path
    notebook: NotebookNode
    seconds: float = 0.0
    first_verdict: float | None = None
    ended: str = ""
    ledger: Ledger = field(default_factory=Ledger)
    problems: list[str] = field(default_factory=list)

    def codes(self) -> list[NotebookNode]:
        return [cell for cell in self.notebook.cells if cell.cell_type == "code"]


def html_of(cell: NotebookNode) -> str:
    return "".join(output.get("data", {}).get("text/html", "") for output in cell.get("outputs", []))


def verdict(cell: NotebookNode) -> str:
    """A check's verdict as its output says it, "" where there is none."""
    found = STATE_OF.search(html_of(cell))
    return found.group(1) if found else ""


def error(cell: NotebookNode) -> str:
    """What made a cell red, "" if it is green."""
    return next(
        (
            f"{output.ename}: {output.evalue}"[:200] or "error"
            for output in cell.get("outputs", [])
            if output.output_type == "error"
        ),
        "",
    )


def name(cell: NotebookNode) -> str:
    return str(
        cell.metadata.get("tidemark", {}).get("id") or cell.metadata.get("nbgrader", {}).get("grade_id") or cell.id
    )


def execute(file: Path, notebook: NotebookNode, env: dict[str, str], folder: Path | None = None) -> Execution:
    """Runs every cell, red ones too. A kernel that ends or hangs ends the notebook, and is said, not thrown."""
    run = Execution(file, notebook)
    begun = time.monotonic()

    running = "?"

    async def starts(cell: NotebookNode, cell_index: int) -> None:
        nonlocal running
        running = name(cell)
        await run.ledger.open(client)

    async def executed(cell: NotebookNode, cell_index: int, execute_reply: object) -> None:
        if role(cell) in MARKED:
            await run.ledger.ask(client, cell)
        if run.first_verdict is None and verdict(cell):
            run.first_verdict = time.monotonic() - begun

    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        startup_timeout=120,
        allow_errors=True,
        kernel_name="java",
        resources={"metadata": {"path": str(folder or file.parent)}},
        on_cell_execute=starts,
        on_cell_executed=executed,
        store_widget_state=False,
        config=KERNELS,
    )
    try:
        with open(KERNEL_LOG, "ab") as log:
            client.execute(env=env, stdout=log, stderr=log)
    except DeadKernelError:
        run.ended = f"cell {running} ended the kernel"
    except CellTimeoutError:
        run.ended = f"cell {running} took longer than {CELL_SECONDS} s"
    except Exception as failure:  # what a kernel can do to a client is open-ended; it costs this notebook only
        run.ended = f"the kernel could not be used: {type(failure).__name__}: {str(failure)[:200]}"
    run.seconds = time.monotonic() - begun
    return run


def judge(run: Execution, expected: str) -> None:
    """Notes what is wrong. *solved*: nothing red. *untouched*: exactly the marked cells red, each not attempted.
    *learner*: only marked and exercise cells may be red, and no check failed by itself."""
    if run.ended:
        run.problems.append(run.ended)
    for cell in run.codes():
        marked, red, state = role(cell) in MARKED, error(cell), verdict(cell)
        allowed = marked or (expected == "learner" and role(cell) == "exercise")
        if expected == "untouched" and marked and not run.ended and (not red or state != "not-attempted"):
            found = f"{'red' if red else 'green'} with verdict {state or 'none'}"
            run.problems.append(f"{name(cell)}: {found}, expected red with not-attempted")
        elif red and (expected == "solved" or not allowed):
            run.problems.append(f"{name(cell)}: {state or red}")
        elif expected == "solved" and marked and state != "right":
            run.problems.append(f"{name(cell)}: {state or 'no verdict'}, and green")
        elif state == "check-failed":
            run.problems.append(f"{name(cell)}: the check itself failed")


def points(run: Execution) -> tuple[float, float, float]:
    """Earned, possible, and left for a person to grade. A check's cell earns only what the checks in the kernel say
    of it: its page may show a verdict that no check made."""
    earned = possible = by_hand = 0.0
    for cell in run.notebook.cells:
        grade = cell.metadata.get("nbgrader", {})
        if not grade.get("grade"):
            continue
        worth = float(grade.get("points", 0))
        if grade.get("solution"):
            by_hand += worth
            continue
        possible += worth
        done = cell.cell_type == "code" and cell.execution_count is not None and not error(cell)
        earned += worth if done and (run.ledger.states.get(cell.id) == "right" or role(cell) not in MARKED) else 0
    return earned, possible, by_hand

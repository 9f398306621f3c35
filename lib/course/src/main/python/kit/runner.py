"""Executes notebooks headlessly, two side by side, and judges each cell by its role."""

import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from traitlets.config import Config

from kit import NOTEBOOKS, ROOT, SOLUTIONS, kernel
from kit.jdk import Jdk
from kit.notebooks import MARKED, none, numbered, read, role, text

SIDE_BY_SIDE = 2
CELL_SECONDS = 300
KERNEL_LOG = ROOT / "target" / "run" / "kernels.log"
KERNELS = Config(KernelManager={"shutdown_wait_time": 0.5})
"""A kernel that was told to shut down lingers until it is terminated; nothing is lost by terminating it soon."""
STATE_OF = re.compile(r'data-state="([a-z-]+)"')


@dataclass
class Execution:
    """One executed notebook: its seconds, the seconds to its first verdict, and how it ended ("" if at its last cell)."""

    file: Path
    notebook: NotebookNode
    seconds: float = 0.0
    first_verdict: float | None = None
    ended: str = ""
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
    return next((f"{output.ename}: {output.evalue}"[:200] or "error" for output in cell.get("outputs", []) if output.output_type == "error"), "")


def name(cell: NotebookNode) -> str:
    return str(cell.metadata.get("tidemark", {}).get("id") or cell.metadata.get("nbgrader", {}).get("grade_id") or cell.id)


def execute(file: Path, notebook: NotebookNode, env: dict[str, str], folder: Path | None = None) -> Execution:
    """Runs every cell, red ones too. A kernel that ends or hangs ends the notebook, and is said, not thrown."""
    run = Execution(file, notebook)
    begun = time.monotonic()

    def executed(cell: NotebookNode, cell_index: int, execute_reply: object) -> None:
        if run.first_verdict is None and verdict(cell):
            run.first_verdict = time.monotonic() - begun

    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        startup_timeout=120,
        allow_errors=True,
        kernel_name="java",
        resources={"metadata": {"path": str(folder or file.parent)}},
        on_cell_executed=executed,
        store_widget_state=False,
        config=KERNELS,
    )
    try:
        with open(KERNEL_LOG, "ab") as log:
            client.execute(env=env, stdout=log, stderr=log)
    except DeadKernelError:
        run.ended = f"cell {last(run)} ended the kernel"
    except CellTimeoutError:
        run.ended = f"cell {last(run)} took longer than {CELL_SECONDS} s"
    except Exception as failure:  # what a kernel can do to a client is open-ended; it costs this notebook only
        run.ended = f"the kernel could not be used: {type(failure).__name__}: {str(failure)[:200]}"
    run.seconds = time.monotonic() - begun
    return run


def last(run: Execution) -> str:
    """The cell that was running when a notebook ended: the first without an execution count."""
    return next((name(cell) for cell in run.codes() if cell.source.strip() and cell.execution_count is None), "?")


def judge(run: Execution, expected: str) -> None:
    """Notes what is wrong. *solved*: nothing red. *untouched*: exactly the marked cells red, each not attempted.
    *learner*: only marked and exercise cells may be red, and no check failed by itself."""
    if run.ended:
        run.problems.append(run.ended)
    for cell in run.codes():
        marked, red, state = role(cell) in MARKED, error(cell), verdict(cell)
        allowed = marked or (expected == "learner" and role(cell) == "exercise")
        if expected == "untouched" and marked and not run.ended and (not red or state != "not-attempted"):
            run.problems.append(f"{name(cell)}: {'red' if red else 'green'} with verdict {state or 'none'}, expected red with not-attempted")
        elif red and (expected == "solved" or not allowed):
            run.problems.append(f"{name(cell)}: {state or red}")
        elif expected == "solved" and marked and state != "right":
            run.problems.append(f"{name(cell)}: {state or 'no verdict'}, and green")
        elif state == "check-failed":
            run.problems.append(f"{name(cell)}: the check itself failed")


def points(run: Execution) -> tuple[float, float, float]:
    """Earned, possible, and left for a person to grade."""
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
        earned += worth if done and (verdict(cell) == "right" or role(cell) not in MARKED) else 0
    return earned, possible, by_hand


def line(run: Execution) -> str:
    earned, possible, by_hand = points(run)
    states: dict[str, int] = {}
    for cell in run.codes():
        if verdict(cell):
            states[verdict(cell)] = states.get(verdict(cell), 0) + 1
    said = ", ".join(f"{count} {state.replace('-', ' ')}" for state, count in states.items())
    hand = f" (+{by_hand:g} by hand)" if by_hand else ""
    return f"  {run.file.stem:<18}{run.seconds:6.1f} s  {earned:4g} of {possible:g} points{hand}  {said}{'  ' + run.ended if run.ended else ''}"


def together(files: list[Path], env: dict[str, str], expected: str, notebooks: list[NotebookNode] | None = None) -> tuple[list[Execution], float]:
    """Executes notebooks two side by side; a line each as it ends, unless they are given (the floor's). Returns the seconds in all."""
    KERNEL_LOG.parent.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    quiet = notebooks is not None
    work = list(zip(files, notebooks or [read(file) for file in files], strict=True))

    def one(item: tuple[Path, NotebookNode]) -> Execution:
        run = execute(item[0], item[1], env)
        judge(run, expected)
        if not quiet:
            print("\n".join([line(run), *(f"      {problem}" for problem in run.problems)]), flush=True)
        return run

    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        return list(pool.map(one, work)), time.monotonic() - begun


def trivial(notebook: NotebookNode) -> NotebookNode:
    """A notebook's floor: its first code cell, and as many `var x=1;` as it has cells."""
    codes = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    cells = [nbformat.v4.new_code_cell(codes[0].source if index == 0 else "var x=1;") for index in range(len(codes))]
    return nbformat.v4.new_notebook(cells=cells, metadata=notebook.metadata)


def speed(files: list[Path], env: dict[str, str], seconds: float, floor: bool) -> None:
    """Prints the two figures of speed."""
    for file in files:
        notebook = read(file)
        first = next((index for index, cell in enumerate(notebook.cells) if role(cell) in MARKED), None)
        if first is not None:
            notebook.cells = notebook.cells[: first + 1]
            alone = execute(file, notebook, env)
            if alone.first_verdict is not None:
                print(f"kernel start to first verdict: {alone.first_verdict:.1f} s ({file.stem}, alone)", flush=True)
            break
    if floor:
        _, least = together(files, env, "solved", [trivial(read(file)) for file in files])
        print(f"all notebooks ÷ floor: {seconds:.1f} s ÷ {least:.1f} s = {seconds / least:.2f}", flush=True)


def save(runs: list[Execution], folder: Path) -> None:
    """Writes executed copies and HTML."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    exporter = HTMLExporter()
    for run in runs:
        (folder / run.file.name).write_text(text(run.notebook), "utf-8")
        (folder / f"{run.file.stem}.html").write_text(exporter.from_notebook_node(run.notebook)[0], "utf-8")


def runner_env(jdk: Jdk, scratch: str) -> dict[str, str]:
    """A headless run must not count as a learner's progress."""
    return kernel.env(jdk) | {"TIDEMARK_PROGRESS": str(Path(scratch) / "progress.jsonl")}


def command(jdk: Jdk, solutions: bool, numbers: list[str]) -> int:
    """`course run`: 0 if everything ran to its end and only marked cells are red (with --solutions: none)."""
    folder = SOLUTIONS if solutions else NOTEBOOKS
    files = numbered(folder, numbers)
    if not files:
        raise none(folder)
    with TemporaryDirectory() as scratch:
        env = runner_env(jdk, scratch)
        runs, seconds = together(files, env, "solved" if solutions else "learner")
        speed(files, env, seconds, floor=not numbers)
    target = ROOT / "target" / "run" / folder.name
    save(runs, target)
    print(f"executed copies and HTML: {target.relative_to(ROOT).as_posix()}/")
    return 1 if any(run.problems for run in runs) else 0

"""`course run`: executes notebooks headlessly, two side by side, and says of each what it took and earned."""

import os
import shutil
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbconvert import HTMLExporter
from nbformat import NotebookNode

from kit import NOTEBOOKS, ROOT, SOLUTIONS, kernel_environment
from kit.execution import KERNEL_LOG, Execution, execute, judge, points, verdict
from kit.jdk import Jdk
from kit.notebook_files import none, numbered
from kit.notebooks import MARKED, read, role, text

SIDE_BY_SIDE = 2
NOTHING = "data:text/javascript,export default {};//"
"""In the place of each script that nbconvert would fetch from another host; the course uses none of them."""


def line(run: Execution) -> str:
    earned, possible, by_hand = points(run)
    states: dict[str, int] = {}
    for cell in run.codes():
        if verdict(cell):
            states[verdict(cell)] = states.get(verdict(cell), 0) + 1
    said = ", ".join(f"{count} {state.replace('-', ' ')}" for state, count in states.items())
    hand = f" (+{by_hand:g} by hand)" if by_hand else ""
    ended = "  " + run.ended if run.ended else ""
    return f"  {run.file.stem:<18}{run.seconds:6.1f} s  {earned:4g} of {possible:g} points{hand}  {said}{ended}"


def together(
    files: list[Path], env: dict[str, str], expected: str, notebooks: list[NotebookNode] | None = None
) -> tuple[list[Execution], float]:
    """Executes notebooks two side by side; a line each as it ends, unless they are given (the floor's). Returns the
    seconds in all too."""
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
    floor: NotebookNode = nbformat.v4.new_notebook(cells=cells, metadata=notebook.metadata)
    return floor


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
    exporter = HTMLExporter(
        require_js_url="data:text/javascript,",
        mathjax_url="data:text/javascript,//",
        mermaid_js_url=NOTHING,
        mermaid_layout_elk_js_url=NOTHING,
    )
    for run in runs:
        (folder / run.file.name).write_text(text(run.notebook), "utf-8")
        (folder / f"{run.file.stem}.html").write_text(exporter.from_notebook_node(run.notebook)[0], "utf-8")


@contextmanager
def headless(jdk: Jdk) -> Iterator[dict[str, str]]:
    """The variables of headless kernels, which count as nobody's progress and whose temporary files end with the run.
    Jupyter finds the kernel spec by a variable of this process."""
    with TemporaryDirectory(prefix="tidemark-", ignore_cleanup_errors=True) as scratch:
        spec = kernel_environment.write_spec(Path(sys.executable), jdk, Path(scratch))
        with patched("JUPYTER_PATH", str(spec)):
            yield kernel_environment.env(jdk) | {
                "TIDEMARK_PROGRESS": str(Path(scratch) / "progress.jsonl"),
                "TIDEMARK_RECORDS": scratch,
            }


@contextmanager
def patched(name: str, value: str) -> Iterator[None]:
    """Sets a variable of this process for a while."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        del os.environ[name]
        os.environ.update({name: before} if before is not None else {})


def command(jdk: Jdk, solutions: bool, numbers: list[str]) -> int:
    """`course run`: 0 if everything ran to its end and only marked cells are red (with --solutions: none)."""
    folder = SOLUTIONS if solutions else NOTEBOOKS
    files = numbered(folder, numbers)
    if not files:
        raise none(folder)
    with headless(jdk) as env:
        runs, seconds = together(files, env, "solved" if solutions else "learner")
        speed(files, env, seconds, floor=not numbers)
    target = ROOT / "target" / "run" / folder.name
    save(runs, target)
    print(f"executed copies and HTML: {target.relative_to(ROOT).as_posix()}/")
    return 1 if any(run.problems for run in runs) else 0

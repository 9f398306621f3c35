"""How long the notebooks take, by one stated method, and where that stands in them.

- Text is read at 220 words a minute (people read English non-fiction at 238, Brysbaert 2019). Folded hints are not
  counted, and neither are the books, HTML tags and the targets of links.
- A worked cell takes 5 seconds a line to read, and 10 seconds to run it and to look at what it shows.
- A guess takes half a minute, a self-test one. An exercise takes what its kind takes (`KINDS`); one in which a method
  is written takes 2 minutes, and 1 more for each line of the solution.
- In the closed-book test (`"again": true` in `metadata.tidemark`) all of this was done before: it takes half as long.

A cell with `"further": true` in `metadata.tidemark` is not on the core path. A badge is `CORE` or `FURTHER` in code
marks, and minutes. The first badge of a notebook stands for all of it. One that an exercise follows stands for that
exercise; any other one stands for all cells up to the next.
"""

import math
import re
from pathlib import Path

from nbformat import NotebookNode

from kit import SOLUTIONS, notebooks
from kit.notebook_files import numbered

WORDS_A_MINUTE = 220
SECONDS_A_LINE = 5
SECONDS_A_CELL = 10
KINDS = {
    "predict": 0.5,
    "self-test": 1.0,
    "choice": 2.0,
    "explanation": 3.0,
    "counterexample": 4.0,
    "situations": 7.0,  # ten pictures
    "incidents": 8.0,  # seven tables of numbers
    "night": 10.0,  # a broker that starts, looks and actions
}
CODE_START, CODE_LINE = 2, 1
AGAIN = 0.5
LIMIT = 300
"""Minutes that the core path may take."""

WORD = re.compile(r"\w[\w'’.-]*")
FENCED = re.compile(r"```.*?\n(.*?)```", re.S)
UNREAD = re.compile(r"(?<=\])\([^()\s]+\)|</?[a-z]+>")
"""The target of a link, and a tag: nobody reads them."""
BADGE = re.compile(r"`(?:CORE|FURTHER)` \d+ minutes?(?:, then `FURTHER` \d+ minutes?)?")


def further(cell: NotebookNode) -> bool:
    return bool(cell.metadata.get("tidemark", {}).get("further", False))


def is_asked(cell: NotebookNode) -> bool:
    """Whether a cell is an exercise, a self-test or an explanation, which have a badge of their own."""
    return notebooks.role(cell) in ("exercise", "self-test", "explanation")


def lines(code: str) -> int:
    return sum(1 for line in code.splitlines() if line.strip())


def minutes(cell: NotebookNode) -> float:
    """What one cell takes."""
    role = notebooks.role(cell)
    if role in ("hints", "discussion"):
        return 0
    if role in ("exercise", "predict", "self-test", "explanation"):
        return asked(cell) * (AGAIN if cell.metadata.tidemark.get("again") else 1)
    if cell.cell_type == "markdown":
        code = sum(lines(block) for block in FENCED.findall(cell.source))
        read = UNREAD.sub(" ", FENCED.sub("", cell.source))
        return len(WORD.findall(read)) / WORDS_A_MINUTE + code * SECONDS_A_LINE / 60
    return ((lines(cell.source) * SECONDS_A_LINE if role == "worked" else 0) + SECONDS_A_CELL) / 60


def asked(cell: NotebookNode) -> float:
    """What answering takes, the first time."""
    role = notebooks.role(cell)
    kind = str(cell.metadata.tidemark.get("kind", "code" if role == "exercise" else role))
    if kind == "code":
        solution = cell.source.split("// BEGIN SOLUTION")[1].split("// END SOLUTION")[0]
        return CODE_START + CODE_LINE * lines(solution)
    return KINDS[kind]


def whole(cells: list[NotebookNode]) -> int:
    return math.ceil(sum(minutes(cell) for cell in cells) - 1e-9)


def parts(notebook: NotebookNode) -> tuple[int, int]:
    """Minutes on the core path, and further ones."""
    return whole([cell for cell in notebook.cells if not further(cell)]), whole(
        [cell for cell in notebook.cells if further(cell)]
    )


def span(cells: list[NotebookNode], at: int) -> list[NotebookNode]:
    """What the badge in the cell at `at` stands for."""
    end = next((i for i in range(at + 1, len(cells)) if BADGE.search(cells[i].source)), len(cells))
    cut = next((i for i in range(at, end) if further(cells[i]) != further(cells[at])), end)
    asked = [cell for cell in cells[at:cut] if is_asked(cell)]
    return asked or cells[at:cut]


def said(count: int) -> str:
    return f"{count} minute" if count == 1 else f"{count} minutes"


def badge(notebook: NotebookNode, at: int) -> str:
    """The badge that belongs into the cell at `at`."""
    if at == 0:
        core, more = parts(notebook)
        both = [f"`CORE` {said(core)}"] * (core > 0) + [f"`FURTHER` {said(more)}"] * (more > 0)
        return ", then ".join(both)
    cells = notebook.cells
    return f"`{'FURTHER' if further(cells[at]) else 'CORE'}` {said(whole(span(cells, at)))}"


def write(file: Path) -> bool:
    """Puts the right minutes into all badges of a notebook; whether anything changed."""
    notebook = notebooks.read(file)
    before = notebooks.text(notebook)
    for _ in range(2):  # the length of a badge is a word more or less
        for at, cell in enumerate(notebook.cells):
            if cell.cell_type == "markdown" and BADGE.search(cell.source):
                cell.source = BADGE.sub(badge(notebook, at), cell.source, count=1)
    if notebooks.text(notebook) == before:
        return False
    file.write_text(notebooks.text(notebook), "utf-8", newline="\n")
    return True


def total() -> int:
    """Minutes of the whole core path."""
    return sum(parts(notebooks.read(file))[0] for file in numbered(SOLUTIONS))


def report() -> None:
    """Writes the badges, and prints a line for each notebook and the sum."""
    for file in numbered(SOLUTIONS):
        write(file)
        core, more = parts(notebooks.read(file))
        print(f"  {file.stem:<20} core {core:>3} min   further {more:>3} min")
    print(f"  core path: {total()} of at most {LIMIT} minutes; the books are not counted")

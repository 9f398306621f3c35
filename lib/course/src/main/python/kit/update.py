"""`course update`: the newest version of the course, by git, with the learner's cells carried over into it."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from kit import NOTEBOOKS, ROOT
from kit.errors import Stop
from kit.notebooks import read, text
from kit.release import aside

NO_CLONE = (
    "This folder is no git clone, so there is nothing to update it from.\n"
    "Get the new version in a folder of its own, and copy .tidemark/ (your progress) and your notebooks there."
)


@dataclass(frozen=True)
class Merged:
    """A newer notebook with the learner's cells in it, and the cells that both sides changed."""

    notebook: NotebookNode
    both: list[str]


def merge(handed_out: NotebookNode, learners: NotebookNode, newer: NotebookNode) -> Merged:
    """Carries a learner's changes into a newer notebook, cell by cell, by the cells' ids. What only the learner changed
    is theirs, what only the course changed is the course's. What both changed stays the learner's, locked cells
    excepted, and is listed. Cells that the learner added stand after the same neighbour as before."""
    before = {cell.id: cell for cell in handed_out.cells}
    theirs = {cell.id: cell for cell in learners.cells}
    both: list[str] = []
    cells: list[NotebookNode] = []
    for cell in newer.cells:
        mine, old = theirs.get(cell.id), before.get(cell.id)
        changed = mine is not None and (old is None or mine.source != old.source)
        locked = cell.metadata.get("nbgrader", {}).get("locked", False) and not solution(cell)
        if mine is not None and changed and not locked:
            if old is None or cell.source != old.source:
                both.append(cell.id)
            cell.source = mine.source
            if "attachments" in mine:
                cell.attachments = mine.attachments
        if mine is not None and cell.cell_type == mine.cell_type == "code" and cell.source == mine.source:
            cell.outputs, cell.execution_count = mine.outputs, mine.execution_count
        cells.append(cell)
    for index, cell in enumerate(learners.cells):
        old = before.get(cell.id)
        if cell.id in {there.id for there in cells} or (old is not None and old.source == cell.source):
            continue
        cell.metadata.pop("nbgrader", None)  # the course has no such cell any more, so nothing is graded there
        neighbours = [earlier.id for earlier in learners.cells[:index]]
        places = [place for place, there in enumerate(cells) if there.id in neighbours]
        cells.insert(max(places, default=-1) + 1, cell)
    newer.cells = cells
    return Merged(newer, both)


def solution(cell: NotebookNode) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("solution"))


def git(*arguments: str) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8"}
    return subprocess.run(["git", *arguments], cwd=ROOT, env=env, capture_output=True, text=True, encoding="utf-8")


def edited() -> list[Path]:
    """The notebooks that differ from the last commit."""
    listed = git("diff", "--name-only", "-z", "HEAD", "--", NOTEBOOKS.name)
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [file for file in files if file.suffix == ".ipynb" and file.is_file()]


def command() -> None:
    """Pulls. Where the learner changed a notebook, theirs is kept beside it and their cells go into the new one."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        raise Stop(NO_CLONE)
    before = git("rev-parse", "HEAD").stdout.strip()
    kept = {file: aside(file) for file in edited()}
    learners = {file: read(file) for file in kept}  # all can be read, before the first is touched
    for file, copy in kept.items():
        shutil.copy2(file, copy)
    try:
        if kept:
            git("checkout", "HEAD", "--", *(str(file) for file in kept))
        pulled = git("pull", "--ff-only")
    except BaseException:
        put_back(kept)
        raise
    if pulled.returncode:
        put_back(kept)
        own = own_commits()
        words = "\n".join((pulled.stderr.strip() or pulled.stdout.strip()).splitlines()[:12])
        raise Stop(
            f"The course must be updated by git pull --ff-only, and that failed; everything is as it was:\n{words}{own}"
        )
    print(f"  the course: {'no news' if git('rev-parse', 'HEAD').stdout.strip() == before else 'updated'}")
    for file, copy in kept.items():
        print(f"  {file.stem}: {carried(file, copy, learners[file], before)}")


def own_commits() -> str:
    """The way on where the clone has commits of its own: they become changes again, which an update carries over."""
    base = git("merge-base", "HEAD", "@{upstream}").stdout.strip()
    if not base or git("rev-parse", "HEAD").stdout.strip() == base:
        return ""
    return (
        "\nThis clone has commits of its own. Keep them in a branch, make them changes again, and update:\n"
        f"  git branch mine-{base[:7]}\n  git reset --mixed {base}\n  ./course update"
    )


def put_back(kept: dict[Path, Path]) -> None:
    for file, copy in kept.items():
        copy.replace(file)


def carried(file: Path, copy: Path, learners: NotebookNode, before: str) -> str:
    """Writes the merged notebook and says what was done."""
    name = file.relative_to(ROOT).as_posix()
    old = git("show", f"{before}:{name}").stdout
    if not file.is_file():
        return f"is no longer in the course; yours is kept as {copy.name}"
    if old == file.read_text("utf-8"):
        copy.replace(file)
        return "no news; yours, as it was"
    merged = merge(nbformat.reads(old, as_version=4), learners, read(file))
    file.write_text(text(merged.notebook), "utf-8", newline="\n")
    both = f"; changed here and there, yours stands: {', '.join(merged.both)}" if merged.both else ""
    return f"new, with your cells in it{both}; yours as it was is kept as {copy.name}"

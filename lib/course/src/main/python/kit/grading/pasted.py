"""Says of an answer that it looks like a copy. Reported, never scored: short right answers are alike."""

import re

from nbformat import NotebookNode

from kit import ROOT
from kit.grading.cells import answer, exercise_id

COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')|//[^\n]*|/\*.*?\*/', re.DOTALL)
SHORTEST = 80
"""Characters that an answer must have, to be worth a word: two people write one line alike."""
HOLDERS = {
    "01": ("lag",),
    "02": ("deadletter",),
    "03": ("time", "window"),
    "04": ("time",),
    "05": ("snapshot", "rebuild"),
    "06": ("compact",),
    "07": ("rebuild",),
    "10": ("time", "window", "compact", "snapshot", "rebuild"),
}
"""The packages of the library that do what the exercises of a notebook ask for."""


def holders(exercise: str, solution: str) -> set[str]:
    """The library's types that hold an exercise's answer; not those that its own solution needs."""
    folders = [
        ROOT / "lib" / "core" / "src" / "main" / "java" / "tidemark" / each for each in HOLDERS.get(exercise[:2], ())
    ]
    types = {file.stem for folder in folders for file in folder.glob("[A-Z]*.java")}
    return types - set(re.findall(r"[A-Z]\w+", solution))


def bare(source: str) -> str:
    """Code without comments and white space; what stands in quotes is kept."""
    return re.sub(r"\s+", "", COMMENT.sub(lambda found: found.group(1) or "", source))


def solutions(notebook: NotebookNode) -> dict[str, str]:
    """The bare solution of each exercise of a solved notebook."""
    found: dict[str, str] = {}
    for cell in notebook.cells:
        if answer(cell) and cell.cell_type == "code":
            found[exercise_id(cell)] = found.get(exercise_id(cell), "") + bare(cell.source)
    return found


def looks(source: str, solution: str, types: set[str]) -> str:
    """Why an answer looks pasted; "" if it does not. `types` are the library's that do what is asked for."""
    said = bare(source)
    if solution and said == solution and len(said) >= SHORTEST:
        return "equal to the course's solution but for white space and comments"
    used = sorted({name for name in re.findall(r"\b[A-Z]\w+", COMMENT.sub("", source)) if name in types})
    qualified = sorted(set(re.findall(r"\btidemark\.(?:bank|check)\b", source)))
    if used or qualified:
        return f"it uses what holds the answer in the library: {', '.join([*qualified, *used])}"
    return ""

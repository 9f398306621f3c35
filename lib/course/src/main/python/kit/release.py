"""Makes `notebooks/` from `solutions/` with nbgrader's own preprocessors, and resets one of them.

A markdown cell tagged `discussion` stays in `solutions/`.
"""

import re
import shutil
from datetime import datetime
from pathlib import Path

from nbconvert.preprocessors import TagRemovePreprocessor
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
)
from traitlets.config import Config

from kit import NOTEBOOKS, SOLUTIONS
from kit.errors import Stop
from kit.notebook_files import numbered
from kit.notebooks import read, text

GLOSSARY = "glossary.md"
TEXT_STUB = "*Your answer here.*"
STUB = 'throw new UnsupportedOperationException("not attempted");'


def config() -> Config:
    made = Config()
    made.TagRemovePreprocessor.remove_cell_tags = {"discussion"}
    made.ClearSolutions.code_stub = {"java": STUB}
    made.ClearSolutions.text_stub = TEXT_STUB
    return made


PREPROCESSORS = (
    TagRemovePreprocessor,
    LockCells,
    ClearSolutions,
    ClearOutput,
    CheckCellMetadata,
    ComputeChecksums,
    ClearHiddenTests,
    ClearMarkScheme,
    ComputeChecksums,
    CheckCellMetadata,
)


def released(solved: Path) -> str:
    """What a learner gets for a solved notebook."""
    notebook = read(solved)
    resources: dict[str, object] = {}
    for preprocessor in PREPROCESSORS:
        notebook, resources = preprocessor(config=config(), enabled=True).preprocess(notebook, resources)
    for cell in notebook.cells:
        if re.search(r"(BEGIN|END) SOLUTION", cell.source):
            raise Stop(
                f"A solution marker is left in the release: notebook={solved.name}, cell={cell.id}."
                " Close each BEGIN SOLUTION with an END SOLUTION."
            )
    return text(notebook)


def untouched(file: Path) -> bool:
    """Whether a learner's notebook holds nothing to lose: never run, and every solution still the stub."""
    try:
        cells = read(file).cells
    except Stop:
        return False
    solution = [cell for cell in cells if cell.metadata.get("nbgrader", {}).get("solution")]
    stubs = {"code": STUB, "markdown": TEXT_STUB}
    return not any(cell.get("outputs") for cell in cells) and all(stubs[cell.cell_type] in cell.source for cell in solution)


def keep(file: Path) -> Path:
    """Moves a learner's notebook aside, beside the place of the fresh one."""
    kept = file.with_name(f"{file.stem}.kept-{datetime.now():%Y-%m-%d-%H%M%S}.ipynb")
    file.rename(kept)
    return kept


def write(name: str, content: str) -> str:
    """Writes one notebook; what a learner did in it is kept beside it. Says what was done."""
    file = NOTEBOOKS / name
    NOTEBOOKS.mkdir(exist_ok=True)
    if file.exists():
        if file.read_text("utf-8", "replace") == content:
            return "as it was"
        if not untouched(file):
            kept = keep(file)
            file.write_text(content, "utf-8", newline="\n")
            return f"fresh; yours is kept as {kept.name}"
    file.write_text(content, "utf-8", newline="\n")
    return "fresh"


def release() -> None:
    """Makes all of `notebooks/`, data included."""
    solved = numbered(SOLUTIONS)
    contents = {file.name: released(file) for file in solved}  # all, before the first is written
    NOTEBOOKS.mkdir(exist_ok=True)
    for file in numbered(NOTEBOOKS):
        if file.name not in contents:
            print(f"  {file.stem}: has no solved notebook, kept as {keep(file).name}")
    for name, content in contents.items():
        print(f"  {name.removesuffix('.ipynb')}: {write(name, content)}")
    if (SOLUTIONS / "data").is_dir():
        shutil.rmtree(NOTEBOOKS / "data", ignore_errors=True)
        shutil.copytree(SOLUTIONS / "data", NOTEBOOKS / "data", ignore=shutil.ignore_patterns("__pycache__"))
        print("  data/: copied")
    shutil.copyfile(SOLUTIONS / GLOSSARY, NOTEBOOKS / GLOSSARY)
    print(f"  {GLOSSARY}: copied")


def reset(number: str) -> None:
    """A fresh copy of one notebook."""
    for solved in numbered(SOLUTIONS, [number]):
        print(f"  {solved.stem}: {write(solved.name, released(solved))}")


def drift() -> list[str]:
    """What in `notebooks/` is not what `solutions/` makes of it."""
    problems = []
    contents = {file.name: released(file) for file in numbered(SOLUTIONS)}
    there = {file.name for file in numbered(NOTEBOOKS)}
    problems += [f"notebooks/{name} is missing" for name in contents.keys() - there]
    problems += [f"notebooks/{name} has no counterpart in solutions/" for name in there - contents.keys()]
    problems += [
        f"notebooks/{name} has drifted from solutions/{name}"
        for name in contents.keys() & there
        if (NOTEBOOKS / name).read_text("utf-8") != contents[name]
    ]
    data = {
        folder: {file.relative_to(folder): file.read_bytes() for file in (folder / "data").rglob("*") if file.is_file()}
        for folder in (SOLUTIONS, NOTEBOOKS)
    }
    problems += [] if data[SOLUTIONS] == data[NOTEBOOKS] else ["notebooks/data has drifted from solutions/data"]
    pages = [file.read_bytes() if file.is_file() else b"" for file in (SOLUTIONS / GLOSSARY, NOTEBOOKS / GLOSSARY)]
    problems += [] if pages[0] == pages[1] else [f"notebooks/{GLOSSARY} has drifted from solutions/{GLOSSARY}"]
    return sorted(problems)

"""Makes `notebooks/` from `solutions/` with nbgrader's own preprocessors, and resets one of them.

A markdown cell tagged `discussion` stays in `solutions/`.
"""

import itertools
import re
import shutil
from datetime import datetime
from pathlib import Path

from nbconvert.preprocessors import TagRemovePreprocessor
from nbformat import NotebookNode
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

from kit import NOTEBOOKS, SOLUTIONS, handed_out, variants
from kit.errors import Stop
from kit.jdk import Jdk
from kit.notebook_files import numbered
from kit.notebooks import read, text
from kit.variants import ForgetWhatVaries

PAGES = ("glossary.md", "what-next.md")
"""What lies beside the notebooks, because they link to it."""
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
    ForgetWhatVaries,
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
    return text(prepared(solved, read(solved)))


def prepared(solved: Path, notebook: NotebookNode) -> NotebookNode:
    """A solved notebook, made ready to be handed out."""
    resources: dict[str, object] = {}
    try:
        for preprocessor in PREPROCESSORS:
            notebook, resources = preprocessor(config=config(), enabled=True).preprocess(notebook, resources)
    except RuntimeError as refused:  # nbgrader's, for regions that are not closed or stand in other cells
        raise Stop(
            f"A solution must stand in one solution cell, from BEGIN SOLUTION to END SOLUTION, notebook={solved.name}:"
            f" {refused}\nSee what is missing: ./course check-exercise ID"
        ) from refused
    for cell in notebook.cells:
        if re.search(r"(BEGIN|END) SOLUTION", cell.source):
            raise Stop(
                f"A solution marker must not be left in a release, notebook={solved.name}, cell={cell.id}."
                " Close each BEGIN SOLUTION with an END SOLUTION."
            )
    notebook.metadata.setdefault("tidemark", {})["handed_out"] = handed_out.fingerprint(notebook.cells)
    return notebook


def untouched(file: Path) -> bool:
    """Whether a notebook is what was once handed out, cell for cell, so that nothing is lost with it."""
    try:
        notebook = read(file)
    except Stop:
        return False
    return handed_out.fingerprint(notebook.cells) == str(notebook.metadata.get("tidemark", {}).get("handed_out"))


def aside(file: Path) -> Path:
    """A free name for a learner's file, beside it; git ignores it."""
    stem = f"{file.stem}.kept-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = itertools.chain([stem], (f"{stem}-{count}" for count in itertools.count(2)))
    return next(path for path in (file.with_name(name + file.suffix) for name in names) if not path.exists())


def keep(file: Path) -> Path:
    """Moves a learner's file aside, beside the place of the fresh one."""
    kept = aside(file)
    file.rename(kept)
    return kept


def write(name: str, content: str) -> str:
    """Writes one notebook; one that differs from what was handed out is kept beside it. Says what was done."""
    file = NOTEBOOKS / name
    NOTEBOOKS.mkdir(exist_ok=True)
    said = "fresh"
    if file.exists():
        if file.read_text("utf-8", "replace") == content:
            return "as it was"
        if not untouched(file):
            said = f"fresh; yours is kept as {keep(file).name}"
    file.write_text(content, "utf-8", newline="\n")
    return said


def write_data() -> None:
    """Copies the data and the pages; a file that differs is kept, and one that is not the course's is left alone."""
    kept = 0
    for file in data_files(SOLUTIONS):
        copy = NOTEBOOKS / file
        if copy.is_file() and copy.read_bytes() != (SOLUTIONS / file).read_bytes():
            keep(copy)
            kept += 1
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOLUTIONS / file, copy)
    print(f"  data/, {', '.join(PAGES)}: copied{f', {kept} files that differed are kept' if kept else ''}")


def data_files(folder: Path) -> list[Path]:
    """The pages and the files under data/, relative to `folder`; not what was kept, nor what Python left."""
    files = [file.relative_to(folder) for file in sorted((folder / "data").rglob("*")) if file.is_file()]
    files += [Path(page) for page in PAGES if (folder / page).is_file()]
    return [file for file in files if "__pycache__" not in file.parts and ".kept-" not in file.name]


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
    write_data()


def release_variants(java: Jdk, seed: int, names: list[str], out: Path) -> None:
    """Writes the notebooks of a variant for the class, or a folder with its own for each learner, and the list of who
    has which. `out` must be empty: a learner's work may be in it."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise Stop(f"A variant must be written to an empty folder, folder={out}. Empty it, or give another: --out DIR")
    by_learner = {name: variants.of_learner(seed, name) for name in names}
    said = variants.texts(java, sorted({0, seed, *by_learner.values()}))
    for name, variant in by_learner.items() or {"": seed}.items():
        write_variant(out / name, variant, said[0], said[variant])
        print(f"  {name or 'the class'}: variant {variant}")
    if by_learner:
        variants.write_list(out / variants.LIST, by_learner)
    how = f"--variants {out / variants.LIST}" if by_learner else f"--variant {seed}"
    print(f"  written to {out}\n  Grade with: ./course grade PATH {how}")


def write_variant(folder: Path, variant: int, printed: variants.Texts, said: variants.Texts) -> None:
    """One variant's notebooks, with what lies beside them, and the variant's id for the kernel."""
    folder.mkdir(parents=True, exist_ok=True)
    for solved in numbered(SOLUTIONS):
        notebook = read(solved)
        variants.vary(notebook, printed, said)
        notebook.metadata.setdefault("tidemark", {})["variant"] = variant
        (folder / solved.name).write_text(text(prepared(solved, notebook)), "utf-8", newline="\n")
    for file in data_files(SOLUTIONS):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOLUTIONS / file, folder / file)
    (folder / handed_out.VARIANT).write_text(f"{variant}\n", "utf-8")


def reset(number: str) -> None:
    """A fresh copy of one notebook: from `solutions/`, else as it was handed out."""
    if numbered(SOLUTIONS) and not (NOTEBOOKS / handed_out.VARIANT).exists():
        for solved in numbered(SOLUTIONS, [number]):
            print(f"  {solved.stem}: {write(solved.name, released(solved))}")
        return
    for name in handed_out.names():
        if number.zfill(2) == name[:2] or number == name.removesuffix(".ipynb"):
            content = handed_out.copy_of(name)
            if content is None:
                raise Stop(
                    f"A copy of the notebook as it was handed out must be there, notebook={name}; there is none.\n"
                    "Take it again from what you were given."
                )
            print(f"  {name.removesuffix('.ipynb')}: {write(name, content)}")
            return
    raise Stop(f"A notebook must be one of the course's, asked={number}\nThere are: {', '.join(handed_out.names())}")


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
    data = [{file: (folder / file).read_bytes() for file in data_files(folder)} for folder in (SOLUTIONS, NOTEBOOKS)]
    problems += [] if data[0] == data[1] else ["the data or the pages in notebooks/ have drifted from solutions/"]
    return sorted(problems)

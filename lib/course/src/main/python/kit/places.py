"""The places of an exercise, and what is missing in each. All are read as text: nothing is built and nothing is run."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from kit import NOTEBOOKS, ROOT, SOLUTIONS, release
from kit.errors import Stop
from kit.notebook_files import numbered
from kit.notebooks import read, role

BANK = ROOT / "lib" / "course" / "src" / "main" / "java" / "tidemark" / "bank"
TESTS = ROOT / "lib" / "course" / "src" / "test"
RIGHT = TESTS / "resources" / "right"
WRONG = TESTS / "resources" / "wrong.txt"
SEPARATOR = "// ----\n"
A_DOZEN = 12
"""Right answers that an exercise has: fewer are all of one style."""
PLACEHOLDER = "WRITE:"
"""Stands in whatever `new-exercise` wrote and a person has not yet written over."""
ID = re.compile(r"\d\d-[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@dataclass(frozen=True)
class Place:
    """One place of an exercise; `todo` says what to do next, and is empty where nothing is."""

    name: str
    todo: str = ""


@dataclass(frozen=True)
class Entry:
    """An exercise as its class in the bank declares it."""

    file: Path
    points: int
    method: str
    traps: tuple[str, ...]
    """What the verdict says of each mistake; none where the answer is a history."""

    @property
    def by_model(self) -> bool:
        return bool(self.traps)


def title(exercise: str) -> str:
    """The words that its hints and its discussion have in their headings: `toy policy` for `03-toy-policy`."""
    return exercise[3:].replace("-", " ")


def entry(exercise: str) -> Entry | None:
    """The class of an exercise in the bank, None if there is none. Self-tests and predictions have no class."""
    for file in sorted(BANK.glob("*.java")):
        source = file.read_text("utf-8")
        declared = re.search(rf'(?:new Declaration<>|this)\(\s*"{exercise}",\s*(\d+)', source)
        returned = re.search(
            rf'String id\(\) {{\s*return "{exercise}";.*?int points\(\) {{\s*return (\d+);', source, re.S
        )
        found = declared or returned
        if found:
            method = re.search(r"interface Answer {.*?(\w+)\([^;]*\)\s*throws Exception;", source, re.S)
            traps = re.findall(r'@Trap\(\s*(?:value =\s*)?((?:"(?:[^"\\]|\\.)*"\s*\+?\s*)+)', source)
            said = tuple("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', trap)) for trap in traps)
            return Entry(file, int(found[1]), method[1] if method else "", said)
    return None


def notebook_of(exercise: str) -> Path:
    """The notebook in `solutions/` that an exercise belongs to."""
    if not ID.fullmatch(exercise):
        raise Stop(
            f"An exercise's id must be the notebook's number and lower-case words, id={exercise}\n"
            "Write for example 03-late-events."
        )
    return numbered(SOLUTIONS, [exercise[:2]])[0]


def cells(notebook: NotebookNode, exercise: str, wanted: str) -> list[NotebookNode]:
    """The cells of an exercise that have this role."""
    return [
        cell
        for cell in notebook.cells
        if role(cell) == wanted and str(cell.metadata.get("tidemark", {}).get("id", "")) == exercise
    ]


def flaws(cell: NotebookNode, **wanted: object) -> str:
    """What nbgrader's metadata of a cell must say and does not."""
    said = cell.metadata.get("nbgrader", {})
    return ", ".join(f'"{key}": {json.dumps(value)}' for key, value in wanted.items() if said.get(key) != value)


def in_bank(exercise: str, found: Entry | None) -> Place:
    name = "class in the bank"
    if found is None:
        return Place(
            name, f"write its class into {BANK.relative_to(ROOT).as_posix()}/, or: ./course new-exercise {exercise}"
        )
    if not found.method:
        return Place(
            name, f"declare `interface Answer` with its one method, which throws Exception, in {found.file.name}"
        )
    return written(name, found.file.read_text("utf-8"), found.file.name)


def written(name: str, text: str, where: str) -> Place:
    """A place that is there, unless a placeholder is still in it."""
    left = next((line.strip() for line in text.splitlines() if PLACEHOLDER in line), "")
    return Place(name, f"write over the placeholder in {where}: {left[:90]}" if left else "")


def in_list(found: Entry) -> Place:
    listed = f"new {found.file.stem}()" in (BANK / "TidemarkBank.java").read_text("utf-8")
    return Place("line in TidemarkBank", "" if listed else f"add new {found.file.stem}() to the list of its notebook")


def stub(notebook: NotebookNode, exercise: str, found: Entry) -> Place:
    name = "stub in the solution"
    there = cells(notebook, exercise, "exercise")
    if len(there) != 1:
        return Place(name, f"there must be one cell with role exercise and id {exercise}, cells={len(there)}")
    source = there[0].source
    lacking = flaws(there[0], grade=False, solution=True, locked=False, grade_id=exercise)
    if lacking:
        return Place(name, f"put into metadata.nbgrader of its cell: {lacking}")
    if not re.search(r"// BEGIN SOLUTION\n.*// END SOLUTION", source, re.S):
        return Place(name, "put the solution between // BEGIN SOLUTION and // END SOLUTION, each on a line of its own")
    if not re.search(rf"\b{found.method}\s*\(", source.split("// BEGIN SOLUTION")[0]):
        return Place(name, f"declare the method {found.method} above // BEGIN SOLUTION")
    return written(name, source, "its cell")


def check(notebook: NotebookNode, exercise: str, found: Entry) -> Place:
    name = "check"
    there = cells(notebook, exercise, "check")
    if len(there) != 1:
        return Place(name, f"there must be one cell with role check and id {exercise}, cells={len(there)}")
    call = f'Check.run("{exercise}");'
    if there[0].source.strip() != call:
        return Place(name, f"its cell must be this line alone: {call}")
    grade_id = f"{exercise}-check"
    lacking = flaws(there[0], grade=True, solution=False, locked=True, grade_id=grade_id, points=found.points)
    if lacking:
        return Place(name, f"put into metadata.nbgrader of its cell: {lacking}")
    order = notebook.cells.index(there[0]) - max(
        map(notebook.cells.index, cells(notebook, exercise, "exercise")), default=-1
    )
    return Place(name, "" if order > 0 else "put its cell below the stub")


def section(notebook: NotebookNode, heading: str, level: str) -> tuple[NotebookNode | None, str]:
    """The cell under a heading, and what to do where it is not there once."""
    line = f"{level} {heading}"
    there = [cell for cell in notebook.cells if cell.cell_type == "markdown" and cell.source.startswith(line + "\n")]
    if len(there) == 1:
        return there[0], ""
    return None, f"there must be one text cell that begins with the line {line}, cells={len(there)}"


def hints(notebook: NotebookNode, exercise: str) -> Place:
    name = "two hints"
    cell, todo = section(notebook, f"Hints on {title(exercise)}", "#####")
    if cell is None:
        return Place(name, todo)
    if role(cell) != "hints":
        return Place(name, 'put "role": "hints" into metadata.tidemark of their cell')
    count = cell.source.count("<details><summary>")
    if count < 2:
        return Place(name, f"fold two hints, a nudge and the idea, in <details><summary>…</summary>, hints={count}")
    return written(name, cell.source, "their cell")


def discussion(notebook: NotebookNode, exercise: str) -> Place:
    name = "discussion"
    cell, todo = section(notebook, f"Discussion of {title(exercise)}", "####")
    if cell is None:
        return Place(name, todo)
    if "discussion" not in cell.metadata.get("tags", []):
        return Place(name, 'put "tags": ["discussion"] into the metadata of its cell: it must not be handed out')
    return written(name, cell.source, "its cell")


def text(notebook: NotebookNode, exercise: str, found: Entry) -> Place:
    """The text above the stub: its heading says the points."""
    name = "text with its points"
    there = cells(notebook, exercise, "exercise")
    above = notebook.cells[: notebook.cells.index(there[0])] if there else []
    points = f"({found.points} point{'' if found.points == 1 else 's'})"
    said = next((cell.source for cell in reversed(above[-4:]) if points in cell.source), "")
    if not said:
        return Place(name, f"the heading above the stub must end in {points}")
    return written(name, said, "the text above the stub")


def handed_out(file: Path) -> Place:
    name, copy = "released notebook", NOTEBOOKS / file.name
    try:
        made = release.released(file)
    except Stop:
        return Place(name, "./course release, once the stub is as it must be")
    same = copy.is_file() and copy.read_text("utf-8") == made
    return Place(name, "" if same else "./course release")


def right_answers(exercise: str) -> Place:
    name = "right answers"
    file = RIGHT / f"{exercise}.java"
    answers = file.read_text("utf-8").split(SEPARATOR) if file.is_file() else []
    where = file.relative_to(ROOT).as_posix()
    if len(answers) < A_DOZEN:
        return Place(
            name, f"write {A_DOZEN - len(answers)} more in other styles into {where}, with // ---- between two"
        )
    return written(name, "".join(answers), where)


def wrong_answers(exercise: str, found: Entry) -> Place:
    name = "wrong answers"
    files = (WRONG, WRONG.with_name("wrong-alone.txt"))
    texts = [file.read_text("utf-8") for file in files if file.exists()]
    lines = [re.split(r"(?<!\\)\|", line) for line in "".join(texts).splitlines()]
    says = [parts[1].strip() for parts in lines if parts[0].strip() == exercise]
    without = [trap for trap in found.traps if not any(words in trap for words in says)]
    if without:
        return Place(name, f"add a line to {WRONG.relative_to(ROOT).as_posix()} for the mistake: {without[0]}")
    return Place(name)


def histories(exercise: str) -> Place:
    """Histories that are taken and refused, for an exercise that asks for one."""
    calls = sum(file.read_text("utf-8").count(f'"{exercise}"') for file in (TESTS / "java").rglob("*.java"))
    todo = "" if calls >= 2 else "test a history that is taken and one that is refused, as QuestionTest does"
    return Place("right and wrong histories", todo)


def all_of(exercise: str) -> list[Place]:
    """Every place of an exercise, in the order in which they are written."""
    file = notebook_of(exercise)
    found = entry(exercise)
    if found is None and any(f'"{exercise}"' in source.read_text("utf-8") for source in BANK.glob("*.java")):
        raise Stop(
            f"An exercise must have a class of its own to be checked here, id={exercise}; this one is a question,"
            " or is asked again under a second id.\n"
            f"Run its notebook: ./course run --solutions {exercise[:2]}"
        )
    places = [in_bank(exercise, found)]
    if found is None:
        return places
    solved = read(file)
    places += [in_list(found), text(solved, exercise, found), stub(solved, exercise, found)]
    places += [hints(solved, exercise), check(solved, exercise, found), discussion(solved, exercise), handed_out(file)]
    if found.by_model:
        return [*places, right_answers(exercise), wrong_answers(exercise, found)]
    return [*places, histories(exercise)]

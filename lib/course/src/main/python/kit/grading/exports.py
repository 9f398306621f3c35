"""Writes the grades for people and for other programs: CSV, Moodle, Canvas, JSON and JUnit XML.

Where nothing was attempted a field of points is empty; an earned 0 is 0; what could not be graded is empty, and its
state says so. Moodle and Canvas take one column a notebook: empty where nothing in it earned a point or a 0, so that
an import never writes a 0 that nobody earned. Moodle's feedback column names what was not attempted or not gradable.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from kit.grading.results import (
    CHECK_FAILED,
    NOT_ATTEMPTED,
    NOT_GRADABLE,
    NOTHING,
    RIGHT,
    TO_BE_GRADED,
    Graded,
    Grades,
    Result,
)

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001  (a spreadsheet reads these too)


def write(grades: Grades, out: Path) -> None:
    """Writes all of them; each replaces its file at once, so that a reader never sees half of one."""
    texts = {
        "grades.csv": table(each_exercise(grades)),
        "moodle.csv": table(moodle(grades)),
        "canvas.csv": table(canvas(grades)),
        "junit.xml": junit(grades),
        "grades.json": grades.text(),
    }
    for name, text in texts.items():
        part = out / f"{name}.part"
        part.write_bytes(text.encode("utf-8", "replace"))
        part.replace(out / name)


def table(rows: Iterable[list[object]]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerows([[field(each) for each in row] for row in rows])
    return "\ufeff" + written.getvalue()  # without the mark Excel takes the file for its own code page


def field(value: object) -> object:
    """A field that a spreadsheet shows as text: a learner's name must not become a formula."""
    if not isinstance(value, str):
        return "" if value is None else f"{value:g}" if isinstance(value, float) else value
    text = shown(value)
    return "'" + text if value.startswith(FORMULA) or text.lstrip().startswith(FORMULA) else text


def shown(text: str) -> str:
    """Text on one line, without what steers a terminal or turns the direction of writing."""
    return re.sub(
        r"\s+",
        " ",
        "".join(letter if unicodedata.category(letter) not in ("Cc", "Cf", "Cs") else " " for letter in text),
    ).strip()


def each_exercise(grades: Grades) -> Iterable[list[object]]:
    yield ["learner", "notebook", "exercise", "state", "points", "possible", "mistake", "note", "looks pasted", "file"]
    for row in grades.notebooks:
        note = "; ".join(filter(None, [row.reason, *row.notes]))
        for each in row.exercises:
            named = " or ".join(mistake["says"] for mistake in each.mistakes)
            held = f"kept until --accept; it would be {each.kept['state']}" if each.kept else ""
            noted = "; ".join(filter(None, [held, note]))
            said = [each.id, each.state, each.points, each.possible, named, noted, each.pasted, row.file]
            yield [row.learner, row.assignment, *said]
        if not row.exercises:
            yield [row.learner, row.assignment, "", row.state, None, None, "", note, "", row.file]


def by_learner(grades: Grades) -> dict[str, dict[str, Graded]]:
    found: dict[str, dict[str, Graded]] = {learner: {} for learner in grades.learners}
    for row in grades.notebooks:
        if row.assignment:
            found.setdefault(row.learner, {})[row.assignment] = row
    return found


def moodle(grades: Grades) -> Iterable[list[object]]:
    """For Grades, Import, CSV file: the learner's folder is the ID number, a notebook is a grade item."""
    handed_in = [name for name in grades.assignments if any(row.assignment == name for row in grades.notebooks)]
    yield ["ID number", *(head for name in handed_in for head in (name, f"{name} feedback"))]
    for learner, rows in by_learner(grades).items():
        line: list[object] = [learner]
        for name in handed_in:
            row = rows.get(name)
            line += [row.earned(), comment(row)] if row else [None, unread(grades, learner) or NOTHING]
        yield line


def unread(grades: Grades, learner: str) -> str:
    """Of a learner's files that no notebook could be told from: each may be the one that is missing."""
    rows = [row for row in grades.notebooks if row.learner == learner and not row.assignment]
    return "; ".join(f"{row.file}: {comment(row)}" for row in rows if row.state == NOT_GRADABLE)


def comment(row: Graded) -> str:
    """What a sum does not tell."""
    if row.state != "graded":
        return f"{row.state}: {row.reason}"
    told = []
    for state in (NOT_ATTEMPTED, TO_BE_GRADED, CHECK_FAILED):
        names = [each.id for each in row.exercises if each.state == state]
        told += [f"{state}: {', '.join(names)}"] if names else []
    return "; ".join(told)


def canvas(grades: Grades) -> Iterable[list[object]]:
    """For Grades, Import. Canvas finds a learner by SIS Login ID where ID is empty."""
    handed_in = [name for name in grades.assignments if any(row.assignment == name for row in grades.notebooks)]
    yield ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *handed_in]
    worth = [sum(asked.points for asked in grades.assignments[name]) for name in handed_in]
    yield ["    Points Possible", "", "", "", "", *worth]
    for learner, rows in by_learner(grades).items():
        yield [learner, "", "", learner, "", *(rows[name].earned() if name in rows else None for name in handed_in)]


def junit(grades: Grades) -> str:
    """A suite for each submission; not attempted is skipped, what could not be graded is an error."""
    suites = ElementTree.Element("testsuites", name="tidemark")
    for row in grades.notebooks:
        cases: list[Result | None] = [*row.exercises] or [None]
        name = xml(f"{row.learner}/{row.assignment or row.file}")
        suite = ElementTree.SubElement(suites, "testsuite", name=name, tests=str(len(cases)), time=str(row.seconds))
        counts = {"failures": 0, "errors": 0, "skipped": 0}
        for each in cases:
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=each.id if each else "notebook")
            state = each.state if each else row.state
            kind = outcome(state)
            if kind:
                counts[{"failure": "failures", "error": "errors"}.get(kind, kind)] += 1
                said = f"{state}. {row.reason} {each.sentence if each else ''}"
                ElementTree.SubElement(case, kind, message=xml(said))
        for count, value in counts.items():
            suite.set(count, str(value))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suites, "unicode") + "\n"


def outcome(state: str) -> str:
    if state == RIGHT:
        return ""
    if state in (NOT_ATTEMPTED, NOTHING, TO_BE_GRADED):
        return "skipped"
    return "error" if state in (NOT_GRADABLE, CHECK_FAILED) else "failure"


def xml(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return "".join(letter for letter in shown(text) if letter <= "\ufffd" or letter >= "\U00010000")[:1000]

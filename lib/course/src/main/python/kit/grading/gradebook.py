"""Writes the grades into nbgrader's gradebook, through nbgrader's API, so that formgrader goes on from there.

A check's points become the automatic score. An explanation is left to be graded by a person. What was not attempted has
no score and the comment *not attempted*; what could not be graded has none, is marked for a person, and says why. A
score that a person gave stays. The executed notebooks stand in `autograded/` beside the gradebook, with nothing in them
that a browser would run. Formgrader does not escape a learner's name, so one that holds HTML has another there.
"""

import logging
import os
import re
import shutil
import sqlite3
import sys
import warnings
from contextlib import closing
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.preprocessors import SaveCells

from kit.errors import Stop
from kit.grading import cells, feedback
from kit.grading.results import NOT_ATTEMPTED, NOT_GRADABLE, TO_BE_GRADED, Graded, Grades, Result
from kit.run import patched

WAIT = 10
"""Seconds to wait for a gradebook that another program is writing."""


def write(grades: Grades, references: dict[str, cells.Reference], file: Path, out: Path) -> None:
    """Writes all that was handed in; a gradebook that cannot be written is said, and nothing else is lost."""
    writable(file)
    logging.getLogger("traitlets").setLevel(logging.ERROR)
    warnings.simplefilter("ignore")  # nbgrader's own, about how it uses its database
    try:
        handed_in = {row.assignment for row in grades.notebooks if row.assignment}
        with patched("PATH", str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", "")):
            for name in sorted(handed_in):  # nbgrader starts a program of its environment to make a new gradebook
                asked(name, references[name].notebook, file)
        with Gradebook(url(file)) as book:
            for row in grades.notebooks:
                if row.assignment:
                    submission(book, row, references[row.assignment])
                    autograded(row, file.parent, out)
    except Exception as error:  # what a database can do is open-ended; the other files are written
        raise Stop(f"The gradebook could not be written: {file}\n{str(error).splitlines()[0][:300]}") from error


def url(file: Path) -> str:
    return f"sqlite:///{file}"


def writable(file: Path) -> None:
    """Refuses a gradebook that is not one, or that another program holds for longer than the wait."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(sqlite3.connect(file, timeout=WAIT)) as database:
            database.execute("BEGIN IMMEDIATE")
            database.rollback()
    except sqlite3.Error as error:
        raise Stop(
            f"The gradebook cannot be written: {error}, file={file}\n"
            "Close what has it open (formgrader, another ./course grade), then run the same command again."
        ) from error


def asked(name: str, notebook: NotebookNode, file: Path) -> None:
    """Tells the gradebook what an assignment asks for, as nbgrader does when it is released."""
    with Gradebook(url(file)) as book:
        book.update_or_create_assignment(name)
    about = {"nbgrader": {"notebook": name, "assignment": name, "db_url": url(file)}}
    SaveCells().preprocess(NotebookNode(notebook), about)


def student(row: Graded) -> str:
    """A learner's name in the gradebook: their own, unless formgrader would show it as HTML."""
    return feedback.safe(row.learner) if re.search(r'[<>&"]', row.learner) else row.learner


def submission(book: Gradebook, row: Graded, reference: cells.Reference) -> None:
    book.update_or_create_student(student(row))
    book.update_or_create_submission(row.assignment, student(row))
    by_id = {each.id: each for each in row.exercises}
    for exercise in reference.exercises:
        each = by_id[exercise.id]
        grade = book.find_grade(exercise.check, row.assignment, row.assignment, student(row))
        grade.auto_score = each.points
        # A person's score is looked at again, as nbgrader does; it is not touched.
        grade.needs_manual_grade = each.state in (TO_BE_GRADED, NOT_GRADABLE) or grade.manual_score is not None
        comment(book, row, reference, each)
    book.db.commit()


def comment(book: Gradebook, row: Graded, reference: cells.Reference, each: Result) -> None:
    """Says beside the answer what the check found."""
    for name, exercise in reference.answers.items():
        if exercise != each.id:
            continue
        try:
            said = book.find_comment(name, row.assignment, row.assignment, student(row))
        except MissingEntry:
            continue
        words = "; ".join(filter(None, [each.state, row.reason, each.sentence if each.state != NOT_ATTEMPTED else ""]))
        said.auto_comment = None if each.state == TO_BE_GRADED else words


def autograded(row: Graded, folder: Path, out: Path) -> None:
    """Puts the executed notebook where formgrader looks for it."""
    executed = out / feedback.executed(row)
    if executed.is_file():
        target = folder / "autograded" / student(row) / row.assignment
        target.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(executed, target / f"{row.assignment}.ipynb")

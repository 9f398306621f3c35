"""What grading says, and the file `grades.json` that holds it.

`grades.json` is one object in UTF-8:

    format       1, raised when a field changes its meaning
    course       a fingerprint of the course's checks and notebooks that graded
    made         when, in UTC, as 2026-01-31T12:00:00Z
    isolation    {"network": …, "user": …, "files": …, "processes": …}, a sentence each: what was fenced off, what not
    assignments  a list, in the course's order: {"name": "01-lag", "exercises": [EXERCISE…]}
    learners     a list of names, as their folders are called
    notebooks    a list, by learner and then by assignment: NOTEBOOK

EXERCISE is {"id", "check", "points", "further", "by_hand", "kind"}: `id` is the exercise's, `check` the grade id of the
cell that earns its points. `by_hand` is true for an explanation, which a person grades. `kind` is method, choice,
counterexample, incidents or explanation.

NOTEBOOK is what one learner handed in for one assignment:

    learner, assignment   names; the assignment is "" where a file could not be told to be one of the course's
    file                  as it was given, relative to PATH; "" where nothing was handed in, also where the points
                          of an earlier run were kept
    state                 "graded", "not gradable" or "nothing handed in"
    reason                why it is not gradable, else ""
    notes                 sentences: what was restored, cut, left out or looks pasted. Reported, never scored
    seconds               what executing took; 0.0 if it was not executed
    key                   a fingerprint of the file and of all that graded it: equal keys have equal results
    content               a fingerprint of the file alone
    feedback              the HTML page, relative to `grades.json`; "" if there is none
    exercises             a list of RESULT, one for each exercise of the assignment, in its order

RESULT is

    id, possible          the exercise, and the points it can earn
    state                 see STATES
    points                earned; 0.0 is an earned 0; null if nothing was attempted, if a person has to grade it, or if
                          it could not be graded. The state tells which
    sentence              the check's finding in words, without the id; "" where no check spoke
    mistakes              a list of {"name", "says"}. `name` is stable: flags of the bank joined by "+", or the words
                          themselves for a question or a counterexample. Empty: no mistake that has a name. More than
                          one: of a method, the probes cannot tell them apart; else each of them was made
    failed, probes        of so many probes so many failed; 0 and 0 where there are no probes
    signature             equal for answers that fail the same probes, 16 hex digits; "" where none failed
    history               the smallest failing call, or the learner's history; ""
    differences           a list of {"at", "expected", "yours"}: the smallest failing history step by step
    source                the answer's cells, or the explanation's text, by a blank line; 4,000 characters at most
    pasted                why the answer looks like a copy of the solution, else ""
    kept                  where a lower result waits for --accept: {"state", "points", "sentence"}; else null

All text in it is a learner's, and hostile: escape it.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

FORMAT = 1
RIGHT, WRONG, NOT_ATTEMPTED = "right", "wrong", "not attempted"
ENDED, TIMED_OUT, NO_VERDICT = "ended the kernel", "timed out", "no verdict"
CHECK_FAILED, TO_BE_GRADED = "the check itself failed", "to be graded by a person"
NOT_GRADABLE, NOTHING = "not gradable", "nothing handed in"
STATES = {
    RIGHT: "the ledger of the checks says so; all points",
    WRONG: "an earned 0",
    "does not compile": "an earned 0",
    "does not fit": "an earned 0: another name, other types, or two methods of the name",
    TIMED_OUT: "an earned 0: the answer, or a cell that it needs, did not end",
    "input changed": "an earned 0: the answer changed what it was given",
    "remembers": "an earned 0: the answer keeps something between calls",
    ENDED: "an earned 0: the answer, or its check, ended the kernel; the other exercises ran in a fresh one",
    NO_VERDICT: "an earned 0: the check's cell ran, and the ledger knows of no verdict",
    NOT_ATTEMPTED: "no points, and no 0",
    TO_BE_GRADED: "an explanation that a person has to read; no points yet",
    CHECK_FAILED: "the course's fault: no points, and no 0; the exit code says it",
    NOT_GRADABLE: "the file could not be graded: no points, and no 0; the exit code says it",
    NOTHING: "no file for this assignment: no points, and no 0",
}
"""Every state of an exercise, and what it earns."""
UNSCORED = {NOT_ATTEMPTED, TO_BE_GRADED, CHECK_FAILED, NOT_GRADABLE, NOTHING}


@dataclass(frozen=True)
class Exercise:
    """What an assignment asks for."""

    id: str
    check: str
    points: float
    further: bool = False
    by_hand: bool = False
    kind: str = "method"


@dataclass
class Finding:
    """What a check found out about an answer."""

    state: str
    sentence: str = ""
    mistakes: list[dict[str, str]] = field(default_factory=list)
    failed: int = 0
    probes: int = 0
    signature: str = ""
    history: str = ""
    differences: list[dict[str, str]] = field(default_factory=list)


@dataclass
class Result(Finding):
    """One exercise of one submission."""

    id: str = ""
    possible: float = 0.0
    points: float | None = None
    source: str = ""
    pasted: str = ""
    kept: dict[str, Any] | None = None


@dataclass
class Graded:
    """What one learner handed in for one assignment, graded."""

    learner: str
    assignment: str
    file: str = ""
    state: str = "graded"
    reason: str = ""
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0
    key: str = ""
    content: str = ""
    feedback: str = ""
    exercises: list[Result] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether everything that a program can grade was graded."""
        return self.state != NOT_GRADABLE and all(each.state != CHECK_FAILED for each in self.exercises)

    def earned(self) -> float | None:
        """The sum of the points; None if nothing earned any, not even an earned 0."""
        scored = [each.points for each in self.exercises if each.points is not None]
        return sum(scored) if scored else None

    def possible(self) -> float:
        return sum(each.possible for each in self.exercises)


def result(exercise: Exercise, finding: Finding) -> Result:
    """An exercise with what was found; its points follow from the state alone."""
    earned = exercise.points if finding.state == RIGHT else None if finding.state in UNSCORED else 0.0
    return Result(**asdict(finding), id=exercise.id, possible=exercise.points, points=earned)


@dataclass
class Grades:
    """All that one run of `./course grade` says."""

    course: str
    made: str
    isolation: dict[str, str]
    assignments: dict[str, list[Exercise]]
    learners: list[str]
    notebooks: list[Graded]

    def text(self) -> str:
        """The file's content."""
        said = {"format": FORMAT, "course": self.course, "made": self.made, "isolation": self.isolation}
        listed = [{"name": name, "exercises": asked} for name, asked in self.assignments.items()]
        said |= {"assignments": listed, "learners": self.learners, "notebooks": self.notebooks}
        return json.dumps(said, default=asdict, indent=1, ensure_ascii=False) + "\n"


def graded(said: dict[str, Any]) -> Graded:
    """One notebook, from the file."""
    return Graded(**{**said, "exercises": [Result(**each) for each in said["exercises"]]})


def read(file: Path) -> Grades | None:
    """What an earlier run said; None if there is no such file, or one of another format."""
    try:
        said = json.loads(file.read_text("utf-8"))
        if said["format"] != FORMAT:
            return None
        assignments = {each["name"]: [Exercise(**one) for one in each["exercises"]] for each in said["assignments"]}
        notebooks = [graded(each) for each in said["notebooks"]]
        return Grades(said["course"], said["made"], said["isolation"], assignments, said["learners"], notebooks)
    except (OSError, ValueError, KeyError, TypeError):
        return None

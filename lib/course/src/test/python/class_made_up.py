"""A class that was never taught, as `grades.json` would have it, for the tests of its report."""

from pathlib import Path
from typing import Any

from kit.grading.results import Exercise, Finding, Graded, Grades, Result, read, result

LEFT = Exercise("01-records-left", "01-records-left-check", 3.0)
LAG = Exercise("01-offset-lag", "01-offset-lag-check", 3.0)
WHY = Exercise("05-explain-offset-2", "05-explain-offset-2-check", 2.0, kind="choice")
TAKE = Exercise("05-take-snapshot", "05-take-snapshot-check", 3.0)
WORDS = Exercise("05-explain-in-words", "05-explain-in-words", 2.0, by_hand=True, kind="explanation")
ASSIGNMENTS = {"01-lag": [LAG, LEFT], "05-snapshots": [WHY, TAKE, WORDS], "06-compaction": []}


def found(exercise: Exercise, state: str, source: str = "", **said: Any) -> Result:
    """One exercise's result."""
    made = result(exercise, Finding(state, **said))
    made.source = source
    return made


def wrong(exercise: Exercise, *names: str, history: str = "", source: str = "", signature: str = "") -> Result:
    """A wrong answer with these mistakes; each says its name in lower case."""
    mistakes = [{"name": name, "says": name.lower()} for name in names]
    numbers = {"failed": 9, "probes": 240} if signature else {}
    return found(exercise, "wrong", source, mistakes=mistakes, history=history, signature=signature, **numbers)


def row(learner: str, assignment: str, *results: Result) -> Graded:
    """One notebook; an exercise without a result was not attempted."""
    given = {each.id: each for each in results}
    listed = [given.get(asked.id) or found(asked, "not attempted") for asked in ASSIGNMENTS[assignment]]
    return Graded(learner, assignment, file=f"{assignment}.ipynb", exercises=listed)


def grades(*rows: Graded) -> Grades:
    learners = list(dict.fromkeys(each.learner for each in rows))
    fences = {"network": "cut off: no other network"}
    return Grades("c0ffee", "2026-01-31T12:00:00Z", fences, dict(ASSIGNMENTS), learners, list(rows))


def sample() -> Grades:
    """A class that was graded once."""
    made = read(Path(__file__).with_name("grades-sample.json"))
    assert made is not None
    return made

"""What changed since the last run, learner by learner; no score falls unless that is accepted."""

from dataclasses import asdict
from typing import Any

from kit.grading.results import Graded, Grades, Result


def plain(row: Graded) -> dict[str, Any]:
    """A row as the file has it, its own copy."""
    return asdict(row)


def compare(before: Grades | None, now: Grades, accept: bool) -> list[str]:
    """Says who gains or loses, and why. Without `accept` a higher score of the last run stays, and what it would
    become waits in the result's `kept`."""
    if before is None:
        return []
    known = {(row.learner, row.assignment): row for row in before.notebooks}
    said: list[str] = []
    held = 0
    for row in now.notebooks:
        old = known.get((row.learner, row.assignment))
        if old is None:
            continue
        changed = why(old, row)
        earlier = {each.id: each for each in old.exercises}
        for each in row.exercises:
            was = earlier.get(each.id)
            if was is None or same(was, each):
                continue
            said.append(f"{row.learner}, {each.id}: {points(was)} → {points(each)}, {each.state}, because {changed}")
            if each.sentence:
                said[-1] += f": {each.sentence}"
            if falls(was, each) and not accept:
                held += 1
                hold(was, each)
                said[-1] += f" KEPT at {points(each)}"
    if held:
        said.append(f"{held} scores would fall and were kept. To let them fall: the same command with --accept")
    return said


def why(old: Graded, row: Graded) -> str:
    if old.state != "graded":
        return f"last time it was {old.state}"
    return "the notebook was handed in anew" if old.content != row.content else "the course changed"


def same(was: Result, now: Result) -> bool:
    return (was.points, was.possible) == (now.points, now.possible) and not was.kept


def falls(was: Result, now: Result) -> bool:
    return was.points is not None and was.points > 0 and (now.points is None or now.points < was.points)


def hold(was: Result, now: Result) -> None:
    """Keeps the earlier score, and notes what it would become."""
    now.kept = {"state": now.state, "points": now.points, "sentence": now.sentence}
    now.state, now.points, now.sentence = was.state, was.points, was.sentence


def points(each: Result) -> str:
    return each.state if each.points is None else f"{each.points:g} of {each.possible:g}"

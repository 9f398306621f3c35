"""What changed since the last run, learner by learner; no score falls unless that is accepted."""

import copy
import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from kit.grading.results import FORMAT, NOTHING, Graded, Grades, Result, graded
from kit.grading.submissions import Submission

Known = dict[tuple[str, str], Graded]
"""The last row of each learner and assignment."""
GONE = "it was not handed in when the class was last graded; these are the points of the run before"


class Memory:
    """All rows that were ever written to a folder, apart for each class: grading one learner forgets no other."""

    def __init__(self, out: Path, handed_in: list[Submission]) -> None:
        self.folder = out / "known"
        self.names = {each.learner: (each.group, each.name) for each in handed_in}
        self.alone = {each.learner for each in handed_in if each.alone}
        self.rows: dict[str, Known] = {group: self.read(group) for group, _ in self.names.values()}
        for group in dict.fromkeys(each.group for each in handed_in if each.whole):
            self.add_missing(group)

    def add_missing(self, group: str) -> None:
        """Of a class that is graded as a whole, the learners that were there before and are not now."""
        there = {name for of, name in self.names.values() if of == group}
        for name in dict.fromkeys(name for name, _ in self.rows[group]):
            if name not in there:
                free = name
                while free in self.names:
                    free += f" (of {Path(group).name})"
                self.names[free] = (group, name)

    def file(self, group: str) -> Path:
        return self.folder / f"{hashlib.sha256(group.encode('utf-8', 'replace')).hexdigest()[:16]}.json"

    def keep(self, row: Graded) -> None:
        """Keeps a row as soon as it is there, so that a run that is stopped goes on where it was."""
        self.folder.mkdir(exist_ok=True)
        part = self.place(row.learner, row.assignment).with_suffix(f".{row.key}.part")
        part.write_bytes(json.dumps(asdict(row), ensure_ascii=False).encode("utf-8", "replace"))
        part.replace(self.place(row.learner, row.assignment))

    def kept(self, learner: str, assignment: str, key: str) -> Graded | None:
        """The row that was kept for a submission, if nothing changed since."""
        try:
            row = graded(json.loads(self.place(learner, assignment).read_text("utf-8")))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return row if row.key == key and row.complete else None

    def place(self, learner: str, assignment: str) -> Path:
        name = "\n".join([*self.names[learner], assignment])
        return self.folder / f"row-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:16]}.json"

    def read(self, group: str) -> Known:
        try:
            said = json.loads(self.file(group).read_text("utf-8"))
            rows = [graded(each) for each in said["notebooks"]] if said["format"] == FORMAT else []
        except (OSError, ValueError, KeyError, TypeError):
            return {}
        return {(row.learner, row.assignment): row for row in rows}

    def known(self, now: list[Graded]) -> Known:
        """The rows of what was asked for in this run, under the names that its learners have in this run."""
        asked = {(row.learner, row.assignment) for row in now}
        return {
            (learner, assignment): row
            for learner, (group, name) in self.names.items()
            for (of, assignment), row in self.rows[group].items()
            if of == name and (learner not in self.alone or (learner, assignment) in asked)
        }

    def write(self, grades: Grades) -> None:
        """Adds this run's rows to what is known."""
        for row in grades.notebooks:
            group, name = self.names[row.learner]
            self.rows[group][name, row.assignment] = graded(asdict(row) | {"learner": name})
        self.folder.mkdir(exist_ok=True)
        for group, rows in self.rows.items():
            text = json.dumps({"format": FORMAT, "notebooks": list(rows.values())}, default=asdict, ensure_ascii=False)
            part = self.file(group).with_suffix(".part")
            part.write_bytes(text.encode("utf-8", "replace"))
            part.replace(self.file(group))


def compare(known: Known, now: Grades, accept: bool) -> list[str]:
    """Says who gains or loses, and why. Without `accept` a higher score of the last run stays, and what it would
    become waits in the result's `kept`."""
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
    for (learner, assignment), old in known.items():
        if assignment and not any((row.learner, row.assignment) == (learner, assignment) for row in now.notebooks):
            row = gone(old, learner, accept)
            changes = [each for each in old.exercises if each.points is not None]
            held += 0 if accept else sum(falls(each, nothing(each)) for each in changes)
            words = "" if accept else " KEPT"
            said += [f"{learner}, {each.id}: {points(each)} → {NOTHING}{words}" for each in changes]
            if changes or old.state != NOTHING:
                now.notebooks.append(row)
                now.learners += [learner] if learner not in now.learners else []
    if held:
        said.append(f"{held} scores would fall and were kept. To let them fall: the same command with --accept")
    return said


def gone(old: Graded, learner: str, accept: bool) -> Graded:
    """The row of a notebook that was there before and is not now: no points, unless they are kept."""
    row = copy.deepcopy(old)
    row.learner, row.file, row.seconds = learner, "", 0.0
    now = [nothing(each) for each in row.exercises]
    if accept or not any(falls(was, each) for was, each in zip(row.exercises, now, strict=True)):
        return Graded(learner, row.assignment, state=NOTHING, exercises=now)
    for was, each in zip(row.exercises, now, strict=True):
        if falls(was, each):
            hold(was, each)
    row.exercises, row.notes = now, [GONE]
    return row


def nothing(each: Result) -> Result:
    """An exercise of which nothing was handed in."""
    return Result(NOTHING, id=each.id, possible=each.possible)


def why(old: Graded, row: Graded) -> str:
    if GONE in old.notes:
        return "it was not handed in last time"
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

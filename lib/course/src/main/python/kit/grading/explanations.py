"""The explanations that a person has to grade: by exercise, without names, in a random order.

The order is that of SHA-256 over the seed, the exercise and the learner. So it is the same in every run, and a learner
who hands in late moves no other. Each text's code is the start of that number. A text can still tell who wrote it.
"""

from dataclasses import dataclass
from hashlib import sha256

from kit.grading.mistakes import About, Answer
from kit.grading.results import RIGHT, TO_BE_GRADED, Result

SEED = "explanations-1"


@dataclass(frozen=True)
class Text:
    """An explanation without its name."""

    code: str
    learner: str
    source: str


@dataclass
class ToGrade:
    """One exercise's explanations, by what the automatic part found; `automatic` is that part's exercise, or empty."""

    exercise: str
    assignment: str
    points: float
    automatic: str
    groups: dict[str, list[Text]]

    def count(self) -> int:
        return sum(len(texts) for texts in self.groups.values())


def code(exercise: str, learner: str) -> str:
    """Eight hex digits, equal in every run."""
    return sha256(f"{SEED}/{exercise}/{learner}".encode("utf-8", "replace")).hexdigest()[:8]


def to_grade(found: list[About]) -> list[ToGrade]:
    """What waits for a person, in the course's order."""
    listed = []
    for about in found:
        waiting = [each for each in about.answers if each.result.state == TO_BE_GRADED]
        if waiting:
            automatic = automatic_part(about, found)
            listed.append(ToGrade(about.exercise.id, about.assignment, about.exercise.points, "", {}))
            listed[-1].automatic = automatic.exercise.id if automatic else ""
            listed[-1].groups = by_finding(about.exercise.id, waiting, automatic)
    return listed


def automatic_part(about: About, found: list[About]) -> About | None:
    """The exercise that a program graded about the same thing: before it in its notebook, and with most words of its id
    in common; of equal ones the nearest."""
    words = set(about.exercise.id.split("-")[1:])
    before = [each for each in found[: found.index(about)] if each.assignment == about.assignment]
    graded = [each for each in reversed(before) if not each.exercise.by_hand]
    return max(graded, key=lambda each: len(words & set(each.exercise.id.split("-")[1:])), default=None)


def by_finding(exercise: str, waiting: list[Answer], automatic: About | None) -> dict[str, list[Text]]:
    """Right first, then the finding that most share."""
    findings = {each.learner: each.result for each in automatic.answers} if automatic else {}
    groups: dict[str, list[Text]] = {}
    for each in waiting:
        text = Text(code(exercise, each.learner), each.learner, each.result.source)
        groups.setdefault(finding(findings.get(each.learner)), []).append(text)
    for texts in groups.values():
        texts.sort(key=lambda text: text.code)
    return dict(sorted(groups.items(), key=lambda item: (item[0] != RIGHT, -len(item[1]), item[0])))


def finding(result: Result | None) -> str:
    if result is None:
        return "no automatic part"
    said = "; ".join(each["says"] for each in result.mistakes) if result.state not in (RIGHT, TO_BE_GRADED) else ""
    return f"{result.state}: {said}" if said else result.state

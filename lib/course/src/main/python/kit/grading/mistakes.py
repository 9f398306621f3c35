"""What a class got wrong, exercise by exercise: the mistakes by name, and the wrong answers that have none.

A learner counts once for a mistake. A method whose mistakes the probes cannot tell apart counts once, for "A or B"; in
a question or a counterexample each mistake was made, and counts for itself. Wrong answers without a name are together
if they fail the same probes; those without probes, if the check said the same about them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from kit.grading.results import NOTHING, RIGHT, TO_BE_GRADED, UNSCORED, WRONG, Exercise, Grades, Result

SHORT_LIST = 5


@dataclass(frozen=True)
class Answer:
    """What one learner answered to one exercise."""

    learner: str
    result: Result


@dataclass
class Group:
    """Answers to one exercise that have the same thing wrong. `name` is stable; empty, if the mistake has none."""

    exercise: str
    name: str
    says: str
    answers: list[Answer] = field(default_factory=list)

    def learners(self) -> list[str]:
        return list(dict.fromkeys(each.learner for each in self.answers))

    def example(self) -> Result:
        """The answer with the smallest failing history; of equal ones the shortest answer."""
        return min((each.result for each in self.answers), key=smallness)


def smallness(result: Result) -> tuple[bool, int, str, int, str]:
    return (not result.history, len(result.history), result.history, len(result.source), result.source)


@dataclass
class About:
    """One exercise, and all answers in notebooks that were handed in and could be read."""

    assignment: str
    exercise: Exercise
    answers: list[Answer]
    mistakes: list[Group] = field(default_factory=list)
    unnamed: list[Group] = field(default_factory=list)

    def attempted(self) -> int:
        """How many answers a program graded."""
        return sum(each.result.state not in UNSCORED for each in self.answers)

    def right(self) -> int:
        return sum(each.result.state == RIGHT for each in self.answers)

    def tried(self) -> bool:
        """Whether anyone attempted it, an explanation too."""
        return self.attempted() > 0 or any(each.result.state == TO_BE_GRADED for each in self.answers)

    def groups(self) -> list[Group]:
        return self.mistakes + self.unnamed


def all_of(grades: Grades) -> list[About]:
    """Every exercise of the assignments that someone handed in, in the course's order."""
    found = []
    for assignment, asked in grades.assignments.items():
        rows = [row for row in grades.notebooks if row.assignment == assignment and row.state == "graded"]
        for exercise in asked if rows else []:
            answers = [Answer(row.learner, each) for row in rows for each in row.exercises if each.id == exercise.id]
            about = About(assignment, exercise, answers)
            about.mistakes, about.unnamed = grouped(exercise, answers)
            found.append(about)
    return found


def grouped(exercise: Exercise, answers: list[Answer]) -> tuple[list[Group], list[Group]]:
    """The mistakes that have a name, and the others; the most frequent first."""
    named: dict[str, Group] = {}
    unnamed: dict[str, Group] = {}
    for answer in answers:
        if answer.result.state == RIGHT or answer.result.state in UNSCORED:
            continue
        mistakes = list(named_by(exercise, answer.result))
        for name, says in dict.fromkeys(mistakes):
            named.setdefault(name, Group(exercise.id, name, says)).answers.append(answer)
        if not mistakes:
            key = answer.result.signature or f"says {answer.result.sentence}"
            says = unnamed_says(answer.result)
            unnamed.setdefault(key, Group(exercise.id, answer.result.signature, says)).answers.append(answer)
    return most_frequent(named), most_frequent(unnamed)


def named_by(exercise: Exercise, result: Result) -> Iterator[tuple[str, str]]:
    """The name and the words of each mistake in an answer. A state of its own, as *timed out*, is one too."""
    if result.state != WRONG:
        yield result.state, result.state
    elif exercise.kind == "method" and result.mistakes:
        names = sorted(each["name"] for each in result.mistakes)
        yield " or ".join(names), ", or ".join(each["says"] for each in result.mistakes)
    else:
        yield from ((each["name"], each["says"]) for each in result.mistakes)


def unnamed_says(result: Result) -> str:
    if result.signature:
        return f"no mistake of the bank fails exactly these {result.failed} of {result.probes} probes"
    return result.sentence or "the check names no mistake"


def most_frequent(groups: dict[str, Group]) -> list[Group]:
    return sorted(groups.values(), key=lambda each: (-len(each.learners()), each.says, each.name))


def to_explain(found: list[About]) -> list[tuple[About, Group]]:
    """The few things to explain to all: what most learners share. What one alone did counts only if none is shared."""
    listed = [(about, group) for about in found for group in about.groups()]
    shared = [each for each in listed if len(each[1].learners()) > 1] or listed
    return sorted(shared, key=lambda each: -len(each[1].learners()))[:SHORT_LIST]


def nobody(grades: Grades, found: list[About]) -> tuple[list[str], list[About]]:
    """The assignments that nobody handed in, and the exercises that nobody attempted in those that were."""
    handed_in = {row.assignment for row in grades.notebooks if row.state != NOTHING}
    return [name for name in grades.assignments if name not in handed_in], [each for each in found if not each.tried()]

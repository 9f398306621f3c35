"""The parts of the report: what to explain, the mistakes of each exercise, what to look at, and the explanations."""

from collections.abc import Iterable

from kit.grading.explanations import SEED, Text, ToGrade
from kit.grading.markup import Html, element, join, text
from kit.grading.mistakes import About, Group
from kit.grading.report_table import anchor, person
from kit.grading.results import CHECK_FAILED, Grades, Result

HISTORY, SAYS = 600, 400
STEPS = 6
CUT_OFF = "cut off"
PLACES = {
    "table": "Exercises and learners",
    "mistakes": "Mistakes",
    "nobody": "Nobody attempted",
    "remarks": "To look at",
    "explanations": "Explanations to grade",
    "how": "How it was graded",
}


def items(tag: str, lines: Iterable[Html], none: str) -> Html:
    listed = [element("li", each) for each in lines]
    return element(tag, *listed) if listed else element("p", none)


def count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def head(grades: Grades) -> Html:
    rows = [row for row in grades.notebooks if row.file]
    said = f"{count(len(grades.learners), 'learner')}, {count(len(rows), 'notebook')} handed in. Graded {grades.made}."
    open_net = not grades.isolation.get("network", "").startswith(CUT_OFF)
    warning = element("strong", "The network was not cut off while this class was graded.")
    warned = element("p", warning) if open_net else ""
    links = [element("a", says, href=f"#{name}") for name, says in PLACES.items()]
    nav = element("nav", element("ul", *(element("li", link) for link in links)), aria_label="Parts of this page")
    return join(element("h1", "Report of the class"), element("p", said), warned, nav)


def graded_how(grades: Grades) -> Html:
    """What was fenced off while it was graded."""
    fences = [text(f"{name}: {says}", SAYS) for name, says in grades.isolation.items()]
    said = element("p", f"The course's checks and notebooks that graded have the fingerprint {grades.course}.")
    heading = element("h2", "How it was graded", id="how")
    return join(heading, items("ul", fences, "Nothing is known of what was fenced off."), said)


def monday(shared: list[tuple[About, Group]], learners: int) -> Html:
    """The short list."""
    lines = []
    for about, group in shared:
        example = group.example()
        whole = f"{len(group.learners())} of {learners}"
        link = element("a", about.exercise.id, href=f"#{anchor(about.exercise.id)}")
        shown = join(" Smallest example: ", element("code", text(example.history, 200))) if example.history else ""
        lines.append(join(element("strong", whole), " learners, ", link, ": ", text(group.says, SAYS), ".", shown))
    return join(
        element("h2", "What to explain to all", id="explain"), items("ol", lines, "No wrong answer was handed in.")
    )


def also(grades: Grades, untried: list[About], waiting: list[ToGrade]) -> Html:
    """One line each for what else waits."""
    refused = [row for row in grades.notebooks if not row.complete]
    lines = []
    if untried:
        lines.append(join("Nobody attempted: ", ", ".join(each.exercise.id for each in untried), "."))
    if waiting:
        total = count(sum(each.count() for each in waiting), "explanation")
        lines.append(join(total, " to be graded by a person: ", element("a", "by exercise", href="#explanations"), "."))
    if refused:
        lines.append(
            join(count(len(refused), "notebook"), " could not be graded: ", element("a", "which", href="#remarks"), ".")
        )
    return element("ul", *(element("li", each) for each in lines)) if lines else Html("")


def exercises(found: list[About]) -> Html:
    heading = element("h2", "Mistakes, exercise by exercise", id="mistakes")
    parts = (element("section", exercise(about), aria_labelledby=anchor(about.exercise.id)) for about in found)
    return join(heading, *parts)


def exercise(about: About) -> Html:
    title = element("h3", about.exercise.id, id=anchor(about.exercise.id))
    of = len(about.answers)
    if about.exercise.by_hand:
        return join(title, element("p", "A person grades it: see the explanations below."))
    attempted, right = about.attempted(), about.right()
    share = (
        f"{right} of {attempted} who attempted it ({100 * right / attempted:.0f} %)"
        if attempted
        else "nobody attempted it"
    )
    numbers = element("p", bar(right, attempted, of), f" Right: {share}; {count(of, 'notebook')} handed in.")
    named = mistakes_table(about) if about.mistakes else ""
    return join(title, numbers, named, *(unnamed(group) for group in about.unnamed), examples(about))


def bar(right: int, attempted: int, of: int) -> Html:
    """A picture of the numbers that stand beside it."""
    widths = {"bar-right": right, "bar-wrong": attempted - right, "bar-open": of - attempted}
    drawn, at = [], 0.0
    for name, number in widths.items():
        width = 100 * number / max(of, 1)
        drawn.append(element("rect", x=f"{at:.2f}", y=0, width=f"{width:.2f}", height=10, class_=name))
        at += width
    return element("svg", *drawn, class_="bar", viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden="true")


def mistakes_table(about: About) -> Html:
    heads = ("mistake", "learners", "who", "smallest failing history")
    top = element("tr", *(element("th", each, scope="col") for each in heads))
    rows = []
    for group in about.mistakes:
        name = "" if group.name == group.says else element("div", group.name, class_="soft")
        who = group.learners()
        rows.append(
            element(
                "tr",
                element("th", text(group.says, SAYS), name, scope="row", class_="says"),
                element("td", str(len(who))),
                element("td", people(who)),
                element("td", smallest(group.example())),
            )
        )
    caption = element("caption", f"{about.exercise.id}: mistakes by name, the most frequent first")
    made = element("table", caption, element("thead", top), element("tbody", *rows))
    return element("div", made, class_="wide", tabindex=0, role="region", aria_label=f"{about.exercise.id}: mistakes")


def people(learners: list[str]) -> Html:
    return Html(", ".join(person(each) for each in learners))


def smallest(result: Result) -> Html:
    """The failing call, and what should have come out step by step; a state without one says its sentence."""
    if not result.history:
        return text(result.sentence or "–", SAYS)
    steps = [
        join(text(each["at"], 80), ": expected ", code(each["expected"]), ", theirs ", code(each["yours"]))
        for each in result.differences[:STEPS]
    ]
    left = len(result.differences) - STEPS
    if left > 0:
        steps.append(text(f"and {count(left, 'more difference')}"))
    return join(element("div", element("code", text(result.history, HISTORY))), items("ul", steps, "") if steps else "")


def code(said: str) -> Html:
    return element("code", text(said, 200))


def unnamed(group: Group) -> Html:
    """A cluster without a name: the next trap for the bank."""
    who = group.learners()
    signature = f" (signature {group.name})" if group.name else ""
    title = element("h4", f"Without a name{signature}: {count(len(who), 'learner')}")
    said = element("p", text(group.says, SAYS), ": ", people(who), ". ", "It may be worth a name in the bank.")
    return join(title, said, smallest(group.example()), element("p", "One of these answers:"), source(group.example()))


def examples(about: About) -> Html:
    """One answer for each mistake that has a name."""
    shown = []
    for group in about.mistakes:
        title = element("h4", "One answer: ", text(group.says, SAYS))
        shown += [title, source(group.example())]
    return join(*shown)


def source(result: Result) -> Html:
    return element("pre", result.source or "(empty)", tabindex=0)


def unattempted(missing: list[str], untried: list[About]) -> Html:
    lines = [text(f"{each.assignment}: {each.exercise.id}") for each in untried]
    lines += [text(f"{name}: nobody handed it in") for name in missing]
    none = "Every exercise was attempted by someone."
    return join(element("h2", "Nobody attempted", id="nobody"), items("ul", lines, none))


def remarks(grades: Grades) -> Html:
    """What could not be graded, what waits, and what grading noted. None of it changes a score."""
    lines = []
    for row in grades.notebooks:
        what = join(person(row.learner), " ", text(row.assignment or row.file or "no notebook", 120), ": ")
        if row.state != "graded":
            lines.append(join(what, element("strong", row.state), ". ", text(row.reason, SAYS)))
        lines += [join(what, text(note, SAYS)) for note in row.notes]
        for each in row.exercises:
            if each.state == CHECK_FAILED:
                lines.append(join(what, each.id, ": ", element("strong", each.state), ". ", text(each.sentence, SAYS)))
            if each.pasted:
                lines.append(join(what, f"{each.id} looks pasted: {each.pasted}. Not scored."))
            if each.kept:
                lines.append(
                    join(what, f"{each.id} would become {each.kept['state']}; the higher score stays until --accept.")
                )
    return join(element("h2", "To look at", id="remarks"), items("ul", lines, "Nothing was noted."))


def explanations(waiting: list[ToGrade]) -> Html:
    said = (
        "Names are hidden; a text can still tell who wrote it. The order is random and the same in every run: by"
        f" SHA-256 of “{SEED}/EXERCISE/LEARNER”, of which each code is the start. The rubric"
        " stands in solutions/, in the exercise's Discussion."
    )
    parts = [
        join(
            element("h3", f"{each.exercise} ({each.points:g} points)", id=anchor(f"{each.exercise}-texts")), texts(each)
        )
        for each in waiting
    ]
    body = join(element("p", said), *parts) if waiting else element("p", "No explanation waits for a person.")
    return join(element("h2", "Explanations to grade", id="explanations"), body)


def texts(waiting: ToGrade) -> Html:
    made = []
    for finding, listed in waiting.groups.items():
        automatic = f"{waiting.automatic}: {finding}" if waiting.automatic else finding
        made.append(element("h4", text(automatic, SAYS), f" ({count(len(listed), 'text')})"))
        made += [
            join(element("p", "Text ", element("code", each.code)), element("pre", each.source, tabindex=0))
            for each in listed
        ]
    return join(*made)


def whose(waiting: list[ToGrade]) -> Html:
    """Which code is whose, closed until it is asked for, and never printed while closed."""
    rows = [row(each.exercise, text) for each in waiting for listed in each.groups.values() for text in listed]
    if not rows:
        return Html("")
    top = element("tr", *(element("th", each, scope="col") for each in ("exercise", "code", "learner")))
    made = element(
        "table", element("caption", "The codes and their learners"), element("thead", top), element("tbody", *rows)
    )
    return element("details", element("summary", "Whose text is which? Open it after grading."), made)


def row(exercise: str, text: Text) -> Html:
    return element(
        "tr", element("td", exercise), element("th", text.code, scope="row"), element("td", person(text.learner))
    )

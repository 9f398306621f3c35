"""The tables of the report: a row for each learner, a column for each exercise, one table a notebook."""

import re

from kit.grading.markup import Html, element, join, text
from kit.grading.mistakes import About
from kit.grading.results import (
    CHECK_FAILED,
    NOT_ATTEMPTED,
    NOT_GRADABLE,
    NOTHING,
    RIGHT,
    TO_BE_GRADED,
    WRONG,
    Exercise,
    Graded,
    Grades,
    Result,
)

SIGNS = {RIGHT: "✓", NOT_ATTEMPTED: "–", TO_BE_GRADED: "✎", CHECK_FAILED: "!", NOT_GRADABLE: "!", NOTHING: "·"}
CLASSES = {RIGHT: "right", NOT_ATTEMPTED: "soft", NOTHING: "soft", TO_BE_GRADED: "person"}
CLASSES |= {CHECK_FAILED: "refused", NOT_GRADABLE: "refused"}
PLAIN = {RIGHT, WRONG, NOT_ATTEMPTED, NOTHING, TO_BE_GRADED}
"""States whose sign is enough for the eye; the words are there for whoever hears the page."""
FEEDBACK = re.compile(r"feedback/[A-Za-z0-9._-]+/[A-Za-z0-9._-]+\.html")
NAME = 80


def anchor(about: str) -> str:
    """An id within the page."""
    return "of-" + re.sub(r"[^a-z0-9-]", "-", about.lower())


def person(learner: str) -> Html:
    """A learner's name; its direction of writing stays its own."""
    return element("bdi", text(learner, NAME) if learner.strip() else "(a name without letters)")


def tables(grades: Grades, found: list[About]) -> Html:
    heading = element("h2", "Exercises and learners", id="table")
    signs = [f"{SIGNS.get(state, '✗')} {state}" for state in (RIGHT, WRONG, NOT_ATTEMPTED, TO_BE_GRADED, NOTHING)]
    legend = element("p", ", ".join(signs), ", ! could not be graded. The number is what was earned.", class_="soft")
    handed_in = list(dict.fromkeys(about.assignment for about in found))
    refused = [row.assignment for row in grades.notebooks if row.assignment and row.assignment not in handed_in]
    names = [name for name in grades.assignments if name in {*handed_in, *refused}]
    return join(
        heading, legend, *(table(grades, name, [each for each in found if each.assignment == name]) for name in names)
    )


def table(grades: Grades, name: str, found: list[About]) -> Html:
    """One notebook's."""
    asked = grades.assignments[name]
    rows = {row.learner: row for row in grades.notebooks if row.assignment == name}
    heads = [element("th", exercise_link(each, bool(found)), scope="col") for each in asked]
    top = element("tr", element("th", "learner", scope="col"), *heads, element("th", "points", scope="col"))
    unread = {row.learner: row for row in grades.notebooks if not row.assignment and row.state == NOT_GRADABLE}
    body = [
        line(learner, rows.get(learner) or unread.get(learner), asked)
        for learner in dict.fromkeys([*grades.learners, *rows])
    ]
    shares = {about.exercise.id: share(about) for about in found}
    foot = element(
        "tr",
        element("th", "right, of those who attempted it", scope="row"),
        *(element("td", shares.get(each.id, "–")) for each in asked),
        element("td", ""),
    )
    caption = element("caption", f"{name}: {len(rows)} of {len(grades.learners)} learners handed it in")
    made = element(
        "table", caption, element("thead", top), element("tbody", *body), element("tfoot", foot), class_="grid"
    )
    return element("div", made, class_="wide", tabindex=0, role="region", aria_label=f"{name}: exercises and learners")


def exercise_link(exercise: Exercise, told: bool) -> Html:
    return element("a", exercise.id, href=f"#{anchor(exercise.id)}") if told else text(exercise.id)


def share(about: About) -> str:
    if about.exercise.by_hand:
        return "by a person"
    return f"{about.right()} of {about.attempted()}"


def line(learner: str, row: Graded | None, asked: list[Exercise]) -> Html:
    """A learner's row; the name leads to the learner's own page where there is one."""
    name = person(learner)
    if row and FEEDBACK.fullmatch(row.feedback):
        name = element("a", name, href=row.feedback)
    results = {each.id: each for each in row.exercises} if row else {}
    earned = row.earned() if row else None
    points = "–" if earned is None else f"{earned:g} of {sum(each.points for each in asked):g}"
    cells = (cell(results.get(each.id), row) for each in asked)
    return element("tr", element("th", name, scope="row"), *cells, element("td", points))


def cell(result: Result | None, row: Graded | None) -> Html:
    """A sign, the points, and the state in words: seen where the sign does not say it."""
    state = NOTHING if row is None else result.state if result else row.state
    sign = element("span", SIGNS.get(state, "✗"), aria_hidden="true")
    points = "" if result is None or result.points is None else f" {result.points:g}"
    words = element("span", f" {state}", **({"class_": "unseen"} if state in PLAIN else {}))
    return element("td", sign, points, words, class_=CLASSES.get(state, "wrong"))

"""Writes `report.html`: what a class did, for the person who teaches it. One file, offline, and nothing in it runs.

All text is a learner's, and hostile: it passes `markup`, which escapes it. The page's policy allows one style, by its
SHA-256, and nothing else: no script, no picture, no font, no form, no style of an element.
"""

import base64
import hashlib
import re
from pathlib import Path

from kit.grading import report_parts
from kit.grading.explanations import to_grade
from kit.grading.markup import Html, element, join
from kit.grading.mistakes import all_of, nobody, to_explain
from kit.grading.report_table import tables
from kit.grading.results import Grades

STYLE = re.sub(r"\s+", " ", Path(__file__).with_name("report.css").read_text("utf-8"))
POLICY = (
    "default-src 'none'; style-src 'sha256-"
    + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    + "'; base-uri 'none'; form-action 'none'"
)


def write(grades: Grades, out: Path) -> None:
    """Replaces `report.html` at once, so that a reader never sees half of it."""
    part = out / "report.html.part"
    part.write_text(page(grades), "utf-8", "replace", newline="\n")
    part.replace(out / "report.html")


def page(grades: Grades) -> str:
    """The whole page."""
    found = all_of(grades)
    explanations = to_grade(found)
    missing, untried = nobody(grades, found)
    body = [
        report_parts.head(grades),
        report_parts.monday(to_explain(found), len(grades.learners)),
        report_parts.also(grades, untried, explanations),
        tables(grades, found),
        report_parts.exercises(found),
        report_parts.unattempted(missing, untried),
        report_parts.remarks(grades),
        report_parts.explanations(explanations),
        report_parts.whose(explanations),
        report_parts.graded_how(grades),
    ]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", "Report of the class"),
        element("style", Html(STYLE)),
    )
    written = element("html", head, element("body", element("main", *body)), lang="en")
    return join(Html("<!doctype html>\n"), written, Html("\n"))

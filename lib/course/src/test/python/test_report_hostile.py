"""A learner's text is hostile in the instructor's browser: in the report and on a learner's page it is text."""

import importlib.util
import os
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import nbformat
from class_made_up import LAG, LEFT, WHY, WORDS, found, grades, row, wrong
from kit import doctor
from kit.grading import feedback, report
from kit.grading.results import Graded, Grades
from parsed_page import Page as Parsed

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page, Request

HOSTILE = (
    "<script>window.pwned = 1</script>",
    '"><img src=x onerror="window.pwned = 1">',
    "'><svg onload='window.pwned = 1'><script>window.pwned = 1</script></svg>",
    "</pre></td></table></main></style></title><script>alert(1)</script>",
    "<!-- --><iframe srcdoc='<script>parent.pwned = 1</script>'></iframe>",
    "[x](javascript:window.pwned=1) ![y](http://127.0.0.1:9/y.png) <a href=javascript:alert(1)>x</a>",
    "<style>@import '//127.0.0.1:9/x.css'; body { background: url(http://127.0.0.1:9/x) }</style>",
    "<meta http-equiv=refresh content='0;url=http://127.0.0.1:9/'><base href='http://127.0.0.1:9/'>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<details open ontoggle=alert(1)><form action=http://127.0.0.1:9><button formaction=javascript:alert(1)>x</button>",
    'Zoë "Quote" O’Neil & <b>Sønner</b> 日本',
)
TAGS = {"html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "h4", "p", "nav", "ul", "ol", "li"}
TAGS |= {"a", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "div", "span", "bdi", "strong", "code"}
TAGS |= {"pre", "section", "svg", "rect", "details", "summary"}
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "id", "class", "href", "scope", "tabindex", "role"}
ATTRIBUTES |= {"aria-label", "aria-labelledby", "aria-hidden", "x", "y", "width", "height", "viewbox"}
ATTRIBUTES |= {"preserveaspectratio"}


def hostile(text: str) -> Grades:
    """A class whose every text is this one."""
    bad = wrong(LEFT, text, history=text, source=text)
    bad.differences = [{"at": text, "expected": text, "yours": text}]
    bad.sentence = text
    unnamed = wrong(LAG, signature=text, source=text, history=text)
    first = row(text, "01-lag", bad, unnamed)
    first.file, first.notes = text, [text]
    copied = found(WHY, "does not compile", text, sentence=text)
    copied.pasted = text
    second = row(text, "05-snapshots", copied, found(WORDS, "to be graded by a person", text))
    refused = Graded(text + text, "", file=text, state="not gradable", reason=text)
    made = grades(first, second, refused)
    made.isolation = {"network": text}
    return made


class Hostile(unittest.TestCase):
    def test_every_text_is_shown_as_it_is_and_no_tag_or_attribute_is_a_learners(self) -> None:
        for text in HOSTILE:
            page = Parsed(report.page(hostile(text)))
            self.assertLessEqual({name for name, _ in page.tags}, TAGS, text)
            self.assertLessEqual({key for _, named in page.tags for key in named}, ATTRIBUTES, text)
            self.assertGreater(page.text.count(text), 15, text)

    def test_what_steers_the_direction_of_writing_or_is_unseen_is_written_as_its_number(self) -> None:
        page = report.page(hostile("a\u202eb\u2066c\u200bd\x00e\x1b[2Jf\ud800"))
        self.assertNotRegex(page, "[\u202e\u2066\u200b\x00\x1b\ud800]")
        self.assertIn("a⟨U+202E⟩b⟨U+2066⟩c⟨U+200B⟩d⟨U+0000⟩e⟨U+001B⟩[2Jf⟨U+D800⟩", page)

    def test_a_long_text_is_cut_and_says_so(self) -> None:
        page = report.page(hostile("x" * 100_000))
        self.assertLess(len(page), 100_000)
        self.assertIn("more characters)", page)

    def test_nothing_of_a_learner_runs_in_a_browser_even_without_the_pages_policy(self) -> None:
        chromium = doctor.browser()
        if chromium is None:
            self.skipTest("no Chromium was found")
        if importlib.util.find_spec("playwright") is None:
            self.skipTest("Playwright is not here: ./course test brings it")
        bare = "<!doctype html><body>" + HOSTILE[0] + HOSTILE[1]
        pages = {"bare": bare, "feedback": feedback_page()}
        pages |= {f"report {number}": report.page(hostile(text)) for number, text in enumerate(HOSTILE)}
        with TemporaryDirectory() as scratch:
            for name, text in pages.items():
                (Path(scratch) / f"{name}.html").write_text(text, "utf-8", "replace")
            for policy in (True, False):
                ran = opened(chromium, Path(scratch), list(pages), policy)
                self.assertIn("window.pwned", ran.pop("bare"), "the test itself must see what runs")
                self.assertEqual(
                    {}, {name: said for name, said in ran.items() if said}, f"with the page's own policy: {policy}"
                )
                self.assertEqual(len(HOSTILE) + 1, len(ran))


def opened(chromium: str, folder: Path, names: list[str], policy: bool) -> dict[str, list[str]]:
    """What ran, opened or was asked for on each page, every control of it used."""
    from playwright.sync_api import sync_playwright

    found: dict[str, list[str]] = {}
    with sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium, args=sandbox)
        context = browser.new_context(bypass_csp=not policy)
        for name in names:
            said: list[str] = []
            file = (folder / f"{name}.html").as_uri()
            page = context.new_page()
            watch(page, file, said)
            page.goto(file)
            page.evaluate("document.querySelectorAll('summary, button').forEach(each => each.click())")
            page.wait_for_timeout(200)
            if page.evaluate("window.pwned === 1"):
                said.append("window.pwned")
            if page.url != file:
                said.append(f"went to {page.url}")
            found[name] = said
            page.close()
        browser.close()
    return found


def watch(page: "Page", file: str, said: list[str]) -> None:
    """Notes what the page opens, and what it asks for besides itself."""

    def dialog(opened: "Dialog") -> None:
        said.append("a dialog")
        opened.dismiss()

    def request(asked: "Request") -> None:
        if asked.url != file:
            said.append(asked.url)

    page.on("dialog", dialog)
    page.on("popup", lambda _: said.append("a window"))
    page.on("request", request)


def feedback_page() -> str:
    """A learner's page of a notebook that is hostile in every cell and output."""
    outputs = [{"output_type": "display_data", "data": {"text/html": text}, "metadata": {}} for text in HOSTILE]
    outputs += [
        {"output_type": "display_data", "data": {kind: text}, "metadata": {}}
        for text in HOSTILE
        for kind in ("image/svg+xml", "text/markdown", "application/javascript")
    ]
    outputs += [{"output_type": "error", "ename": text, "evalue": text, "traceback": [text]} for text in HOSTILE]
    code = {"cell_type": "code", "id": "c", "metadata": {}, "source": HOSTILE[3], "execution_count": 1}
    texts = [
        {"cell_type": "markdown", "id": f"m{number}", "metadata": {}, "source": text}
        for number, text in enumerate(HOSTILE)
    ]
    cells = [{**code, "outputs": outputs}, *texts]
    made = nbformat.from_dict({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    return feedback.page(Graded(HOSTILE[0], HOSTILE[1], notes=list(HOSTILE)), made)


if __name__ == "__main__":
    unittest.main()

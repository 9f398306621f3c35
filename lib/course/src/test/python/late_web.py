"""The page on which a history is typed, in a real browser, from a file and without a network."""

import functools
import gzip
import re
import unittest
from typing import TYPE_CHECKING, ClassVar, Literal

import accessible
from headless import no_browser, only_files
from kit import ROOT, doctor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WEB = ROOT / "lib" / "web" / "target" / "web"
VECTORS = ROOT / "lib" / "course" / "src" / "test" / "resources" / "typed.txt"
SHOTS = ROOT / "target" / "web"
LARGEST = 150 * 1000
CAPTION = """([kind, history]) => {
  const xml = new DOMParser().parseFromString(self[kind](history), 'text/xml');
  const all = (tag, of = xml) => [...of.getElementsByTagName(tag)];
  const index = all('track').reduce((sum, track) => sum * all('v', track).length + +track.getAttribute('start'), 0);
  return all('caption')[all('map')[0].textContent.split(' ')[index]].textContent;
}"""
"""What is said where a player starts; TypedTest does the same in the JVM."""


@functools.cache
def not_built() -> str:
    """Why the page cannot be looked at; empty if it can."""
    return no_browser() or ("" if (WEB / "tidemark.js").is_file() else "lib/web is not built: ./course site builds it")


@unittest.skipIf(not_built(), not_built())
class Web(unittest.TestCase):
    browser: ClassVar["Browser"]

    @classmethod
    def setUpClass(cls) -> None:
        import os

        from playwright.sync_api import sync_playwright

        playwright = sync_playwright().start()
        cls.addClassCleanup(playwright.stop)
        sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        cls.browser = playwright.chromium.launch(executable_path=doctor.browser(), args=sandbox)
        cls.addClassCleanup(cls.browser.close)

    def opened(self, fragment: str = "", width: int = 1000, scheme: Literal["light", "dark"] = "light") -> "Page":
        context = self.browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.addCleanup(context.close)
        context.route("**/*", only_files)
        page = context.new_page()
        page.goto((WEB / "index.html").as_uri() + fragment)
        page.wait_for_selector("[data-kind=log] .tm-stage svg")
        page.wait_for_selector("[data-kind=eventTime] .tm-stage svg")
        return page

    def test_the_library_is_small_enough(self) -> None:
        self.assertLessEqual(len(gzip.compress((WEB / "tidemark.js").read_bytes(), 9)), LARGEST)

    def test_the_vectors_of_the_jvm_pass_in_the_browser(self) -> None:
        page = self.opened()
        lines = [line.split("\t") for line in VECTORS.read_text("utf-8").splitlines() if not line.startswith("#")]
        self.assertGreater(len(lines), 10)
        for kind, history, caption in lines:
            function = "log" if kind == "log" else "eventTime"
            self.assertEqual(caption, page.evaluate(CAPTION, [function, history]), history)

    def test_what_is_typed_is_shown_and_what_is_no_history_is_refused_in_words(self) -> None:
        page = self.opened()
        section = page.locator("[data-kind=log]")
        section.locator("form input").fill("append k=1 k=2; roll; compact")
        section.locator("form button").click()
        page.wait_for_function("document.querySelector('[data-kind=log] .tm-say')?.textContent.includes('keeps 1')")
        section.locator("form input").fill("append k=1; fly")
        section.locator("form button").click()
        self.assertIn("a step must be known, step=fly", section.locator(".problem").inner_text())

    def test_more_than_four_arrivals_can_be_moved_and_the_address_holds_their_order(self) -> None:
        page = self.opened()
        order = page.locator(".order")
        self.assertEqual(["2", "12", "4", "7", "23"], order.locator("button").all_inner_texts())
        order.locator("button >> nth=4").focus()
        for _ in range(4):
            page.keyboard.press("ArrowLeft")
        self.assertEqual(["23", "2", "12", "4", "7"], order.locator("button").all_inner_texts())
        said = "document.querySelector('[data-kind=eventTime] .tm-say')?.textContent"
        page.wait_for_function(f"{said}?.startsWith('7 arrives while the watermark is 20')")
        order.locator("button >> nth=0").drag_to(order.locator("button >> nth=2"))
        page.wait_for_function(f"{said}?.startsWith('7 arrives while the watermark is 20')")
        self.assertEqual(["2", "12", "23", "4", "7"], order.locator("button").all_inner_texts())
        again = self.opened(re.sub("^[^#]*", "", page.url))
        self.assertEqual("2 12 23 4 7; bound 3", again.input_value("#event-time-history"))

    @unittest.skipIf(accessible.missing(), accessible.missing())
    def test_axe_core_finds_nothing_serious_at_any_width_in_either_theme(self) -> None:
        schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
        for scheme in schemes:
            for width in (360, 720, 1400):
                page = self.opened(width=width, scheme=scheme)
                self.assertEqual([], accessible.violations(page, "html"), f"{scheme}, {width}")
                page.screenshot(path=SHOTS / f"web-{scheme}-{width}.png", full_page=True)

    def test_nothing_reaches_over_the_edge_of_a_narrow_a_middle_or_a_wide_page(self) -> None:
        for width in (360, 720, 1400):
            page = self.opened(width=width)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)


if __name__ == "__main__":
    unittest.main()

"""Pictures that move, in a real browser: where they ran, reopened with and without trust, exported, without scripts."""

import json
import os
import platform
import shutil
import sys
import unittest
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import accessible
import nbformat
from headless import no_browser, only_files
from kernel_session import FIRST_CELL
from kit import ROOT, doctor, jdk, kernel_environment, lab, library
from nbconvert import HTMLExporter

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TARGET = ROOT / "target" / "players"
CELLS = (FIRST_CELL, 'EventTimePlayer.of("2 12 4").bound(3)')
LATE = "4 arrives while the watermark is 9: it is late, and is not counted."
LAST = "3 of 3: arrival 3"
FOCUSED = "document.querySelector('.tm-player').contains(document.activeElement)"
STEP = ".tm-bar:has(button[title='first step'])"


@unittest.skipIf(no_browser(), no_browser())
class Players(unittest.TestCase):
    server: ClassVar[lab.Server]
    browser: ClassVar["Browser"]
    ran: ClassVar["Page"]

    @classmethod
    def setUpClass(cls) -> None:
        from kit import browser as kit_browser
        from playwright.sync_api import sync_playwright

        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        kernel_environment.ensure_archive(Path(sys.executable), java)
        shutil.rmtree(TARGET, ignore_errors=True)
        (TARGET / "scratch").mkdir(parents=True)
        cells = [nbformat.v4.new_code_cell(source, id=f"cell-{number}") for number, source in enumerate(CELLS)]
        spec = {"name": "java", "display_name": "Java", "language": "java"}
        made = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": spec})
        nbformat.write(made, TARGET / "ran.ipynb")
        lab.settings(TARGET / "config", kit_browser.SETTINGS)
        env = lab.server_env(Path(sys.executable), java, TARGET / "config", TARGET / "scratch")
        env["JUPYTER_DATA_DIR"] = str(TARGET / "data")
        cls.server = lab.start(
            Path(sys.executable), env, TARGET, TARGET / "lab.log", {"LabApp.expose_app_in_browser": True}
        )
        cls.addClassCleanup(cls.server.stop)
        playwright = sync_playwright().start()
        cls.addClassCleanup(playwright.stop)
        sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        cls.browser = playwright.chromium.launch(executable_path=doctor.browser(), args=sandbox)
        cls.addClassCleanup(cls.browser.close)
        cls.ran = cls.browser.new_page(viewport={"width": 1280, "height": 1200})
        kit_browser.run_all(cls.ran, cls.server.url("lab/workspaces/ran/tree/ran.ipynb"))
        cls.ran.wait_for_selector(".tm-stage svg")
        cls.ran.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
        cls.ran.wait_for_function("!window.jupyterapp.shell.currentWidget.context.model.dirty")

    def setUp(self) -> None:
        self.ran.click(f"{STEP} button[title='first step']")
        self.ran.click(f"{STEP} button[title='last step']")

    def said(self, page: "Page") -> str:
        return page.inner_text(".tm-say")

    def step(self, page: "Page") -> str:
        return page.inner_text(f"{STEP} output")

    def exported(self, theme: str) -> Path:
        body, _ = HTMLExporter(theme=theme).from_filename(str(TARGET / "ran.ipynb"))
        file = TARGET / "ran.html"
        file.write_text(body, "utf-8")
        return file

    def opened(self, scripts: bool = True, width: int = 1000, theme: str = "light", **options: str) -> "Page":
        context = self.browser.new_context(
            viewport={"width": width, "height": 900},
            java_script_enabled=scripts,
            **options,  # type: ignore[arg-type]
        )
        self.addCleanup(context.close)
        context.route("**/*", only_files)
        page = context.new_page()
        page.goto(self.exported(theme).as_uri())
        if scripts:
            page.wait_for_selector(".tm-stage svg")
        return page

    def requires_still_pictures(self, page: "Page") -> None:
        """The last frame is there, drawn, and the others are in the fold."""
        images = page.locator(".jp-OutputArea-output img, .tm-player img")
        self.assertEqual(5, images.count())
        first = images.first
        self.assertTrue(first.is_visible())
        box = first.bounding_box()
        self.assertIsNotNone(box)
        self.assertTrue(box and box["width"] > 300 and box["height"] > 100, str(box))
        self.assertRegex(first.get_attribute("alt") or "", "^watermark 9; arrivals 2 counted, 12 counted, 4 late;")
        self.assertFalse(images.nth(1).is_visible())
        page.click("summary")
        self.assertTrue(images.nth(1).is_visible())
        self.assertIn(LATE, page.inner_text("body"))
        self.assertEqual(0, page.locator(".tm-stage").count())

    def test_in_the_cell_that_ran_the_controls_are_there_and_the_last_step_is_shown(self) -> None:
        self.assertTrue(self.said(self.ran).startswith(LATE))
        self.assertEqual(LAST, self.step(self.ran))
        self.assertRegex(self.ran.get_attribute(".tm-stage svg", "aria-label") or "", "^watermark 9;")
        unnamed = self.ran.eval_on_selector_all(
            ".tm-player button, .tm-player input",
            "all => all.filter(each => !(each.getAttribute('aria-label') || each.textContent)).length",
        )
        self.assertEqual(0, unnamed)

    def test_the_keyboard_steps_and_no_key_reaches_jupyterlab(self) -> None:
        page = self.ran
        page.click(f"{STEP} button[title='step back']")
        self.assertEqual("2 of 3: arrival 2", self.step(page))
        for key, step in (("ArrowLeft", "1"), ("Home", "0"), ("ArrowRight", "1"), ("End", "3")):
            page.keyboard.press(key)
            self.assertTrue(self.step(page).startswith(step), f"{key}: {self.step(page)}")
        for key in ("x", "d", "d", "a", "b", "m", "Escape", "x"):
            page.keyboard.press(key)
            self.assertTrue(page.evaluate(FOCUSED), f"{key} took the focus out of the player")
            self.assertEqual(len(CELLS), page.locator(".jp-CodeCell").count(), key)
        page.focus(".tm-stage")
        page.keyboard.press("x")
        self.assertEqual(len(CELLS), page.locator(".jp-Cell").count())

    def test_outside_of_a_player_the_same_key_does_cut_the_cell(self) -> None:
        page = self.ran
        page.click(".jp-Cell .jp-InputPrompt >> nth=0")
        page.keyboard.press("x")
        page.wait_for_function("document.querySelectorAll('.jp-Cell').length === 1")
        page.keyboard.press("z")
        page.wait_for_function(f"document.querySelectorAll('.jp-Cell').length === {len(CELLS)}")

    def test_reopened_in_a_trusted_notebook_it_moves_without_being_run(self) -> None:
        page = self.browser.new_page(viewport={"width": 1280, "height": 1200})
        self.addCleanup(page.close)
        page.goto(self.server.url("lab/workspaces/trusted/tree/ran.ipynb"))
        page.wait_for_selector(".tm-stage svg", timeout=60_000)
        page.click(f"{STEP} button[title='step back']")
        self.assertEqual("2 of 3: arrival 2", self.step(page))

    def test_reopened_in_a_notebook_that_is_not_trusted_the_last_step_stands_there(self) -> None:
        written = json.loads((TARGET / "ran.ipynb").read_text("utf-8"))
        written["cells"][1]["source"] += " // changed elsewhere"
        (TARGET / "foreign.ipynb").write_text(json.dumps(written), "utf-8")
        page = self.browser.new_page(viewport={"width": 1280, "height": 1200})
        self.addCleanup(page.close)
        page.goto(self.server.url("lab/workspaces/foreign/tree/foreign.ipynb"))
        page.wait_for_selector(".jp-OutputArea-output img", timeout=60_000)
        self.requires_still_pictures(page)

    def test_exported_it_moves_without_a_network_and_without_scripts_the_last_step_stands_there(self) -> None:
        page = self.opened()
        page.click(f"{STEP} button[title='first step']")
        self.assertEqual("0 of 3: nothing yet", self.step(page))
        self.requires_still_pictures(self.opened(scripts=False))

    def test_the_bound_and_the_order_of_arrival_change_what_is_shown(self) -> None:
        page = self.opened()
        page.focus("input[aria-label=bound]")
        page.keyboard.press("End")
        self.assertIn("it is counted", self.said(page))
        page.keyboard.press("Home")
        self.assertIn("late", self.said(page))
        page.drag_and_drop("[data-i='2']", "[data-i='0']")
        self.assertEqual(["4", "2", "12"], page.locator(".tm-order button").all_inner_texts())
        self.assertTrue(self.said(page).startswith("12 arrives while the watermark is 4"), self.said(page))
        page.focus("[data-i='2']")
        page.keyboard.press("ArrowRight")
        self.assertEqual(["2", "4", "12"], page.locator(".tm-order button").all_inner_texts())

    def test_in_jupyterlab_one_line_of_java_holds_the_history_and_the_place(self) -> None:
        page = self.ran
        page.click(f"{STEP} button[title='step back']")
        page.click(".tm-share button")
        field = page.locator(".tm-share input")
        self.assertEqual('EventTimePlayer.of("2 12 4").bound(3).step(2)', field.input_value())
        page.focus("[data-i='2']")
        page.keyboard.press("ArrowLeft")
        self.assertEqual('EventTimePlayer.of("2 4 12").bound(3).step(2)', field.input_value())
        page.keyboard.press("ArrowRight")
        page.click(".tm-share button")
        self.assertFalse(field.is_visible())

    def test_exported_a_link_holds_the_history_and_the_place(self) -> None:
        page = self.opened()
        page.focus("input[aria-label=bound]")
        page.keyboard.press("Home")
        page.focus("[data-i='2']")
        page.keyboard.press("ArrowLeft")
        page.click(f"{STEP} button[title='step back']")
        page.click(".tm-share button")
        link = page.input_value(".tm-share input")
        said, step = self.said(page), self.step(page)
        self.assertNotEqual(LAST, step)
        other = page.context.new_page()
        other.goto(link)
        other.wait_for_selector(".tm-stage svg")
        self.assertEqual((said, step), (self.said(other), self.step(other)))
        self.assertEqual(["2", "4", "12"], other.locator(".tm-order button").all_inner_texts())
        other.goto(link.replace("at=", "at=9"))
        other.reload()
        other.wait_for_selector(".tm-stage svg")
        self.assertEqual(LAST, self.step(other), "a place that is not there is not opened")

    def test_it_plays_from_the_start_and_says_each_step_only_once_it_stands(self) -> None:
        page = self.opened()
        page.focus(".tm-stage")
        page.keyboard.press(" ")
        self.assertEqual("0 of 3: nothing yet", self.step(page))
        self.assertEqual("off", page.get_attribute(".tm-say", "aria-live"))
        page.wait_for_function("document.querySelector('.tm-say').getAttribute('aria-live') === 'polite'")
        self.assertEqual(LAST, self.step(page))
        calm = self.opened(reduced_motion="reduce")
        self.assertFalse(calm.is_visible("button[title=play]"))
        calm.focus(".tm-stage")
        calm.keyboard.press(" ")
        self.assertEqual(LAST, self.step(calm))

    def test_every_text_can_be_read_in_both_themes(self) -> None:
        from kit import browser as kit_browser

        for theme, full in kit_browser.THEMES.items():
            self.ran.evaluate("theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", full)
            self.ran.wait_for_selector(f"body[data-jp-theme-name='{full}']", state="attached")
            self.ran.wait_for_timeout(500)
            player = self.ran.query_selector(".tm-player")
            assert player is not None
            self.assertEqual([], kit_browser.faint(self.ran, player), theme)
            player.screenshot(path=TARGET / f"{theme}.png")

    @unittest.skipIf(accessible.missing(), accessible.missing())
    def test_axe_core_finds_nothing_serious_at_any_width_in_either_theme(self) -> None:
        for theme in ("light", "dark"):
            for width in (360, 720, 1400):
                page = self.opened(width=width, theme=theme)
                page.click(".tm-share button")
                self.assertEqual([], accessible.violations(page, ".tm-player"), f"{theme}, {width}")

    def test_nothing_of_it_reaches_over_the_edge_of_a_narrow_a_middle_or_a_wide_page(self) -> None:
        for width in (360, 720, 1400):
            page = self.opened(width=width)
            over = page.eval_on_selector_all(
                ".tm-player, .tm-player > *, .tm-bar > *",
                "all => all.filter(each => each.getBoundingClientRect().right > innerWidth).map(e => e.className)",
            )
            self.assertEqual([], over, str(width))
            page.locator(".tm-player").screenshot(path=TARGET / f"{width}.png")


if __name__ == "__main__":
    unittest.main()

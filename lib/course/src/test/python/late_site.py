"""The site, in a real browser: from a file and from a web server, with nothing from outside."""

import functools
import json
import os
import platform
import threading
import unittest
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import accessible
import site_links
from class_made_up import sample
from headless import no_browser
from kit import ROOT, SOLUTIONS, doctor, jdk, library
from kit.grading import report
from kit.notebook_files import numbered
from kit.site import command

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHOTS = ROOT / "target" / "browser" / "site"
WIDTHS = (360, 720, 1400)
PAGES = ("board.html", "differences.html", "glossary.html", "index.html", "search.html", "10-completion.html")
"""A page of each kind, small enough to be looked at whole at each width in each theme."""
LONG = "03-event-time.html"
"""The notebook with the most players and charts: a look at it takes as long as at all of those."""
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PROGRESS = (
    '{"exercise":"00-warm-up","state":"right","points":1,"of":1,"time":"2026-01-01T00:00:00Z"}\n'
    '{"exercise":"03-toy-policy","state":"wrong","points":0,"of":6,"time":"x","mistake":"counts late events too"}\n'
)


def not_executed() -> str:
    """Why there can be no site; empty if there can."""
    there = [file.name for file in numbered(command.EXECUTED)]
    lacking = [file.name for file in numbered(SOLUTIONS) if file.name not in there]
    return f"not executed: {', '.join(lacking)}; run ./course run --solutions" if lacking else ""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *said: Any) -> None:
        pass


@unittest.skipIf(not_executed(), not_executed())
class Site(unittest.TestCase):
    made: ClassVar[Path] = command.TARGET

    @classmethod
    def setUpClass(cls) -> None:
        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        library.ensure_web(java)
        library.ensure_api(java)
        command.build(java, command.EXECUTED, cls.made)

    def test_every_link_leads_to_a_page_and_every_anchor_is_there_and_nothing_is_loaded_from_outside(self) -> None:
        self.assertEqual([], site_links.broken(self.made))

    def test_the_search_knows_each_section_by_its_heading_and_no_solution(self) -> None:
        rows = {address: heading for address, heading, _ in json.loads(self.index().partition(" = ")[2].rstrip(";\n"))}
        self.assertEqual("Late · 03 · Event time: when is an hour done?", rows["03-event-time.html#Late"])
        self.assertEqual("Log", rows["api/tidemark/log/Log.html"])
        links = site_links.Links(self.made / "03-event-time.html")
        self.assertIn("Hints-on-toy-policy", links.ids)
        for solved in ("return lastRead + 1", "The three histories", "16 of 16"):
            self.assertNotIn(solved, self.index())

    def index(self) -> str:
        return (self.made / "search-index.js").read_text("utf-8")

    def test_no_page_has_an_id_twice(self) -> None:
        for file in sorted(self.made.glob("*.html")):
            ids = site_links.Links(file).ids
            self.assertEqual(len(set(ids)), len(ids), f"{file.name}: {[each for each in ids if ids.count(each) > 1]}")

    def test_every_solution_is_folded_and_every_notebook_says_its_verdicts(self) -> None:
        for file in numbered(SOLUTIONS):
            page = (self.made / f"{file.stem}.html").read_text("utf-8")
            self.assertNotIn("SOLUTION", page)
            self.assertIn('data-state="right"', page, file.stem)
            outside = page.split("<main")[1].split('<details class="solution">')
            shown = outside[0] + "".join(part.split("</details>", 1)[-1] for part in outside[1:])
            self.assertNotIn('data-state="right"', shown.replace("</details>", ""), file.stem)
            self.assertNotIn("The three histories", shown, file.stem)

    def test_a_link_to_a_file_that_is_not_there_and_a_picture_from_outside_are_found(self) -> None:
        folder = ROOT / "target" / "site-broken"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "a.html").write_text('<p id="x"><a href="b.html">b</a><a href="#y">y</a><img src="https://z/z.png">')
        self.assertEqual(3, len(site_links.broken(folder)))


@unittest.skipIf(no_browser() or not_executed(), no_browser() or not_executed())
class InABrowser(unittest.TestCase):
    browser: ClassVar["Browser"]

    @classmethod
    def setUpClass(cls) -> None:
        from playwright.sync_api import sync_playwright

        Site.setUpClass()
        SHOTS.mkdir(parents=True, exist_ok=True)
        playwright = sync_playwright().start()
        cls.addClassCleanup(playwright.stop)
        sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        cls.browser = playwright.chromium.launch(executable_path=doctor.browser(), args=sandbox)
        cls.addClassCleanup(cls.browser.close)

    def page(self, width: int = 1000, scheme: Scheme = "light", scripts: bool = True) -> "Page":
        """An empty page; what it asks of anybody but the site, and what it complains of, fails the test at its end."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=scripts
        )
        page, wrong = context.new_page(), list[str]()
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        left = "net::ERR_ABORTED"  # the page was left before a player's script had come
        page.on("requestfailed", lambda asked: None if asked.failure == left else wrong.append(asked.url))
        own = ("file:", "data:", "blob:", "http://127.0.0.1:")
        page.on("request", lambda asked: None if asked.url.startswith(own) else wrong.append(asked.url))
        context.set_offline(True)
        self.addCleanup(lambda: self.assertEqual([], wrong))
        self.addCleanup(context.close)
        return page

    def opened(self, name: str, width: int = 1000, scheme: Scheme = "light", scripts: bool = True) -> "Page":
        page = self.page(width, scheme, scripts)
        page.goto((command.TARGET / name).as_uri())
        return page

    def test_every_page_opens_from_a_file_without_a_network_and_none_is_wider_than_the_window(self) -> None:
        for width in WIDTHS:
            page = self.page(width)
            for file in sorted(command.TARGET.glob("*.html")):
                page.goto(file.as_uri())
                over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                self.assertLessEqual(over, 0, f"{file.name} at {width}")

    def test_the_copy_of_an_executed_notebook_opens_without_a_network(self) -> None:
        page = self.page()
        page.goto((command.EXECUTED / "00-start-here.html").as_uri())
        page.wait_for_selector(".tidemark-verdict")

    def test_the_same_pages_work_from_a_web_server(self) -> None:
        handler = functools.partial(Quiet, directory=str(command.TARGET))
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            page = self.page()
            page.context.set_offline(False)  # a browser that is offline does not reach its own machine either
            address = f"http://127.0.0.1:{server.server_port}/"
            for name in ("index.html", "03-event-time.html", "board.html", "type.html", "search.html?q=tombstone"):
                page.goto(address + name)
            page.wait_for_selector("#found li")
            server.shutdown()

    def test_the_search_finds_a_section_and_its_link_leads_there(self) -> None:
        page = self.opened("index.html")
        page.fill("#words", "late side output")
        page.click("form button")
        page.wait_for_selector("#found li")
        page.click("#found li a >> nth=0")
        page.wait_for_load_state()
        fragment = page.evaluate("decodeURIComponent(location.hash.slice(1))")
        self.assertTrue(page.evaluate("id => !!document.getElementById(id)", fragment), fragment)
        self.assertIn("side output", page.inner_text("main"))
        page.fill("#words", "qwertz")
        page.click("form[role=search] button")
        page.wait_for_selector("text=Nothing was found for “qwertz”.")

    def test_solutions_stand_behind_a_switch_that_the_next_page_remembers(self) -> None:
        page = self.opened("03-event-time.html")
        folds = page.locator("details.solution")
        self.assertGreater(folds.count(), 10)
        self.assertEqual(0, page.locator("details.solution[open]").count())
        page.click("#solutions")
        self.assertEqual(folds.count(), page.locator("details.solution[open]").count())
        page.goto((command.TARGET / "06-compaction.html").as_uri())
        self.assertGreater(page.locator("details.solution[open]").count(), 10)

    def test_a_player_steps_and_without_scripts_its_last_picture_stands_there(self) -> None:
        page = self.opened("03-event-time.html")
        player = page.locator(".tm-player >> nth=0")
        before = player.locator(".tm-bar output >> nth=0").inner_text()
        player.locator("button[title='step back']").click()
        self.assertNotEqual(before, player.locator(".tm-bar output >> nth=0").inner_text())
        self.assertTrue(
            self.opened("03-event-time.html", scripts=False).locator(".tm-player img >> nth=0").is_visible()
        )

    def test_the_board_reads_a_progress_file_keeps_it_and_forgets_it(self) -> None:
        page = self.opened("board.html")
        tile = page.locator("nav [data-notebook='00'] .tm-points")
        self.assertEqual("0 of 1 points", tile.inner_text())
        page.set_input_files("#progress", {"name": "p.jsonl", "mimeType": "text/plain", "buffer": PROGRESS.encode()})
        page.wait_for_selector("text=2 lines of progress were read.")
        page.reload()
        self.assertEqual("1 of 1 points", tile.inner_text())
        self.assertEqual(
            ["begun", "done"],
            [page.get_attribute(f"nav [data-notebook='{each}']", "data-far") for each in ("03", "00")],
        )
        self.assertTrue(page.is_visible("text=Next: Offset lag, in 01 · lag."))
        told = "The toy policy: one that counts late events too (still there)"
        self.assertEqual([told], page.locator("#mistakes li").all_inner_texts())
        page.click("summary:has-text('03 · event time')")
        page.check("[data-exercise='03-toy-policy'] input")
        self.assertIn("(mended)", page.inner_text("#mistakes"))
        page.set_input_files("#progress", {"name": "x.jsonl", "mimeType": "text/plain", "buffer": b"no progress"})
        page.wait_for_selector("text=A progress file must hold lines of JSON")
        page.click("#forget")
        self.assertEqual("0 of 1 points", tile.inner_text())
        page.click(".tm-fig a[data-notebook='01'] >> nth=0")
        page.wait_for_url("**/01-lag.html")

    @unittest.skipIf(accessible.missing(), accessible.missing())
    def test_axe_core_finds_nothing_serious_at_any_width_in_either_theme(self) -> None:
        for width in WIDTHS:
            for scheme in SCHEMES:
                page = self.page(width, scheme)
                for name in PAGES + ((LONG,) if (width, scheme) in ((360, "light"), (1400, "dark")) else ()):
                    page.goto((command.TARGET / name).as_uri() + ("?q=log" if name == "search.html" else ""))
                    self.assertEqual([], accessible.violations(page, "html"), f"{name}, {width}, {scheme}")
                    page.screenshot(path=SHOTS / f"{name[:-5]}-{width}-{scheme}.png")

    @unittest.skipIf(accessible.missing(), accessible.missing())
    def test_axe_core_finds_nothing_serious_in_the_report_of_a_class(self) -> None:
        file = SHOTS / "class-report.html"
        file.write_text(report.page(sample()), "utf-8")
        for width in WIDTHS:
            for scheme in SCHEMES:
                page = self.page(width, scheme)
                page.goto(file.as_uri())
                self.assertEqual([], accessible.violations(page, "html"), f"{width}, {scheme}")
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                page.screenshot(path=SHOTS / f"report-{width}-{scheme}.png")


if __name__ == "__main__":
    unittest.main()

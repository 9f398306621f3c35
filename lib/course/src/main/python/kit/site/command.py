"""Makes `target/site/`: pages that open from any web server, and from a file."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from nbformat import NotebookNode

from kit import CLASSPATH, NOTEBOOKS, ROOT, SOLUTIONS, library, run
from kit.console import Step
from kit.errors import Stop
from kit.jdk import Jdk
from kit.notebook_files import numbered
from kit.notebooks import read
from kit.site import cells, search
from kit.site.page import Page, linked, unique, written

TARGET = ROOT / "target" / "site"
EXECUTED = ROOT / "target" / "run" / "solutions"
WEB = ROOT / "lib" / "web"
STATIC = ("site.css", "site.js", "board.js", "search.js")
MENU = {
    "index.html": "Tidemark",
    "board.html": "Board",
    "type.html": "Type a history",
    "glossary.html": "Glossary",
    "differences.html": "Differences",
    "measured.html": "Measured",
    "api/index.html": "Library",
    "what-next.html": "What next",
}


def command(jdk: Jdk, executed: bool) -> int:
    """`course site`: 0 if all solutions came out right. With `executed` the copies of the last run serve."""
    wrong = False
    if not executed:
        with run.headless(jdk) as env:
            runs, _ = run.together(numbered(SOLUTIONS), env, "solved")
        run.save(runs, EXECUTED)
        wrong = any(each.problems for each in runs)
    there = {file.name for file in numbered(EXECUTED)}
    lacking = [file.name for file in numbered(SOLUTIONS) if file.name not in there]
    if lacking:
        raise Stop(
            f"The solutions must have been executed for the site's pages; there is no executed copy of {lacking[0]}.\n"
            "Leave --executed out, or run: ./course run --solutions"
        )
    library.ensure_web(jdk)
    library.ensure_api(jdk)
    with Step("writing the site"):
        build(jdk, EXECUTED, TARGET)
    print(f"The site stands in {TARGET.relative_to(ROOT).as_posix()}/. Open its index.html, or serve the folder.")
    return 1 if wrong else 0


def build(jdk: Jdk, executed: Path, target: Path) -> list[Page]:
    """Writes the site over what stood there, from the executed copies in a folder. The web module and the API's pages
    must have been built."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(library.API, target / "api")
    made = {file.stem: read(file) for file in numbered(executed)}
    pages = [*of_notebooks(made), *others(jdk, made)]
    files = {page.name for page in pages} | set(MENU)
    pages = [
        Page(page.name, page.title, unique(linked(page.content, files)), page.scripts, page.styles) for page in pages
    ]
    notebooks = [(f"{stem}.html", cells.title(notebook)) for stem, notebook in made.items()]
    for page in pages:
        (target / page.name).write_text(written(page, list(MENU.items()), notebooks), "utf-8")
    for name in STATIC:
        (target / name).write_text(cells.resource(name), "utf-8")
    for name in ("tidemark.js", "player.js", "player.css", "page.js", "page.css"):
        shutil.copy(WEB / "target" / "web" / name, target)
    (target / "search-index.js").write_text(search.index(pages, library.API), "utf-8")
    return pages


def of_notebooks(made: dict[str, NotebookNode]) -> list[Page]:
    return [
        Page(f"{stem}.html", cells.title(notebook), cells.body(notebook, read(NOTEBOOKS / f"{stem}.ipynb")))
        for stem, notebook in made.items()
    ]


def others(jdk: Jdk, made: dict[str, NotebookNode]) -> list[Page]:
    """Every page that is no notebook."""
    typed = re.search(r"<main>(.*)</main>", (WEB / "src/main/web/index.html").read_text("utf-8"), re.DOTALL)
    assert typed
    return [
        Page("index.html", "The course", index(made)),
        Page(
            "board.html",
            "Your board",
            cells.resource("board.html").replace("<!-- board -->", board(jdk)),
            ("board.js",),
        ),
        Page("type.html", "Type a history", typed[1], ("tidemark.js", "page.js"), ("player.css", "page.css")),
        Page("differences.html", "Differences", differences(made)),
        Page("search.html", "Search", cells.resource("search.html"), ("search-index.js", "search.js")),
        of_file(NOTEBOOKS / "glossary.md"),
        of_file(NOTEBOOKS / "what-next.md"),
        of_file(ROOT / "docs" / "measured.md"),
    ]


def of_file(file: Path) -> Page:
    source = file.read_text("utf-8")
    return Page(f"{file.stem}.html", cells.first_line(source), cells.markdown(source))


def index(made: dict[str, NotebookNode]) -> str:
    """The first page. What one can do after each notebook is said in the README."""
    after = dict(re.findall(r"^\| `(\d\d-[\w-]+)`[^|]*\| ([^|]*) \|$", (ROOT / "README.md").read_text("utf-8"), re.M))
    rows = "".join(
        f'<tr><td><a href="{stem}.html">{cells.title(notebook)}</a></td><td>{after.get(stem, "")}</td></tr>'
        for stem, notebook in made.items()
    )
    return cells.resource("index.html").replace("<!-- notebooks -->", rows)


def board(jdk: Jdk) -> str:
    """The board of somebody who has done nothing yet; the page's script fills in the rest."""
    java = jdk.home / "bin" / ("java.exe" if os.name == "nt" else "java")
    command = [str(java), "-cp", os.path.join(CLASSPATH, "*"), "tidemark.check.BoardPage", str(NOTEBOOKS)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return cells.scrolling(done.stdout)


def differences(made: dict[str, NotebookNode]) -> str:
    """Where the real engines differ: the table of 09, and what they said when they were asked."""
    parts = [cells.resource("differences.html")]
    if "09-real-engines" in made:
        parts.append(cells.of_ids(made["09-real-engines"], "differences", "words-text"))
    for stem, notebook in made.items():
        found = cells.recorded(notebook)
        if found:
            parts.append(
                f'<h2 id="recorded-{stem}">What <a href="{stem}.html">{cells.title(notebook)}</a> recorded</h2>'
            )
            parts.append(found)
    return "".join(parts)

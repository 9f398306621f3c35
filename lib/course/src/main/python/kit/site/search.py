"""The index of the site's own search: each section of each page, as words."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

from kit.site.page import Page

HEADINGS = {"h1", "h2", "h3", "h4"}
UNSEEN = {"script", "style", "svg", "solution", "setup", "output"}
"""Tags and classes whose words are not searched: a solution must not be found, and an output repeats its cell."""
EMPTY = {"br", "hr", "img", "input", "link", "meta", "wbr"}
TYPE = re.compile(r'{"p":"([\w.]+)","l":"([\w.]+)"')


class Sections(HTMLParser):
    """A page's sections: for each its anchor, its heading and its words."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.anchor, self.heading, self.said = "", "", ""
        self.open: list[bool] = []
        self.in_heading = False
        self.feed(content)
        self.end_of_section()

    def end_of_section(self) -> None:
        self.found.append((self.anchor, " ".join(self.heading.split()), " ".join(self.said.split())))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in EMPTY:
            self.open.append(tag in UNSEEN or bool(UNSEEN & set(given.get("class", "").split())))
        if tag in HEADINGS and "id" in given and not any(self.open):
            self.end_of_section()
            self.anchor, self.heading, self.said, self.in_heading = given["id"], "", "", True

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY and self.open:
            self.open.pop()
        self.in_heading = self.in_heading and tag not in HEADINGS
        self.said += " " if tag in ("p", "li", "td", "th", "div", "pre", "summary") else ""

    def handle_data(self, data: str) -> None:
        if self.in_heading:
            self.heading += data
        elif not any(self.open):
            self.said += data


def sections(page: Page) -> list[tuple[str, str, str]]:
    """A page's sections: its address, its heading, its words."""
    return [
        (
            f"{page.name}#{anchor}" if anchor else page.name,
            f"{heading} · {page.title}" if heading not in ("", page.title) else page.title,
            said,
        )
        for anchor, heading, said in Sections(page.content).found
        if said
    ]


def types(api: Path) -> list[tuple[str, str, str]]:
    """The library's types, as javadoc lists them."""
    index = api / "type-search-index.js"
    listed = TYPE.findall(index.read_text("utf-8")) if index.is_file() else []
    return [
        (f"api/{package.replace('.', '/')}/{name}.html", name, f"{package}, a type of the library")
        for package, name in listed
    ]


def index(pages: list[Page], api: Path) -> str:
    """A script, so that it can be read from a file too."""
    rows = [row for page in pages for row in sections(page)] + types(api)
    return f"self.TIDEMARK_INDEX = {json.dumps(rows, ensure_ascii=False, separators=(',', ':'))};\n"

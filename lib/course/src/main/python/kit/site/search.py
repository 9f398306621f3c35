"""The index of the site's own search: each section of each page, as words."""

import html
import json
import re
from pathlib import Path

from kit.site.page import Page

SECTION = re.compile(r'<h[1-4][^>]* id="([^"]*)"[^>]*>(.*?)</h[1-4]>', re.DOTALL)
UNSEEN = re.compile(
    r'<(script|style|svg|details class="solution"|details class="setup")\b.*?</(?:script|style|svg|details)>', re.DOTALL
)
TYPE = re.compile(r'{"p":"([\w.]+)","l":"([\w.]+)"')


def words(content: str) -> str:
    """What is read of some HTML; a solution is not found."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", UNSEEN.sub(" ", content))).split())


def sections(page: Page) -> list[tuple[str, str, str]]:
    """A page's sections: its address, its heading, its words."""
    parts = SECTION.split(UNSEEN.sub(" ", page.content))
    found = [(page.name, page.title, words(parts[0]))]
    for anchor, heading, content in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        found.append((f"{page.name}#{anchor}", f"{words(heading)} · {page.title}", words(content)))
    return [each for each in found if each[2]]


def types(api: Path) -> list[tuple[str, str, str]]:
    """The library's types, as javadoc lists them."""
    index = api / "type-search-index.js"
    listed = TYPE.findall(index.read_text("utf-8")) if index.is_file() else []
    return [(f"api/{package.replace('.', '/')}/{name}.html", name, f"{package} {name}") for package, name in listed]


def index(pages: list[Page], api: Path) -> str:
    """A script, so that it can be read from a file too."""
    rows = [row for page in pages for row in sections(page)] + types(api)
    return f"self.TIDEMARK_INDEX = {json.dumps(rows, ensure_ascii=False, separators=(',', ':'))};\n"

"""The links and ids of pages in a folder."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}
OUTSIDE = ("http:", "https:", "//")


class Links(HTMLParser):
    """What one page links, what it loads, and the ids it has."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.linked: set[str] = set()
        self.loaded: set[str] = set()
        self.ids: list[str] = []
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids += [given[name] for name in ("id", "name") if given.get(name) and (name == "id" or tag == "a")]
        if tag in ("a", "area") and "href" in given:
            self.linked.add(given["href"])
        if tag in LOADED and given.get(LOADED[tag]):
            self.loaded.add(given[LOADED[tag]])


def broken(folder: Path) -> list[str]:
    """Each link to a file that is not there, or to an anchor that its page does not have; each load from outside."""
    pages = {file.resolve(): Links(file) for file in sorted(folder.rglob("*.html"))}
    found = []
    for file, page in pages.items():
        for target in sorted(page.linked | page.loaded):
            if target.startswith((*OUTSIDE, "data:", "javascript:")):
                if target.startswith(OUTSIDE) and target in page.loaded:
                    found.append(f"{file.name} loads {target}")
                continue
            path, _, fragment = target.partition("#")
            wanted = (file.parent / unquote(path.partition("?")[0])).resolve() if path else file
            if not wanted.is_file():
                found.append(f"{file.name} links {target}, which is not there")
            elif fragment and wanted in pages and unquote(fragment) not in pages[wanted].ids:
                found.append(f"{file.name} links {target}, an anchor that is not there")
    return found

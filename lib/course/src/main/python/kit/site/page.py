"""The frame of every page, and where its links lead."""

import html
import re
from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """One page. Its scripts are loaded in their order, after the content."""

    name: str
    title: str
    content: str
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()

    @property
    def has_solutions(self) -> bool:
        return 'class="solution"' in self.content


def written(page: Page, menu: list[tuple[str, str]], notebooks: list[tuple[str, str]]) -> str:
    """The whole file. The menu has a name and a title for each page; the notebooks have a fold of their own."""
    styles = "".join(f'<link rel="stylesheet" href="{each}">' for each in (*page.styles, "site.css"))
    scripts = "".join(f'<script src="{each}" defer></script>' for each in ("site.js", *page.scripts))
    switch = '<button type="button" id="solutions" hidden aria-pressed="false">show solutions</button>'
    return f"""<!DOCTYPE html>
<html lang="en" class="tm-site">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{html.escape(page.title)} · Tidemark</title>
{styles}{scripts}
</head>
<body>
<a class="skip" href="#content">to the content</a>
<header>
<nav aria-label="Pages"><ul>{links(menu, page.name)}</ul></nav>
<details><summary>Notebooks</summary>
<nav aria-label="Notebooks"><ul>{links(notebooks, page.name)}</ul></nav></details>
<form role="search" action="search.html"><label for="words">Search</label>
<input id="words" name="q" type="search" autocomplete="off"><button type="submit">find</button></form>
{switch if page.has_solutions else ""}
</header>
<main id="content" tabindex="-1">
{page.content}
</main>
<footer><p>Tidemark, a course in Java notebooks. These pages load nothing from elsewhere and send nothing.</p></footer>
</body>
</html>
"""


def links(items: list[tuple[str, str]], here: str) -> str:
    return "".join(
        f'<li><a href="{name}"{" aria-current=page" if name == here else ""}>{html.escape(title)}</a></li>'
        for name, title in items
    )


def linked(content: str, files: Collection[str]) -> str:
    """The content with its links to notebooks and Markdown files leading to their pages. A link to what is not on the
    site becomes its text."""

    def one(found: re.Match[str]) -> str:
        before, target, after, text = found.groups()
        if re.match(r"#|https?:|data:", target):
            return found[0]
        name, mark, fragment = target.partition("#")
        name = re.sub(r"\.(ipynb|md)$", ".html", name)
        if name not in files and not name.startswith("api/"):
            return text
        return f'<a {before}href="{name}{mark}{fragment}"{after}>{text}</a>'

    return re.sub(r'<a ([^>]*?)href="([^"]*)"([^>]*)>(.*?)</a>', one, content, flags=re.DOTALL)


def unique(content: str) -> str:
    """The content with an id on each heading, as JupyterLab gives it, so that links to it work. A second heading of the
    same words gets a number."""
    seen: dict[str, int] = {}

    def one(found: re.Match[str]) -> str:
        level, attributes, heading = found.groups()
        given = re.search(r' id="([^"]*)"', attributes)
        words = " ".join(re.sub(r"<[^>]*>", "", heading).split()).replace(" ", "-")
        name = given[1] if given else html.escape(html.unescape(words))
        seen[name] = seen.get(name, 0) + 1
        name += f"-{seen[name]}" if seen[name] > 1 else ""
        rest = attributes.replace(given[0], "") if given else attributes
        return f'<h{level} id="{name}"{rest}>{heading}</h{level}>'

    return re.sub(r"<h([1-6])([^>]*)>(.*?)</h\1>", one, content, flags=re.DOTALL)

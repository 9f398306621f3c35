"""A learner's feedback: the executed notebook with its verdicts, as one page in which nothing runs.

Everything in it is a learner's, and hostile. The whole body passes one sanitiser that knows the few tags and attributes
that text, tables and our charts need; and the page's own policy lets a browser load and run nothing.
"""

import hashlib
import html
import json
import re
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import nbformat
from bleach.css_sanitizer import ALLOWED_CSS_PROPERTIES, CSSSanitizer
from bleach.sanitizer import Cleaner
from nbconvert import HTMLExporter
from nbformat import NotebookNode

from kit.grading.results import Graded

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
TEXT = {
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
}
TEXT |= {"figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "li", "ol", "p", "pre", "s", "small", "span"}
TEXT |= {"strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"}
DRAWN = {
    "svg",
    "g",
    "path",
    "rect",
    "line",
    "circle",
    "ellipse",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "title",
    "desc",
}
SHAPE = {"d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points", "transform"}
SHAPE |= {"fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity"}
SHAPE |= {
    "fill-opacity",
    "text-anchor",
    "dominant-baseline",
    "font-size",
    "font-weight",
    "dx",
    "dy",
    "viewbox",
    "viewBox",
}
EVERYWHERE = {"style", "role", "title", "class"}
OF_TEXT = {"colspan", "rowspan", "scope", "open", "alt", "start"}
ONE_AT_A_TIME = Lock()
"""Neither the exporter nor the sanitiser may be used by two threads."""
JAVA = {"name": "Java", "pygments_lexer": "java"}
SHOWN_BYTES = 400_000
STYLE = """body{max-width:60em;margin:2em auto;padding:0 1em;font:16px/1.5 system-ui,sans-serif}
body{color:#1b1b1b;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f5f5f5;padding:.5em}table{border-collapse:collapse}
th,td{padding:.2em .8em;text-align:left;border-bottom:1px solid #9e9e9e}
.jp-Cell{margin:1em 0}.jp-InputPrompt,.jp-OutputPrompt{color:#616161}
@media(prefers-color-scheme:dark){body{color:#e0e0e0;background:#121212}pre{background:#1e1e1e}a{color:#90caf9}}"""


def allowed(tag: str, name: str, value: str) -> bool:
    """Whether an attribute may stay."""
    if name == "style" and re.search(r"url|\\|image|expression", value, re.IGNORECASE):
        return False
    if name in EVERYWHERE or name.startswith(("aria-", "data-exercise", "data-state", "data-differs")):
        return True
    if tag == "a":
        return name == "href" and value.startswith("#")
    if tag == "img":
        return name in ("alt", "width", "height") or (
            name == "src" and re.match(r"data:image/(png|jpeg|gif);base64,[A-Za-z0-9+/=\s]*$", value) is not None
        )
    return name in (SHAPE if tag in DRAWN else OF_TEXT)


@cache
def cleaner() -> Cleaner:
    properties = [*ALLOWED_CSS_PROPERTIES, "border-left", "border-radius", "border-bottom", "margin", "padding"]
    properties += ["max-width", "border", "background", "overflow-wrap", "fill", "stroke", "stroke-width"]
    return Cleaner(
        tags=TEXT | DRAWN,
        attributes=allowed,
        protocols={"data"},
        strip=True,
        strip_comments=True,
        css_sanitizer=CSSSanitizer(allowed_css_properties=properties),
    )


def write(row: Graded, notebook: NotebookNode, out: Path) -> str:
    """Writes a submission's page, and the executed notebook for the gradebook beside it. Returns the page's place."""
    stem = safe(row.learner)
    folder = out / "feedback" / stem
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{safe(row.assignment)}.html"
    file.write_text(page(row, notebook), "utf-8", "replace")
    kept = out / executed(row)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(str(nbformat.writes(harmless(notebook), version=4)), "utf-8", "replace")
    return file.relative_to(out).as_posix()


def executed(row: Graded) -> str:
    """Where a submission's executed notebook is kept, relative to the page's folder."""
    return f"executed/{safe(row.learner)}/{safe(row.assignment)}.ipynb"


def harmless(notebook: NotebookNode) -> NotebookNode:
    """A copy that may be opened by programs that trust what they show, as formgrader does."""
    made = bounded(notebook)
    with ONE_AT_A_TIME:
        for cell in made.cells:
            if cell.cell_type != "code":
                cell.source = cleaner().clean(cell.source)
            for output in cell.get("outputs", []):
                if "text/html" in output.get("data", {}):
                    output["data"]["text/html"] = cleaner().clean(output["data"]["text/html"])
    return made


def safe(name: str) -> str:
    """A file's name for a learner's, the same for the same and another for another."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip(".-")[:60]
    return (
        plain
        if plain and plain == name
        else f"{plain or 'x'}-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:6]}"
    )


def page(row: Graded, notebook: NotebookNode) -> str:
    """The whole page."""
    lines = "".join(
        f"<tr><td>{html.escape(each.id)}</td><td>{html.escape(each.state)}</td><td>"
        f"{'–' if each.points is None else f'{each.points:g}'} of {each.possible:g}</td>"
        f"<td>{html.escape(each.sentence)}</td></tr>"
        for each in row.exercises
    )
    notes = "".join(f"<li>{html.escape(note)}</li>" for note in row.notes)
    title = html.escape(f"{row.assignment}, {row.learner}")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{STYLE}</style></head>'
        f"<body><main><h1>{title}</h1><table><thead><tr><th>exercise</th><th>state</th><th>points</th><th>finding</th>"
        f"</tr></thead><tbody>{lines}</tbody></table><ul>{notes}</ul>{body(notebook)}</main></body></html>\n"
    )


def body(notebook: NotebookNode) -> str:
    """The notebook's cells as HTML in which nothing can run."""
    with ONE_AT_A_TIME:
        return "".join(cell_html(json.dumps(without_numbers(cell))) for cell in bounded(notebook).cells)


def without_numbers(cell: NotebookNode) -> dict[str, Any]:
    """A cell without what differs from run to run, and without notes."""
    return {
        key: {} if key == "metadata" else value for key, value in cell.items() if key not in ("id", "execution_count")
    }


@lru_cache(4000)
def cell_html(cell: str) -> str:
    """One cell as HTML in which nothing can run. Most of a class's cells are the course's, and made once."""
    one = json.loads(cell)
    one |= {"execution_count": None} if one["cell_type"] == "code" else {}
    whole = {"cells": [one], "metadata": {"language_info": JAVA}, "nbformat": 4, "nbformat_minor": 4}
    rendered, _ = exporter().from_notebook_node(nbformat.from_dict(whole))
    return str(cleaner().clean(rendered))


@cache
def exporter() -> Any:
    return HTMLExporter(template_name="basic", exclude_anchor_links=True, embed_images=False)


def bounded(notebook: NotebookNode) -> NotebookNode:
    """A copy with as much of the outputs as a page can show, and only of the kinds that it can."""
    left = SHOWN_BYTES
    made: NotebookNode = NotebookNode(json_copy(notebook))
    for cell in made.cells:
        outputs = []
        for output in cell.get("outputs", []):
            if "data" in output:
                kinds = ("text/html", "image/png", "image/jpeg", "text/plain")
                output["data"] = {kind: output["data"][kind] for kind in kinds if kind in output["data"]}
                if not output["data"]:
                    continue
            left -= len(str(output))
            if left > 0:
                outputs.append(output)
        if "outputs" in cell:
            cell["outputs"] = outputs
    return made


def json_copy(notebook: NotebookNode) -> Any:
    return nbformat.from_dict(json.loads(json.dumps(notebook)))

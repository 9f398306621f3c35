"""A notebook as HTML. What gives a solution away is folded: the switch of the page opens all of it."""

import html
import re
from pathlib import Path

from nbconvert.filters import strip_ansi
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import JavaLexer

from kit.notebooks import role

SOLVED = re.compile(r"^\s*(?://|<!--) (?:BEGIN|END) SOLUTION(?: -->)?\n?", re.MULTILINE)
ASKING = {"predict", "exercise", "self-test", "explanation"}
"""The roles of cells in which the learner writes."""


def markdown(source: str) -> str:
    """Markdown as JupyterLab shows it, with the same ids on its headings."""
    renderer = IPythonRenderer(escape=False, exclude_anchor_links=True)
    return scrolling(str(MarkdownWithMath(renderer=renderer).render(source)))


def scrolling(body: str) -> str:
    """Each table in a box of its own, so that a wide one does not make the page scroll."""
    return re.sub(r"<table\b.*?</table>", lambda found: f'<div class="wide">{found[0]}</div>', body, flags=re.DOTALL)


def java(source: str) -> str:
    return f"<pre>{highlight(source.rstrip(), JavaLexer(), HtmlFormatter(nowrap=True)).rstrip()}</pre>"


def outputs(cell: NotebookNode) -> str:
    """What a cell put out, without the error that only repeats a red verdict in another form."""
    return "".join(map(output, cell.get("outputs", [])))


def output(one: NotebookNode) -> str:
    if one.output_type == "stream":
        return text(one.text)
    if one.output_type == "error":
        return text(strip_ansi(one.ename + ": " + one.evalue))
    if "text/html" in one.data:
        return f'<div class="output">{scrolling(one.data["text/html"])}</div>'
    return text(one.data.get("text/plain", ""))


def text(said: str) -> str:
    return f'<div class="output"><pre>{html.escape(said)}</pre></div>'


def folded(summary: str, content: str, kind: str = "solution") -> str:
    return f'<details class="{kind}"><summary>{html.escape(summary)}</summary>{content}</details>' if content else ""


def body(executed: NotebookNode, handed_out: NotebookNode) -> str:
    """All cells of a solved and executed notebook; where the learner writes, what was handed out stands first."""
    stubs = {cell.id: cell.source for cell in handed_out.cells}
    return "\n".join(f'<div class="cell">{shown(cell, stubs.get(cell.id, ""))}</div>' for cell in executed.cells)


def shown(cell: NotebookNode, stub: str) -> str:
    solved = SOLVED.sub("", cell.source)
    if cell.cell_type == "markdown":
        if "discussion" in cell.metadata.get("tags", []):
            return folded(first_line(cell.source), markdown(cell.source))
        if role(cell) in ASKING:
            return markdown(stub) + folded("Solution", markdown(solved))
        return markdown(cell.source)
    if role(cell) == "setup":
        return folded("The first cell: it loads the library", java(cell.source), "setup")
    if role(cell) in ASKING:
        return java(stub) + folded("Solution", java(solved) + outputs(cell))
    if role(cell) == "check":
        return java(cell.source) + folded("The verdict on the solution", outputs(cell))
    if "Completion.record()" in cell.source:  # it holds what the solution submitted
        return java(cell.source) + folded("The record of the solution", outputs(cell))
    return java(cell.source) + outputs(cell)


def first_line(source: str) -> str:
    return source.splitlines()[0].lstrip("# ")


def title(notebook: NotebookNode) -> str:
    """The heading of a notebook."""
    return first_line(notebook.cells[0].source)


def of_ids(executed: NotebookNode, *ids: str) -> str:
    """Some cells of a notebook: text, or the output of code."""
    found = {cell.id: cell for cell in executed.cells}
    chosen = [found[each] for each in ids if each in found]
    return "".join(markdown(cell.source) if cell.cell_type == "markdown" else outputs(cell) for cell in chosen)


def recorded(executed: NotebookNode) -> str:
    """The results of real engines that a notebook shows."""
    return "".join(outputs(cell) for cell in executed.cells if "Recorded.of(" in cell.source)


def resource(name: str) -> str:
    """A file that lies beside this one."""
    return Path(__file__).with_name(name).read_text("utf-8")

"""Opens notebooks in a real JupyterLab in headless Chromium, runs them as a learner does, and looks at the page."""

import base64
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import ElementHandle, Error, Page, sync_playwright

from kit import NOTEBOOKS, ROOT, SOLUTIONS, lab
from kit.jdk import Jdk

TARGET = ROOT / "target" / "browser"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
LEAST_CONTRAST = 4.5
SETTINGS = lab.SETTINGS | {
    "lab/user-settings/@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
    "lab/user-settings/@jupyterlab/docmanager-extension/plugin.jupyterlab-settings": {"autosave": False},
}
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"

TEXTS = """(root) => {
  const frame = root.getBoundingClientRect(), found = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, holder = node.parentElement;
    if (!node.data.trim() || holder.closest('style,title,desc,defs')) continue;
    const range = document.createRange(); range.selectNodeContents(node);
    const box = range.getBoundingClientRect(), style = getComputedStyle(holder);
    if (!box.width || style.visibility === 'hidden') continue;
    const colour = holder instanceof SVGElement ? style.fill : style.color;
    const place = {x: box.x - frame.x, y: box.y - frame.y, w: box.width, h: box.height};
    found.push({text: node.data.trim().slice(0, 40), colour, ...place});
  }
  return found;
}"""
"""Every visible text under an element, with its colour and its box inside the element."""

CONTRASTS = """async ([texts, png]) => {
  const image = new Image(); image.src = 'data:image/png;base64,' + png; await image.decode();
  const canvas = document.createElement('canvas'); canvas.width = image.width; canvas.height = image.height;
  const pen = canvas.getContext('2d', {willReadFrequently: true}); pen.drawImage(image, 0, 0);
  const linear = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const dot = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  return texts.map(t => {
    const box = [Math.max(0, t.x), Math.max(0, t.y), Math.max(1, t.w), Math.max(1, t.h)];
    const data = pen.getImageData(...box).data, counts = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const key = data[i] + ',' + data[i + 1] + ',' + data[i + 2];
      counts.set(key, (counts.get(key) || 0) + 1);
    }
    const behind = [...counts].sort((a, b) => b[1] - a[1])[0][0];
    dot.fillStyle = `rgb(${behind})`; dot.fillRect(0, 0, 1, 1); dot.fillStyle = t.colour; dot.fillRect(0, 0, 1, 1);
    const a = light(behind.split(',').map(Number)), b = light([...dot.getImageData(0, 0, 1, 1).data]);
    return {text: t.text, behind, colour: t.colour, ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)};
  });
}"""
"""Each text's contrast against the commonest pixel behind it, from a picture that was taken with the texts hidden."""

HINTED = "03-window-start"
WRONG = "long windowStart(long timestamp, long size) { return timestamp / size * size; }"
RUN_CELL = """async ([id, source]) => {
  const notebook = window.jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = notebook.widgets.findIndex(cell => cell.model.id === id);
  if (source !== null) notebook.activeCell.model.sharedModel.setSource(source);
  await window.jupyterapp.commands.execute('notebook:run-cell');
}"""
"""Runs one cell, with another source if one is given."""

HIDE = (
    "text, tspan { visibility: hidden !important }"
    " .tidemark-verdict, .tidemark-verdict * { color: transparent !important }"
)


def faint(page: Page, element: ElementHandle) -> list[str]:
    """The texts under an element that are hard to read."""
    element.scroll_into_view_if_needed()
    texts = element.evaluate(TEXTS)
    style = page.add_style_tag(content=HIDE)
    picture = base64.b64encode(element.screenshot()).decode()
    style.evaluate("style => style.remove()")
    return [
        f"contrast {found['ratio']:.1f} of “{found['text']}” ({found['colour']} on rgb({found['behind']}))"
        for found in page.evaluate(CONTRASTS, [texts, picture])
        if found["ratio"] < LEAST_CONTRAST
    ]


def look(page: Page) -> Iterator[str]:
    """What is wrong with the charts and verdicts on an executed page."""
    charts = page.query_selector_all(".jp-OutputArea-output svg[role=img]")
    if not charts:
        yield "no chart is drawn as an inline SVG"
    for number, chart in enumerate(charts, 1):
        box = chart.bounding_box()
        if not box or box["width"] < 50 or box["height"] < 20:
            yield f"chart {number} has no size: {box}"
            continue
        if not chart.get_attribute("aria-label"):
            yield f"chart {number} has no text alternative"
        yield from (f"chart {number}: {problem}" for problem in faint(page, chart))
    verdicts = page.query_selector_all(".jp-OutputArea-output .tidemark-verdict")
    if not verdicts:
        yield "no verdict is shown"
    for verdict in verdicts:
        state = verdict.get_attribute("data-state") or ""
        word = state.replace("-", " ")
        if not verdict.is_visible() or word not in verdict.inner_text().lower().replace("’", "'"):
            yield f"the word of the verdict “{word}” cannot be seen"
        yield from (f"verdict {word}: {problem}" for problem in faint(page, verdict))


def run_all(page: Page, url: str) -> bool:
    """Opens a notebook and runs it from the menu. Returns whether it was modified by being opened."""
    page.goto(url)
    page.wait_for_selector(f"{PANEL} .jp-CodeCell", timeout=60_000)
    page.wait_for_selector(
        "#jp-main-statusbar >> text=/\\| Idle/", timeout=60_000
    )  # before that, JupyterLab silently runs nothing
    time.sleep(1)  # the kernel's language arrives after its first idle state
    modified: bool = page.evaluate("window.jupyterapp.shell.currentWidget.context.model.dirty")
    page.click("#jp-MainMenu >> text=Run")
    page.click(".lm-Menu-itemLabel >> text=/^Run All Cells$/")
    page.wait_for_function(
        "panel => [...document.querySelectorAll(panel + ' .jp-CodeCell .jp-InputPrompt:not(.jp-Placeholder-prompt)')]"
        ".filter(prompt => prompt.offsetParent !== null)"  # a collapsed cell has a placeholder in its place
        ".every(prompt => /[0-9]/.test(prompt.textContent))",
        arg=PANEL,
        timeout=180_000,
    )
    time.sleep(1)  # the last output is drawn after its prompt
    return modified


def hint(page: Page) -> Iterator[str]:
    """What is wrong with the way from a wrong answer's verdict to its hint, in an untouched notebook."""
    for cell, source in ((HINTED, WRONG), (f"{HINTED}-check", None)):
        page.evaluate(RUN_CELL, [cell, source])
    link = f"{PANEL} .tidemark-verdict[data-exercise='{HINTED}'][data-state=wrong] a[href^='#Hints-on']"
    page.wait_for_selector(link, timeout=30_000)
    anchor = str(page.get_attribute(link, "href")).removeprefix("#")
    heading = f"{PANEL} .jp-MarkdownCell :is([id='{anchor}'], [data-jupyter-id='{anchor}'])"
    page.wait_for_selector(heading, state="attached")
    folded = f"{heading} ~ details"
    if page.query_selector(f"{folded}[open]"):
        yield "the hint is open before its link is clicked"
    page.click(link)
    try:
        page.wait_for_selector(f"{folded}[open]", state="attached", timeout=5_000)
    except Error:
        yield "the hint stays folded when its link is clicked"
    if not page.is_visible(heading):
        yield "the page does not jump to the hint"


def check(python: Path, jdk: Jdk, chromium: str, name: str) -> dict[str, list[str]]:
    """Problems by page and theme; screenshots stay under target/browser/."""
    shutil.rmtree(TARGET, ignore_errors=True)
    results: dict[str, list[str]] = {}
    for kind, source in (("solved", SOLUTIONS), ("untouched", NOTEBOOKS)):
        (TARGET / kind).mkdir(parents=True)
        shutil.copy(source / f"{name}.ipynb", TARGET / kind)
        if (source / "data").is_dir():
            shutil.copytree(source / "data", TARGET / kind / "data")
    lab.settings(TARGET / "config", SETTINGS)
    (TARGET / "scratch").mkdir()
    env = lab.server_env(python, jdk, TARGET / "config", TARGET / "scratch")
    server = lab.start(python, env, TARGET, TARGET / "lab.log", {"LabApp.expose_app_in_browser": True})
    try:
        with sync_playwright() as playwright:
            sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
            browser = playwright.chromium.launch(executable_path=chromium, args=sandbox)
            for kind in ("solved", "untouched"):
                page = browser.new_page(viewport={"width": 1280, "height": 1600})
                try:
                    modified = run_all(page, server.url(f"lab/workspaces/{kind}/tree/{kind}/{name}.ipynb"))
                    results[f"{kind} {name}, opened"] = ["it is shown as modified at once"] if modified else []
                    for theme, full in THEMES.items():
                        page.evaluate(
                            "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", full
                        )
                        page.wait_for_selector(f"body[data-jp-theme-name='{full}']", state="attached")
                        time.sleep(1)  # charts take their colours anew
                        results[f"{kind} {name}, {theme}"] = list(look(page))
                        pictures(page, f"{kind}-{theme}")
                    if kind == "untouched":
                        results[f"{kind} {name}, hint"] = list(hint(page))
                except Error as error:
                    results[f"{kind} {name}"] = [error.message.splitlines()[0]]
                    page.screenshot(path=TARGET / f"{kind}-error.png")
                page.close()
            browser.close()
    finally:
        server.stop()
    return results


def pictures(page: Page, stem: str) -> None:
    """One picture of the page at its first chart, and one at its first verdict."""
    for what, selector in (("chart", ".jp-OutputArea-output svg[role=img]"), ("verdict", ".tidemark-verdict")):
        element = page.query_selector(selector)
        if element:
            element.scroll_into_view_if_needed()
            page.screenshot(path=TARGET / f"{stem}-{what}.png")

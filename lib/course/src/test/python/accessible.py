"""What axe-core finds wrong with a page."""

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

PACKAGE = "axe_playwright_python"  # brings axe-core's own script; nothing else of it is used
RUN = """async root => {
  const found = await axe.run(root, {resultTypes: ['violations'], preload: false});
  return found.violations.filter(each => ['serious', 'critical'].includes(each.impact))
    .flatMap(each => each.nodes.map(node => `${each.id}: ${node.target} ${node.html.slice(0, 120)}`));
}"""


def missing() -> str:
    """Why axe-core cannot be run; empty if it can."""
    return "" if importlib.util.find_spec(PACKAGE) else "axe-core is not here: ./course test brings it"


def violations(page: "Page", root: str) -> list[str]:
    """Serious and critical violations under the elements that a selector finds; at least one must be there."""
    spec = importlib.util.find_spec(PACKAGE)
    assert spec is not None and spec.origin is not None
    page.wait_for_selector(root, state="attached")
    page.evaluate(Path(spec.origin).with_name("axe.min.js").read_text("utf-8"))
    found: list[str] = page.evaluate(RUN, root)
    return found

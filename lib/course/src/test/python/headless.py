"""What tests in a browser share: whether there is one, and that it fetches nothing."""

import importlib.util
from typing import TYPE_CHECKING

from kit import doctor

if TYPE_CHECKING:
    from playwright.sync_api import Route


def no_browser() -> str:
    """Why these tests cannot run here; empty if they can."""
    if doctor.browser() is None:
        return "no Chromium was found"
    return "" if importlib.util.find_spec("playwright") else "Playwright is not here: ./course test brings it"


def only_files(route: "Route") -> None:
    """Nothing is fetched from outside."""
    if route.request.url.startswith(("file:", "data:")):
        route.continue_()
    else:
        route.abort()

"""The notebooks as they were handed out, so that one can be had afresh where there is no `solutions/`.

`./course lab` and `./course run` keep a copy of each that nobody has changed yet, under `.tidemark/handed-out/`. Only
the standard library is used here.
"""

import hashlib
import json
import shutil
import subprocess
from typing import Any

from kit import NOTEBOOKS, ROOT, STATE
from kit.notebook_files import numbered

VARIANT = "tidemark-variant"
"""A file beside the notebooks of a variant, with its id: for the checks in a kernel that is started there."""


def fingerprint(cells: list[dict[str, Any]]) -> str:
    """One value for all that a learner may have changed: every cell, with its outputs and notes, and their order."""
    counted = [{key: value for key, value in cell.items() if key != "execution_count"} for cell in cells]
    return hashlib.sha256(json.dumps(counted, sort_keys=True).encode()).hexdigest()


def as_handed_out(content: str) -> bool:
    """Whether a notebook's text is what was once handed out, cell for cell."""
    try:
        notebook = json.loads(content)
        cells = [{**cell, "source": "".join(cell["source"])} for cell in notebook["cells"]]
        return bool(fingerprint(cells) == notebook["metadata"]["tidemark"]["handed_out"])
    except (ValueError, KeyError, TypeError):
        return False


def keep() -> None:
    """Copies what nobody has changed. A copy that is there already is replaced by a newer one only."""
    folder = STATE / "handed-out"
    for file in numbered(NOTEBOOKS):
        content = file.read_text("utf-8", "replace")
        copy = folder / file.name
        if as_handed_out(content) and not (copy.is_file() and copy.read_text("utf-8", "replace") == content):
            folder.mkdir(parents=True, exist_ok=True)
            copy.write_text(content, "utf-8", newline="\n")


def names() -> list[str]:
    """The notebooks that a copy may be had of."""
    return sorted({file.name for folder in (NOTEBOOKS, STATE / "handed-out") for file in numbered(folder)})


def copy_of(name: str) -> str | None:
    """A notebook as it was handed out: by the last commit of a clone, which has no variants, else by the copy."""
    places = [STATE / "handed-out" / name, NOTEBOOKS / name]
    texts = [place.read_text("utf-8", "replace") for place in places if place.is_file()]
    if not (NOTEBOOKS / VARIANT).exists():
        texts.insert(0, committed(name))
    return next((text for text in texts if as_handed_out(text)), None)


def committed(name: str) -> str:
    """A notebook in the last commit; "" where there is no clone."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        return ""
    command = ["git", "show", f"HEAD:{NOTEBOOKS.name}/{name}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace").stdout

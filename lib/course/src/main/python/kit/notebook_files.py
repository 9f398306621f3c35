"""Which notebooks there are, by number. Only the standard library is needed, so a wrong number is refused at once."""

import re
from pathlib import Path

from kit import NOTEBOOKS
from kit.errors import Stop


def numbered(folder: Path, numbers: list[str] | None = None) -> list[Path]:
    """The course's notebooks in a folder (not a learner's copies), all or those whose number is asked for."""
    found = sorted(file for file in folder.glob("*.ipynb") if re.fullmatch(r"\d\d-[a-z0-9-]+\.ipynb", file.name))
    if not numbers:
        return found
    if not found:
        raise none(folder)
    chosen = [
        file
        for number in numbers
        for file in found
        if file.name.startswith(number.zfill(2) + "-") or file.stem == number
    ]
    if len(chosen) < len(numbers):
        there = ", ".join(file.stem for file in found)
        raise Stop(
            f"A notebook must be in {folder.name}/ to be asked for, asked={' '.join(numbers)}\nThere are: {there}"
        )
    return chosen


def none(folder: Path) -> Stop:
    """What to say where the notebooks of a folder are gone."""
    return Stop(
        f"There is no notebook in {folder.name}/.\n"
        + ("Make them with: ./course release" if folder == NOTEBOOKS else "Get the course's folder anew.")
    )

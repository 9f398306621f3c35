"""Variants: a class's or a learner's own numbers, histories and order of choices, from the one source in `solutions/`.

A cell that varies says so in its notes, `metadata.tidemark.varies`: by name, `01-self-test-1.end`, the words of its
text that hold what varies. What stands there in which variant, the library says (`tidemark.check.VariantTexts`); its
checks compute the right answers from the same numbers. Variant 0 is the course as it is printed.
"""

import csv
import hashlib
import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode

from kit import CLASSPATH
from kit.errors import Stop
from kit.jdk import Jdk

LIST = "variants.csv"
LARGEST = 2**31 - 1
SECONDS = 60

Texts = dict[str, str]
"""What varies, by name, as it reads in one variant."""


class ForgetWhatVaries(Preprocessor):
    """Takes the notes on what varies out of what is handed out: nobody there needs them."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, object], index: int
    ) -> tuple[NotebookNode, dict[str, object]]:
        cell.metadata.get("tidemark", {}).pop("varies", None)
        return cell, resources


def parse(said: str) -> int:
    """A variant's id."""
    if not re.fullmatch(r"\d{1,10}", said) or not 0 < int(said) <= LARGEST:
        raise Stop(f"A variant must be a whole number from 1 to {LARGEST}, variant={said!r}. Give one: --variant 7")
    return int(said)


def of_metadata(metadata: dict[str, Any]) -> int:
    """The variant that a notebook's notes name, 0 for none: its learner may have written anything there."""
    ours = metadata.get("tidemark")
    said = ours.get("variant") if isinstance(ours, dict) else None
    return said if isinstance(said, int) and 0 < said <= LARGEST else 0


def of_learner(seed: int, learner: str) -> int:
    """The variant of one learner of a class: the same for the same name and seed."""
    digest = hashlib.sha256(f"{seed} {learner}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % LARGEST + 1


def texts(java: Jdk, ids: Iterable[int]) -> dict[int, Texts]:
    """What varies, by variant."""
    command = [str(java.home / "bin" / ("java.exe" if os.name == "nt" else "java")), "-XX:TieredStopAtLevel=1"]
    command += ["-cp", str(CLASSPATH / "*"), "tidemark.check.VariantTexts", *map(str, ids)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=SECONDS)
    if done.returncode:
        raise Stop(f"The library must say what varies: {done.stderr.strip()[-300:]}\nRun: ./course doctor")
    found: dict[int, Texts] = {}
    for line in done.stdout.splitlines():
        variant, name, text = line.split("\t")
        found.setdefault(int(variant), {})[name] = text
    return found


def word(text: str) -> re.Pattern[str]:
    """A text where it stands as a word of its own: 10, and not the 10 of 100."""
    return re.compile(
        (r"(?<!\w)" if text[0].isalnum() else "") + re.escape(text) + (r"(?!\w)" if text[-1].isalnum() else "")
    )


def vary(notebook: NotebookNode, printed: Texts, texts: Texts) -> None:
    """Puts a variant's texts into a notebook from `solutions/`. All at once: what was put in is not replaced again."""
    for cell in notebook.cells:
        varies: dict[str, str] = cell.metadata.get("tidemark", {}).get("varies", {})
        fillings: dict[str, str] = {}
        for name, phrase in varies.items():
            if name not in texts or not word(printed[name]).search(phrase) or not word(phrase).search(cell.source):
                raise Stop(
                    f"What varies must stand in its cell as it is printed, cell={cell.id}, name={name},"
                    f" words={phrase!r}, printed={printed.get(name)!r}. Correct the cell's metadata.tidemark.varies."
                )
            before, after = word(printed[name]).split(phrase, 1)
            fillings[phrase] = before + texts[name] + after
        if fillings:
            longest = sorted(fillings, key=len, reverse=True)
            pattern = "|".join(word(phrase).pattern for phrase in longest)
            cell.source = filled(re.compile(pattern), fillings, cell.source)


def filled(pattern: re.Pattern[str], fillings: dict[str, str], source: str) -> str:
    return pattern.sub(lambda found: fillings[found.group()], source)


def learners(file: Path) -> list[str]:
    """The names in a file, one a line."""
    try:
        names = [line.strip() for line in file.read_text("utf-8-sig").splitlines() if line.strip()]
    except (OSError, UnicodeError) as error:
        raise Stop(f"A class list must be a text file with a name on each line: {file}: {error}") from error
    bad = [name for name in names if re.search(r"[/\\:\0]", name) or name.startswith(".")]
    twice = sorted({name for name in names if names.count(name) > 1})
    if bad or twice or not names:
        what = f"names that no folder can have: {bad}" if bad else f"twice: {twice}" if twice else "no name"
        raise Stop(f"A class list must have names that can name folders, each once: {file} has {what}")
    return names


def write_list(file: Path, by_learner: dict[str, int]) -> None:
    """The instructor's list, which `./course grade --variants` reads."""
    with open(file, "w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(("learner", "variant"))
        rows.writerows(by_learner.items())


def read_list(file: Path) -> dict[str, int]:
    """Which variant each learner has."""
    try:
        with open(file, encoding="utf-8-sig", newline="") as source:
            rows = list(csv.DictReader(source))
        return {row["learner"]: parse(row["variant"].strip()) for row in rows}
    except (OSError, UnicodeError, csv.Error, KeyError, AttributeError) as error:
        raise Stop(
            f"A list of variants must be a CSV file with the columns learner and variant: {file}: {error}\n"
            f"./course release --variant SEED --learners FILE writes one: {LIST}"
        ) from error

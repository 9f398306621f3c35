"""`course doctor`: what was found, what is missing, and the command that fixes it."""

import os
import platform
import shutil
import sys
from pathlib import Path

from kit import CLASSPATH, NOTEBOOKS, ROOT, environment, jdk, library
from kit.console import state_folder
from kit.errors import Stop
from kit.lab import FIRST_PORT, free_port


def browser() -> str | None:
    """A Chromium for the browser test."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
    return next((found for found in map(shutil.which, names) if found), None)


def environment_state() -> tuple[bool, str]:
    conda = environment.conda_prefix(os.environ)
    python = Path(environment.python_in(conda or environment.VENV, conda=bool(conda)))
    where = f"conda environment {conda}" if conda else ".venv"
    flaw = environment.flaw_of(environment.version_of(python))
    lacking: list[str] = []
    try:
        lacking = [] if flaw else environment.missing(python, environment.REQUIREMENTS)
    except environment.Damaged as damage:
        flaw = str(damage)
    if flaw and conda:
        return False, f"{where}: {flaw}; mend it with: conda env update -f environment.yml"
    if flaw:
        there = environment.VENV.exists()
        return True, f"{where}: {flaw}; the next command makes it anew" if there else f"{where}: not made yet"
    more = f"{len(lacking)} packages to come with the next command, such as {lacking[0]}" if lacking else "complete"
    return True, f"{where}: {more}"


def java_state() -> tuple[bool, str]:
    try:
        chosen = jdk.choose(platform.system(), os.environ)
    except Stop as stop:
        return False, str(stop)
    others = [other for other in jdk.all_found(platform.system(), os.environ) if other != chosen]
    rows = [
        f"\n{'not' if other.flaw else 'also'} {other.home} ({other.found}): {other.version} {other.flaw}".rstrip()
        for other in others
    ]
    return True, f"{chosen.version} in {chosen.home} ({chosen.found}){''.join(rows)}"


def maven_state() -> tuple[bool, str]:
    try:
        return True, library.required_maven()
    except Stop as stop:
        return False, str(stop)


def library_state() -> tuple[bool, str]:
    if library.built():
        return True, f"built, {len(list(CLASSPATH.glob('*.jar')))} jars"
    return True, "not built from the sources as they are; the next command builds it"


def folder_state() -> tuple[bool, str]:
    try:
        state_folder()
    except Stop as stop:
        return False, str(stop)
    free = shutil.disk_usage(ROOT).free / 1e9
    return free > 1 or environment.VENV.exists(), f"{ROOT}, {free:.1f} GB free" + (
        "" if free > 1 else ": make room, the first set-up needs 1 GB"
    )


def report() -> None:
    """Prints a line each; exit code 1 if something is missing."""
    port = free_port(FIRST_PORT)
    count = len(list(NOTEBOOKS.glob("[0-9][0-9]-*.ipynb")))
    rows = {
        "system": (True, platform.platform()),
        "folder": folder_state(),
        "Python": (True, f"{platform.python_version()}, {sys.executable}"),
        "environment": environment_state(),
        "JDK": java_state(),
        "Maven": maven_state(),
        "library": library_state(),
        "notebooks": (count > 0, f"{count} in notebooks/" if count else "none; make them with: ./course release"),
        "port": (
            True,
            f"{port}"
            + ("" if port == FIRST_PORT else f" ({FIRST_PORT} is taken by another program, which does no harm)"),
        ),
        "browser": (True, browser() or "no Chromium: only the browser test needs one"),
    }
    for title, (fine, said) in rows.items():
        print(f"  {'ok  ' if fine else 'FIX '} {title:<12} " + said.replace("\n", "\n" + " " * 20))
    if not all(fine for fine, _ in rows.values()):
        sys.exit(1)

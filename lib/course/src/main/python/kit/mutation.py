"""Mutation tests of the library, a part of `course test --long`: small wrong changes that its tests must notice.

The figures, and what survives with the reason why, stand in docs/mutation.md.
"""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from kit import ROOT, library
from kit.console import logged
from kit.jdk import Jdk

PACKAGES: dict[str, list[str]] = {
    "time": [],
    "window": [],
    "log": [],
    "rebuild": [],
    "snapshot": [],
    "compact": [],
    "deadletter": [],
    "disk": ["-Dneighbours=log", "-Dseeds=1"],
}
"""Each with what its run needs more: the tests of the laws of logs, which run on a disk too."""
FLOOR = 0.9
"""Of the mutants of a package, so many must be killed."""
SURVIVED = ("SURVIVED", "NO_COVERAGE")
NOT_A_MUTANT = "NON_VIABLE"
"""A changed class that the JVM does not even load."""


@dataclass(frozen=True)
class Mutants:
    """What became of the mutants of one package."""

    killed: int
    survivors: list[str]

    @property
    def total(self) -> int:
        return self.killed + len(self.survivors)


def counted(report: str) -> Mutants:
    """Reads pitest's CSV: file, class, mutator, method, line, status, test that killed it."""
    killed, survivors = 0, []
    for _, name, mutator, method, line, status, *_ in csv.reader(io.StringIO(report)):
        if status in SURVIVED:
            survivors.append(f"{name}.{method}:{line} {mutator.rsplit('.', 1)[-1]}")
        elif status != NOT_A_MUTANT:
            killed += 1
    return Mutants(killed, survivors)


def measured(java: Jdk, package: str) -> Mutants | None:
    """Mutates one package under its own tests; None if Maven failed."""
    command = [library.required_maven(), "-B", "-Dquick", "-P", "mutation", "-pl", "lib/core", f"-Dmutated={package}"]
    command += PACKAGES[package]
    command += ["test-compile", "org.pitest:pitest-maven:mutationCoverage"]
    code, _ = logged(f"mutating {package}", command, library.maven_env(java), library.note)
    report = ROOT / "lib" / "core" / "target" / "mutation" / package / "mutations.csv"
    return None if code or not report.is_file() else counted(report.read_text("utf-8"))


def items(java: Jdk) -> Iterator[tuple[str, list[str]]]:
    """One item for each package, with its figures, and the survivors if they are too many."""
    for package in PACKAGES:
        mutants = measured(java, package)
        if mutants is None:
            yield f"mutants of tidemark.{package}", ["Maven failed"]
        else:
            name = f"{mutants.killed} of {mutants.total} mutants of tidemark.{package} are killed"
            yield name, [] if mutants.killed >= FLOOR * mutants.total else mutants.survivors

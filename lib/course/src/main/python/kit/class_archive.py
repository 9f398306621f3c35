"""A class-data archive: what the kernel's JVM loads while it starts, stored so that the next start maps it in.

1. It is made once, at set-up, by a kernel that runs the first notebook up to its first check (`warm_kernel`).
2. Its name holds a fingerprint of the JDK, of the kernel's jar and of the options: one that does not fit is never
   handed to a JVM. The newest few are kept, for those who change between JDKs.
3. Its own digest stands in a second file. One that changed is made anew, never used: a JVM that maps in half an archive
   dies. Where none can be made that file is empty, and kernels start without one.

It only saves time: a JVM that cannot use the file goes on without it, and says nothing.
"""

import hashlib
import shutil
import subprocess
from pathlib import Path

from kit import ROOT, STATE
from kit.console import Step, state_folder
from kit.environment import digest, read
from kit.jdk import Jdk

SECONDS = 120
KEPT = 3
PREFIX = "kernel-classes-"
SILENT = ("-Xlog:cds*=off",)
"""A JVM that cannot use its archive must not print it between a learner's lines."""


def file(jdk: Jdk, jar: Path, options: list[str]) -> Path:
    """The archive's file for one JDK, one kernel and one set of options, whether or not it is there."""
    release = jdk.home / "release"
    key = "\n".join(
        [
            str(jdk.home),
            jdk.version,
            release.read_text("utf-8", "replace") if release.is_file() else "",
            str(jar),
            str(jar.stat().st_mtime_ns),  # the JVM looks at the jar's time, too
            digest(jar),
            *options,
        ]
    )
    return STATE / f"{PREFIX}{hashlib.sha256(key.encode()).hexdigest()[:16]}.jsa"


def record(archive: Path) -> Path:
    """Where the archive's digest stands; empty if none could be made."""
    return archive.with_suffix(".digest")


def whole(archive: Path) -> bool:
    """Whether the archive is there, as it was made."""
    return archive.is_file() and digest(archive) == read(record(archive))


def settled(archive: Path) -> bool:
    """Whether there is nothing to make: it is there, or it was found that it cannot be made."""
    return whole(archive) or (record(archive).is_file() and not read(record(archive)))


def to_use(archive: Path) -> list[str]:
    """The options of a kernel that starts from the archive; none where there is no archive."""
    return [f"-XX:SharedArchiveFile={archive}", *SILENT] if whole(archive) else []


def ensure(archive: Path, made: Path, command: list[str], env: dict[str, str]) -> None:
    """Makes the archive, unless that is settled, by `command`, which must write it to the file `made`."""
    if settled(archive):
        return
    known = sorted(state_folder().glob(PREFIX + "*.jsa"), key=lambda old: old.stat().st_mtime)
    for old in known[: 1 - KEPT]:
        old.unlink(missing_ok=True)
        record(old).unlink(missing_ok=True)
    with Step("preparing a quick start of the kernel") as step, open(STATE / "kernel-classes.log", "wb") as log:
        try:
            subprocess.run(
                command,
                cwd=ROOT,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                timeout=SECONDS,
                check=True,
            )
            part = archive.with_suffix(".part")
            shutil.copyfile(made, part)
            record(archive).write_text(digest(part), "utf-8")
            part.replace(archive)
        except (OSError, subprocess.SubprocessError):
            step.end = "left out"
            record(archive).write_text("", "utf-8")

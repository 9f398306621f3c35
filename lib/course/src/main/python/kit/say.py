"""How `course` speaks: one line a step with the seconds it took, and one message when it has to stop."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from kit import ROOT, STATE

T = TypeVar("T")


class Stop(Exception):
    """Ends a command: what is wrong, then what to do. Printed alone, without a stack trace."""


class Step:
    """One step on the screen. On a terminal its seconds count; elsewhere it says every 15 s that it is still there."""

    def __init__(self, title: str) -> None:
        self.title, self.note, self.end, self._start = title, "", "done", time.monotonic()
        self._done, self._live = threading.Event(), sys.stdout.isatty()

    def seconds(self) -> float:
        return time.monotonic() - self._start

    def _tick(self) -> None:
        while not self._done.wait(0.5 if self._live else 15):
            text = f"  {self.title} … {self.seconds():.0f} s  {self.note}"
            print(f"\r\033[K{text[:100]}" if self._live else text, end="" if self._live else "\n", flush=True)

    def __enter__(self) -> "Step":
        if not self._live:
            print(f"  {self.title} …", flush=True)
        threading.Thread(target=self._tick, daemon=True).start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._done.set()
        word = self.end if kind is None else "stopped"
        print(("\r\033[K" if self._live else "") + f"  {self.title}: {word} after {self.seconds():.0f} s", flush=True)


def state_folder() -> Path:
    """The folder for logs and progress, made if need be."""
    try:
        STATE.mkdir(exist_ok=True)
        probe = STATE / "writable"
        probe.write_text("")
        probe.unlink()
    except OSError as error:
        raise Stop(
            f"The course's folder cannot be written: {error.strerror}, folder={ROOT}.\n"
            "Copy the whole folder to a place that is yours (your home folder, say) and run the command there."
        ) from error
    return STATE


def logged(title: str, command: Sequence[str | Path], env: Mapping[str, str], note: Callable[[str], str]) -> tuple[int, str]:
    """Runs a command under one step, its output in a log file. Returns its exit code and its output; `note` turns a line of
    it into the few words shown beside the seconds."""
    log = state_folder() / (re.sub(r"\W+", "-", title) + ".log")
    with Step(title) as step, open(log, "w+b") as out:
        child = subprocess.Popen([str(part) for part in command], cwd=ROOT, env=dict(env), stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        try:
            while True:
                try:
                    code = child.wait(0.5)
                    break
                except subprocess.TimeoutExpired:
                    lines = tail(log).splitlines()
                    step.note = note(lines[-1]) if lines else ""
        except BaseException:
            child.terminate()
            child.wait()
            raise
        step.end = "failed" if code else "done"
    return code, log.read_text("utf-8", "replace")


def tail(log: Path, size: int = 4000) -> str:
    """The last part of a log file."""
    with open(log, "rb") as file:
        file.seek(max(0, os.path.getsize(log) - size))
        return file.read().decode("utf-8", "replace")


CAUSES = (
    (
        r"No space left on device|Errno 28|not enough space on the disk|Disk quota exceeded",
        "The disk is full:\n{line}\nThe course needs 600 MB in its folder, and 300 MB each in the folder for temporary files (TMPDIR) and in your home folder.\nMake room,",
    ),
    (
        r"Read-only file system|Permission denied|Access is denied|AccessDenied",
        "A folder cannot be written:\n{line}\nGive yourself the right to write there, or copy the course to a folder of your own,",
    ),
    (
        r"No module named|ImportError|cannot import name",
        "A Python package of the course is damaged:\n{line}\nDelete the folder .venv (in conda: conda env update -f environment.yml),",
    ),
    (
        r"name resolution|Name or service not known|nodename nor servname|getaddrinfo failed|UnknownHost|Unknown host|Network is unreachable"
        r"|No route to host|[Cc]onnection (?:refused|reset|aborted|timed out|broken)|Connect(?:ion)?Timeout|[Rr]ead timed out|ReadTimeout|IncompleteRead"
        r"|NewConnectionError|ProtocolError|ProxyError|SSLError|Could not transfer|Remote host terminated|Premature end|DO NOT MATCH THE HASHES",
        "The network did not answer, and the first set-up needs it once (afterwards everything works offline).\n"
        "Connect (behind a proxy, set HTTPS_PROXY for pip and ~/.m2/settings.xml for Maven),",
    ),
)


def failed(what: str, output: str) -> Stop:
    """The one message for a tool that failed: its cause where we know it, else the tool's own last words."""
    for pattern, advice in CAUSES:
        found = re.search(rf"^.*(?:{pattern}).*$", output, re.MULTILINE)
        if found:
            return Stop(f"{what} failed. {advice.format(line=found.group(0).strip()[:200])}\nthen run the same command again: it goes on where it stopped.")
    lines = [line for line in output.splitlines() if re.search(r"ERROR|[Ee]rror:|BUILD FAILURE", line)] or output.splitlines()[-8:]
    log = STATE.relative_to(ROOT)
    return Stop(f"{what} failed:\n" + "\n".join(line[:200] for line in lines[:12]) + f"\nThe whole output is in {log}/. Run the same command again when it is mended.")


def all_of(*needs: Callable[[], T]) -> list[T]:
    """What several needs yield; all that is missing is said at once, so that it can be installed at once."""
    there: list[T] = []
    stops: list[str] = []
    for need in needs:
        try:
            there.append(need())
        except Stop as stop:
            stops.append(str(stop))
    if stops:
        raise Stop("\n\n".join(stops))
    return there


@contextmanager
def one_message() -> Iterator[None]:
    """Turns what ends a command into one message and an exit code."""
    try:
        yield
    except Stop as stop:
        print(f"\ncourse: {stop}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("\ncourse: stopped. Run the same command again: it goes on where it stopped.", file=sys.stderr)
        sys.exit(130)
    except ImportError as error:
        print(f"\ncourse: {failed('Loading Jupyter', f'ImportError: {error}')}", file=sys.stderr)
        sys.exit(1)
    except OSError as error:
        where = f", file={error.filename}" if error.filename else ""
        print(f"\ncourse: {failed('A step', str(error))}" if error.errno in (13, 28, 30) else f"\ncourse: {error.strerror or error}{where}", file=sys.stderr)
        sys.exit(1)

"""What a command shows while it works: one line a step with the seconds it took."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from kit import ROOT, STATE
from kit.errors import Stop


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


def logged(
    title: str, command: Sequence[str | Path], env: Mapping[str, str], note: Callable[[str], str]
) -> tuple[int, str]:
    """Runs a command under one step, its output in a log file. Returns its exit code and its output; `note` turns a
    line of it into the few words shown beside the seconds."""
    log = state_folder() / (re.sub(r"\W+", "-", title) + ".log")
    with Step(title) as step, open(log, "w+b") as out:
        child = subprocess.Popen(
            [str(part) for part in command],
            cwd=ROOT,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
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

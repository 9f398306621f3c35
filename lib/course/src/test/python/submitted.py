"""Makes submissions for the tests of grading: a class that is right, wrong, half done, damaged and hostile.

Each is one notebook of the course, changed in one way, with the states in which its exercises must end.
"""

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kit import NOTEBOOKS

LAG, LEFT = "01-offset-lag", "01-records-left"
RIGHT_LAG = """LagReport offsetLag(long start, long end, OptionalLong committed) {
  if (!committed.isPresent()) return new LagReport(OptionalLong.empty(), 0);
  long from = committed.getAsLong() < start ? start : committed.getAsLong();
  return new LagReport(OptionalLong.of(end > from ? end - from : 0), from - committed.getAsLong());
}"""
RIGHT_LEFT = """long recordsLeft(List<Long> survivors, long end, long committed) {
  long left = 0;
  for (long offset : survivors) if (committed <= offset && offset < end) left++;
  return left;
}"""
DISTANCE = """long recordsLeft(List<Long> survivors, long end, long committed) {
  return end - committed;
}"""
HEAD = "long recordsLeft(List<Long> survivors, long end, long committed) "
R, W, N = "right", "wrong", "not attempted"
Notebook = dict[str, Any]


@dataclass
class Case:
    """A submission: its file's content, and the states of 01's two exercises. `file` is what it is called."""

    name: str
    states: tuple[str, str]
    content: bytes
    file: str = "01-lag.ipynb"
    notes: list[str] = field(default_factory=list)
    """Words that must stand in its row's notes or reason."""


def handed_out(stem: str = "01-lag") -> Notebook:
    made: Notebook = json.loads((NOTEBOOKS / f"{stem}.ipynb").read_text("utf-8"))
    return made


def cell_of(notebook: Notebook, grade_id: str) -> dict[str, Any]:
    return next(cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader", {}).get("grade_id") == grade_id)


def answered(lag: str = "", left: str = "", change: Callable[[Notebook], object] | None = None) -> bytes:
    """The first notebook with two answers, "" for none, and one more change."""
    made = copy.deepcopy(handed_out())
    for grade_id, source in ((LAG, lag), (LEFT, left)):
        if source:
            cell_of(made, grade_id)["source"] = source
    if change:
        change(made)
    return json.dumps(made).encode()


def before(grade_id: str, source: str) -> Callable[[Notebook], object]:
    """A cell of the learner's own before another."""

    def change(made: Notebook) -> None:
        own = {"cell_type": "code", "id": "mine", "metadata": {}, "source": source, "outputs": [], "execution_count": 1}
        made["cells"].insert(made["cells"].index(cell_of(made, grade_id)), own)

    return change


def edited(grade_id: str, **values: Any) -> Callable[[Notebook], object]:
    return lambda made: cell_of(made, grade_id).update(values)


def removed(*grade_ids: str) -> Callable[[Notebook], object]:
    return lambda made: [made["cells"].remove(cell_of(made, each)) for each in grade_ids]


def moved_to_front(grade_id: str) -> Callable[[Notebook], object]:
    def change(made: Notebook) -> None:
        cell = cell_of(made, grade_id)
        made["cells"].remove(cell)
        made["cells"].insert(1, cell)

    return change


def doubled(grade_id: str) -> Callable[[Notebook], object]:
    def change(made: Notebook) -> None:
        cell = cell_of(made, grade_id)
        made["cells"].insert(made["cells"].index(cell), {**copy.deepcopy(cell), "id": "again"})

    return change


def all_of(*changes: Callable[[Notebook], object]) -> Callable[[Notebook], object]:
    return lambda made: [change(made) for change in changes]


FORGED = 'render("<div data-state=\\"right\\">RIGHT</div>", "text/html");'
ENDLESS = "{ while (true) { try { Thread.sleep(1); } catch (Throwable all) { } } }"
FLOOD = 'for (int i = 0; i < {lines}; i++) System.out.println("x".repeat(1000));'
BOMB = """for (int i = 0; i < 2000; i++) {
  try { new ProcessBuilder("sleep", "60").start(); } catch (java.io.IOException refused) { break; }
}"""
FORGED_PROGRESS = """Files.writeString(Path.of(System.getenv("TIDEMARK_PROGRESS")),
    "{\\"exercise\\":\\"01-records-left\\",\\"state\\":\\"right\\",\\"points\\":3}");"""
SPY = """try {
  System.out.println("FOUND " + Files.readString(Path.of("%s")));
} catch (java.io.IOException refused) { System.out.println("refused"); }"""
PLACES = ("/tmp/tidemark-outside", "/var/tmp/tidemark-outside")
"""Where the spy writes if nothing keeps it in."""
OUTSIDE = """for (String place : List.of("%s", "/tmp/tidemark-outside", "/var/tmp/tidemark-outside")) {
  try { Files.writeString(Path.of(place), "x"); } catch (java.io.IOException refused) { }
}"""
CALL = """try (var call = new java.net.Socket("127.0.0.1", %d)) {
  System.out.println("CONNECTED");
} catch (java.io.IOException refused) { System.out.println("cut off"); }"""
ENVIRONMENT = """String[] line = Files.readString(Path.of("/proc/self/cmdline")).split("\\0");
System.out.println(System.getenv() + " " + String.join(" ", line));
try {
  System.out.println("KEY " + Files.readString(Path.of(line[line.length - 1])));
} catch (java.io.IOException gone) { System.out.println("no key"); }"""


def short(other: Path, outside: Path, port: int) -> list[Case]:
    """The 12 of every run. `other` is another learner's file, `outside` a file that must not come to be, `port` a
    listener outside."""
    spied = before(LAG, "\n".join([SPY % other, OUTSIDE % outside, CALL % port, ENVIRONMENT]))
    forged = all_of(before(LEFT, FORGED_PROGRESS), before(LAG, "class Check { static void run(String id) { } }"))
    checks = all_of(removed(f"{LAG}-check"), edited(f"{LEFT}-check", source=FORGED, cell_type="code"))
    return [
        Case("right", (R, R), answered(RIGHT_LAG, RIGHT_LEFT)),
        Case("untouched", (N, N), answered()),
        Case("half done", (R, N), answered(RIGHT_LAG)),
        Case("wrong", (R, W), answered(RIGHT_LAG, DISTANCE)),
        Case("exit", ("ended the kernel", R), answered("System.exit(0);", RIGHT_LEFT)),
        Case(
            "halt in the answer",
            (R, "ended the kernel"),
            answered(RIGHT_LAG, HEAD + "{ Runtime.getRuntime().halt(1); return 0; }"),
        ),
        Case("endless, catches all", (R, "timed out"), answered(RIGHT_LAG, HEAD + ENDLESS)),
        Case("endless cell", ("timed out", R), answered("while (true) { }", RIGHT_LEFT)),
        Case("checks deleted and edited", (R, R), answered(RIGHT_LAG, RIGHT_LEFT, checks), notes=["deleted", "edited"]),
        Case("forged", (N, W), answered("", DISTANCE, forged)),
        Case("spy", (R, R), answered(RIGHT_LAG, RIGHT_LEFT, spied)),
        Case(
            "fork bomb", (R, R), answered(RIGHT_LAG, RIGHT_LEFT, before(LAG, BOMB)), notes=["the rest ran without it"]
        ),
    ]


NOT_GRADABLE = {
    "empty file": b"",
    "broken JSON": b'{"cells": [',
    "a merge conflict": b'{"cells": [\n<<<<<<< HEAD\n{}\n=======\n>>>>>>> theirs\n]}',
    "a binary file": bytes(range(256)) * 40,
    "JSON that is no notebook": b"[1, 2]",
    "deep JSON": b"[" * 100_000,
    "another course's": json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}).encode(),
    "cells that are none": json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [1]}).encode(),
}
NESTED = b'{"a":' * 900 + b"1" + b"}" * 900
NOT_GRADABLE["deep notes"] = (
    b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "metadata": {"tidemark": '
    + NESTED
    + b'}, "source": "int x;"}]}'
)


def forms(whole: bytes) -> dict[str, bytes]:
    """One notebook in the forms in which files arrive: each must be graded as it is."""
    text = whole.decode()
    loaded = json.loads(text)
    without_ids = copy.deepcopy(loaded)
    for cell in without_ids["cells"]:
        del cell["id"]
    no_texts = copy.deepcopy(loaded)
    for cell in no_texts["cells"]:
        cell["metadata"].get("nbgrader", {})["grade_id"] = {}
    lines = copy.deepcopy(loaded)
    for cell in lines["cells"]:
        if isinstance(cell["source"], str):
            cell["source"] = cell["source"].replace("\n", "\r\n").splitlines(keepends=True)
    return {
        "a BOM": b"\xef\xbb\xbf" + whole,
        "UTF-16": text.encode("utf-16"),
        "CRLF": json.dumps(lines, indent=1).replace("\n", "\r\n").encode(),
        "another kernel": json.dumps(loaded | {"metadata": {"kernelspec": {"name": "python3"}}}).encode(),
        "4.5 without ids": json.dumps(without_ids).encode(),
        "4.4 with ids": json.dumps(loaded | {"nbformat_minor": 4}).encode(),
        "grade ids that are no text": json.dumps(no_texts).encode(),
        "metadata of another type": json.dumps(loaded | {"metadata": {"kernelspec": []}}).encode(),
    }

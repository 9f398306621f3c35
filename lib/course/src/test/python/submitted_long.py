"""The class of a hundred: right in every style and wrong in every way that the bank's tests know, the twelve of every
run, the files that cannot be graded, and the hostile ones that take longer."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import submitted
from kit import ROOT, SOLUTIONS
from kit.notebook_files import numbered
from submitted import FLOOD, HEAD, LAG, LEFT, RIGHT_LAG, RIGHT_LEFT, R, W, answered, before, cell_of

RESOURCES = ROOT / "lib" / "course" / "src" / "test" / "resources"
OWN = {
    "streams replaced": "System.setOut(null); System.setErr(null);",
    "names shadowed": "class List { }",
    "package shadowed": "int tidemark = 1;",
    "memory held": "var held = new ArrayList<long[]>(); while (true) held.add(new long[1 << 20]);",
    "exit later": "new Thread(() -> { try { Thread.sleep(300); } catch (Exception e) { } System.exit(1); }).start();",
    "parent ended": "ProcessHandle.current().parent().ifPresent(ProcessHandle::destroyForcibly);",
    "large file": 'try (var out = Files.newOutputStream(Path.of("large"))) {\n'
    "  for (int i = 0; i < 4000; i++) out.write(new byte[1 << 20]);\n}",
    "many files": 'for (int i = 0; i < 100_000; i++) Files.writeString(Path.of("f" + i), "x".repeat(100_000));',
    "threads": "for (int i = 0; i < 5000; i++) {\n  Thread busy = new Thread(() -> { while (true); });\n"
    "  busy.setDaemon(true);\n  busy.start();\n}",
    "does not compile": "this is no Java",
    "100 MB printed": FLOOD.replace("{lines}", "100000"),
    "a gigabyte printed": FLOOD.replace("{lines}", "1000000"),
    "prints for ever": 'Thread printer = new Thread(() -> { while (true) System.out.println("x"); });\n'
    "printer.setDaemon(true);\nprinter.start();",
    "own verdict": 'Check.run("01-offset-lag");',
    "recursion": "int f(int x) { return f(x + 1) + 1; }\nf(0);",
}
"""A cell of the learner's own that must cost nothing: the two answers after it are right."""
ANSWERS = {
    "memory in the answer": "{ List<long[]> all = new ArrayList<>(); while (true) all.add(new long[1 << 20]); }",
    "recursion in the answer": "{ return recordsLeft(survivors, end, committed); }",
    "swallows everything": "{ try { return survivors.get((int) end); } catch (Throwable all) { return 0; } }",
    "exit in the answer": "{ System.exit(0); return 0; }",
    "prints in the answer": "{ while (true) System.out.println(end); }",
    "knows the example": "{ return 3; }",
    "does not compile": "{ return x; }",
}
NOTES = {name: ["its output was cut"] for name in ("100 MB printed", "a gigabyte printed")}
CHECKS = {
    "check doubled": (submitted.doubled(f"{LAG}-check"), "it was there 2 times; one was run"),
    "checks in another order": (
        submitted.all_of(submitted.moved_to_front(f"{LAG}-check"), submitted.moved_to_front(f"{LEFT}-check")),
        "it stood before its answer",
    ),
}
STATES = {
    "memory in the answer": (W, "timed out", "ended the kernel"),
    "exit in the answer": ("ended the kernel",),
    "prints in the answer": ("timed out",),
    "does not compile": ("does not compile",),
}
SECURITY = """System.setSecurityManager(new SecurityManager() {
  public void checkPermission(java.security.Permission asked) { throw new SecurityException(); }
});"""


@dataclass
class LongCase:
    """A submission for any notebook: what each exercise may end in."""

    name: str
    assignment: str
    content: bytes
    states: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Of each exercise; none where the file must be not gradable."""
    notes: list[str] = field(default_factory=list)
    """Words that must stand in the row's notes, in its reason or in what looks pasted."""


def hundred(other: Path, outside: Path, port: int) -> list[LongCase]:
    """The twelve of every run, all hostile ones and all that cannot be graded; and of the right and the wrong as many,
    spread over the notebooks. The arguments are those of `submitted.short`."""
    found = [
        of_01(each.name, ((each.states[0],), (each.states[1],)), each.content, *each.notes)
        for each in submitted.short(other, outside, port)
    ]
    found += hostile()
    found += [LongCase(f"file: {name}", "01-lag", content) for name, content in submitted.NOT_GRADABLE.items()]
    half = (100 - len(found)) // 2
    return [*found, *spread(list(wrong()), half), *spread(list(right()), 100 - len(found) - half)]


def spread(cases: list[LongCase], count: int) -> list[LongCase]:
    return [cases[index * len(cases) // count] for index in range(count)]


def of_01(name: str, states: tuple[tuple[str, ...], tuple[str, ...]], content: bytes, *notes: str) -> LongCase:
    return LongCase(name, "01-lag", content, {LAG: states[0], LEFT: states[1]}, list(notes))


def hostile() -> Iterator[LongCase]:
    for name, source in OWN.items():
        yield of_01(name, ((R,), (R,)), answered(RIGHT_LAG, RIGHT_LEFT, before(LAG, source)), *NOTES.get(name, []))
    for name, body in ANSWERS.items():
        yield of_01(f"{name}, answer", ((R,), STATES.get(name, (W,))), answered(RIGHT_LAG, HEAD + body))
    yield of_01("security manager", ((R,), (R,)), answered(RIGHT_LAG, RIGHT_LEFT, before(LAG, SECURITY)))
    helper = all_declared("long one(long end) { return end; }", "System.exit(0);")
    used = RIGHT_LEFT.replace("offset < end", "offset < one(end)")
    yield of_01("declares, ends, uses", ((R,), (R,)), answered(RIGHT_LAG, used, helper))
    yield of_01("last year's", ((R,), (R,)), answered(RIGHT_LAG, RIGHT_LEFT, renamed))
    for name, (change, said) in CHECKS.items():
        yield of_01(name, ((R,), (R,)), answered(RIGHT_LAG, RIGHT_LEFT, change), said)
    copied = cell_of(json.loads((SOLUTIONS / "01-lag.ipynb").read_text("utf-8")), LAG)["source"]
    pasted = "// mine\n" + "".join(copied).replace("  ", "\t")
    yield of_01("pasted", ((R,), (R,)), answered(pasted, RIGHT_LEFT), "equal to the course's solution")
    borrowed = f"{RIGHT_LAG}\nString borrowed() {{ return Lag.class.getName(); }}"
    yield of_01("the library's own", ((R,), (R,)), answered(borrowed, RIGHT_LEFT), "it uses what holds the answer")
    for name, content in submitted.forms(answered(RIGHT_LAG, RIGHT_LEFT)).items():
        yield of_01(f"form: {name} 'ü\"", ((R,), (R,)), content)


def all_declared(*sources: str) -> Any:
    """The learner's own cells, in this order."""
    changes = [before(LAG, source) for source in sources]

    def change(made: submitted.Notebook) -> None:
        for each in changes:
            each(made)
        for number, cell in enumerate(cell for cell in made["cells"] if cell["id"] == "mine"):
            cell["id"] = f"mine-{number}"

    return change


def renamed(made: submitted.Notebook) -> None:
    for grade_id in (LEFT, f"{LEFT}-check"):
        cell = cell_of(made, grade_id)
        cell["metadata"]["nbgrader"]["grade_id"] = cell["id"] = f"old-{grade_id}"


def solved(stem: str) -> tuple[submitted.Notebook, list[str]]:
    """What is handed out, with every answer of the solution in it; and the exercises that a program grades."""
    made = submitted.handed_out(stem)
    solution = json.loads((SOLUTIONS / f"{stem}.ipynb").read_text("utf-8"))
    graded = []
    for cell in made["cells"]:
        about = cell["metadata"].get("nbgrader", {})
        if about.get("solution"):
            cell["source"] = cell_of(solution, about["grade_id"])["source"]
        elif about.get("grade"):
            graded.append(cell["metadata"]["tidemark"]["id"])
    return made, graded


def variants(exercise: str) -> list[str]:
    file = RESOURCES / "right" / f"{exercise}.java"
    return file.read_text("utf-8").split("// ----\n") if file.is_file() else []


def mistakes(exercise: str) -> list[str]:
    """Right answers with one mistake in each."""
    made = []
    for line in (RESOURCES / "wrong.txt").read_text("utf-8").splitlines():
        parts = [part.strip().replace("\\|", "|") for part in re.split(r"(?<!\\)\|", line)]
        if parts[0] == exercise:
            made.append(" ".join(variants(exercise)[0].split()).replace(parts[2], parts[3]))
    return made


def wrong() -> Iterator[LongCase]:
    yield from with_answers("wrong", mistakes, W)


def right() -> Iterator[LongCase]:
    yield from with_answers("right", variants, R)


def with_answers(word: str, of: Any, state: str) -> Iterator[LongCase]:
    """Submissions of all notebooks; in the first the first answer to each exercise, and so on. An exercise that has no
    more answers of the kind keeps the solution's."""
    for file in numbered(SOLUTIONS):
        whole, graded = solved(file.stem)
        answers = {exercise: of(exercise) for exercise in graded}
        for number in range(max(map(len, answers.values()), default=0)):
            made = copy.deepcopy(whole)
            states: dict[str, tuple[str, ...]] = {}
            for exercise in graded:
                ours = number < len(answers[exercise])
                states[exercise] = (state if ours else R,)
                if ours:
                    cell_of(made, exercise)["source"] = answers[exercise][number]
            yield LongCase(f"{word} {file.stem} {number}", file.stem, json.dumps(made).encode(), states)

"""`./course grade PATH…`: a line for each submission as it is graded, and the files under --out."""

import argparse
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp

from kit import NOTEBOOKS, ROOT, SOLUTIONS
from kit.grading import cells, exports, feedback, isolation, one, pasted, regrade, submissions, worker
from kit.grading.results import NOTHING, RIGHT, Graded, Grades, graded, read
from kit.jdk import Jdk
from kit.notebook_files import none, numbered
from kit.notebooks import read as read_notebook

SIDE_BY_SIDE = 2
OUT = ROOT / "target" / "grade"


@dataclass
class Asked:
    """What the command line asks for."""

    paths: list[Path]
    out: Path = OUT
    accept: bool = False
    gradebook: Path | None = None
    limits: worker.Limits = field(default_factory=worker.Limits)


def asked(said: argparse.Namespace) -> Asked:
    """What the command line says."""
    limits = worker.Limits(cell=said.seconds) if said.seconds else worker.Limits()
    book = Path(said.gradebook).resolve() if said.gradebook else None
    return Asked([Path(path) for path in said.paths], Path(said.out or OUT).resolve(), said.accept, book, limits)


def command(jdk: Jdk, asked: Asked) -> int:
    """0 if all that was handed in is graded, 1 if some could not be."""
    files = numbered(NOTEBOOKS)
    if not files:
        raise none(NOTEBOOKS)
    scratch = Path(mkdtemp(prefix="tidemark-grade-"))
    scratch.chmod(0o711)  # to be walked through, not to be looked into
    try:
        return grade(jdk, asked, files, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def grade(jdk: Jdk, asked: Asked, files: list[Path], scratch: Path) -> int:
    fence = isolation.here()
    references = {file.stem: cells.Reference(file.stem, read_notebook(file)) for file in files}
    solved = {file.stem: pasted.solutions(read_notebook(file)) for file in numbered(SOLUTIONS)}
    hidden = [path.resolve() if path.is_dir() else path.resolve().parent for path in [*asked.paths, asked.out]]
    grader = one.Grader(references, solved, fence, jdk, scratch, hidden, asked.limits)
    handed_in = [found for path in asked.paths for found in submissions.find(path, set(references), scratch)]
    apart(handed_in)
    asked.out.mkdir(parents=True, exist_ok=True)
    before = read(asked.out / "grades.json")
    for says in fence.sentences().items():
        print(f"  {says[0]:<10} {says[1]}")
    rows = Class(grader, asked.out, before).all(handed_in)
    made = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    learners = [each.learner for each in handed_in]
    grades = Grades(grader.course, made, fence.sentences(), grader.exercises(), learners, rows)
    for line in regrade.compare(before, grades, asked.accept):
        print(f"  {line}")
    exports.write(grades, asked.out)
    print(summary(grades, asked.out))
    if asked.gradebook:
        from kit.grading import gradebook

        gradebook.write(grades, references, asked.gradebook, asked.out)
    return 0 if all(row.complete for row in rows) else 1


def apart(handed_in: list[submissions.Submission]) -> None:
    """Two folders of one name are two learners."""
    seen: dict[str, int] = {}
    for each in handed_in:
        seen[each.learner] = seen.get(each.learner, 0) + 1
        if seen[each.learner] > 1:
            each.learner = f"{each.learner} ({seen[each.learner]}, in {each.root.parent.name})"


class Class:
    """All submissions of a run, two at a time; what did not change since the last run is taken from there."""

    def __init__(self, grader: one.Grader, out: Path, before: Grades | None) -> None:
        self.grader, self.out = grader, out
        self.before = {(row.learner, row.key): row for row in before.notebooks if row.key} if before else {}
        self.lock, self.done, self.of, self.begun = threading.Lock(), 0, 0, time.monotonic()

    def all(self, handed_in: list[submissions.Submission]) -> list[Graded]:
        work = [item for each in handed_in for item in self.files(each)]
        self.of = len(work)
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            return list(pool.map(self.each, enumerate(work)))

    def files(self, handed_in: submissions.Submission) -> list[tuple[submissions.Submission, Path | None, str]]:
        """A learner's notebooks: of several attempts at one the newest, as its number or its time says."""
        names = set(self.grader.references)
        if not handed_in.files:
            return [(handed_in, None, "")]
        attempts: dict[str, list[tuple[int, float, Path]]] = {}
        for file in handed_in.files:
            name, number = submissions.assignment_of(file, names)
            attempts.setdefault(name or f"?{file}", []).append((number, file.stat().st_mtime, file))
        for name, listed in attempts.items():
            listed.sort()
            older = ", ".join(each[2].name for each in listed[:-1])
            if older:
                handed_in.notes.append(f"{listed[-1][2].name} is the newest attempt at {name}; left out: {older}")
        return [(handed_in, listed[-1][2], "" if name[0] == "?" else name) for name, listed in sorted(attempts.items())]

    def each(self, item: tuple[int, tuple[submissions.Submission, Path | None, str]]) -> Graded:
        number, (handed_in, file, wanted) = item
        try:
            row = self.row(number, handed_in, file, wanted)
        except Exception as failure:  # a fault of ours costs this row only, and is said in it
            row = one.refused(
                self.grader, Graded(handed_in.learner, wanted), f"grading failed: {type(failure).__name__}: {failure}"
            )
        row.file = row.file or ("" if file is None else relative(file, handed_in.root))
        row.notes += [note for note in handed_in.notes if file is None or "attempt" not in note or file.name in note]
        with self.lock:
            self.done += 1
            print(line(row, self.done, self.of, time.monotonic() - self.begun), flush=True)
        return row

    def row(self, number: int, handed_in: submissions.Submission, file: Path | None, wanted: str) -> Graded:
        if file is None:
            return one.refused(self.grader, Graded(handed_in.learner, ""), "", NOTHING)
        prepared = one.prepare(self.grader, handed_in.learner, file, wanted)
        if isinstance(prepared, Graded):
            return prepared
        known = self.before.get((handed_in.learner, prepared.row.key))
        if known and known.complete and (self.out / known.feedback).is_file():
            again = graded(regrade.plain(known))
            again.seconds, again.notes = 0.0, list(prepared.row.notes) + kept(known, prepared.row)
            return again
        row, executed = one.run(self.grader, prepared, number)
        row.feedback = feedback.write(row, executed, self.out)
        return row


def kept(known: Graded, fresh: Graded) -> list[str]:
    """What executing had said, which reading alone does not."""
    return [note for note in known.notes if note not in fresh.notes and note.endswith(("cut", "without it"))]


def relative(file: Path, root: Path) -> str:
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name


def line(row: Graded, done: int, of: int, seconds: float) -> str:
    """A submission's line: how many are done, what it earned, what is left."""
    states: dict[str, int] = {}
    for each in row.exercises:
        states[each.state] = states.get(each.state, 0) + 1
    said = ", ".join(f"{count} {state}" for state, count in states.items()) if row.state == "graded" else row.reason
    earned = row.earned()
    points = "–" if earned is None else f"{earned:g}"
    left = f"{seconds / done * (of - done):.0f} s left" if done < of else f"{seconds:.0f} s in all"
    what = row.assignment or row.file or "–"
    head = f"[{done}/{of}, {left}]"
    text = f"  {head:<22} {exports.shown(row.learner):<20} {exports.shown(what):<18}"
    text += f"{points:>5} of {row.possible():g}  " if row.state == "graded" else f"{row.state}: "
    return "\n".join([text + exports.shown(said), *(f"      {exports.shown(note)}" for note in row.notes)])


def summary(grades: Grades, out: Path) -> str:
    rows = [row for row in grades.notebooks if row.state != NOTHING]
    right = sum(each.state == RIGHT for row in rows for each in row.exercises)
    wrong = [row for row in rows if not row.complete]
    place = out.relative_to(ROOT).as_posix() if out.is_relative_to(ROOT) else str(out)
    return (
        f"{len(rows)} submissions of {len(grades.learners)} learners: {len(rows) - len(wrong)} graded,"
        f" {len(wrong)} not gradable, {right} right answers. Files: {place}/"
    )

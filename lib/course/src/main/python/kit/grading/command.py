"""`./course grade PATH…`: a line for each submission as it is graded, and the files under --out."""

import argparse
import itertools
import shutil
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp

from kit import NOTEBOOKS, ROOT, SOLUTIONS, variants
from kit.errors import Stop
from kit.grading import (
    cells,
    container,
    course_run,
    exports,
    feedback,
    isolation,
    one,
    pasted,
    processes,
    regrade,
    report,
    submissions,
    worker,
)
from kit.grading.results import NOTHING, RIGHT, Graded, Grades
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
    variants: one.Variants = field(default_factory=one.Variants)
    box: container.Container | None = None


def asked(said: argparse.Namespace) -> Asked:
    """What the command line says."""
    limits = worker.Limits(cell=said.seconds) if said.seconds else worker.Limits()
    book = Path(said.gradebook).resolve() if said.gradebook else None
    if said.variant and said.variants:
        raise Stop(
            "The class must have one variant (--variant), or each learner its own (--variants). Give one of both."
        )
    listed = variants.read_list(Path(said.variants)) if said.variants else None
    which = one.Variants(variants.parse(said.variant) if said.variant else 0, listed)
    box = container.of_image(said.container) if said.container else None
    paths = [Path(path) for path in said.paths]
    return Asked(paths, Path(said.out or OUT).resolve(), said.accept, book, limits, which, box)


def command(jdk: Jdk, asked: Asked) -> int:
    """0 if all that was handed in is graded, 1 if some could not be, 2 if there is nothing to grade."""
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
    if asked.box:
        fence = replace(fence, network=False, files=False, container=asked.box.said())
    references = {file.stem: cells.Reference(file.stem, read_notebook(file)) for file in files}
    solved = {file.stem: pasted.solutions(read_notebook(file)) for file in numbered(SOLUTIONS)}
    hidden = [path.resolve() if path.is_dir() else path.resolve().parent for path in [*asked.paths, asked.out]]
    grader = one.Grader(references, solved, fence, jdk, scratch, hidden, asked.limits, asked.variants, asked.box)
    try:
        handed_in = [found for path in asked.paths for found in submissions.find(path, set(references), scratch)]
    except Stop as stop:
        print(f"course: {stop}", file=sys.stderr)
        return 2
    apart(handed_in)
    asked.out.mkdir(parents=True, exist_ok=True)
    memory = regrade.Memory(asked.out, handed_in)
    for says in fence.sentences().items():
        print(f"  {says[0]:<10} {says[1]}")
    rows = Class(grader, asked.out, memory).all(handed_in)
    made = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    learners = [each.learner for each in handed_in]
    grades = Grades(grader.course, made, fence.sentences(), grader.exercises(), learners, rows)
    for line in regrade.compare(memory.known(rows), grades, asked.accept):
        print(f"  {line}")
    exports.write(grades, asked.out)
    memory.write(grades)
    report.write(grades, asked.out)
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

    def __init__(self, grader: one.Grader, out: Path, memory: regrade.Memory) -> None:
        self.grader, self.out, self.memory = grader, out, memory
        self.lock, self.done, self.of, self.begun = threading.Lock(), 0, 0, time.monotonic()
        self.own = course_run.CourseRuns(memory.folder, grader.course, self.of_the_course)
        self.many: Counter[course_run.Key] = Counter()
        self.numbers = itertools.count()

    def of_the_course(self, assignment: str, variant: int) -> worker.Executed:
        return one.of_the_course(self.grader, assignment, variant, next(self.numbers))

    def all(self, handed_in: list[submissions.Submission]) -> list[Graded]:
        work = [item for each in handed_in for item in self.files(each)]
        self.of = len(work)
        self.numbers = itertools.count(len(work))  # no number, and so no uid, is another's
        self.many = Counter((name, self.grader.variants.of(each.name) or 0) for each, _, name in work)
        self.bar()
        processes.STOPPED.clear()
        with self.own, ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            try:
                return list(pool.map(self.each, enumerate(work)))
            except BaseException:  # stopped: what was graded is kept, and what runs is ended
                pool.shutdown(wait=False, cancel_futures=True)
                processes.end_all()
                raise

    def files(self, handed_in: submissions.Submission) -> list[tuple[submissions.Submission, Path | None, str]]:
        """A learner's notebooks: of several attempts at one the newest, as its number or its time says; and each file
        that cannot be read."""
        names = set(self.grader.references)
        if not handed_in.files and not handed_in.refused:
            return [(handed_in, None, "")]
        attempts: dict[str, list[tuple[int, float, Path]]] = {}
        for file in handed_in.files:
            name, number = submissions.assignment_of(file, names)
            if not name:
                name, number = self.by_its_cells(file) or f"?{file}", -1
            attempts.setdefault(name, []).append((number, file.stat().st_mtime, file))
        for name, listed in attempts.items():
            listed.sort()
            older = ", ".join(each[2].name for each in listed[:-1])
            if older:
                handed_in.notes.append(f"{listed[-1][2].name} is the newest attempt at {name}; left out: {older}")
        refused: list[tuple[submissions.Submission, Path | None, str]]
        refused = [(handed_in, handed_in.root / name, "") for name in handed_in.refused]
        chosen = [(listed[-1][2], "" if name[0] == "?" else name) for name, listed in sorted(attempts.items())]
        return [*((handed_in, file, name) for file, name in chosen), *refused]

    def by_its_cells(self, file: Path) -> str:
        """The assignment of a file whose name says none; "" if its cells do not say either."""
        try:
            prepared = one.prepare(self.grader, "", file, "")
        except Exception:  # the file's own row says why, when its turn comes
            return ""
        return "" if isinstance(prepared, Graded) else prepared.row.assignment

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
            clear = "\r\033[K" if sys.stdout.isatty() else ""
            print(clear + line(row, self.done, self.of, time.monotonic() - self.begun), flush=True)
            self.bar()
        return row

    def bar(self) -> None:
        """On a terminal: how much is done, in the last line."""
        if sys.stdout.isatty() and self.done < self.of:
            full = 30 * self.done // self.of
            print(f"  {'█' * full}{'░' * (30 - full)} {self.done} of {self.of}", end="", flush=True)

    def row(self, number: int, handed_in: submissions.Submission, file: Path | None, wanted: str) -> Graded:
        if file is None:
            return one.refused(self.grader, Graded(handed_in.learner, ""), "", NOTHING)
        why = handed_in.refused.get(relative(file, handed_in.root))
        if why is not None:
            return one.refused(self.grader, Graded(handed_in.learner, ""), why)
        variant = self.grader.variants.of(handed_in.name)
        if variant is None:
            unlisted = (
                f"the list of variants must have this learner's name, learner={handed_in.name}; add it to the list"
            )
            return one.refused(self.grader, Graded(handed_in.learner, wanted), unlisted)
        prepared = one.prepare(self.grader, handed_in.learner, file, wanted, variant)
        if isinstance(prepared, Graded):
            return prepared
        again = self.memory.kept(handed_in.learner, prepared.row.assignment, prepared.row.key)
        if again and again.feedback and (self.out / again.feedback).is_file():
            again.learner, again.seconds, again.file = handed_in.learner, 0.0, ""
            again.notes = list(dict.fromkeys([*prepared.row.notes, *again.notes]))
            return again
        key = prepared.row.assignment, variant
        own = self.own.wanted(key, many=self.many[key] >= course_run.WORTH_IT)
        row, executed = one.run(self.grader, prepared, number, own)
        row.feedback = feedback.write(row, executed, self.out)
        if row.complete:
            self.memory.keep(row)
        return row


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
    notes = [*row.notes, *(f"{each.id} looks pasted: {each.pasted}" for each in row.exercises if each.pasted)]
    return "\n".join([text + exports.shown(said), *(f"      {exports.shown(note)}" for note in notes)])


def summary(grades: Grades, out: Path) -> str:
    rows = [row for row in grades.notebooks if row.file]
    right = sum(each.state == RIGHT for row in rows for each in row.exercises)
    wrong = [row for row in rows if not row.complete]
    place = out.relative_to(ROOT).as_posix() if out.is_relative_to(ROOT) else str(out)
    return (
        f"{len(rows)} submissions of {len(grades.learners)} learners: {len(rows) - len(wrong)} graded,"
        f" {len(wrong)} not gradable, {right} right answers. Files: {place}/"
    )

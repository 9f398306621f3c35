"""Finds what was handed in: a notebook, a learner's folder, a class, or a zip of any of these.

A class is a folder with a folder (or a zip) for each learner; nbgrader's `submitted/LEARNER/ASSIGNMENT/` is one. So is
a folder in which a learning platform put a learner's name before each file's. A folder whose own notebooks, or whose
folders of the course's names, hold the work is one learner's. Links are never followed: what they lead to is not the
learner's. Whatever else is handed in is left out, and said.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kit import NOTEBOOKS
from kit.errors import Stop
from kit.grading.packed import DEEPEST, LARGEST_ZIP, MOST_FILES, unpacked

IGNORED = {".ipynb_checkpoints", "__MACOSX", ".git", "__pycache__", ".DS_Store", "timestamp.txt"}
"""What programs leave; the last is nbgrader's."""
PREFIXED = re.compile(r"(?P<name>.+?)(?:_LATE)?_(?P<id>\d+)_(?:\d+|assignsubmission_file)_(?P<file>.+)")
"""How a file is called in the one folder that a learning platform packs a class into. Canvas:
lovelaceada_LATE_1234_5678_01-lag.ipynb. Moodle, without folders:
Ada Lovelace_1234_assignsubmission_file_01-lag.ipynb."""
APPLE = "._"
"""What a Mac puts before the name of a file of its own, beside each file."""
SHOWN = 5
"""So many names of files that were left out are said."""


@dataclass
class Submission:
    """A learner's files; `notes` are sentences about files that were left out. `refused` says of each file that was
    handed in and cannot be read why: it has a row of its own."""

    learner: str
    files: list[Path] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    root: Path = Path()
    group: str = ""
    """Where the class is: two classes may have learners of one name."""
    name: str = ""
    """The learner's name in the class; `learner` tells those of one name apart."""
    others: list[str] = field(default_factory=list)
    """Files that are no notebooks, and none of the course's."""
    whole: bool = False
    """Whether all learners of its class were asked for, and not only this one."""
    alone: bool = False
    """Whether one notebook was asked for, and not all that the learner handed in."""
    bytes: int = 0
    """What the zips in the learner's folder held."""
    packed: int = 0
    """How many files those were."""

    def __post_init__(self) -> None:
        self.name = self.name or self.learner


def find(path: Path, assignments: set[str], scratch: Path) -> list[Submission]:
    """The learners in what was given. Zips are unpacked under `scratch`."""
    found = learners(path, assignments, scratch)
    packed = path.suffix.lower() == ".zip"
    for each in found:
        each.group = str(path.resolve()) if packed else each.group or str(each.root.parent)
        left_out(each)
    return found


def left_out(found: Submission) -> None:
    """Says which files were left out. Where there is nothing else, they are what was handed in."""
    if not found.others:
        return
    more = f" and {len(found.others) - SHOWN} more" if len(found.others) > SHOWN else ""
    names = ", ".join(found.others[:SHOWN]) + more
    if found.files or found.refused:
        found.notes.append(f"left out, since only notebooks and zips of them are read: {names}")
    else:
        found.refused[found.others[0]] = f"there must be a notebook (.ipynb), or a zip of one; there is: {names}"


def learners(path: Path, assignments: set[str], scratch: Path) -> list[Submission]:
    if not path.exists():
        raise Stop(f"There is no such file or folder: {path}\nGive a notebook, a learner's folder, a class or a zip.")
    path = path.resolve()
    if path.is_file() and path.suffix.lower() == ".zip":
        return in_folder(inner(unpacked(path, scratch), assignments), path.stem, assignments, scratch)
    if path.is_file():
        folder = path.parent.parent if path.parent.name in assignments else path.parent
        return [Submission(folder.name, [path], root=folder, alone=True)]
    inside = path / "submitted"
    return in_folder(inside if inside.is_dir() and not inside.is_symlink() else path, path.name, assignments, scratch)


def inner(folder: Path, assignments: set[str]) -> Path:
    """What a zip holds: its own folder, or the class whose folder was packed as a whole."""
    if (folder / "submitted").is_dir():
        return folder / "submitted"
    children = [child for child in folder.iterdir() if not ignored(child.name) and (child.is_dir() or has_work(child))]
    if len(children) != 1 or not children[0].is_dir():
        return folder
    (child,) = children
    inside = child / "submitted"
    if inside.is_dir():
        return inside
    works = {each.name for each in child.iterdir() if has_work(each)}
    direct = any(each.suffix.lower() == ".ipynb" for each in child.iterdir())
    many = len(works) > 1 and not direct and not works <= assignments
    return child if many else folder


def ignored(name: str) -> bool:
    """Whether a file or folder is none of the learner's doing."""
    return name in IGNORED or name.startswith(APPLE)


def has_work(path: Path) -> bool:
    """Whether there is a notebook or a zip in a folder; or whether a file is one."""
    if path.is_file():
        return path.suffix.lower() in (".ipynb", ".zip")
    probe = Submission("")
    return any(walk(path, probe)) or any(name.lower().endswith(".zip") for name in probe.others)


def in_folder(folder: Path, name: str, assignments: set[str], scratch: Path) -> list[Submission]:
    """A folder's learners: itself, if notebooks stand in it or under an assignment's name; else one for each child."""
    children = sorted(child for child in folder.iterdir() if not ignored(child.name))
    work = [child for child in children if child.suffix.lower() in (".ipynb", ".zip")]
    told = [prefix for child in work if (prefix := PREFIXED.fullmatch(child.name))]
    if told and (len(told) == len(work) or len({(each["name"], each["id"]) for each in told}) > 1):
        return by_prefix(folder, work, scratch)
    works = {child.name if child.is_dir() else child.stem for child in children if has_work(child)}
    direct = any(child.suffix.lower() == ".ipynb" for child in children)
    if direct or (works and works <= assignments):
        return [learner(folder, name, scratch)]
    found = []
    for child in children:
        if child.is_symlink():
            found.append(
                Submission(child.name, [], [f"{child.name} is a link, and links are not followed"], root=child)
            )
        elif child.is_dir():
            found.append(learner(child, child.name, scratch))
        elif child.suffix.lower() == ".zip":
            found.append(unzipped(child, scratch))
    if not found:
        raise Stop(
            f"There is nothing to grade in {name}\n"
            "Give a notebook (.ipynb), a folder with notebooks, or a folder with a folder for each learner."
        )
    for each in found:
        each.whole = True
    return found


def by_prefix(folder: Path, children: list[Path], scratch: Path) -> list[Submission]:
    """The learners whose names a learning platform put before the names of their files. Those of one name are told
    apart by the platform's number; a file without a name before it is a learner of its own."""
    found: dict[tuple[str, str], Submission] = {}
    for child in children:
        told = PREFIXED.fullmatch(child.name)
        name, number = (told["name"], told["id"]) if told else (child.stem, "")
        if child.is_file() and not child.is_symlink():
            made = Submission(name, root=folder, group=str(folder), whole=True)
            into = found.setdefault((name, number), made)
            into.files += read(child, into, scratch)
    named = [name for name, _ in found]
    for (name, number), each in found.items():
        if named.count(name) > 1:
            each.learner = each.name = f"{name} ({number or 'no number'})"
    return list(found.values())


def unzipped(file: Path, scratch: Path) -> Submission:
    """One learner's zip in a class; one that cannot be unpacked costs this learner only."""
    try:
        found = learner(unpacked(file, scratch), file.stem, scratch)
    except Stop as stop:
        found = Submission(file.stem, refused={file.name: str(stop)}, root=file)
    found.group = str(file.parent)
    return found


def learner(folder: Path, name: str, scratch: Path) -> Submission:
    found = Submission(name, root=folder)
    found.files = sorted(walk(folder, found, scratch))
    return found


def walk(folder: Path, into: Submission, scratch: Path | None = None, depth: int = 0) -> Iterator[Path]:
    """The notebooks under a folder, and in the zips there if they may be unpacked. Links and other files are noted and
    left out, and so are copies that the course or Jupyter kept."""
    try:
        children = sorted(folder.iterdir())
    except OSError as error:
        into.refused[folder.name] = f"this folder cannot be opened: {error.strerror}"
        return
    for child in children:
        if ignored(child.name) or ".kept-" in child.name:
            continue
        if child.is_symlink():
            into.notes.append(f"{child.name} is a link, and links are not followed")
        elif child.is_dir() and depth < DEEPEST:
            yield from walk(child, into, scratch, depth + 1)
        else:
            yield from read(child, into, scratch)


def read(file: Path, into: Submission, scratch: Path | None) -> Iterator[Path]:
    """A notebook, or those in a zip if it may be unpacked; any other file is noted."""
    if file.suffix.lower() == ".ipynb" and file.is_file():
        yield file
    elif file.suffix.lower() == ".zip" and file.is_file() and scratch:
        yield from in_zip(file, into, scratch)
    elif not of_the_course(file):
        into.others.append(file.name)


def in_zip(file: Path, into: Submission, scratch: Path) -> Iterator[Path]:
    """The notebooks in a learner's zip; zips in that one are left out."""
    try:
        if into.bytes > LARGEST_ZIP or into.packed > MOST_FILES:
            raise Stop(
                f"A learner's zips must hold at most {MOST_FILES} files and {LARGEST_ZIP:,} bytes together;"
                " this one is too many."
            )
        folder = unpacked(file, scratch)
    except Stop as stop:
        into.refused[file.name] = str(stop)
        return
    sizes = [each.stat().st_size for each in folder.rglob("*")]
    into.bytes += sum(sizes)
    into.packed += len(sizes)
    yield from walk(folder, into)


def of_the_course(file: Path) -> bool:
    """Whether a file was handed out beside the notebooks."""
    return any((place / file.name).is_file() for place in (NOTEBOOKS, NOTEBOOKS / "data"))


def assignment_of(file: Path, assignments: set[str]) -> tuple[str, int]:
    """The assignment that a file's name says, and the number of the attempt: `01-lag-2.ipynb` is the second of 01-lag.
    ("", 0) if it says none."""
    told = PREFIXED.fullmatch(file.name)
    stem = Path(told["file"] if told else file.name).stem.strip()
    for name in sorted(assignments, key=len, reverse=True):
        found = re.fullmatch(re.escape(name) + r"(?:[ _-]*\(?(\d{1,6})\)?)?(?:[ _-]*copy\d*)?", stem, re.IGNORECASE)
        if found:
            return name, int(found.group(1) or 0)
    return "", 0

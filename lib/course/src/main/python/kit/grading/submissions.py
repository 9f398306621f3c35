"""Finds what was handed in: a notebook, a learner's folder, a class, or a zip of either.

A class is a folder with a folder (or a zip) for each learner; nbgrader's `submitted/LEARNER/ASSIGNMENT/` is one. A
folder whose own notebooks, or whose folders of the course's names, hold the work is one learner's. Links are never
followed: what they lead to is not the learner's.
"""

import re
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kit.errors import Stop

LARGEST_NOTEBOOK = 20_000_000
LARGEST_ZIP = 1_000_000_000
MOST_FILES = 20_000
IGNORED = {".ipynb_checkpoints", "__MACOSX", ".git", "__pycache__"}


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

    def __post_init__(self) -> None:
        self.name = self.name or self.learner


def find(path: Path, assignments: set[str], scratch: Path) -> list[Submission]:
    """The learners in what was given. Zips are unpacked under `scratch`."""
    found = learners(path, assignments, scratch)
    for each in found:
        packed = path.suffix.lower() == ".zip"
        each.group = each.group or str(path.resolve() if packed else each.root.parent)
    return found


def learners(path: Path, assignments: set[str], scratch: Path) -> list[Submission]:
    if not path.exists():
        raise Stop(f"There is no such file or folder: {path}\nGive a notebook, a learner's folder, a class or a zip.")
    path = path.resolve()
    if path.is_file() and path.suffix.lower() == ".zip":
        return in_folder(unpacked(path, scratch), path.stem, assignments, scratch)
    if path.is_file():
        folder = path.parent.parent if path.parent.name in assignments else path.parent
        return [Submission(folder.name, [path], root=folder)]
    inside = path / "submitted"
    return in_folder(inside if inside.is_dir() and not inside.is_symlink() else path, path.name, assignments, scratch)


def in_folder(folder: Path, name: str, assignments: set[str], scratch: Path) -> list[Submission]:
    """A folder's learners: itself, if notebooks stand in it or under an assignment's name; else one for each child."""
    children = sorted(child for child in folder.iterdir() if child.name not in IGNORED)
    works = {child.name for child in children if child.is_dir() and any(walk(child, Submission("")))}
    direct = any(child.suffix == ".ipynb" for child in children)
    if direct or (works and works <= assignments):
        return [learner(folder, name)]
    found = []
    for child in children:
        if child.is_symlink():
            found.append(
                Submission(child.name, [], [f"{child.name} is a link, and links are not followed"], root=child)
            )
        elif child.is_dir():
            found.append(learner(child, child.name))
        elif child.suffix.lower() == ".zip":
            found.append(unzipped(child, scratch))
    if not found:
        raise Stop(
            f"There is nothing to grade: {folder}\n"
            "Give a notebook (.ipynb), a folder with notebooks, or a folder with a folder for each learner."
        )
    return found


def unzipped(file: Path, scratch: Path) -> Submission:
    """One learner's zip in a class; one that cannot be unpacked costs this learner only."""
    try:
        found = learner(unpacked(file, scratch), file.stem)
    except Stop as stop:
        found = Submission(file.stem, refused={file.name: str(stop)}, root=file)
    found.group = str(file.parent)
    return found


def learner(folder: Path, name: str) -> Submission:
    found = Submission(name, root=folder)
    found.files = sorted(walk(folder, found))
    return found


def walk(folder: Path, into: Submission) -> Iterator[Path]:
    """The notebooks under a folder; links are noted and left out, and so are copies that the course or Jupyter kept."""
    for child in sorted(folder.iterdir()):
        if child.name in IGNORED:
            continue
        if child.is_symlink():
            into.notes.append(f"{child.name} is a link, and links are not followed")
        elif child.is_dir():
            yield from walk(child, into)
        elif child.suffix.lower() == ".ipynb" and ".kept-" not in child.name and stat.S_ISREG(child.stat().st_mode):
            yield child


def unpacked(file: Path, scratch: Path) -> Path:
    """A zip's notebooks, under a folder of its own. No name in it leads out of that folder, and no link is made."""
    folder = scratch / f"zip-{len(list(scratch.glob('zip-*')))}"
    folder.mkdir(parents=True)
    try:
        with zipfile.ZipFile(file) as archive:
            listed = archive.infolist()
            if len(listed) > MOST_FILES or sum(each.file_size for each in listed) > LARGEST_ZIP:
                raise Stop(f"This zip must hold at most {MOST_FILES} files and {LARGEST_ZIP:,} bytes: {file}")
            for each in listed:
                unpack(archive, each, folder)
    except Stop:
        raise
    except Exception as error:  # what reading a damaged zip can raise is open-ended; it costs this zip only
        raise Stop(f"This zip cannot be read: {file.name}: {error}\nPack it anew.") from error
    return folder


def unpack(archive: zipfile.ZipFile, each: zipfile.ZipInfo, folder: Path) -> None:
    """Writes one notebook of a zip, and makes its folders; all else stays inside."""
    parts = [part for part in re.split(r"[/\\]", each.filename) if part not in ("", ".")]
    link = stat.S_ISLNK(each.external_attr >> 16)
    if not parts or ".." in parts or ":" in parts[0] or link or any(len(part.encode()) > 200 for part in parts):
        return
    target = folder.joinpath(*parts)
    if each.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    elif target.suffix.lower() == ".ipynb":
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(each) as source:
            target.write_bytes(source.read(LARGEST_NOTEBOOK + 1))
    else:
        target.parent.mkdir(parents=True, exist_ok=True)


def assignment_of(file: Path, assignments: set[str]) -> tuple[str, int]:
    """The assignment that a file's name says, and the number of the attempt: `01-lag-2.ipynb` is the second of 01-lag.
    ("", 0) if it says none."""
    stem = file.stem.strip()
    for name in sorted(assignments, key=len, reverse=True):
        found = re.fullmatch(re.escape(name) + r"(?:[ _-]*\(?(\d{1,6})\)?)?(?:[ _-]*copy\d*)?", stem, re.IGNORECASE)
        if found:
            return name, int(found.group(1) or 0)
    return "", 0

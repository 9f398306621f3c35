"""Unpacks what was handed in as a zip. No name in it leads out of its folder, and no link is made."""

import re
import shutil
import stat
import zipfile
from pathlib import Path

from kit.errors import Stop

LARGEST_NOTEBOOK = 20_000_000
LARGEST_ZIP = 1_000_000_000
MOST_FILES = 20_000
DEEPEST = 30
"""Folders in folders."""


def unpacked(file: Path, scratch: Path) -> Path:
    """A zip's notebooks and the zips in it, under a folder of its own. Of each other file there is an empty one, so
    that it can be said that it was left out."""
    folder = scratch / f"zip-{len(list(scratch.glob('zip-*')))}"
    folder.mkdir(parents=True)
    try:
        with zipfile.ZipFile(file) as archive:
            listed = archive.infolist()
            if len(listed) > MOST_FILES or sum(each.file_size for each in listed) > LARGEST_ZIP:
                raise Stop(f"This zip must hold at most {MOST_FILES} files and {LARGEST_ZIP:,} bytes: {file.name}")
            for each in listed:
                unpack(archive, each, folder)
    except Stop:
        raise
    except Exception as error:  # what reading a damaged zip can raise is open-ended; it costs this zip only
        why = error.strerror if isinstance(error, OSError) else error  # no folder of ours
        raise Stop(f"This zip cannot be read: {file.name}: {why}\nPack it anew.") from error
    return folder


def unpack(archive: zipfile.ZipFile, each: zipfile.ZipInfo, folder: Path) -> None:
    """Writes one file of a zip, and makes its folders; all else stays inside."""
    parts = [part for part in re.split(r"[/\\]", each.filename) if part not in ("", ".")]
    too_long = len(parts) > DEEPEST or any(len(part.encode()) > 200 for part in parts)
    if not parts or ".." in parts or ":" in parts[0] or too_long:
        return
    target = folder.joinpath(*parts)
    if each.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    if stat.S_ISLNK(each.external_attr >> 16):
        target.with_name(f"{target.name} (a link)").touch()
    elif target.suffix.lower() == ".ipynb":
        with archive.open(each) as source:
            target.write_bytes(source.read(LARGEST_NOTEBOOK + 1))
    elif target.suffix.lower() == ".zip":
        with archive.open(each) as source, open(target, "wb") as copy:
            shutil.copyfileobj(source, copy)
    else:
        target.touch()

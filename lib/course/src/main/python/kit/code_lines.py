"""Counts lines of code, without comments, blanks and imports, per module: a print to watch, no gate."""

import re
from pathlib import Path

from kit import ROOT

COMMENT = re.compile(r'/\*.*?\*/|^\s*//[^\n]*|^\s*#[^\n]*|^\s*"""(?:(?!""").)*"""', re.DOTALL | re.MULTILINE)


def code_lines(text: str) -> int:
    """The lines that hold code. A comment after code does not hide it."""
    bare = COMMENT.sub("", text).splitlines()
    return sum(bool(line.strip()) and not re.match(r"(import|from|package)\s", line) for line in bare)


def total(folder: Path, pattern: str, leave_out: str = "") -> int:
    files = [file for file in folder.rglob(pattern) if not leave_out or leave_out not in file.parts]
    return sum(code_lines(file.read_text("utf-8")) for file in files)


def report() -> None:
    """A line each, and the packages of the largest two below them."""
    lib = ROOT / "lib"
    for module in ("core", "course", "job", "engines"):
        main = lib / module / "src" / "main" / "java"
        print(f"  {module:<22}{total(main, '*.java'):7}   tests {total(lib / module / 'src' / 'test', '*.java'):7}")
        for package in sorted((main / "tidemark").iterdir()) if (main / "tidemark").is_dir() else []:
            print(f"    {package.name:<20}{total(package, '*.java'):7}")
    course = lib / "course" / "src" / "main" / "java"
    print(f"  {'course without bank':<22}{total(course, '*.java', 'bank'):7}")
    python = lib / "course" / "src"
    print(f"  {'Python':<22}{total(python / 'main', '*.py'):7}   tests {total(python / 'test', '*.py'):7}")

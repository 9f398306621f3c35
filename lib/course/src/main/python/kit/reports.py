"""What Surefire's reports say."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree


def failures(suite: ElementTree.Element) -> Iterator[str]:
    """The tests of a report that failed: each one's name, and what it said."""
    for case in suite.iter("testcase"):
        trouble = [child for child in case if child.tag in ("failure", "error")]
        if trouble:
            said = (trouble[0].get("message") or trouble[0].text or "").strip()[:1000]
            yield f"{case.get('classname')}.{case.get('name')}: {said}"


def read(file: Path) -> ElementTree.Element:
    return ElementTree.parse(file).getroot()

"""How a command ends when something is wrong: one message that says what to do, and no stack trace."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kit import ROOT, STATE


class Stop(Exception):
    """Ends a command: what is wrong, then what to do. Printed alone, without a stack trace."""


NO_NETWORK = (
    r"name resolution|Name or service not known|nodename nor servname|getaddrinfo failed|Unknown ?[Hh]ost",
    r"Network is unreachable|No route to host|[Cc]onnection (?:refused|reset|aborted|timed out|broken)",
    r"Connect(?:ion)?Timeout|[Rr]ead timed out|ReadTimeout|IncompleteRead|NewConnectionError|ProtocolError|ProxyError",
    r"SSLError|Could not transfer|Remote host terminated|Premature end|DO NOT MATCH THE HASHES",
)
CAUSES = (
    (
        r"Could not create local repository at",
        "Maven keeps what it downloads in the home folder, which must be a folder that you can write:\n{line}\n"
        "Set HOME to one that you can write (HOME=/path ./course …),",
    ),
    (
        r"No space left on device|Errno 28|not enough space on the disk|Disk quota exceeded",
        "The disk is full:\n{line}\n"
        "The course needs 600 MB in its folder, and 300 MB each in the folder for temporary files (TMPDIR)"
        " and in your home folder.\nMake room,",
    ),
    (
        r"Read-only file system|Permission denied|Access is denied|AccessDenied",
        "A folder cannot be written:\n{line}\n"
        "Give yourself the right to write there, or copy the course to a folder of your own,",
    ),
    (
        r"No module named|ImportError|cannot import name",
        "A Python package of the course is damaged:\n{line}\n"
        "Delete the folder .venv (in conda: conda env update -f environment.yml),",
    ),
    (
        "|".join(NO_NETWORK),
        "The network did not answer, and the first set-up needs it once (afterwards everything works offline).\n"
        "Connect (behind a proxy, set HTTPS_PROXY for pip and ~/.m2/settings.xml for Maven),",
    ),
)
"""What a tool's output says, as a pattern, and what to do about it."""


def failed(what: str, output: str) -> Stop:
    """The one message for a tool that failed: its cause where we know it, else the tool's own last words."""
    output = re.sub(r"\x1b\[[0-9;]*m", "", output)  # Maven colours its words even in a file
    for pattern, advice in CAUSES:
        found = re.search(rf"^.*(?:{pattern}).*$", output, re.MULTILINE)
        if found:
            said = advice.format(line=found.group(0).strip()[:200])
            return Stop(f"{what} failed. {said}\nthen run the same command again: it goes on where it stopped.")
    lines = [line for line in output.splitlines() if re.search(r"ERROR|[Ee]rror:|BUILD FAILURE", line)]
    words = "\n".join(line[:200] for line in (lines or output.splitlines()[-8:])[:12])
    log = STATE.relative_to(ROOT)
    return Stop(
        f"{what} failed:\n{words}\nThe whole output is in {log}/. Run the same command again when it is mended."
    )


def all_of(*needs: Callable[[], object]) -> None:
    """Asks for each need; all that is missing is said at once, so that it can be installed at once."""
    stops: list[str] = []
    for need in needs:
        try:
            need()
        except Stop as stop:
            stops.append(str(stop))
    if stops:
        raise Stop("\n\n".join(stops))


@contextmanager
def one_message() -> Iterator[None]:
    """Turns what ends a command into one message and an exit code."""
    try:
        yield
    except Stop as stop:
        print(f"\ncourse: {stop}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("\ncourse: stopped. Run the same command again: it goes on where it stopped.", file=sys.stderr)
        sys.exit(130)
    except ImportError as error:
        print(f"\ncourse: {failed('Loading Jupyter', f'ImportError: {error}')}", file=sys.stderr)
        sys.exit(1)
    except OSError as error:
        where = f", file={error.filename}" if error.filename else ""
        print(
            f"\ncourse: {failed('A step', str(error))}"
            if error.errno in (13, 28, 30)
            else f"\ncourse: {error.strerror or error}{where}",
            file=sys.stderr,
        )
        sys.exit(1)

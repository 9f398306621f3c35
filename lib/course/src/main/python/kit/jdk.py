"""Finds a JDK: JAVA_HOME, then PATH, then the places where installers put one. The logic takes the system and the
environment as arguments, so that a test on one system can ask for another's."""

import glob
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kit.errors import Stop

FLOOR = 17
VARIABLES = {
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "OPENJ9_JAVA_OPTIONS",
    "IBM_JAVA_OPTIONS",
    "CLASSPATH",
}
"""What a JVM takes options from, Eclipse OpenJ9's included: one wrong option in them, and no java starts."""
SECONDS = 20
"""How long a java may take to say what it is; one that hangs does not start."""


@dataclass(frozen=True)
class Jdk:
    """A Java home, where it was found, and what it is; `flaw` says why it cannot serve, "" if it can."""

    home: Path
    found: str
    version: str
    flaw: str

    @property
    def major(self) -> int:
        return major_of(self.version)


def major_of(version: str) -> int:
    """17 for "17.0.15", 8 for "1.8.0_402", 0 for what is no version."""
    found = re.match(r"(?:1\.)?(\d+)", version)
    return int(found.group(1)) if found else 0


def usual_places(system: str, environ: Mapping[str, str]) -> list[str]:
    """Glob patterns of Java homes; system as in platform.system()."""
    home = environ.get("USERPROFILE" if system == "Windows" else "HOME", "")
    if system == "Windows":
        programs = [environ[name] for name in ("ProgramFiles", "ProgramW6432") if environ.get(name)]
        local = environ.get("LOCALAPPDATA", "")
        vendors = ("Java", "Eclipse Adoptium", "Microsoft", "Zulu", "Amazon Corretto", "BellSoft", "OpenJDK", "Semeru")
        places = [f"{folder}\\{vendor}\\*" for folder in dict.fromkeys(programs) for vendor in vendors]
        places += [f"{local}\\Programs\\Eclipse Adoptium\\*"] if local else []
        return places + ([f"{home}\\.jdks\\*", f"{home}\\scoop\\apps\\*jdk*\\current"] if home else [])
    own = (
        [
            f"{home}/.sdkman/candidates/java/*",
            f"{home}/.jdks/*",
            f"{home}/.asdf/installs/java/*",
            f"{home}/.local/share/mise/installs/java/*",
        ]
        if home
        else []
    )
    if system == "Darwin":
        machines = ["/Library/Java/JavaVirtualMachines/*/Contents/Home"] + (
            [f"{home}/Library/Java/JavaVirtualMachines/*/Contents/Home"] if home else []
        )
        return (
            machines
            + [f"{brew}/opt/openjdk*/libexec/openjdk.jdk/Contents/Home" for brew in ("/opt/homebrew", "/usr/local")]
            + own
        )
    machine = ["/usr/lib/jvm/*", "/usr/java/*", "/opt/java/*", "/opt/jdk*", "/usr/local/jdk*"]
    return [*machine, "/snap/openjdk/current/jdk", *own]


def conda_homes(system: str, environ: Mapping[str, str]) -> list[str]:
    """Where an active conda environment keeps its JDK."""
    prefix = environ.get("CONDA_PREFIX")
    if not prefix:
        return []
    return [f"{prefix}\\Library\\lib\\jvm", f"{prefix}\\Library"] if system == "Windows" else [f"{prefix}/lib/jvm"]


def on_path(system: str, environ: Mapping[str, str]) -> Iterator[Path]:
    """The Java homes of every `java` on PATH, in order."""
    for folder in environ.get("PATH", "").split(os.pathsep):
        java = shutil.which("java", path=folder) if folder else None
        stub = system == "Darwin" and java == "/usr/bin/java"  # macOS's own, which only asks to install one
        if java and not stub:
            home = Path(os.path.realpath(java)).parent.parent
            yield home if (home / "release").is_file() or (home / "lib" / "modules").is_file() else asked(java) or home


def said_by(java: str, *options: str) -> str:
    """What a java says on stderr, whatever options its variables hold; "" if it does not start."""
    env = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    try:
        return subprocess.run(
            [java, *options], capture_output=True, text=True, errors="replace", timeout=SECONDS, env=env
        ).stderr
    except (OSError, subprocess.SubprocessError):
        return ""


def asked(java: str) -> Path | None:
    """The Java home that a launcher script (jenv, asdf, …) leads to."""
    found = re.search(r"java\.home = (.+)", said_by(java, "-XshowSettings:properties", "-version"))
    return Path(found.group(1).strip()) if found else None


def inspect(home: Path, found: str) -> Jdk:
    """What stands at a Java home, read from its `release` file, else asked of its `java`."""
    java = next((path for path in (home / "bin" / "java", home / "bin" / "java.exe") if path.is_file()), None)
    if java is None:
        return Jdk(home, found, "", "no java in it")
    try:
        text = (home / "release").read_text("utf-8", "replace")
    except OSError:
        text = ""
    version = re.search(r'JAVA_VERSION="([^"]+)"', text)
    if version is None:
        version = re.search(r'version "([^"]+)"', said_by(str(java), "-version"))
    name = version.group(1) if version else ""
    if not name:
        return Jdk(home, found, "", "its java does not start")
    if major_of(name) < FLOOR:
        return Jdk(home, found, name, f"older than {FLOOR}")
    whole = any((home / "bin" / tool).is_file() for tool in ("javac", "javac.exe"))
    return Jdk(home, found, name, "" if whole else "a JRE, without the compiler")


def all_found(system: str, environ: Mapping[str, str]) -> list[Jdk]:
    """Every Java on this machine, the best place first; in the usual places the oldest that serves comes first, since
    17 is the one on which a check can stop a learner's endless loop."""
    homes: list[tuple[Path, str]] = []
    if environ.get("JAVA_HOME"):
        homes.append((Path(environ["JAVA_HOME"]), "JAVA_HOME"))
    homes += [(Path(home), "conda") for home in conda_homes(system, environ)]
    homes += [(home, "PATH") for home in on_path(system, environ)]
    usual = [
        inspect(Path(home), "usual place")
        for place in usual_places(system, environ)
        for home in sorted(glob.glob(place))
    ]
    first = [inspect(home, found) for home, found in homes]
    first = [jdk for jdk in first if jdk.found != "conda" or jdk.version]
    seen: dict[str, Jdk] = {}
    for jdk in first + sorted((jdk for jdk in usual if jdk.version), key=lambda jdk: jdk.major):
        seen.setdefault(os.path.realpath(jdk.home), jdk)
    return list(seen.values())


ADVICE = {
    "Linux": "Debian, Ubuntu: sudo apt install openjdk-17-jdk-headless"
    "    Fedora: sudo dnf install java-17-openjdk-devel",
    "Darwin": "brew install openjdk@17",
    "Windows": "winget install EclipseAdoptium.Temurin.17.JDK",
}


def choose(system: str, environ: Mapping[str, str]) -> Jdk:
    """The first JDK that serves."""
    found = all_found(system, environ)
    for jdk in found:
        if not jdk.flaw:
            return jdk
    seen = "".join(f"\n  {jdk.home} ({jdk.found}): {jdk.version or 'no version'}, {jdk.flaw}" for jdk in found)
    raise Stop(
        f"The course needs a JDK, version {FLOOR} or newer; found {'none' if not found else 'only:'}{seen}\n"
        f"Install one, then run the same command again:\n  {ADVICE.get(system, ADVICE['Linux'])}\n"
        "If you have one elsewhere, set JAVA_HOME to its folder."
    )

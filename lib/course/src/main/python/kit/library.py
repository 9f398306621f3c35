"""Builds `lib` with Maven when its sources changed."""

import hashlib
import os
import platform
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from kit import CLASSPATH, ENGINES, ROOT
from kit.console import logged
from kit.environment import clean, digest, read
from kit.errors import Stop, failed
from kit.jdk import Jdk

STAMP = CLASSPATH.parent / "built-from"
ENGINES_STAMP = ENGINES.parent / "built-from"
COURSE_MODULES = ("core", "course")
ENGINES_MODULES = ("core", "engines")
WEB_MODULES = ("core", "course", "web")
WEB_STAMP = ROOT / "lib" / "web" / "target" / "built-from"
API = ROOT / "lib" / "core" / "target" / "reports" / "apidocs"
"""The library's pages, as javadoc makes them."""
API_STAMP = API.parent / "made-from"
RESOLVED = ROOT / ".tidemark" / "maven-resolved"
ADVICE = {
    "Linux": "Debian, Ubuntu: sudo apt install maven    Fedora: sudo dnf install maven",
    "Darwin": "brew install maven",
    "Windows": "scoop install maven    (or unpack Maven and put its bin folder on PATH)",
}


def sources(modules: tuple[str, ...] = COURSE_MODULES) -> list[Path]:
    """What the jars are made from."""
    poms = [ROOT / "pom.xml", *(ROOT / "lib" / module / "pom.xml" for module in modules)]
    files = [
        file
        for module in modules
        for kind in ("java", "resources", "web")
        for file in sorted((ROOT / "lib" / module / "src" / "main" / kind).rglob("*"))
    ]
    return poms + [file for file in files if file.is_file()]


def fingerprint(modules: tuple[str, ...] = COURSE_MODULES) -> str:
    """One value for the sources' names and bytes."""
    total = hashlib.sha256()
    for file in sources(modules):
        total.update(f"{file.relative_to(ROOT).as_posix()} {digest(file)}\n".encode())
    return total.hexdigest()


def maven(environ: Mapping[str, str]) -> str | None:
    """Maven's command: on PATH, else under MAVEN_HOME or M2_HOME."""
    folders = [os.path.join(environ[name], "bin") for name in ("MAVEN_HOME", "M2_HOME") if environ.get(name)]
    return shutil.which("mvn", path=environ.get("PATH", "")) or shutil.which("mvn", path=os.pathsep.join(folders))


def required_maven() -> str:
    found = maven(os.environ)
    if found is None:
        raise Stop(
            "The course needs Maven to build its library, and there is no mvn on PATH.\n"
            f"Install it, then run the same command again:\n  {ADVICE.get(platform.system(), ADVICE['Linux'])}"
        )
    return found


def maven_env(jdk: Jdk) -> dict[str, str]:
    """Variables under which Maven runs on one JDK, whatever else is first on PATH."""
    env = clean(os.environ)
    env["JAVA_HOME"] = str(jdk.home)
    env["PATH"] = str(jdk.home / "bin") + os.pathsep + env.get("PATH", "")
    home = better_home(account_home(), env)
    if home:
        env["JDK_JAVA_OPTIONS"] = " ".join(filter(None, [env.get("JDK_JAVA_OPTIONS"), f'"-Duser.home={home}"']))
    return env


def account_home() -> Path | None:
    """The home folder in the system's list of accounts, the one that Java takes; None where there is no list."""
    if sys.platform == "win32":
        return None
    import pwd

    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        return Path("/nonexistent")  # a container's user without an account


def better_home(account: Path | None, environ: Mapping[str, str]) -> str:
    """HOME, where it can be written and the account's own home cannot, as in containers; else ""."""
    home = environ.get("HOME", "")
    if account is None or not home or Path(home) == account or os.access(account, os.W_OK | os.X_OK):
        return ""
    return home if os.access(home, os.W_OK | os.X_OK) else ""


def resolved() -> str:
    """A fingerprint of what Maven has to download."""
    return digest(ROOT / "pom.xml", *sorted(ROOT.glob("lib/*/pom.xml")))


def note(line: str) -> str:
    """What Maven is doing, in a few words."""
    found = re.search(r"Download(?:ing|ed) from \S+: \S*/([^/\s]+)", line) or re.search(r"--- (\S+)", line)
    return found.group(1) if found else ""


def built() -> bool:
    """Whether the jars are there, made from the sources as they are."""
    return read(STAMP) == fingerprint() and any(CLASSPATH.glob("tidemark-course*.jar"))


def ensure(jdk: Jdk) -> None:
    """Builds the jars, if need be."""
    if not built():
        shutil.rmtree(CLASSPATH, ignore_errors=True)  # a jar that is no longer wanted must not stay on the class path
        code, output = build(jdk, "building the library", "lib/course")
        if code:
            raise failed("Building the library", output)
        STAMP.write_text(fingerprint(), "utf-8")
        RESOLVED.write_text(resolved(), "utf-8")
    ensure_engines(jdk)


def engines_built() -> bool:
    """Whether notebook 09 has its jars, made from the sources as they are."""
    return read(ENGINES_STAMP) == fingerprint(ENGINES_MODULES) and any(ENGINES.glob("tidemark-engines*.jar"))


def ensure_engines(jdk: Jdk) -> None:
    """Builds what notebook 09 needs, if need be. Where that fails, 09 says so, and all others work."""
    if engines_built() or maven(os.environ) is None:
        return
    shutil.rmtree(ENGINES, ignore_errors=True)
    code, _ = build(jdk, "fetching Apache Kafka and Apache Flink for notebook 09", "lib/engines")
    if code:
        shutil.rmtree(ENGINES, ignore_errors=True)  # half of the jars would fail in a way that nobody understands
        print("Notebook 09 cannot run until they are there; the next command tries again. All others work.", flush=True)
        return
    ENGINES_STAMP.write_text(fingerprint(ENGINES_MODULES), "utf-8")


def ensure_web(jdk: Jdk) -> None:
    """Compiles the library to JavaScript, if need be: for the site alone."""
    page = WEB_STAMP.parent / "web" / "tidemark.js"
    if read(WEB_STAMP) == fingerprint(WEB_MODULES) and page.is_file():
        return
    code, output = build(jdk, "compiling the library to JavaScript", "lib/web")
    if code:
        raise failed("Compiling the library to JavaScript", output)
    WEB_STAMP.write_text(fingerprint(WEB_MODULES), "utf-8")


def ensure_api(jdk: Jdk) -> None:
    """Makes the pages of the library's packages and types, if need be: for the site alone."""
    if read(API_STAMP) == fingerprint(("core",)) and (API / "index.html").is_file():
        return
    goal = "org.apache.maven.plugins:maven-javadoc-plugin:javadoc-no-fork"
    code, output = maven_run(jdk, "describing the library", ["-pl", "lib/core", goal])
    if code:
        raise failed("Describing the library", output)
    API_STAMP.write_text(fingerprint(("core",)), "utf-8")


def build(jdk: Jdk, title: str, module: str) -> tuple[int, str]:
    """Maven's exit code and output for a module's jar and those that it needs."""
    return maven_run(jdk, title, ["-Dmaven.test.skip=true", "-pl", module, "-am", "package"])


def maven_run(jdk: Jdk, title: str, asked: list[str]) -> tuple[int, str]:
    """Maven's exit code and output; without a network where all was downloaded before."""
    command = [required_maven(), "-B", "-Dquick", *asked]
    code, output = 1, ""
    if read(RESOLVED) == resolved():
        code, output = logged(title, [*command, "-o"], maven_env(jdk), note)
    if code and (not output or "offline" in output):
        code, output = logged(title, command, maven_env(jdk), note)
    return code, output

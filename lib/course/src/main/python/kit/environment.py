"""The Python environment with Jupyter in it: an active conda environment, else `.venv`, made and mended here."""

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path, PurePath, PureWindowsPath

from kit import PYTHON_FLOOR, ROOT
from kit.console import logged, state_folder
from kit.errors import Stop, failed

VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements.txt"
TEST_REQUIREMENTS = ROOT / "lib" / "course" / "src" / "test" / "python" / "requirements.txt"
NEEDED_BYTES = 600_000_000
SECONDS = 60
"""How long a Python may take to answer a question; one that hangs does not serve."""
MISSING = """
import importlib.metadata as m, re, sys
lacks = []
for line in open(sys.argv[1], encoding="utf-8"):
    pin = re.match(r"([\\w.-]+)==([\\w.]+)\\s*(;|#|$)", line)
    if pin and pin[3] != ";":
        try: there = m.version(pin[1])
        except m.PackageNotFoundError: there = None
        if there != pin[2]: lacks.append(pin[1])
print("lacking:", *lacks)
"""
"""The line that begins so tells; a wrapper may say more before and after."""


def python_in(prefix: PurePath, conda: bool) -> PurePath:
    """The interpreter of an environment."""
    if isinstance(prefix, PureWindowsPath):
        return prefix / "python.exe" if conda else prefix / "Scripts" / "python.exe"
    return prefix / "bin" / "python"


def prefix_of(python: Path) -> Path:
    """The environment that an interpreter stands in."""
    return python.parent.parent if python.parent.name in ("bin", "Scripts") else python.parent


def clean(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables for a child, without those that would lead Python or Jupyter out of the environment, and with a
    locale in which Java can open a path with non-ASCII letters."""
    drop = {
        "PYTHONPATH",
        "PYTHONHOME",
        "PIP_USER",
        "PIP_TARGET",
        "PIP_PREFIX",
        "PIP_REQUIRE_VIRTUALENV",
        "JUPYTER_PATH",
        "JUPYTER_CONFIG_PATH",
        "__PYVENV_LAUNCHER__",
    }
    env = {name: value for name, value in environ.items() if name not in drop}
    env.update(PYTHONUTF8="1", PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1", JUPYTER_PREFER_ENV_PATH="1")
    spoken = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "C")
    if platform.system() == "Linux" and "utf" not in spoken.lower():
        env["LC_ALL"] = "C.UTF-8"
    return env


def digest(*files: Path) -> str:
    """One fingerprint of some files' bytes."""
    total = hashlib.sha256()
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


def version_of(python: Path) -> str:
    """The version of an interpreter, as "3 12"; "" if it does not start or says none. A wrapper may say more before."""
    command = [str(python), "-c", "import sys; print(*sys.version_info[:2])"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except (OSError, subprocess.SubprocessError):
        return ""
    said = (done.stdout.strip().splitlines() or [""])[-1].strip()
    return said if re.fullmatch(r"\d+ \d+", said) else ""


def flaw_of(version: str) -> str:
    """Why an environment with a Python of this version, as `version_of` says it, cannot serve; "" if it can."""
    if not version:
        return "its Python does not start"
    if tuple(map(int, version.split())) < PYTHON_FLOOR:
        floor = ".".join(map(str, PYTHON_FLOOR))
        return f"it was made by Python {version.replace(' ', '.')}, and the course needs {floor} or newer"
    return ""


def missing(python: Path, requirements: Path) -> list[str]:
    """The pinned packages that an environment lacks, or has in another version; an environment that cannot even say so
    raises."""
    command = [str(python), "-c", MISSING, str(requirements)]
    env = clean(os.environ)
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=env, timeout=SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise Damaged(f"its packages cannot be listed: {str(error)[-200:]}") from error
    if done.returncode:
        words = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise Damaged(f"its packages cannot be listed: {words[:200]}")
    told = [line for line in done.stdout.splitlines() if line.startswith("lacking:")]
    if not told:
        raise Damaged("its packages cannot be listed: it said nothing")
    return told[-1].split()[1:]


class Damaged(Exception):
    """An environment whose Python starts, and cannot look at its own packages."""


def conda_prefix(environ: Mapping[str, str]) -> Path | None:
    """The active conda environment, if it is the course's: made from environment.yml, or with the Java kernel in it."""
    prefix = Path(environ.get("CONDA_PREFIX") or os.devnull)
    ours = (
        environ.get("CONDA_DEFAULT_ENV") == "tidemark" or (prefix / "share" / "jupyter" / "kernels" / "java").is_dir()
    )
    return prefix if (prefix / "conda-meta").is_dir() and ours else None


def ensure(for_tests: bool = False) -> Path:
    """The environment's interpreter, after making or mending what is missing."""
    wanted = [REQUIREMENTS] + ([TEST_REQUIREMENTS] if for_tests else [])
    conda = conda_prefix(os.environ)
    return ensure_conda(conda, wanted) if conda else ensure_venv(wanted)


def ensure_conda(prefix: Path, wanted: list[Path]) -> Path:
    """An active conda environment is the learner's: packages are added to it, it is never made anew."""
    python = Path(python_in(prefix, conda=True))
    flaw = flaw_of(version_of(python))
    lacking: list[Path] = []
    try:
        lacking = wanted if flaw else [file for file in wanted if missing(python, file)]
    except Damaged as damage:
        flaw = str(damage)
    if flaw:
        raise Stop(
            f"The active conda environment cannot serve, {flaw}: {prefix}\n"
            "Bring it up to date, then run the same command again:\n  conda env update -f environment.yml"
        )
    if lacking:
        install(python, lacking)
    return python


def ensure_venv(wanted: list[Path]) -> Path:
    """`.venv`, made anew where it cannot be mended."""
    python = Path(python_in(VENV, conda=False))
    version = version_of(python)
    flaw = flaw_of(version)
    stamps = {file: VENV / f"tidemark-{index}" for index, file in enumerate([REQUIREMENTS, TEST_REQUIREMENTS])}
    lacking = wanted
    try:
        if not flaw:
            right = {file: f"{version} {digest(file)}" for file in wanted}
            lacking = [file for file in wanted if read(stamps[file]) != right[file] or missing(python, file)]
    except Damaged as damage:
        flaw = str(damage)
    if lacking:
        state_folder()
        if not flaw and not pip_works(python):
            flaw = "its pip does not start"
        if flaw:
            print(f"  .venv is made anew: {flaw}" if VENV.exists() else "  .venv is made", flush=True)
            make()
            version = version_of(python)
        install(python, lacking)
        for file in lacking:
            stamps[file].write_text(f"{version} {digest(file)}", "utf-8")
    return python


def read(file: Path) -> str:
    """A stamp; what a damaged one holds matches nothing, so that its work is done again."""
    return file.read_text("utf-8", "replace") if file.is_file() else ""


def pip_works(python: Path) -> bool:
    command = [str(python), "-m", "pip", "--version"]
    try:
        return subprocess.run(command, capture_output=True, env=clean(os.environ), timeout=SECONDS).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def make() -> None:
    """Makes `.venv` anew; what a broken-off attempt left is removed first."""
    room = shutil.disk_usage(ROOT).free
    if room < NEEDED_BYTES:
        raise failed("Making the environment", f"No space left on device: {room // 1_000_000} MB free in {ROOT}")
    if VENV.is_symlink() or VENV.is_file():
        raise Stop(
            f"{VENV} is in the way: the course keeps its Python environment in a folder of that name.\n"
            "Move it away, then run the same command again."
        )
    if VENV.exists():
        shutil.rmtree(VENV)
    code, output = logged(
        "making the Python environment", [sys.executable, "-m", "venv", str(VENV)], clean(os.environ), lambda _: ""
    )
    if code == 0:
        return
    if "ensurepip" in output or "No module named venv" in output:
        minor = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise Stop(
            f"This Python ({sys.executable}, {minor}) comes without its venv module, which the course needs.\n"
            "Install it, then run the same command again:\n"
            f"  Debian, Ubuntu: sudo apt install python{minor}-venv\n"
            "  elsewhere: a Python from python.org, conda or your package manager"
        )
    raise failed("Making the Python environment", output)


def install(python: Path, requirements: list[Path]) -> None:
    """Brings the environment to the pinned versions."""
    names = [part for file in requirements for part in ("-r", str(file))]
    command: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "--retries",
        "2",
        "--timeout",
        "20",
        "--progress-bar",
        "off",
        *names,
    ]
    code, output = logged(
        "installing Jupyter", command, clean(os.environ), lambda line: " ".join(line.split()[:2])[:50]
    )
    if code:
        raise failed("Installing Jupyter", output)

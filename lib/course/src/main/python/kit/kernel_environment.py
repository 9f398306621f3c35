"""How a notebook's kernel starts: its variables, and a kernel spec of the course's own.

Nothing that the learner set for other Java notebooks reaches the course's kernel: no start-up script, no compiler or
JVM option, no spec of theirs called `java`.
"""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from types import MappingProxyType

from kit import CLASSPATH, ENGINES, ROOT, STATE, class_archive
from kit.environment import clean, prefix_of
from kit.errors import Stop
from kit.jdk import VARIABLES, Jdk

OPTIONS = (
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-XX:MetaspaceSize=64m",  # less, and the first check of a notebook waits for a collection of the whole heap
    "-XX:-UsePerfData",
    "-Xshare:auto",
    "-Djava.awt.headless=true",
    "-Djava.security.manager=disallow",  # as newer JDKs do: a cell that sets one would end the kernel's loop
)
JSHELL = ("--add-opens", "jdk.jshell/jdk.jshell=ALL-UNNAMED")
"""What jjava's own launcher adds."""
QUIET = ("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
"""What newer JDKs need to stay quiet on stderr."""
NUMBERS = {"TIDEMARK_VARIANT": r"\d{1,9}", "TIDEMARK_CHECK_SECONDS": r"[1-9]\d{0,8}"}
"""The course's own, that an instructor may set, and what they may be."""
GRADERS = {"TIDEMARK_CLASS"}
"""The course's own, that only the grader sets."""
JJAVA_VARIABLES = ("COMPILER_OPTS", "JVM_OPTS", "LOAD_EXTENSIONS", "STARTUP_SCRIPT", "STARTUP_SCRIPTS_PATH", "TIMEOUT")
"""What jjava reads, each after JJAVA_; its class path is the course's."""


def foreign(name: str) -> bool:
    """Whether a variable would change how a Java kernel, or its JVM, starts."""
    return name.startswith("JJAVA_") or name in VARIABLES


def glob_of(folder: PurePath) -> str:
    """The class path as one glob: the kernel loads an extension at once, so its jars must all come together. The kernel
    splits globs at "/" on every system."""
    return folder.as_posix() + "/*.jar"


def options(jdk: Jdk) -> list[str]:
    """The JVM's options."""
    return [*OPTIONS, *(QUIET if jdk.major >= 24 else ())]


def env(jdk: Jdk, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """A child's variables: the chosen JDK first on PATH, the class path and the progress file."""
    if os.pathsep in str(ROOT) or "*" in str(ROOT) or "?" in str(ROOT):
        raise Stop(
            f"The course's folder must have a name without {os.pathsep} * ?, folder={ROOT}; a Java class path"
            " cannot hold them.\n"
            "Rename the folder, then run the same command again."
        )
    inherited = clean(environ)
    child = {name: inherited[name] for name in inherited if not foreign(name) and name not in GRADERS}
    for name, form in NUMBERS.items():
        if not re.fullmatch(form, child.get(name, "1")):
            above = " above 0" if form.startswith("[1") else ""
            raise Stop(
                f"{name} must be a whole number{above}, {name}={child[name]!r}; the checks in the kernel read it.\n"
                "Set it to one, or unset it, then run the same command again."
            )
    child.update(
        PATH=str(jdk.home / "bin") + os.pathsep + child.get("PATH", ""),
        JAVA_HOME=str(jdk.home),
        JJAVA_CLASSPATH=glob_of(CLASSPATH),
        TIDEMARK_ENGINES=ENGINES.as_posix(),
        TIDEMARK_PROGRESS=str(STATE / "progress.jsonl"),
    )
    return child


def kernel_jar(python: Path) -> Path:
    """The kernel, in the environment of an interpreter."""
    prefix = os.path.abspath(prefix_of(python))  # one spelling: an archive is made for a class path as it is written
    return Path(prefix) / "share" / "jupyter" / "kernels" / "java" / "jjava.jar"


def archive(python: Path, jdk: Jdk) -> Path:
    """The file of the kernel's class-data archive."""
    return class_archive.file(jdk, kernel_jar(python), [*options(jdk), *JSHELL])


def ensure_archive(python: Path, jdk: Jdk) -> None:
    """Makes the class-data archive of this JDK and this kernel, once."""
    file = archive(python, jdk)
    if class_archive.settled(file):
        return
    with TemporaryDirectory(prefix="tidemark-", ignore_cleanup_errors=True) as folder:
        scratch = Path(folder)
        made = scratch / "made.jsa"
        spec = write_spec(python, jdk, scratch, f"-XX:ArchiveClassesAtExit={made}")
        child = env(jdk) | {"JUPYTER_PATH": str(spec), "TIDEMARK_PROGRESS": str(scratch / "progress.jsonl")}
        class_archive.ensure(
            file, made, [str(python), str(Path(__file__).with_name("warm_kernel.py")), str(made)], child
        )


def write_spec(python: Path, jdk: Jdk, scratch: Path, *more: str) -> Path:
    """Writes the course's kernel spec and returns the folder for JUPYTER_PATH, which goes before every other spec. What
    the kernel's temporary files are is under `scratch` too, and ends with it. `more` are JVM options."""
    temporary = scratch / "temporary"
    temporary.mkdir(exist_ok=True)
    return write_command(scratch / "jupyter", command(python, jdk, temporary, *more))


def command(python: Path, jdk: Jdk, temporary: PurePath, *more: str) -> list[str]:
    """How the kernel is started, without its connection file."""
    java = jdk.home / "bin" / ("java.exe" if os.name == "nt" else "java")
    shared = class_archive.to_use(archive(python, jdk))
    flags = [*options(jdk), f"-Djava.io.tmpdir={temporary}", *shared, *more]
    return [str(java), *flags, *JSHELL, "-jar", str(kernel_jar(python))]


def install(python: Path, jdk: Jdk, data: Path | None = None) -> Path:
    """Puts the course's kernel into an environment, for a JupyterLab that something else starts: Binder, a hub, an
    editor. Everything that the kernel needs stands in its spec, and what the server would hand down for other Java
    kernels is taken away there. `data` is the environment's Jupyter folder."""
    temporary = STATE / "temporary"
    temporary.mkdir(parents=True, exist_ok=True)
    spoken = env(jdk, {})
    del spoken["PATH"]  # the server's own, whatever it is when the kernel starts
    prefix = Path(os.path.abspath(prefix_of(python)))
    names = [*sorted(VARIABLES), *(f"JJAVA_{name}" for name in JJAVA_VARIABLES)]
    started = command(python, jdk, temporary)
    if os.name == "nt":
        spoken = {**dict.fromkeys(names, ""), **spoken}
    else:  # a variable that is set to nothing is still set, and the JVM says so each time
        started = ["/usr/bin/env", *(word for name in names for word in ("-u", name)), *started]
    return write_command(data or prefix / "share" / "jupyter", started, spoken)


def write_command(folder: Path, argv: list[str], variables: Mapping[str, str] = MappingProxyType({})) -> Path:
    """Writes a kernel spec called java for a command, and returns the folder for JUPYTER_PATH."""
    spec = {
        "argv": [*argv, "{connection_file}"],
        "display_name": "Java (jjava)",
        "language": "java",
        "interrupt_mode": "message",
        "env": dict(variables),
    }
    (folder / "kernels" / "java").mkdir(parents=True, exist_ok=True)
    (folder / "kernels" / "java" / "kernel.json").write_text(json.dumps(spec, indent=1), "utf-8")
    return folder

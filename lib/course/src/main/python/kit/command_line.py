"""Reads the command line, sets up what the command needs, and hands over."""

import argparse
import difflib
import os
import platform
import signal
import subprocess
import sys
from pathlib import Path

from kit import NOTEBOOKS, ROOT, SOLUTIONS, environment, handed_out, jdk, kernel_environment, library
from kit.errors import Stop, all_of, one_message
from kit.notebook_files import none, numbered

COMMANDS = (
    "lab",
    "test",
    "run",
    "site",
    "grade",
    "release",
    "reset",
    "update",
    "times",
    "doctor",
    "bench",
    "install-kernel",
    "new-exercise",
    "check-exercise",
)

WITHOUT_JAVA = ("release", "reset", "update", "times", "new-exercise")
BUILDING = ("test", "bench", "check-exercise")
"""Commands that run Maven even where the library is built, and build it themselves."""
WITH_MAVEN = (*BUILDING, "site")


def arguments(argv: list[str], doc: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="course", description=doc, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", help=argparse.SUPPRESS)
    commands.add_parser("lab").add_argument("--no-browser", action="store_true")
    test = commands.add_parser("test")
    test.add_argument("--long", action="store_true")
    test.add_argument("--no-skip", action="store_true")
    run = commands.add_parser("run")
    run.add_argument("--solutions", action="store_true")
    run.add_argument("numbers", nargs="*", metavar="NN")
    commands.add_parser("site").add_argument("--executed", action="store_true")
    grade = commands.add_parser("grade")
    grade.add_argument("paths", nargs="+", metavar="PATH")
    grade.add_argument("--out", metavar="DIR")
    grade.add_argument("--accept", action="store_true")
    grade.add_argument("--gradebook", metavar="gradebook.db")
    grade.add_argument("--seconds", type=int, metavar="N")
    grade.add_argument("--container", metavar="IMAGE")
    grade.add_argument("--variant", metavar="SEED")
    grade.add_argument("--variants", metavar="variants.csv")
    released = commands.add_parser("release")
    released.add_argument("--variant", metavar="SEED")
    released.add_argument("--learners", metavar="FILE")
    released.add_argument("--out", metavar="DIR")
    commands.add_parser("times")
    commands.add_parser("reset").add_argument("number", metavar="NN")
    commands.add_parser("update")
    commands.add_parser("doctor").add_argument("--lines", action="store_true")
    commands.add_parser("bench")
    commands.add_parser("install-kernel")
    new = commands.add_parser("new-exercise")
    new.add_argument("id", metavar="ID")
    new.add_argument("--notebook", required=True, metavar="NN")
    new.add_argument("--title", required=True)
    commands.add_parser("check-exercise").add_argument("id", metavar="ID")
    return parser.parse_args(argv)


def known(word: str) -> None:
    """Refuses a command that there is not, with the nearest that there is."""
    if word in COMMANDS or word.startswith("-"):
        return
    near = difflib.get_close_matches(word, COMMANDS, 1)
    hint = (
        f"Did you mean: ./course {near[0]}" if near else f"There are: {', '.join(COMMANDS)}. ./course shows them all."
    )
    raise Stop(f"There is no such command: {word}\n{hint}")


def there(asked: argparse.Namespace) -> None:
    """Refuses notebooks that there are not, before any set-up."""
    if asked.command == "run":
        folder = SOLUTIONS if asked.solutions else NOTEBOOKS
        if not numbered(folder, asked.numbers):
            raise none(folder)
    elif asked.command == "grade":
        missing = [path for path in asked.paths if not os.path.exists(path)]
        if missing or (asked.seconds is not None and asked.seconds < 1):
            what = (
                f"There is no such file or folder: {', '.join(missing)}" if missing else "--seconds must be 1 or more"
            )
            print(f"course: {what}", file=sys.stderr)
            sys.exit(2)
    elif asked.command == "reset" and numbered(SOLUTIONS):
        numbered(SOLUTIONS, [asked.number])


def inside(python: Path, argv: list[str]) -> bool:
    """Whether we already run in the environment; else the same command is run there, and its exit code is ours."""
    if os.path.realpath(sys.prefix) == os.path.realpath(environment.prefix_of(python)):
        return True
    child = subprocess.Popen([str(python), str(ROOT / "course"), *argv], env=environment.clean(os.environ))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child is told too, and says so
    sys.exit(child.wait())


def main(argv: list[str], doc: str) -> None:
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115  (open to the end; None where the caller closed it)
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stderr.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    if not argv:
        print(doc)
        return
    with one_message():
        known(argv[0])
        asked = arguments(argv, doc)
        there(asked)
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):  # a closed terminal ends what we started, too
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.default_int_handler)
        if asked.command == "doctor":
            from kit import code_lines, doctor

            if asked.lines:
                code_lines.report()
            else:
                doctor.report()
            return
        with_variant = asked.command == "release" and asked.variant
        java = None if asked.command in WITHOUT_JAVA and not with_variant else needed(asked.command)
        python = environment.ensure(for_tests=asked.command == "test")
        if java and asked.command not in BUILDING:
            library.ensure(java)
            kernel_environment.ensure_archive(python, java)
        if asked.command in ("lab", "run"):
            handed_out.keep()
        if asked.command == "lab":
            from kit import lab

            assert java is not None
            lab.serve(python, java, browser=not asked.no_browser)
        elif asked.command == "install-kernel":
            assert java is not None
            where = kernel_environment.install(python, java)
            print(f"The course's Java kernel stands in {where}. A JupyterLab of this environment finds it.")
        elif inside(python, argv):
            dispatch(asked, java)


def needed(command: str) -> jdk.Jdk:
    """The JDK, after a look at everything that only the learner can install: before the first long download."""
    maven = [] if library.built() and command not in WITH_MAVEN else [library.required_maven]
    chosen: list[jdk.Jdk] = []
    all_of(lambda: chosen.append(jdk.choose(platform.system(), os.environ)), *maven)
    return chosen[0]


def released(asked: argparse.Namespace, java: jdk.Jdk | None) -> None:
    from kit import release, variants

    if not asked.variant:
        if asked.learners or asked.out:
            raise Stop("--learners and --out must be given with --variant SEED. Give it too: --variant 7")
        release.release()
    elif java is not None:
        names = variants.learners(Path(asked.learners)) if asked.learners else []
        out = Path(asked.out or ROOT / "target" / "variant").resolve()
        release.release_variants(java, variants.parse(asked.variant), names, out)


def dispatch(asked: argparse.Namespace, java: jdk.Jdk | None) -> None:
    """Commands that need Jupyter's packages."""
    if asked.command == "release":
        released(asked, java)
    elif asked.command == "times":
        from kit import times

        times.report()
    elif asked.command == "reset":
        from kit import release

        release.reset(asked.number)
    elif asked.command == "update":
        from kit import update

        update.command()
    elif asked.command == "new-exercise":
        from kit import new_exercise

        new_exercise.command(asked.id, asked.notebook, asked.title)
    elif java is None:
        raise Stop("no JDK was looked for")
    elif asked.command == "check-exercise":
        from kit import check_exercise

        sys.exit(check_exercise.command(java, asked.id))
    elif asked.command == "bench":
        from kit import bench

        sys.exit(bench.command(java))
    elif asked.command == "grade":
        from kit.grading import command

        try:
            wanted = command.asked(asked)
        except Stop as stop:
            print(f"course: {stop}", file=sys.stderr)
            sys.exit(2)
        sys.exit(command.command(java, wanted))
    elif asked.command == "site":
        from kit.site import command as site

        sys.exit(site.command(java, asked.executed))
    elif asked.command == "run":
        from kit import run

        sys.exit(run.command(java, asked.solutions, asked.numbers))
    else:
        from kit import all_tests

        sys.exit(all_tests.command(java, long=asked.long, no_skip=asked.no_skip))

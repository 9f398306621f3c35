"""`course test`: everything that can be wrong with the course, each item counted once."""

import contextlib
import io
import multiprocessing.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from kit import (
    CLASSPATH,
    ENGINES,
    NOTEBOOKS,
    ROOT,
    SOLUTIONS,
    execution,
    jdk,
    kernel_environment,
    library,
    mutation,
    release,
    reports,
    run,
)
from kit.console import logged
from kit.doctor import browser as find_browser
from kit.environment import clean, read
from kit.jdk import Jdk
from kit.notebook_files import numbered
from kit.notebooks import read as read_notebook

GATES_UP_TO = 24
"""The newest JDK on which Spotless 1.28 and Error Prone 2.42 run."""
BROWSER_NOTEBOOK = "03-event-time"


class Tally:
    """Passed, failed and skipped items; what failed is said at once."""

    def __init__(self) -> None:
        self.passed = self.failed = self.skipped = 0

    def item(self, name: str, problems: list[str]) -> None:
        self.passed += not problems
        self.failed += bool(problems)
        print(
            f"  {'FAILED' if problems else 'passed'}  {name}"
            + "".join(f"\n            {problem}" for problem in problems),
            flush=True,
        )

    def skip(self, name: str, why: str) -> None:
        self.skipped += 1
        print(f"  skipped {name}: {why}", flush=True)


def python_tests(tally: Tally, pattern: str) -> None:
    """The tests of `course` itself: `test_*.py`; once all is built and executed, `late_*.py`, which look at that."""
    said = io.StringIO()
    suite = unittest.defaultTestLoader.discover(str(ROOT / "lib" / "course" / "src" / "test" / "python"), pattern)
    before = made_by_notebooks()
    with own_temporary_folder() as temporary:
        result = unittest.TextTestRunner(said).run(suite)
        left = sorted(path.name for path in temporary.iterdir())
    left += sorted(made_by_notebooks() - before)
    wrong = result.failures + result.errors
    tally.passed += result.testsRun - len(wrong) - len(result.skipped)
    tally.failed += len(wrong)
    tally.skipped += len(result.skipped)
    print(
        f"  {result.testsRun} tests of course itself, {len(wrong)} failed"
        + "".join(f"\n{trace}" for _, trace in wrong),
        flush=True,
    )
    tally.item(f"the tests {pattern} leave nothing in the temporary folder", left[:15])


@contextlib.contextmanager
def own_temporary_folder() -> Iterator[Path]:
    """What is started meanwhile has this temporary folder; other users may walk through it."""
    multiprocessing.util.get_temp_dir()  # its own goes when this process ends, so it must not lie in ours
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="tidemark-tests-", ignore_cleanup_errors=True)))
        folder.chmod(0o1777)
        for name in ("TMPDIR", "TEMP", "TMP"):
            stack.enter_context(run.patched(name, str(folder)))
        stack.callback(setattr, tempfile, "tempdir", tempfile.tempdir)
        tempfile.tempdir = None
        yield folder


def made_by_notebooks() -> set[str]:
    """What cells have made in the system's temporary folder, where a Java program looks for it whatever TMPDIR is."""
    sources = "".join(file.read_text("utf-8") for file in numbered(SOLUTIONS))
    names = "|".join(sorted(set(re.findall(r'createTemp(?:Directory|File)\(\\"(\w+)', sources))))
    there = Path(tempfile.gettempdir()).iterdir()
    return {path.name for path in there if re.fullmatch(rf"(?:{names})\d{{9,}}\S*", path.name)}


def python_gates(tally: Tally) -> None:
    """Layout, lint and types of everything in Python, as pyproject.toml asks for them."""
    gates = {
        "Python is laid out by ruff": ["ruff", "format", "--check"],
        "ruff finds no mistake in Python": ["ruff", "check", "--quiet", "--output-format", "concise"],
        "mypy proves the types of Python": ["mypy", "--no-error-summary"],
    }
    for name, command in gates.items():
        done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
        tally.item(name, (done.stdout + done.stderr).splitlines()[:15] or ["failed"] if done.returncode else [])


class Surefire:
    """The sums of Surefire's reports."""

    def __init__(self) -> None:
        self.run = self.failures = self.errors = self.skipped = 0

    def collect(self, tally: Tally) -> None:
        for report in sorted(ROOT.glob("lib/*/target/surefire-reports/TEST-*.xml")):
            suite = reports.read(report)
            count = {name: int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")}
            wrong = count["failures"] + count["errors"]
            self.run += count["tests"]
            self.failures += count["failures"]
            self.errors += count["errors"]
            self.skipped += count["skipped"]
            tally.passed += count["tests"] - wrong - count["skipped"]
            tally.failed += wrong
            tally.skipped += count["skipped"]
            for said in reports.failures(suite):
                print(f"  FAILED  {said}")

    def summary(self) -> str:
        return f"Tests run: {self.run}, Failures: {self.failures}, Errors: {self.errors}, Skipped: {self.skipped}"


def gate_jdk(java: Jdk) -> Jdk | None:
    """The chosen JDK if the quality gates run on it, else another one on this machine."""
    found = [java, *(other for other in jdk.all_found(platform.system(), os.environ) if not other.flaw)]
    return next((one for one in found if one.major <= GATES_UP_TO), None)


def maven_tests(tally: Tally, surefire: Surefire, java: Jdk, gates: bool, long: bool) -> None:
    """All tests of `lib`, and its jars. Failures are counted from the reports, so that one does not hide the rest."""
    for old in ROOT.glob("lib/*/target/surefire-reports"):
        shutil.rmtree(old)
    shutil.rmtree(CLASSPATH, ignore_errors=True)
    shutil.rmtree(ENGINES, ignore_errors=True)
    for old in ROOT.glob(
        "lib/*/target/*classes"
    ):  # a build without the gates left them: Maven would not compile them again
        shutil.rmtree(old)
    command = [library.required_maven(), "-B", "-Dmaven.test.failure.ignore=true", "package"]
    command += ([] if gates else ["-Dquick"]) + (["-Dtidemark.long=true"] if long else [])
    temporary = ROOT / "target" / "java-tests-temporary"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    command += [f"-Dtests.temporary={temporary}"]
    stamp = library.RESOLVED.with_name("maven-resolved-tests")
    offline = ["-o"] if read(stamp) == library.resolved() else []
    title = f"testing the library on JDK {java.major}"
    code, output = logged(title, command + offline, library.maven_env(java), library.note)
    if code and offline and "offline" in output:
        code, output = logged(title, command, library.maven_env(java), library.note)
    surefire.collect(tally)
    errors = [text[:300] for text in output.splitlines() if text.startswith(("[ERROR]", "\x1b[1;31mERROR"))][:15]
    tally.item(
        f"the library builds{' with every quality gate' if gates else ''} on JDK {java.version}",
        errors or ["Maven failed"] if code else [],
    )
    left = sorted(path.name for path in temporary.iterdir())
    tally.item(f"the library's tests leave nothing in the temporary folder on JDK {java.version}", left[:15])
    if code == 0:
        stamp.write_text(library.resolved(), "utf-8")
        library.STAMP.write_text(library.fingerprint(), "utf-8")
        library.ENGINES_STAMP.write_text(library.fingerprint(library.ENGINES_MODULES), "utf-8")
        library.WEB_STAMP.write_text(library.fingerprint(library.WEB_MODULES), "utf-8")


def notebook_tests(tally: Tally, env: dict[str, str]) -> None:
    """Solved notebooks all green, untouched ones red exactly where they are marked, and no drift between the two."""
    tally.item("notebooks/ is what solutions/ makes of it", release.drift())
    for folder, expected in ((SOLUTIONS, "solved"), (NOTEBOOKS, "untouched")):
        files = numbered(folder)
        if not files:
            tally.item(f"notebooks in {folder.name}/", ["there is none"])
            continue
        print(f"  {folder.name}/", flush=True)
        runs, seconds = run.together(files, env, expected)
        run.save(runs, ROOT / "target" / "run" / folder.name)
        law = "all green" if expected == "solved" else "red exactly where it is marked"
        for executed in runs:
            tally.item(f"{folder.name}/{executed.file.stem} is {law}", executed.problems)
        if expected == "solved":
            run.speed(files, env, seconds, floor=True)


def plain_test(tally: Tally, java: Jdk, scratch: str) -> None:
    """A notebook in plain Jupyter, as started without `course`: it finds the class path by itself."""
    files = numbered(SOLUTIONS)
    if not files:
        return
    env = {name: value for name, value in clean(os.environ).items() if not name.startswith(("JJAVA", "TIDEMARK"))}
    env |= {
        "PATH": str(java.home / "bin") + os.pathsep + env.get("PATH", ""),
        "TIDEMARK_PROGRESS": str(Path(scratch) / "plain.jsonl"),
    }
    target = ROOT / "target" / "plain"
    command = [
        sys.executable,
        "-m",
        "nbconvert",
        "--to",
        "notebook",
        "--execute",
        "--allow-errors",
        "--output-dir",
        str(target),
        str(files[0]),
    ]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    problems = done.stderr.splitlines()[-3:]
    if done.returncode == 0:
        executed = execution.Execution(files[0], read_notebook(target / files[0].name))
        execution.judge(executed, "solved")
        problems = executed.problems
    tally.item(f"solutions/{files[0].stem} works in plain Jupyter, without course", problems)


def browser_test(tally: Tally, java: Jdk, no_skip: bool) -> None:
    """Charts and verdicts as a person sees them."""
    name = f"{BROWSER_NOTEBOOK} in a browser, both themes"
    chromium = find_browser()
    if chromium is None:
        if no_skip:
            tally.item(name, ["no Chromium was found, and --no-skip was asked for"])
        else:
            tally.skip(name, "no Chromium was found")
        return
    if not (SOLUTIONS / f"{BROWSER_NOTEBOOK}.ipynb").is_file():
        tally.item(name, [f"solutions/{BROWSER_NOTEBOOK}.ipynb is not there"])
        return
    from kit import browser

    for page, problems in browser.check(Path(sys.executable), java, chromium, BROWSER_NOTEBOOK).items():
        tally.item(f"browser: {page}", problems)
    print(f"  screenshots: {browser.TARGET.relative_to(ROOT).as_posix()}/", flush=True)


def command(java: Jdk, long: bool, no_skip: bool) -> int:
    """Runs everything; the last two lines are Surefire's summary and the count of all items."""
    tally, surefire = Tally(), Surefire()
    python_gates(tally)
    with run.patched("TIDEMARK_LONG", "yes" if long else ""):
        python_tests(tally, "test_*.py")
    gates = gate_jdk(java)
    if gates is None:
        tally.skip(
            "quality gates", f"Spotless and Error Prone need a JDK from 17 to {GATES_UP_TO}, found only {java.version}"
        )
    maven_tests(tally, surefire, gates or java, gates is not None, long)
    if long:
        for other in {one.major: one for one in jdk.all_found(platform.system(), os.environ) if not one.flaw}.values():
            if other.major != (gates or java).major:
                maven_tests(tally, surefire, other, False, long)
        for name, problems in mutation.items(gates or java):
            tally.item(name, problems)
    library.ensure(java)
    kernel_environment.ensure_archive(Path(sys.executable), java)
    with run.headless(java) as env:
        notebook_tests(tally, env)
    with TemporaryDirectory() as scratch:
        plain_test(tally, java, scratch)
    browser_test(tally, java, no_skip)
    python_tests(tally, "late_*.py")
    skipped = f", {tally.skipped} skipped" if tally.skipped else ""
    print(f"\n[INFO] {surefire.summary()}\n{tally.passed} passed, {tally.failed} failed{skipped}", flush=True)
    return 1 if tally.failed else 0

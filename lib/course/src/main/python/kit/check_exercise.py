"""`course check-exercise`: each place of one exercise is ok, or says what to do next; then its own tests are run."""

import os
import sys
from collections.abc import Callable

from kit import ROOT, library, places, reports
from kit.console import logged
from kit.environment import clean
from kit.errors import failed
from kit.jdk import Jdk
from kit.places import Place

BY_MODEL = ("BankTest", "ReachTest", "MutationTest")
BY_HISTORY = ("CounterexampleTest",)
TESTS = places.TESTS / "python"


def command(java: Jdk, exercise: str) -> int:
    """Prints a line for each place and each kind of test. Returns 0 if all are ok."""
    found = places.all_of(exercise)
    show(found)
    entry = places.entry(exercise)
    if entry is None or not entry.method or found[1].todo:
        print(f"\nIts tests can be run when the class is in the bank's list. Then: ./course check-exercise {exercise}")
        return 1
    library.ensure(java)
    tests = [java_tests(java, exercise, BY_MODEL if entry.by_model else BY_HISTORY)]
    if entry.by_model:
        tests.append(answers(java, exercise))
    show(tests)
    todo = [place for place in [*found, *tests] if place.todo]
    number = exercise[:2]
    print(
        f"\n{len(todo)} to do. Next: {todo[0].name}: {todo[0].todo.splitlines()[0]}"
        if todo
        else f"\nAll of {exercise} is there. Last: ./course run --solutions {number}, then ./course test"
    )
    return 1 if todo else 0


def show(found: list[Place]) -> None:
    for place in found:
        said = f": {place.todo}".replace("\n", "\n" + " " * 8) if place.todo else ""
        print(f"  {'next' if place.todo else 'ok  '}  {place.name}{said}", flush=True)


def java_tests(java: Jdk, exercise: str, classes: tuple[str, ...]) -> Place:
    """The tests that judge the exercise: each mistake is named, the probes reach, the mutants are refused."""
    folder = ROOT / "lib" / "course" / "target" / "surefire-reports"
    files = [folder / f"TEST-tidemark.{package}.{name}.xml" for name in classes for package in ("check", "mutants")]
    for file in files:
        file.unlink(missing_ok=True)
    build = [library.required_maven(), "-B", "-o", "-Dquick", "-pl", "lib/course", "-am", "test"]
    build += [
        f"-Dtest={','.join(classes)}",
        "-Dsurefire.failIfNoSpecifiedTests=false",
        f"-Dtidemark.exercise={exercise}",
    ]
    code, output = logged(f"testing {exercise}", build, library.maven_env(java), library.note)
    wrong = [said for file in files if file.exists() for said in reports.failures(reports.read(file))]
    if code and not wrong:
        raise failed("Building the tests", output)
    return Place("tests of its model and probes", "\n".join(wrong))


def answers(java: Jdk, exercise: str) -> Place:
    """The right and the wrong answers, each in the real kernel."""
    env = clean(os.environ) | {"TIDEMARK_EXERCISE": exercise, "PYTHONPATH": str(TESTS.parents[1] / "main" / "python")}
    env["JAVA_HOME"] = str(java.home)
    note: Callable[[str], str] = lambda _: ""  # noqa: E731
    title = f"answers of {exercise} in the kernel"
    code, output = logged(
        title, [sys.executable, "-m", "unittest", "discover", "-s", str(TESTS), "-p", "test_answers.py"], env, note
    )
    wrong = [line for line in output.splitlines() if line.startswith(("FAIL:", "ERROR:", "AssertionError"))]
    return Place("right and wrong answers in the kernel", "\n".join(wrong or ["failed"])[:3000] if code else "")

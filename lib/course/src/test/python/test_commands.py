"""What people do at the command line, and what it does to their machine and their work."""

import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any
from unittest import mock

from kit import ROOT, command_line, environment, jdk, library
from kit.errors import Stop, failed

ABSENT = "/nonexistent"


def executable(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    file.chmod(0o755)
    return file


class Scratch(unittest.TestCase):
    def setUp(self) -> None:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)


class Refused(unittest.TestCase):
    """What is refused before any set-up: even without a JDK, Maven and an environment."""

    def said(self, *argv: str, code: int = 1) -> str:
        with (
            mock.patch.object(environment, "ensure", side_effect=AssertionError("set-up")),
            mock.patch.object(command_line, "needed", side_effect=AssertionError("set-up")),
            mock.patch("sys.stderr") as err,
            self.assertRaises(SystemExit) as ended,
        ):
            command_line.main(list(argv), "doc")
        self.assertEqual(code, ended.exception.code)
        return "".join(call.args[0] for call in err.write.call_args_list)

    def test_a_mistyped_command_is_answered_with_the_nearest(self) -> None:
        for typed, meant in {"labb": "lab", "tests": "test", "realease": "release", "Reset": "reset"}.items():
            self.assertIn(f"Did you mean: ./course {meant}", self.said(typed))
        self.assertIn("There are: lab, test", self.said("xyzzy"))

    def test_bad_usage_of_grade_is_told_by_the_exit_code_2(self) -> None:
        self.assertIn(ABSENT, self.said("grade", ABSENT, code=2))
        self.assertIn("--seconds", self.said("grade", str(ROOT), "--seconds", "0", code=2))
        self.assertIn("PATH", self.said("grade", code=2))

    def test_a_notebook_that_there_is_not_is_refused_at_once(self) -> None:
        for argv in (["run", "99"], ["run", "00", "99"], ["run", "--solutions", "99"], ["reset", "99"]):
            self.assertIn("There are: 00-start-here", self.said(*argv))


@unittest.skipIf(os.name == "nt", "shims here are shell scripts")
class Shims(Scratch):
    def course(self) -> ModuleType:
        loader = importlib.machinery.SourceFileLoader("course", str(ROOT / "course"))
        spec = importlib.util.spec_from_loader("course", loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
        return module

    def test_a_shim_that_does_not_run_is_passed_over(self) -> None:
        course = self.course()
        executable(self.root / "python3.14", "#!/bin/sh\necho 'pyenv: python3.14: command not found' >&2\nexit 127\n")
        executable(self.root / "python3.13", "#!/nowhere/python\n")
        with mock.patch.dict(os.environ, {"PATH": str(self.root)}):
            self.assertIsNone(course.newer_python())
            good = executable(self.root / "python3.12", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
            self.assertEqual(str(good), course.newer_python())

    def test_a_java_on_path_that_is_a_plain_file_leads_to_its_home_except_on_a_mac(self) -> None:
        with (
            mock.patch("shutil.which", lambda *_, **__: "/usr/bin/java"),
            mock.patch("os.path.realpath", lambda path: path),
            mock.patch.object(jdk, "asked", lambda _: Path("/opt/some/jdk")),
        ):
            self.assertEqual([Path("/opt/some/jdk")], list(jdk.on_path("Linux", {"PATH": "/usr/bin"})))
            self.assertEqual([], list(jdk.on_path("Darwin", {"PATH": "/usr/bin"})))


GRADE = """
import sys
from pathlib import Path
from unittest import mock
from kit import command_line, environment, jdk, kernel_environment, library
java = jdk.Jdk(Path("jdk"), "", "17", "")
with (
    mock.patch.object(command_line, "needed", return_value=java),
    mock.patch.object(environment, "ensure", return_value=Path(sys.executable)),
    mock.patch.object(library, "ensure"),
    mock.patch.object(kernel_environment, "ensure_archive"),
):
    command_line.main(["grade", *sys.argv[1:]], "")
"""


class Locales(Scratch):
    def test_a_class_is_graded_whatever_the_locale_and_the_code_page(self) -> None:
        name = "ü日本 ✓"
        (self.root / "class" / name).mkdir(parents=True)
        (self.root / "class" / name / "01-lag.ipynb").write_text("ü日本", "utf-8")
        plain = {key: value for key, value in os.environ.items() if key not in ("PYTHONUTF8", "LANG", "LC_CTYPE")}
        plain["PYTHONPATH"] = str(ROOT / "lib" / "course" / "src" / "main" / "python")
        for more in ({"LC_ALL": "C"}, {"PYTHONIOENCODING": "cp932"}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}):
            out = self.root / "-".join(more)
            command = [sys.executable, "-c", GRADE, str(self.root / "class"), "--out", str(out)]
            done = subprocess.run(command, env=plain | more, capture_output=True)
            self.assertEqual((1, b""), (done.returncode, done.stderr), more)
            self.assertIn(name, done.stdout.decode("utf-8"))
            self.assertIn(f"{name},01-lag", (out / "grades.csv").read_text("utf-8-sig"))


@unittest.skipIf(os.name == "nt", "shims here are shell scripts")
class Programs(Scratch):
    """A java or a python that is a wrapper, and says or does something else."""

    JAVA = """#!/bin/sh
printf 'caf\\351\\n    java.home = /a/jdk\\nopenjdk version "17.0.9"\\n' >&2
"""

    def test_a_byte_that_is_no_utf_8_ends_no_command(self) -> None:
        home = self.root / "jdk"
        java = executable(home / "bin" / "java", self.JAVA)
        self.assertEqual(Path("/a/jdk"), jdk.asked(str(java)))
        self.assertEqual("17.0.9", jdk.inspect(home, "PATH").version)
        latin = executable(self.root / "python", "#!/bin/sh\nprintf 'caf\\351\\n3 12\\n'\n")
        self.assertEqual("3 12", environment.version_of(latin))
        crash = executable(self.root / "crash", "#!/bin/sh\nprintf 'caf\\351' >&2\nexit 1\n")
        self.assertRaises(environment.Damaged, environment.missing, crash, environment.REQUIREMENTS)

    def test_what_a_python_says_before_its_version_is_passed_over(self) -> None:
        for said, expected in {"hello\n3 12": "3 12", "hello": "", "": "", "3 12 x": "", "three": ""}.items():
            python = executable(self.root / "python", f"#!/bin/sh\ncat <<E\n{said}\nE\n")
            self.assertEqual(expected, environment.version_of(python))
        self.assertEqual("its Python does not start", environment.flaw_of(environment.version_of(python)))
        greets = executable(self.root / "greets", f'#!/bin/sh\necho hello from a wrapper\nexec {sys.executable} "$@"\n')
        (self.root / "none.txt").touch()
        self.assertEqual([], environment.missing(greets, self.root / "none.txt"))
        (self.root / "one.txt").write_text("no-such-package==1\n", "utf-8")
        self.assertEqual(["no-such-package"], environment.missing(greets, self.root / "one.txt"))

    def test_one_that_hangs_does_not_serve(self) -> None:
        hangs = executable(self.root / "jdk" / "bin" / "java", "#!/bin/sh\nexec sleep 60\n")
        with mock.patch.object(jdk, "SECONDS", 0.2), mock.patch.object(environment, "SECONDS", 0.2):
            self.assertEqual("its java does not start", jdk.inspect(self.root / "jdk", "PATH").flaw)
            self.assertIsNone(jdk.asked(str(hangs)))
            self.assertEqual("", environment.version_of(hangs))
            self.assertFalse(environment.pip_works(hangs))
            self.assertRaises(environment.Damaged, environment.missing, hangs, environment.REQUIREMENTS)


class Environments(Scratch):
    """A `.venv` in every state of disrepair."""

    def ensured(self, version: str, **more: object) -> list[str]:
        done: list[str] = []
        versions = iter([version, "3 12"])
        fakes: dict[str, Any] = {
            "VENV": self.root,
            "conda_prefix": lambda _: None,
            "version_of": lambda _: next(versions),
            "missing": lambda *_: [],
            "pip_works": lambda _: True,
            "make": lambda: done.append("made"),
            "install": lambda *_: done.append("installed"),
        }
        with mock.patch.multiple(environment, **(fakes | more)), mock.patch("builtins.print") as printed:
            environment.ensure()
        return [call.args[0] for call in printed.call_args_list] + done

    def test_one_by_an_older_python_is_named_and_made_anew(self) -> None:
        named, *done = self.ensured("3 9")
        self.assertIn("made anew: it was made by Python 3.9, and the course needs 3.11 or newer", named)
        self.assertEqual(["made", "installed"], done)

    def test_one_whose_packages_cannot_be_listed_is_named_and_made_anew(self) -> None:
        (self.root / "tidemark-0").write_text(f"3 12 {environment.digest(environment.REQUIREMENTS)}", "utf-8")
        crash = mock.Mock(side_effect=environment.Damaged("its packages cannot be listed: boom"))
        named, *done = self.ensured("3 12", missing=crash)
        self.assertIn("its packages cannot be listed: boom", named)
        self.assertEqual(["made", "installed"], done)

    def test_a_probe_that_crashes_does_not_say_that_nothing_is_missing(self) -> None:
        crash = mock.patch.object(environment, "MISSING", "raise SystemError('boom')")
        with crash, self.assertRaisesRegex(environment.Damaged, "SystemError: boom"):
            environment.missing(Path(sys.executable), environment.REQUIREMENTS)

    def test_a_conda_environment_that_is_too_old_is_not_touched(self) -> None:
        with self.assertRaisesRegex(Stop, r"Python 3\.9.*\n.*\n  conda env update"):
            self.ensured("3 9", conda_prefix=lambda _: self.root)


class Homes(Scratch):
    def test_java_is_given_home_where_the_accounts_own_cannot_be_written(self) -> None:
        home = str(self.root)
        self.assertEqual(home, library.better_home(Path(ABSENT), {"HOME": home}))
        self.assertEqual("", library.better_home(self.root, {"HOME": "/"}), "the account's own can be written")
        self.assertEqual("", library.better_home(Path(ABSENT), {"HOME": ABSENT + "/2"}), "neither can")
        self.assertEqual("", library.better_home(Path(ABSENT), {}))

    def test_a_home_with_a_blank_in_it_reaches_java_whole(self) -> None:
        spaced = self.root / "a home"
        spaced.mkdir()
        java = jdk.choose("Linux", os.environ)
        absent = mock.patch.object(library, "account_home", lambda: Path(ABSENT))
        with absent, mock.patch.dict(os.environ, {"HOME": str(spaced)}):
            env = library.maven_env(java)
        command = [str(java.home / "bin" / "java"), "-XshowSettings:properties", "-version"]
        self.assertIn(f"user.home = {spaced}", subprocess.run(command, env=env, capture_output=True, text=True).stderr)

    def test_where_none_can_be_written_the_message_says_home(self) -> None:
        coloured = "\x1b[0m\x1b[0m[ERROR] Could not create local repository at /nonexistent/.m2/repository -> [Help 1]"
        said = str(failed("Building", coloured))
        self.assertIn("Set HOME", said)
        self.assertNotIn("\x1b", said, "colours are for the terminal that they were made for")

    @unittest.skipUnless(shutil.which("setpriv") and os.getuid() == 0, "only root may become another user")
    def test_a_user_whose_home_cannot_be_written_is_told_so_by_the_real_maven(self) -> None:
        """As another user, in a copy of the project that has nothing to download: Maven stops before that."""
        java = jdk.choose("Linux", os.environ)
        command = [
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            library.required_maven(),
            "-o",
            "validate",
        ]
        env = library.maven_env(java) | {"HOME": ABSENT}
        (self.root / "pom.xml").write_text(
            "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId>"
            "<version>1</version><packaging>pom</packaging></project>",
            "utf-8",
        )
        self.root.chmod(0o755)
        done = subprocess.run(command, cwd=self.root, env=env, capture_output=True, text=True)
        self.assertNotEqual(0, done.returncode)
        self.assertIn("Set HOME", str(failed("Building", done.stdout + done.stderr)))


if __name__ == "__main__":
    unittest.main()

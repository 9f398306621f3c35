"""Finding Java on systems that this one is not."""

import io
import unittest
from contextlib import redirect_stderr
from pathlib import Path, PurePosixPath, PureWindowsPath
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from kit import environment, jdk
from kit.environment import python_in, read
from kit.errors import Stop, failed, one_message
from kit.kernel_environment import glob_of


def java_home(folder: Path, version: str, compiler: bool = True) -> Path:
    """A folder that looks like an installed JDK."""
    (folder / "bin").mkdir(parents=True)
    for tool in ["java"] + (["javac"] if compiler else []):
        (folder / "bin" / tool).write_text("")
        (folder / "bin" / tool).chmod(0o755)
    (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    return folder


class Stamps(unittest.TestCase):
    def test_a_damaged_stamp_matches_nothing_and_stops_nothing(self) -> None:
        with TemporaryDirectory() as scratch:
            stamp = Path(scratch) / "built-from"
            stamp.write_bytes(b"x\xff\xfe")
            self.assertNotIn(read(stamp), ("", "x"))


class Damage(unittest.TestCase):
    def test_a_missing_module_is_one_message_that_says_how_to_mend_it(self) -> None:
        said = io.StringIO()
        with redirect_stderr(said), self.assertRaises(SystemExit), one_message():
            raise ModuleNotFoundError("No module named 'nbformat'")
        self.assertIn("nbformat", said.getvalue())
        self.assertIn("Delete the folder .venv", said.getvalue())
        self.assertIn(
            "Delete the folder .venv", str(failed("Starting JupyterLab", "python: No module named jupyterlab"))
        )

    def test_packages_that_are_gone_are_installed_again_whatever_the_stamp_says(self) -> None:
        with TemporaryDirectory() as scratch:
            venv, asked = Path(scratch), []
            (venv / "tidemark-0").write_text(f"3 11 {environment.digest(environment.REQUIREMENTS)}", "utf-8")
            fakes: dict[str, Any] = {
                "VENV": venv,
                "conda_prefix": lambda _: None,
                "version_of": lambda _: "3 11",
                "pip_works": lambda _: True,
                "install": lambda _, files: asked.extend(files),
            }
            with mock.patch.multiple(environment, missing=lambda *_: [], **fakes):
                environment.ensure()
            self.assertEqual([], asked)
            with mock.patch.multiple(environment, missing=lambda *_: ["nbformat"], **fakes):
                environment.ensure()
            self.assertEqual([environment.REQUIREMENTS], asked)


class Versions(unittest.TestCase):
    def test_old_and_new_numbering(self) -> None:
        self.assertEqual([8, 17, 25, 0], [jdk.major_of(text) for text in ("1.8.0_402", "17.0.15", "25", "early")])


class Places(unittest.TestCase):
    def test_windows_looks_where_its_installers_put_it(self) -> None:
        places = jdk.usual_places(
            "Windows",
            {
                "ProgramFiles": "C:\\Program Files",
                "ProgramW6432": "C:\\Program Files",
                "LOCALAPPDATA": "C:\\L",
                "USERPROFILE": "C:\\Users\\ä b",
            },
        )
        self.assertIn("C:\\Program Files\\Eclipse Adoptium\\*", places)
        self.assertIn("C:\\L\\Programs\\Eclipse Adoptium\\*", places)
        self.assertIn("C:\\Users\\ä b\\scoop\\apps\\*jdk*\\current", places)
        self.assertEqual(len(places), len(set(places)))

    def test_macos_looks_in_its_library_and_in_homebrew(self) -> None:
        places = jdk.usual_places("Darwin", {"HOME": "/Users/x"})
        self.assertIn("/Library/Java/JavaVirtualMachines/*/Contents/Home", places)
        self.assertIn("/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home", places)
        self.assertIn("/Users/x/.sdkman/candidates/java/*", places)

    def test_nothing_is_made_up_without_a_home(self) -> None:
        self.assertFalse(
            [
                place
                for system in ("Linux", "Darwin", "Windows")
                for place in jdk.usual_places(system, {})
                if place.startswith(("/.", "\\."))
            ]
        )

    def test_conda_keeps_it_elsewhere_on_windows(self) -> None:
        self.assertEqual(
            ["C:\\c\\Library\\lib\\jvm", "C:\\c\\Library"], jdk.conda_homes("Windows", {"CONDA_PREFIX": "C:\\c"})
        )
        self.assertEqual(["/c/lib/jvm"], jdk.conda_homes("Linux", {"CONDA_PREFIX": "/c"}))
        self.assertEqual([], jdk.conda_homes("Linux", {}))


class Choice(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = TemporaryDirectory(prefix="jdk mit ä ")
        self.root = Path(self.scratch.name)
        self.addCleanup(self.scratch.cleanup)

    def choose(self, **environ: str) -> jdk.Jdk:
        """Chooses on a system of its own, whose usual places are below HOME."""
        with mock.patch.object(jdk, "usual_places", lambda *_: [f"{self.root}/usual/*"]):
            return jdk.choose("Linux", environ)

    def test_java_home_comes_first(self) -> None:
        home, other = java_home(self.root / "a", "21.0.1"), java_home(self.root / "b", "17.0.1")
        self.assertEqual(home, self.choose(JAVA_HOME=str(home), PATH=f"{other}/bin").home)

    def test_a_java_home_that_is_too_old_does_not_hide_a_newer_one(self) -> None:
        old, new = java_home(self.root / "a", "11.0.2"), java_home(self.root / "b", "17.0.1")
        self.assertEqual(new, self.choose(JAVA_HOME=str(old), PATH=f"{new}/bin").home)

    def test_of_the_usual_places_the_oldest_that_serves(self) -> None:
        for version in ("25.0.1", "17.0.9", "1.8.0_1"):
            java_home(self.root / "usual" / version, version)
        self.assertEqual(17, self.choose(PATH="").major)

    def test_a_jre_is_not_enough_and_the_message_says_what_was_found(self) -> None:
        jre = java_home(self.root / "jre", "17.0.1", compiler=False)
        with self.assertRaisesRegex(Stop, "(?s)JRE, without the compiler.*apt install openjdk-17"):
            self.choose(JAVA_HOME=str(jre), PATH="")

    def test_none_at_all(self) -> None:
        with self.assertRaisesRegex(Stop, "found none"):
            self.choose(PATH=str(self.root))

    def test_a_java_home_that_is_gone_is_passed_over(self) -> None:
        new = java_home(self.root / "b", "17.0.1")
        self.assertEqual(new, self.choose(JAVA_HOME=str(self.root / "gone"), PATH=f"{new}/bin").home)


class Paths(unittest.TestCase):
    def test_the_class_path_is_one_glob_with_slashes(self) -> None:
        self.assertEqual("C:/Kurs für A/lib/*.jar", glob_of(PureWindowsPath("C:\\Kurs für A\\lib")))
        self.assertEqual("/home/a b/lib/*.jar", glob_of(PurePosixPath("/home/a b/lib")))

    def test_an_environments_python(self) -> None:
        self.assertEqual(PureWindowsPath("C:/v/Scripts/python.exe"), python_in(PureWindowsPath("C:/v"), conda=False))
        self.assertEqual(PureWindowsPath("C:/v/python.exe"), python_in(PureWindowsPath("C:/v"), conda=True))
        self.assertEqual(PurePosixPath("/v/bin/python"), python_in(PurePosixPath("/v"), conda=False))


if __name__ == "__main__":
    unittest.main()

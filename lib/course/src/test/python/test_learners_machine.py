"""What stands on a learner's machine: javas that do not run, variables for other JVMs, probes that say nothing."""

import os
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from kit import environment, jdk, kernel_environment, library
from kit.errors import Stop

VERSION = 'openjdk version "21.0.4" 2024-07-16'


def executable(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    file.chmod(0o755)
    return file


@unittest.skipIf(os.name == "nt", "the javas here are shell scripts")
class Machine(unittest.TestCase):
    def setUp(self) -> None:
        scratch = TemporaryDirectory(prefix="machine ")
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name)
        self.good = self.home("good", f"echo '{VERSION}' >&2")

    def home(self, name: str, script: str) -> Path:
        """A Java home without a `release` file, whose java is a script."""
        executable(self.root / name / "bin" / "java", f"#!/bin/sh\n{script}\n")
        executable(self.root / name / "bin" / "javac", "")
        (self.root / name / "lib").mkdir()
        (self.root / name / "lib" / "modules").touch()
        return self.root / name

    def choose(self, *path: Path | str, **environ: str) -> Path:
        with mock.patch.object(jdk, "usual_places", lambda *_: []):
            return jdk.choose("Linux", environ | {"PATH": os.pathsep.join(map(str, path))}).home


class Javas(Machine):
    def test_a_java_home_that_is_no_home_is_passed_over(self) -> None:
        file = self.root / "a file"
        file.touch()
        loop = self.root / "loop"
        loop.symlink_to(loop)
        wrong = [
            "",
            " ",
            "/nowhere",
            str(file),
            str(loop),
            f'"{self.good}"',
            str(self.good / "bin"),
            "~/jdk",
            "relative",
        ]
        for java_home in wrong:
            self.assertEqual(self.good, self.choose(self.good / "bin", JAVA_HOME=java_home), java_home)

    def test_what_is_called_java_and_does_not_run_is_passed_over(self) -> None:
        scripts = {
            "crashes": "exit 134",
            "killed": "kill -9 $$",
            "says nothing": "true",
            "no version": "echo 'version unknown' >&2",
            "on stdout": f"echo '{VERSION}'",
            "not text": "printf '\\377\\376' >&2",
        }
        for name, script in scripts.items():
            self.assertEqual(self.good, self.choose(self.home(name, script) / "bin", self.good / "bin"), name)
        no_program = self.home("no program", "")
        (no_program / "bin" / "java").write_bytes(b"\x7fELF of another machine")
        self.assertEqual(self.good, self.choose(no_program / "bin", self.good / "bin"))

    def test_a_path_of_which_half_leads_nowhere_leads_to_the_rest(self) -> None:
        folder = self.root / "folder"
        (folder / "java").mkdir(parents=True)
        plain = self.root / "plain"
        executable(plain / "java", "").chmod(0o644)
        dangling = self.root / "dangling"
        dangling.mkdir()
        (dangling / "java").symlink_to("/nowhere/java")
        for before in (folder, plain, dangling, "", ".", "/nowhere", self.root / "a\nb", self.good / "bin" / "java"):
            self.assertEqual(self.good, self.choose(before, self.good / "bin"), before)

    def test_a_release_file_that_says_nothing_is_not_the_last_word(self) -> None:
        for text in (b"", b"\xff\xfe\x00", b"JAVA_VERSION=21", b'JAVA_VERSION=""'):
            (self.good / "release").write_bytes(text)
            self.assertEqual("21.0.4", jdk.inspect(self.good, "PATH").version, text)
        (self.good / "release").unlink()
        (self.good / "release").mkdir()
        self.assertEqual("21.0.4", jdk.inspect(self.good, "PATH").version)

    def test_a_launcher_that_leads_nowhere_is_named_and_not_followed(self) -> None:
        launcher = executable(self.root / "shims" / "java", "#!/bin/sh\necho 'no version is set' >&2\nexit 1\n")
        self.assertIsNone(jdk.asked(str(launcher)))
        self.assertEqual(self.good, self.choose(launcher.parent, self.good / "bin"))
        with self.assertRaisesRegex(Stop, "(?s)found only:.*no java in it"):
            self.choose(launcher.parent)

    def test_options_for_other_jvms_hide_no_jdk(self) -> None:
        names = " ".join(f"${name}" for name in sorted(jdk.VARIABLES))
        spoiled = self.home("spoiled", f"test -z \"$(echo {names})\" && echo '{VERSION}' >&2")
        with mock.patch.dict(os.environ, dict.fromkeys(jdk.VARIABLES, "-XX:NoSuchOption")):
            self.assertEqual("21.0.4", jdk.inspect(spoiled, "PATH").version)


class Variables(Machine):
    def test_no_variable_of_any_jvm_or_of_jjava_reaches_the_kernel_by_either_way(self) -> None:
        java = jdk.Jdk(self.good, "PATH", "21.0.4", "")
        variables = dict.fromkeys(jdk.VARIABLES, "-XX:NoSuchOption")
        variables |= {f"JJAVA_{name}": "x" for name in kernel_environment.JJAVA_VARIABLES} | {"JJAVA_LATER": "x"}
        left = kernel_environment.env(java, variables)
        self.assertEqual(set(), variables.keys() & left.keys())
        for name in ("OPENJ9_JAVA_OPTIONS", "IBM_JAVA_OPTIONS", "_JAVA_OPTIONS"):
            self.assertIn(name, jdk.VARIABLES)

    def test_what_a_proxy_needs_still_reaches_maven(self) -> None:
        java = jdk.Jdk(self.good, "PATH", "21.0.4", "")
        with mock.patch.dict(os.environ, {"JAVA_TOOL_OPTIONS": "-Dhttps.proxyHost=proxy"}):
            self.assertEqual("-Dhttps.proxyHost=proxy", library.maven_env(java)["JAVA_TOOL_OPTIONS"])


class Probes(Machine):
    def test_a_probe_that_says_nothing_does_not_say_that_nothing_is_missing(self) -> None:
        silent = executable(self.root / "silent", "#!/bin/sh\nexit 0\n")
        with self.assertRaisesRegex(environment.Damaged, "it said nothing"):
            environment.missing(silent, environment.REQUIREMENTS)
        ends = mock.patch.object(environment, "MISSING", "import os; os._exit(0)")
        with ends, self.assertRaisesRegex(environment.Damaged, "it said nothing"):
            environment.missing(Path(sys.executable), environment.REQUIREMENTS)

    def test_a_probe_that_is_killed_says_so(self) -> None:
        killed = executable(self.root / "killed", "#!/bin/sh\nkill -9 $$\n")
        with self.assertRaises(environment.Damaged):
            environment.missing(killed, environment.REQUIREMENTS)

    def test_what_a_wrapper_says_before_and_after_is_no_package(self) -> None:
        talks = executable(self.root / "talks", f'#!/bin/sh\necho hello\n"{sys.executable}" "$@"\necho bye\n')
        (self.root / "one.txt").write_text("no-such-package==1\n", "utf-8")
        self.assertEqual(["no-such-package"], environment.missing(talks, self.root / "one.txt"))
        (self.root / "one.txt").write_text("# nothing\n", "utf-8")
        self.assertEqual([], environment.missing(talks, self.root / "one.txt"))


if __name__ == "__main__":
    unittest.main()

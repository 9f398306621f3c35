"""Grading in containers: how one is started, and what comes back. The engine is a stand-in unless one runs here."""

import contextlib
import io
import os
import platform
import sys
import unittest
import unittest.mock
from pathlib import Path
from tempfile import TemporaryDirectory

import graded_class
import nbformat
from kit import jdk, kernel_environment, library
from kit.errors import Stop
from kit.grading import command, container, isolation, worker
from kit.grading.results import read
from submitted import LAG, LEFT, RIGHT_LAG, answered

STAND_IN = """#!/bin/sh
# Runs what a container would run, on this machine: no fence at all.
case "$1" in info) exit 0 ;; run) shift ;; *) exit 1 ;; esac
while :; do
  case "$1" in
    --env=*) export "${1#--env=}" ;;
    --*) ;;
    *) break ;;
  esac
  shift
done
shift # the image
exec "$@"
"""


@unittest.skipIf(os.name == "nt", "the stand-in is a shell script")
class Containers(unittest.TestCase):
    def setUp(self) -> None:
        scratch = TemporaryDirectory(prefix="tidemark-box-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def engine(self, name: str, content: str) -> Path:
        file = self.folder / "bin" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(content, "utf-8")
        file.chmod(0o755)
        return file

    def path(self) -> contextlib.AbstractContextManager[object]:
        """Only the stand-ins are found."""
        return unittest.mock.patch.dict(os.environ, {"PATH": str(self.folder / "bin")})

    def job(self) -> worker.Job:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1", id="a")])
        box = self.folder / "s1"
        kernel = ["/jdk/bin/java", "-XX:SharedArchiveFile=/venv/a.jsa", "-jar", "/venv/jjava.jar"]
        fence = isolation.Fence(True, True, True)
        return worker.Job(notebook, box / "work", None, fence, [], kernel, {"A": "b"}, ["a"], [], [])

    def test_a_container_has_no_network_no_rights_and_one_folder_to_write_in(self) -> None:
        made = container.Container("/usr/bin/podman", "debian:12").command(self.job(), self.folder / "s1")
        self.assertEqual(["/usr/bin/podman", "run", "--rm"], made[:3])
        for option in ("--network=none", "--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"):
            self.assertIn(option, made)
        self.assertIn(f"--pids-limit={isolation.PROCESSES}", made)
        self.assertTrue(any(option.startswith("--memory=") for option in made))
        self.assertTrue(any(option.startswith("--user=") for option in made))
        volumes = [option.removeprefix("--volume=") for option in made if option.startswith("--volume=")]
        box = self.folder / "s1"
        self.assertEqual([f"{box}:{box}"], [volume for volume in volumes if not volume.endswith(":ro")])
        for place in ("/jdk", "/venv/a.jsa", "/venv/jjava.jar", sys.prefix, sys.base_prefix):
            self.assertIn(f"{place}:{place}:ro", volumes)
        self.assertFalse([volume for volume in volumes if "solutions" in volume or volume.startswith("/:")])
        inside = made[made.index("debian:12") :]
        self.assertEqual(
            ["debian:12", os.path.abspath(sys.executable), "-m", "kit.grading.contained", f"{box}/job.json"], inside
        )

    def test_podman_without_root_keeps_the_uid_that_owns_the_folder(self) -> None:
        for engine, uid, expected in (("podman", 1000, True), ("podman", 0, False), ("docker", 1000, False)):
            with unittest.mock.patch.object(container, "ids", lambda uid=uid: (uid, uid)):
                made = container.Container(engine, "i").command(self.job(), self.folder)
            self.assertEqual(expected, "--userns=keep-id" in made, engine)

    def test_where_there_is_no_engine_or_it_does_not_answer_that_is_said(self) -> None:
        with self.path():
            self.assertRaisesRegex(Stop, "podman or docker on PATH, and running", container.of_image, "debian:12")
            self.engine("docker", "#!/bin/sh\nexit 1\n")
            self.assertRaisesRegex(Stop, "neither answers", container.of_image, "debian:12")
            self.engine("docker", STAND_IN)
            self.assertEqual("docker, debian:12", container.of_image("debian:12").said())

    def test_a_job_is_in_the_container_what_it_was_here(self) -> None:
        job = self.job()
        again = container.job_of(container.described(job))
        for name in ("notebook", "folder", "kernel", "env", "checks", "theirs", "added", "limits", "self_tests"):
            self.assertEqual(getattr(job, name), getattr(again, name))

    def test_a_container_that_says_nothing_costs_its_submission_and_is_said(self) -> None:
        (self.folder / "s1").mkdir()
        broken = self.engine("docker", "#!/bin/sh\necho no such image >&2\nexit 125\n")
        done = container.Container(str(broken), "i").run(self.job(), self.folder / "s1")
        self.assertEqual("its container ended without a word, code=125: no such image", done.failure)

    def test_a_submission_is_graded_by_the_runner_in_the_container(self) -> None:
        java = jdk.choose(platform.system(), os.environ)
        library.ensure(java)
        kernel_environment.ensure_archive(Path(sys.executable), java)
        file = self.folder / "class" / "ada" / "01-lag.ipynb"
        file.parent.mkdir(parents=True)
        file.write_bytes(answered(RIGHT_LAG))
        box = container.Container(str(self.engine("docker", STAND_IN)), "stand-in")
        with contextlib.redirect_stdout(io.StringIO()) as said:
            code = command.command(java, command.Asked([self.folder / "class"], self.folder / "out", box=box))
        grades = read(self.folder / "out" / "grades.json")
        assert grades is not None
        states = {each.id: each.state for each in grades.notebooks[0].exercises}
        self.assertEqual((0, {LAG: "right", LEFT: "not attempted"}), (code, states), said.getvalue())
        self.assertIn("in a container without a network (docker, stand-in)", grades.isolation["network"])


IMAGE = os.environ.get("TIDEMARK_IMAGE", "")
"""An image that the engine of this machine has, with a C library as new as the machine's."""


@unittest.skipUnless(IMAGE, "TIDEMARK_IMAGE names no image to grade in")
class RealContainers(graded_class.AClass):
    """The twelve submissions, the hostile ones among them, each in a real container."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.box = container.of_image(IMAGE)
        super().setUpClass()
        # The container's own bound stops the bomb before its kernel is lost: no cell has to be left out.
        next(case for case in cls.cases if case.name == "fork bomb").notes.clear()

    def test_the_report_says_in_what_each_was_graded(self) -> None:
        self.assertIn(f"in a container without a network ({self.box and self.box.said()})", str(self.grades.isolation))


if __name__ == "__main__":
    unittest.main()

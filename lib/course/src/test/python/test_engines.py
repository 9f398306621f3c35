"""What notebook 09 alone needs: it is fetched beside the library, and its absence costs no other notebook."""

import io
import os
import platform
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from kit import SOLUTIONS, jdk, kernel_environment, library
from kit.notebook_files import numbered
from kit.notebooks import read


class Engines(unittest.TestCase):
    def setUp(self) -> None:
        scratch = TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name) / "classpath"
        self.stamp = Path(scratch.name) / "built-from"
        for name, value in (("ENGINES", self.folder), ("ENGINES_STAMP", self.stamp)):
            patch = mock.patch.object(library, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        self.java = jdk.choose(platform.system(), os.environ)

    def ensure(self, code: int) -> str:
        said = io.StringIO()

        def build(*_: object) -> tuple[int, str]:
            self.folder.mkdir()
            (self.folder / "tidemark-engines-0.jar").touch()
            return code, "no network"

        with mock.patch.object(library, "build", build), redirect_stdout(said):
            library.ensure_engines(self.java)
        return said.getvalue()

    def test_engines_that_cannot_be_fetched_are_said_and_leave_no_half_of_them(self) -> None:
        self.assertIn("All others work", self.ensure(1))
        self.assertFalse(self.folder.exists())
        self.assertFalse(library.engines_built())

    def test_engines_are_built_once(self) -> None:
        self.assertEqual("", self.ensure(0))
        self.assertTrue(library.engines_built())
        with mock.patch.object(library, "build", side_effect=AssertionError):
            library.ensure_engines(self.java)

    def test_no_other_notebook_loads_them_and_the_kernel_is_told_where_they_are(self) -> None:
        loading = [
            file.stem
            for file in numbered(SOLUTIONS)
            if any(
                "Environment.engines()" in cell.source or "tidemark.engines" in cell.source for cell in read(file).cells
            )
        ]
        self.assertEqual(["09-real-engines"], loading)
        env = kernel_environment.env(self.java, {})
        self.assertNotIn("lib/engines", env["JJAVA_CLASSPATH"])
        self.assertTrue(env["TIDEMARK_ENGINES"].endswith("lib/engines/target/classpath"))


if __name__ == "__main__":
    unittest.main()

"""One kernel for the golden tests of the checks: a notebook's cells in, the verdict out, on every JDK there is."""

import os
import platform
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from kernel_session import Kernel, Output
from kit import jdk, library

HEAD = "long windowStart(long timestamp, long size) "
RIGHT = HEAD + "{ return timestamp - Math.floorMod(timestamp, size); }"
CHECK = 'Check.run("03-window-start");'


class Golden(unittest.TestCase):
    """One kernel for all cases of a class; none is left out of order by the one before."""

    java: jdk.Jdk
    scratch: TemporaryDirectory[str]
    kernel: Kernel
    __test__ = False
    of_others = False
    """Whether the kernel is one of a Jupyter that others start: there a JDK that still can lets cells set a security
    manager."""

    @classmethod
    def setUpClass(cls) -> None:
        if "java" not in cls.__dict__:
            raise unittest.SkipTest("run on each JDK below")
        cls.scratch = TemporaryDirectory()
        allows = ("-Djava.security.manager=allow",) if cls.of_others and cls.java.major < 24 else ()
        cls.kernel = Kernel(cls.java, Path(cls.scratch.name), options=allows)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.kernel.end()
        cls.scratch.cleanup()

    def verdict(self, state: str, *said: str, cells: tuple[str, ...] = (), check: str = CHECK) -> Output:
        """Runs cells and a check, and a next cell that must be as if nothing had happened."""
        for cell in cells:
            self.kernel.cell(cell)
        output = self.kernel.cell(check)
        self.assertEqual(state, output.state, output.text + output.error)
        self.assertTrue(
            output.text.startswith(state.upper().replace("-", " ")) or state in ("input-changed", "remembers"),
            output.text,
        )
        for words in said:
            self.assertIn(words, output.text)
        self.assertEqual({"stdout": "", "stderr": ""}, output.streams)
        self.assertEqual(state == "right", output.error == "", output.error)
        self.assertNotIn("\tat tidemark", output.error)
        after = self.kernel.cell('System.out.println("still here"); 20 + 22')
        self.assertEqual(("42", {"stdout": "still here\n", "stderr": ""}), (after.text, after.streams), after.error)
        return output


def on_every_jdk(loader: unittest.TestLoader, *classes: type[Golden]) -> unittest.TestSuite:
    """Every class once for each JDK on this machine."""
    library.ensure(jdk.choose(platform.system(), os.environ))
    found = {java.major: java for java in jdk.all_found(platform.system(), os.environ) if not java.flaw}
    suite = unittest.TestSuite()
    for major, java in sorted(found.items()):
        for cases in classes:
            suite.addTests(
                loader.loadTestsFromTestCase(type(f"{cases.__name__}OnJdk{major}", (cases,), {"java": java}))
            )
    return suite

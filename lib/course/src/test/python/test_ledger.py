"""Points come from the checks in the kernel: a page that shows a verdict, or a comm that is replaced, earns nothing."""

import os
import platform
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from kernel_session import FIRST_CELL
from kit import jdk, kernel_environment, library
from kit.execution import KERNEL_LOG, Execution, execute, points
from kit.ledger import Ledger

RIGHT = "long windowStart(long timestamp, long size) { return timestamp - Math.floorMod(timestamp, size); }"
WRONG = "long windowStart(long timestamp, long size) { return timestamp / size * size; }"
CHECK = 'Check.run("03-window-start");'
FORGED = 'render("<div data-state=\\"right\\">RIGHT</div>", "text/html");'
KERNEL = "org.dflib.jjava.jupyter.kernel.BaseKernel.notebookKernel().getCommManager()"
COMM = KERNEL + ".iterator().next().getID()"


class TheLedger(unittest.TestCase):
    java: jdk.Jdk

    @classmethod
    def setUpClass(cls) -> None:
        if "java" not in cls.__dict__:
            cls.java = jdk.choose(platform.system(), os.environ)
        library.ensure(jdk.choose(platform.system(), os.environ))
        KERNEL_LOG.parent.mkdir(parents=True, exist_ok=True)

    def run_cells(self, *cells: str) -> Execution:
        """Cells as a notebook; those that say Check, or show a forged verdict, are checks of 2 points."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(FIRST_CELL)])
        for source in cells:
            cell = nbformat.v4.new_code_cell(source)
            if source in (CHECK, FORGED):
                cell.metadata.update(tidemark={"role": "check"}, nbgrader={"grade": True, "points": 2})
            notebook.cells.append(cell)
        with TemporaryDirectory() as scratch:
            env = kernel_environment.env(self.java) | {"TIDEMARK_PROGRESS": str(Path(scratch) / "progress.jsonl")}
            return execute(Path(scratch) / "x.ipynb", notebook, env)

    def test_a_right_answer_earns_and_a_wrong_one_does_not(self) -> None:
        run = self.run_cells(RIGHT, CHECK, WRONG, CHECK, RIGHT, CHECK)
        self.assertEqual("", run.ended)
        self.assertEqual((4.0, 6.0, 0.0), points(run))

    def test_what_a_check_found_out_comes_with_its_verdict(self) -> None:
        run = self.run_cells(WRONG, CHECK)
        found = run.ledger.facts[run.notebook.cells[-1].id]
        self.assertEqual((["TRUNCATES"], ["240"]), (found["name"], found["probes"]), found)
        self.assertRegex(found["signature"][0], "^[0-9a-f]{16}$")
        self.assertIn("windowStart: timestamp = -", found["history"][0])
        self.assertNotEqual(found["expected"], found["yours"])

    def test_a_forged_page_earns_nothing(self) -> None:
        run = self.run_cells(FORGED, "class Check { static void run(String id) { } }", CHECK)
        self.assertEqual(("", (0.0, 4.0, 0.0)), (run.ended, points(run)))

    def test_a_replaced_comm_loses_later_cells_only(self) -> None:
        run = self.run_cells(RIGHT, CHECK, f"{KERNEL}.unregisterComm({COMM});", CHECK)
        self.assertEqual((2.0, 4.0, 0.0), points(run))

    def test_a_lost_kernel_loses_later_cells_only(self) -> None:
        run = self.run_cells(RIGHT, CHECK, "System.exit(0);", CHECK)
        self.assertIn("ended the kernel", run.ended)
        self.assertEqual((2.0, 4.0, 0.0), points(run))

    def test_an_answer_with_a_wrong_code_proves_nothing(self) -> None:
        ledger = Ledger()
        said = {"verdicts": "03-window-start=right", "facts": "", "mac": "0" * 64}
        self.assertEqual({}, ledger.proved({"metadata": said}, "nonce"))
        self.assertEqual({}, ledger.proved({"metadata": {"verdicts": "a=right"}}, "nonce"))
        self.assertEqual({}, ledger.proved({"metadata": {"verdicts": 1, "facts": "", "mac": "ü"}}, "nonce"))


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    """On the JDK of the course; with `--long` on every other one as well."""
    chosen = jdk.choose(platform.system(), os.environ)
    found = {java.major: java for java in jdk.all_found(platform.system(), os.environ) if not java.flaw}
    others = [java for major, java in sorted(found.items()) if major != chosen.major]
    for java in others if os.environ.get("TIDEMARK_LONG") else []:
        tests.addTests(loader.loadTestsFromTestCase(type(f"TheLedgerOnJdk{java.major}", (TheLedger,), {"java": java})))
    return tests

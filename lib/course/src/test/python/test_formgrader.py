"""Formgrader, opened in a browser with hostile submissions in the gradebook: nothing of them runs."""

import os
import socket
import subprocess
import sys
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from kit import NOTEBOOKS, doctor
from kit.grading import cells, feedback, gradebook
from kit.grading.results import Finding, Graded, Grades, result
from kit.notebooks import read as read_notebook
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from references import reference

RUN = "document.documentElement.dataset.ran=1"
HOSTILE = (
    f"<img src=x onerror='{RUN}'>",
    f"<script>{RUN}</script>",
    f"<svg onload='{RUN}'><script>{RUN}</script></svg>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    f"<details open ontoggle='{RUN}'>x</details>",
    f"<math><mtext><table><mglyph><style><img src=x onerror='{RUN}'>",
    f"`<img src=x onerror='{RUN}'>` ![x](x\"onerror=\"{RUN}) <x onclick={RUN}>",
    f"```\n</pre><img src=x onerror='{RUN}'>\n```",
    f'{{::nomarkdown}}<img src="x" onerror="{RUN}">$\\href{{javascript:{RUN}}}{{x}}$',
)
NAME = f"ada <img src=x onerror={RUN}>"
TOKEN = "formgrader-under-test"


def hostile_notebook() -> NotebookNode:
    """A submission whose every cell, output and message is hostile."""
    made = read_notebook(NOTEBOOKS / "01-lag.ipynb")
    for index, each in enumerate(HOSTILE):
        data = {"text/html": each, "text/markdown": each, "image/svg+xml": each, "application/javascript": RUN}
        outputs = [{"output_type": "display_data", "data": {kind: text}, "metadata": {}} for kind, text in data.items()]
        outputs += [{"output_type": "error", "ename": each, "evalue": each, "traceback": [each]}]
        outputs += [{"output_type": "stream", "name": "stdout", "text": each}]
        code = {"cell_type": "code", "id": f"h{index}", "source": each, "outputs": outputs, "execution_count": 1}
        for cell in (code, {"cell_type": "markdown", "id": f"m{index}", "source": each}):
            made.cells.append(nbformat.from_dict({"metadata": {}, **cell}))
    return made


@unittest.skipIf(os.name == "nt" or doctor.browser() is None, "no Chromium was found")
class Formgrader(unittest.TestCase):
    """One server for all pages."""

    scratch: TemporaryDirectory[str]
    folder: Path
    submission: str
    port: int

    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = TemporaryDirectory(prefix="tidemark-formgrader-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.folder = Path(cls.scratch.name)
        asked = reference()
        made = hostile_notebook()
        row = Graded(NAME, "01-lag", notes=list(HOSTILE))
        row.exercises = [result(each, Finding("wrong", HOSTILE[0])) for each in asked.exercises]
        row.feedback = feedback.write(row, made, cls.folder / "out")
        grades = Grades("course", "2026-01-01T00:00:00Z", {}, {"01-lag": asked.exercises}, [NAME], [row])
        references: dict[str, cells.Reference] = {"01-lag": asked}
        gradebook.write(grades, references, cls.folder / "gradebook.db", cls.folder / "out")
        with Gradebook(f"sqlite:///{cls.folder / 'gradebook.db'}") as book:
            cls.submission = book.find_submission_notebook("01-lag", "01-lag", gradebook.student(row)).id
        for folder in ("source/01-lag", "release/01-lag"):
            (cls.folder / folder).mkdir(parents=True)
        cls.serve()

    @classmethod
    def serve(cls) -> None:
        """A server with formgrader in it."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            cls.port = free.getsockname()[1]
        (cls.folder / "nbgrader_config.py").write_text('c = get_config()\nc.CourseDirectory.course_id = ""\n', "utf-8")
        command = [sys.executable, "-m", "jupyter_server", "--allow-root", "--no-browser", f"--port={cls.port}"]
        command += ["--ip=127.0.0.1", f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={cls.folder}"]
        command += ['--ServerApp.jpserver_extensions={"nbgrader.server_extensions.formgrader": True}']
        private = {name: str(cls.folder / "jupyter") for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")}
        log = open(cls.folder / "server.log", "wb")  # noqa: SIM115  (the server's, until it ends)
        cls.addClassCleanup(log.close)
        server = subprocess.Popen(command, cwd=cls.folder, env=os.environ | private, stdout=log, stderr=log)
        cls.addClassCleanup(server.wait)
        cls.addClassCleanup(server.terminate)
        for _ in range(240):
            try:
                urllib.request.urlopen(cls.url("/formgrader/"), timeout=5).close()
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.5)
        raise AssertionError((cls.folder / "server.log").read_text("utf-8", "replace")[-3000:])

    @classmethod
    def url(cls, path: str) -> str:
        return f"http://127.0.0.1:{cls.port}{path}?token={TOKEN}"

    def shown(self, path: str) -> str:
        """What a browser makes of a page, after its scripts have run."""
        browser = doctor.browser()
        assert browser is not None
        with TemporaryDirectory() as profile:
            options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
            options += ["--virtual-time-budget=8000", "--dump-dom", self.url(path)]
            done = subprocess.run([browser, *options], capture_output=True, text=True, timeout=180)
        return done.stdout

    def test_nothing_of_a_learner_runs_in_a_submission(self) -> None:
        page = self.shown(f"/formgrader/submissions/{self.submission}/")
        self.assertIn("Offset lag", page, "the notebook is shown")
        self.assertIn("onerror", page, "hostile text is shown as text")
        self.assertFalse("data-ran" in page)
        self.assertIn(feedback.safe(NAME), page)

    def test_nothing_of_a_learners_name_runs_in_the_lists(self) -> None:
        for path in ("/manage_students", "/gradebook/01-lag/01-lag", "/manage_submissions/01-lag"):
            page = self.shown(f"/formgrader{path}")
            self.assertIn("formgrader", page)
            self.assertFalse("data-ran" in page, path)

    def test_only_a_name_that_formgrader_would_run_is_changed(self) -> None:
        for name in ("Zoë O'Neil", "Lab (x+y)", "a b", "=1"):
            self.assertEqual(name, gradebook.student(Graded(name, "01-lag")))
        self.assertNotIn("<", gradebook.student(Graded(NAME, "01-lag")))

    def test_without_what_we_take_out_it_would_run(self) -> None:
        place = self.folder / "autograded" / feedback.safe(NAME) / "01-lag" / "01-lag.ipynb"
        ours = place.read_bytes()
        self.addCleanup(place.write_bytes, ours)
        place.write_text(nbformat.writes(hostile_notebook(), version=4), "utf-8")
        self.assertTrue("data-ran" in self.shown(f"/formgrader/submissions/{self.submission}/"))


if __name__ == "__main__":
    unittest.main()

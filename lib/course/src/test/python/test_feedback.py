"""A learner's page: nothing of a learner runs in it."""

import re
import subprocess
import unittest
import unittest.mock
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from kit import NOTEBOOKS, doctor
from kit.grading import cells, feedback
from kit.grading.results import Graded
from kit.notebooks import read as read_notebook


class Harmless(unittest.TestCase):
    """A learner's page."""

    HOSTILE = (
        "<img src=x onerror=alert(1)>",
        "<script>alert(1)</script>",
        "<svg onload=alert(1)><script>alert(1)</script><animate onbegin=alert(1)/></svg>",
        "<a href='javascript:alert(1)'>x</a>",
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
        "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
        "<div style='background:url(javascript:alert(1));position:fixed;inset:0'>x</div>",
        "<form action=//x><button formaction=javascript:alert(1)>x</button></form>",
        "<meta http-equiv=refresh content='0;url=//x'><base href=//x><link rel=stylesheet href=//x>",
        "[x](javascript:alert(1)) ![y](//x/y.png)",
    )

    def test_nothing_of_a_learner_runs_or_loads(self) -> None:
        made = read_notebook(NOTEBOOKS / "01-lag.ipynb")
        for index, each in enumerate(self.HOSTILE):
            html = [{"output_type": "display_data", "data": {"text/html": each, "text/markdown": each}, "metadata": {}}]
            html += [{"output_type": "display_data", "data": {"image/svg+xml": each}, "metadata": {}}]
            html += [{"output_type": "display_data", "data": {"application/javascript": each}, "metadata": {}}]
            html += [{"output_type": "error", "ename": each, "evalue": each, "traceback": [each]}]
            html += [{"output_type": "stream", "name": "stdout", "text": each}]
            raw = [{"cell_type": "code", "id": f"h{index}", "metadata": {}, "source": each, "outputs": html}]
            raw += [{"cell_type": "markdown", "id": f"m{index}", "metadata": {}, "source": each}]
            raw += [{"cell_type": "raw", "id": f"r{index}", "metadata": {}, "source": each}]
            made.cells += [cells.fresh(nbformat.from_dict({"execution_count": None} | cell)) for cell in raw]
            made.cells[-3].outputs = nbformat.from_dict(html)
        row = Graded(self.HOSTILE[0], self.HOSTILE[1], notes=[self.HOSTILE[2]])
        page = feedback.page(row, made)
        self.assertIn("default-src 'none'", page)
        kept = feedback.harmless(made).cells
        shown = [cell.source for cell in kept if cell.cell_type != "code"]
        shown += [each.get("data", {}).get("text/html", "") for cell in kept for each in cell.get("outputs", [])]
        for text in (page.split("</style>", 1)[1], "\n".join(shown)):
            tags = "|".join(
                ("script", "iframe", "form", "button", "meta", "base", "link", "object", "embed", "animate")
            )
            for danger in (
                rf"<({tags})\b[^>]*",
                r"<[^>]*\son\w+\s*=[^>]*",
                r"<[^>]*(?:href|src)\s*=\s*[\"']?\s*(?:javascript:|//|http)[^>]*",
                r"<[^>]*style=[^>]*(?:url\(|position)[^>]*",
            ):
                self.assertEqual([], re.findall(danger, text, re.IGNORECASE)[:3])

    def test_nothing_of_a_learner_runs_in_a_browser(self) -> None:
        chromium = doctor.browser()
        if chromium is None:
            self.skipTest("no Chromium was found")
        ran = [each.replace("alert(1)", "document.body.dataset.ran=1") for each in self.HOSTILE]
        output = [{"output_type": "display_data", "data": {"text/html": each}, "metadata": {}} for each in ran]
        output += [{"output_type": "error", "ename": each, "evalue": each, "traceback": [each]} for each in ran]
        cell = {"cell_type": "code", "id": "h", "metadata": {}, "source": "".join(ran), "execution_count": 1}
        texts = [
            {"cell_type": "markdown", "id": f"m{index}", "metadata": {}, "source": ran[index]} for index in range(9)
        ]
        made = nbformat.from_dict({"cells": [{**cell, "outputs": output}, *texts], "metadata": {}, "nbformat": 4})
        made["nbformat_minor"] = 5
        page = feedback.page(Graded(ran[0], ran[1], notes=ran), made)
        bare = "<!doctype html><body>" + "".join(ran[:2])  # a later one leads to another page
        for what, text, expected in (("ours", page, False), ("no policy, no sanitiser", bare, True)):
            with TemporaryDirectory() as scratch:
                file = Path(scratch) / "page.html"
                file.write_text(text, "utf-8")
                options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={scratch}/profile"]
                done = subprocess.run(
                    [chromium, *options, "--virtual-time-budget=2000", "--dump-dom", file.as_uri()],
                    capture_output=True,
                    text=True,
                    timeout=120,
                )
            self.assertEqual(expected, "data-ran=" in done.stdout, what)

    def test_a_verdict_and_a_chart_are_still_seen(self) -> None:
        verdict = '<div class="tidemark-verdict" data-state="wrong" style="border-left:6px solid #b71c1c">no</div>'
        chart = '<svg role="img" aria-label="lag" viewBox="0 0 9 9"><path d="M0 0L9 9" stroke="#000"/></svg>'
        cleaned = feedback.cleaner().clean(verdict + chart)
        for kept in ('data-state="wrong"', "border-left", '<path d="M0 0L9 9"', 'aria-label="lag"'):
            self.assertIn(kept, cleaned)

    def test_two_names_never_share_a_file(self) -> None:
        names = ["a b", "a-b", "a/b", "ü", "日本", "", "..", "a" * 100, "a" * 101]
        self.assertEqual(len(names), len({feedback.safe(name) for name in names}))
        self.assertTrue(all(name and "/" not in name and name[0] != "." for name in map(feedback.safe, names)))


if __name__ == "__main__":
    unittest.main()

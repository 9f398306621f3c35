"""A fresh notebook where there is no `solutions/`."""

import json
import unittest
import unittest.mock
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kit import NOTEBOOKS, handed_out, release
from kit.errors import Stop

NAME = "01-lag.ipynb"


class Reset(unittest.TestCase):
    def setUp(self) -> None:
        scratch = TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = Path(scratch.name)
        self.notebooks, self.state = self.root / "notebooks", self.root / ".tidemark"
        self.notebooks.mkdir()
        self.pristine = (NOTEBOOKS / NAME).read_text("utf-8")
        (self.notebooks / NAME).write_text(self.pristine, "utf-8")
        patches: list[tuple[Any, dict[str, Any]]] = [
            (handed_out, {"ROOT": self.root, "NOTEBOOKS": self.notebooks, "STATE": self.state}),
            (release, {"NOTEBOOKS": self.notebooks, "SOLUTIONS": self.root / "solutions"}),
        ]
        for module, names in patches:
            patched = unittest.mock.patch.multiple(module, **names)
            patched.start()
            self.addCleanup(patched.stop)

    def answer(self) -> str:
        """What the learner makes of the notebook."""
        made = json.loads(self.pristine)
        made["cells"][-1]["source"] = "mine"
        content = json.dumps(made)
        (self.notebooks / NAME).write_text(content, "utf-8")
        return content

    def reset(self, number: str = "01") -> None:
        with unittest.mock.patch("builtins.print"):
            release.reset(number)

    def test_a_notebook_comes_back_as_it_was_handed_out_and_the_learners_is_kept(self) -> None:
        handed_out.keep()
        mine = self.answer()
        self.reset()
        self.assertEqual(self.pristine, (self.notebooks / NAME).read_text("utf-8"))
        self.assertEqual([mine], [file.read_text("utf-8") for file in self.notebooks.glob("*.kept-*")])

    def test_one_that_was_deleted_comes_back(self) -> None:
        handed_out.keep()
        (self.notebooks / NAME).unlink()
        self.reset("01-lag")
        self.assertEqual(self.pristine, (self.notebooks / NAME).read_text("utf-8"))

    def test_what_a_learner_changed_is_never_taken_for_what_was_handed_out(self) -> None:
        self.answer()
        handed_out.keep()
        self.assertRaisesRegex(Stop, "as it was handed out must be there", self.reset)
        self.assertRaisesRegex(Stop, "There are: 01-lag", self.reset, "99")

    def test_a_kept_copy_is_replaced_by_a_newer_release_and_not_by_an_answer(self) -> None:
        handed_out.keep()
        newer = json.loads(self.pristine)
        newer["cells"][-1]["source"] = "newer"
        newer["metadata"]["tidemark"]["handed_out"] = handed_out.fingerprint(
            [{**cell, "source": "".join(cell["source"])} for cell in newer["cells"]]
        )
        for content, expected in ((json.dumps(newer), json.dumps(newer)), (self.answer(), json.dumps(newer))):
            (self.notebooks / NAME).write_text(content, "utf-8")
            handed_out.keep()
            self.assertEqual(expected, handed_out.copy_of(NAME))


if __name__ == "__main__":
    unittest.main()

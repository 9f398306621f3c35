"""The pages say what is there: packages, classes, files and commands."""

import os
import re
import unittest

from kit import ROOT
from kit.command_line import COMMANDS

DESIGN = (ROOT / "docs" / "design.md").read_text("utf-8")
ORDER = (ROOT / "lib" / "core" / "src" / "test" / "java" / "tidemark" / "PackageOrderTest.java").read_text("utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


class Design(unittest.TestCase):
    def test_the_packages_may_import_what_the_order_of_the_library_allows(self) -> None:
        rules = re.findall(r'only\( ?"([\w.]+)", ([^)]*)\)', re.sub(r"\s+", " ", ORDER))
        held = {name: re.findall(r'"([\w.]+)"', allowed) for name, allowed in rules}
        rows = re.findall(r"^\| `([\w.]+)` \|[^|]*\| ([^|]*) \|$", DESIGN, re.MULTILINE)
        told = {name: sorted(re.findall(r"[\w.]+", allowed)) for name, allowed in rows}
        self.assertTrue(held)
        self.assertEqual({name: sorted(allowed) for name, allowed in held.items()}, told)

    def test_every_package_stands_in_the_picture(self) -> None:
        picture = DESIGN.split("```")[1]
        for name in re.findall(r'only\("([\w.]+)"', re.sub(r"\s+", "", ORDER)):
            self.assertIn(name, picture)

    def test_each_step_of_the_two_walks_names_one_class_that_there_is_once(self) -> None:
        for title, module in (("one record", "core"), ("one answer", "course")):
            walk = DESIGN.split(f"## The walk of {title}")[1].split("\n## ")[0]
            steps = re.findall(r"^\d+\. `([\w.]+)`:", walk, re.MULTILINE)
            self.assertEqual(len(re.findall(r"^\d+\.", walk, re.MULTILINE)), len(steps))
            self.assertEqual(len(set(steps)), len(steps))
            for step in steps:
                source = ROOT / "lib" / module / "src/main/java/tidemark" / (step.replace(".", "/") + ".java")
                self.assertTrue(source.is_file(), f"docs/design.md names {step}, which there is not")


class Pages(unittest.TestCase):
    def test_every_link_leads_to_a_file(self) -> None:
        for page in PAGES:
            for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
                self.assertTrue((page.parent / link).exists(), f"{link} in {page.name}")

    def test_every_command_that_is_told_is_there_and_every_command_is_in_the_help(self) -> None:
        for page in PAGES:
            for told in re.findall(r"\./course ([a-z]+(?:-[a-z]+)*)", page.read_text("utf-8")):
                self.assertIn(told, COMMANDS, page.name)
        usage = (ROOT / "course").read_text("utf-8")
        for command in COMMANDS:
            self.assertIn(f"./course {command}", usage)

    def test_binder_installs_what_conda_users_do_and_calls_a_command_that_there_is(self) -> None:
        conda = (ROOT / "environment.yml").read_text("utf-8").splitlines()[1:]
        binder = (ROOT / ".binder" / "environment.yml").read_text("utf-8").splitlines()[1:]
        self.assertEqual([line.replace("-r requirements", "-r ../requirements") for line in conda], binder)
        script = ROOT / ".binder" / "postBuild"
        self.assertTrue(script.stat().st_mode & 0o100 or os.name == "nt", "it must be executable")
        told = re.findall(r"course ([a-z-]+)", script.read_text("utf-8"))
        workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
        told += re.findall(r"run: .*course ([a-z-]+)", workflow)
        self.assertEqual([], [command for command in told if command not in COMMANDS])
        self.assertIn("install-kernel", told)


if __name__ == "__main__":
    unittest.main()

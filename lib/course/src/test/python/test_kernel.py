"""What reaches the kernel from outside, and what a notebook can do to it."""

import os
import platform
import re
import subprocess
import sys
import unittest
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import nbformat
from foreign_variables import FOREIGN
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager
from kernel_session import FIRST_CELL
from kit import CLASSPATH, NOTEBOOKS, class_archive, execution, jdk, kernel_environment, library, run
from kit.errors import Stop
from kit.notebook_files import numbered
from nbformat import NotebookNode


def notebook(*sources: str) -> NotebookNode:
    cells = [nbformat.v4.new_code_cell(source, id=f"cell-{index}") for index, source in enumerate(sources)]
    made: NotebookNode = nbformat.v4.new_notebook(cells=cells)
    return made


class WithKernel(unittest.TestCase):
    java: jdk.Jdk

    @classmethod
    def setUpClass(cls) -> None:
        cls.java = jdk.choose(platform.system(), os.environ)
        library.ensure(cls.java)
        execution.KERNEL_LOG.parent.mkdir(parents=True, exist_ok=True)

    def executed(self, *sources: str) -> execution.Execution:
        with TemporaryDirectory() as scratch, run.headless(self.java) as env:
            return execution.execute(Path(scratch) / "00-x.ipynb", notebook(*sources), env)


class Foreign(WithKernel):
    def test_no_variable_for_other_java_kernels_reaches_the_courses(self) -> None:
        with mock.patch.dict(os.environ, FOREIGN):
            env = kernel_environment.env(self.java)
            self.assertEqual({"JJAVA_CLASSPATH"}, FOREIGN.keys() & env.keys())
            done = self.executed(FIRST_CELL, "20 + 22")
        self.assertEqual("", done.ended)
        self.assertEqual("42", done.codes()[1].outputs[0].data["text/plain"])

    def test_a_variable_of_the_courses_own_that_is_no_number_is_refused_by_name(self) -> None:
        for name in ("TIDEMARK_VARIANT", "TIDEMARK_CHECK_SECONDS"):
            for value in ("x", "", "-1", "1.5", "9" * 30):
                with self.assertRaisesRegex(Stop, f"{name}="):
                    kernel_environment.env(self.java, {name: value})
            self.assertEqual("7", kernel_environment.env(self.java, {name: "7"})[name])
        with self.assertRaisesRegex(Stop, "above 0, TIDEMARK_CHECK_SECONDS='0'"):
            kernel_environment.env(self.java, {"TIDEMARK_CHECK_SECONDS": "0"})
        self.assertNotIn("TIDEMARK_CLASS", kernel_environment.env(self.java, {"TIDEMARK_CLASS": "x y"}))

    def test_no_kernel_spec_of_the_learners_is_taken(self) -> None:
        with TemporaryDirectory() as home:
            theirs = Path(home) / "kernels" / "java"
            theirs.mkdir(parents=True)
            (theirs / "kernel.json").write_text('{"argv": ["false"], "display_name": "J", "language": "java"}', "utf-8")
            with mock.patch.dict(os.environ, {"JUPYTER_PATH": home, "JUPYTER_DATA_DIR": home}):
                self.assertEqual("", self.executed("1").ended)


class WithoutTheLibrary(WithKernel):
    def test_a_notebook_without_the_library_fails_at_its_first_cell_and_no_check_is_green(self) -> None:
        handed_out = nbformat.read(numbered(NOTEBOOKS)[0], 4)
        first = next(cell.source for cell in handed_out.cells if cell.cell_type == "code")
        with TemporaryDirectory() as scratch, run.headless(self.java) as env:
            file = Path(scratch) / "notebooks" / "00-x.ipynb"
            file.parent.mkdir()
            done = execution.execute(
                file, notebook(first, 'Check.run("00-warm-up");'), env | {"JJAVA_CLASSPATH": f"{scratch}/*.jar"}
            )
        errors = [
            [each.get("evalue", "") for each in cell.outputs if each.output_type == "error"] for cell in done.codes()
        ]
        self.assertIn("Tidemark is not here. Run ./course lab", str(errors[0]))
        self.assertTrue(errors[1])


class Installed(WithKernel):
    def test_the_spec_alone_is_enough_for_a_jupyter_that_others_start(self) -> None:
        with TemporaryDirectory() as folder:
            kernel_environment.install(Path(sys.executable), self.java, Path(folder))
            manager = KernelManager(
                kernel_name="java", kernel_spec_manager=KernelSpecManager(kernel_dirs=[str(Path(folder) / "kernels")])
            )
            manager.start_kernel(env={**FOREIGN, "PATH": "/nowhere", "HOME": folder}, cwd=folder)
            client = manager.client()
            client.start_channels()
            said: list[str] = []
            try:
                client.wait_for_ready(timeout=120)
                client.execute_interactive(FIRST_CELL, timeout=90, output_hook=lambda message: None)
                client.execute_interactive(
                    "MemoryLog.class.getName()",
                    timeout=90,
                    output_hook=lambda message: said.append(str(message["content"].get("data"))),
                )
            finally:
                client.stop_channels()
                manager.shutdown_kernel(now=True)
        self.assertIn("tidemark.log.MemoryLog", "".join(said))


class Ended(WithKernel):
    def test_the_cell_that_ends_the_kernel_is_the_one_blamed(self) -> None:
        for source in ("System.exit(0);", "Runtime.getRuntime().halt(1);"):
            self.assertEqual("cell cell-1 ended the kernel", self.executed("1", source, "2", "3").ended)
        check = "stop();"
        done = self.executed("void stop() { System.exit(3); }", check, "2", check)
        self.assertEqual("cell cell-1 ended the kernel", done.ended)


class Changed(WithKernel):
    """JShell hands over the classes of a declaration in random order, so each is declared many times."""

    VERSIONS = range(1, 13)

    def values(self, declaration: str, call: str) -> list[str]:
        cells = [cell for version in self.VERSIONS for cell in (declaration.replace("VERSION", str(version)), call)]
        done = self.executed(FIRST_CELL, *cells)
        return [cell.outputs[0].data["text/plain"] for cell in done.notebook.cells[2::2]]

    def test_a_method_with_classes_in_it_that_was_changed_runs_in_its_newest_version(self) -> None:
        classes = (
            "class A { int v() { return 0; } } class B extends A { int v() { return VERSION; } } class C extends B {}"
        )
        values = self.values(f"int version() {{ {classes} return new C().v(); }}", "version()")
        self.assertEqual([str(version) for version in self.VERSIONS], values)

    def test_a_type_with_types_in_it_that_was_changed_runs_in_its_newest_version(self) -> None:
        inner = "record Round(int r) implements Shape {} record Square(int a) implements Shape {}"
        shape = f"sealed interface Shape {{ default int v() {{ return VERSION; }} {inner} }}"
        values = self.values(shape, "new Shape.Round(1).v() + new Shape.Square(1).v()")
        self.assertEqual([str(2 * version) for version in self.VERSIONS], values)


class Temporary(WithKernel):
    def test_what_notebooks_write_into_the_temporary_folder_ends_with_the_run(self) -> None:
        source = 'java.nio.file.Files.createTempDirectory("left").toString()'
        folder = self.executed(source).codes()[0].outputs[0].data["text/plain"].strip('"')
        self.assertIn("left", folder)
        self.assertFalse(Path(folder).exists())
        self.assertFalse(Path(folder).parent.exists())


class Archive(WithKernel):
    def test_it_is_made_once_and_holds_the_compiler_of_the_cells(self) -> None:
        kernel_environment.ensure_archive(Path(sys.executable), self.java)
        archive = kernel_environment.archive(Path(sys.executable), self.java)
        made = archive.stat().st_mtime_ns
        self.assertGreater(archive.stat().st_size, 5_000_000)
        kernel_environment.ensure_archive(Path(sys.executable), self.java)
        self.assertEqual(made, archive.stat().st_mtime_ns)
        with TemporaryDirectory() as scratch, run.headless(self.java) as env:
            log = Path(scratch) / "classes.log"
            spec = Path(os.environ["JUPYTER_PATH"]) / "kernels" / "java" / "kernel.json"
            spec.write_text(
                spec.read_text("utf-8").replace('"-jar"', f'"-Xlog:class+load:file={log}",\n  "-jar"'), "utf-8"
            )
            execution.execute(Path(scratch) / "00-x.ipynb", notebook("1"), env)
            loaded = re.findall(r"(\S+) source: (.*)", log.read_text("utf-8"))
        shared = {name for name, source in loaded if "shared objects file (top)" in source}
        self.assertIn("com.sun.tools.javac.api.JavacTool", shared)

    def test_one_that_was_damaged_or_cut_is_not_used_and_is_made_anew(self) -> None:
        with TemporaryDirectory() as folder, mock.patch.object(class_archive, "STATE", Path(folder)):
            archive, made = Path(folder) / "kernel-classes-0.jsa", Path(folder) / "made"
            command = [sys.executable, "-c", f"open({str(made)!r}, 'wb').write(b'classes')"]
            class_archive.ensure(archive, made, command, dict(os.environ))
            used = class_archive.to_use(archive)
            self.assertIn(f"-XX:SharedArchiveFile={archive}", used)
            for damaged in (b"", b"class", b"classez"):
                archive.write_bytes(damaged)
                self.assertEqual([], class_archive.to_use(archive))
            class_archive.ensure(archive, made, command, dict(os.environ))
            self.assertEqual(used, class_archive.to_use(archive))

    def test_one_of_another_class_path_is_passed_over_in_silence(self) -> None:
        kernel_environment.ensure_archive(Path(sys.executable), self.java)
        archive = kernel_environment.archive(Path(sys.executable), self.java)
        command = [str(self.java.home / "bin" / "java"), *class_archive.to_use(archive), "-Xshare:auto", "-version"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        plain = subprocess.run([command[0], "-version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(plain.stdout.replace(", sharing", ""), done.stdout.replace(", sharing", ""))

    def test_where_none_can_be_made_kernels_start_without_and_it_is_not_tried_again(self) -> None:
        with TemporaryDirectory() as folder, mock.patch.object(class_archive, "STATE", Path(folder)):
            archive, ran = Path(folder) / "kernel-classes-0.jsa", Path(folder) / "ran"
            command = [sys.executable, "-c", f"open({str(ran)!r}, 'a').write('x'); raise SystemExit(1)"]
            for _ in range(2):
                class_archive.ensure(archive, Path(folder) / "made", command, dict(os.environ))
            self.assertEqual("x", ran.read_text())
            self.assertEqual([], class_archive.to_use(archive))


class OneKernel(WithKernel):
    """jjava is compiled against in its newest version on Maven Central, and run in its newest one on PyPI."""

    def test_the_kernel_that_runs_the_course_has_every_member_it_was_compiled_against(self) -> None:
        course = next(CLASSPATH.glob("tidemark-course*.jar"))
        with zipfile.ZipFile(course) as jar:
            names = [
                name.removesuffix(".class").replace("/", ".") for name in jar.namelist() if name.endswith(".class")
            ]
        code = self.javap("-v", "-p", "-cp", str(course), *names)
        found = re.findall(r"= (?:Interface)?(?:Method|Field)ref +\S+ +// (org/dflib/[^.]+)\.(\S+?):(\S+)", code)
        self.assertTrue(found)
        members = {owner: self.members(owner.replace("/", ".")) for owner in {owner for owner, _, _ in found}}
        for owner, member, types in sorted(set(found)):
            simple = re.split(r"[/$]", owner)[-1] if member == '"<init>"' else member
            self.assertIn((simple, types), members[owner], f"{owner} lacks {member}{types}")

    def members(self, owner: str) -> set[tuple[str, str]]:
        """Names and types of what a class of the kernel declares or inherits from the kernel's classes."""
        kernel = Path(sys.prefix) / "share" / "jupyter" / "kernels" / "java" / "jjava.jar"
        text = self.javap("-s", "-p", "-cp", str(kernel), owner)
        own = set()
        for head, types in re.findall(r"^  (\S[^\n]*);\n +descriptor: (\S+)", text, re.MULTILINE):
            name = re.split(r"[ .$]", head.split(" throws ")[0].split("(")[0])[-1]
            own.add((name, types))
        parents = re.search(r"(?:extends|implements) ([^{]+)\{", re.sub(r"<[^{]*>", "", text))
        for parent in re.findall(r"org\.dflib[\w.$]+", parents.group(1)) if parents else []:
            own |= self.members(parent)
        return own

    def javap(self, *arguments: str) -> str:
        done = subprocess.run([str(self.java.home / "bin" / "javap"), *arguments], capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stderr[-3000:])
        return done.stdout


if __name__ == "__main__":
    unittest.main()

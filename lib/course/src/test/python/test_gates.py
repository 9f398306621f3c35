"""What holds for the Python code beyond what ruff and mypy can see."""

import ast
import unittest
from pathlib import Path

from kit.code_lines import code_lines

HERE = Path(__file__).parent


class CodeLines(unittest.TestCase):
    def test_comments_blanks_and_imports_are_no_code(self) -> None:
        java = "package a;\n\nimport b;\n/** law\n * more */\n// why\nint a = 1; // here\n\n/* x */\n}\n"
        python = '"""Doc\n\nmore."""\nimport a\n\n# why\nx = 1  # here\n\n\ndef f():\n    """Law."""\n    return x\n'
        self.assertEqual([2, 3], [code_lines(java), code_lines(python)])


class TestModules(unittest.TestCase):
    def test_no_test_module_imports_another(self) -> None:
        for file in sorted(HERE.glob("*.py")):
            tree = list(ast.walk(ast.parse(file.read_text("utf-8"))))
            names = [node.module or "" for node in tree if isinstance(node, ast.ImportFrom)]
            names += [name.name for node in tree if isinstance(node, ast.Import) for name in node.names]
            self.assertFalse([name for name in names if name.startswith("test_")], file.name)

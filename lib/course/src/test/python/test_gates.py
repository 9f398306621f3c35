"""What holds for the Python code beyond what ruff and mypy can see."""

import ast
import unittest
from pathlib import Path

HERE = Path(__file__).parent


class TestModules(unittest.TestCase):
    def test_no_test_module_imports_another(self) -> None:
        for file in sorted(HERE.glob("*.py")):
            tree = list(ast.walk(ast.parse(file.read_text("utf-8"))))
            names = [node.module or "" for node in tree if isinstance(node, ast.ImportFrom)]
            names += [name.name for node in tree if isinstance(node, ast.Import) for name in node.names]
            self.assertFalse([name for name in names if name.startswith("test_")], file.name)

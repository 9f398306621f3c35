"""nbgrader with this course: load it from the nbgrader_config.py of your own course folder, and all its steps work.

    load_subconfig("nbgrader_config.py", path="/where/tidemark/is")

1. Kernels get the course's class path, its JDK and its JVM options; without the library nothing is graded at all.
2. The release has the course's own stub for an answer, no Discussion, and no cell that is not the course's.
3. Autograding asks the checks' own ledger: a check cell is green only if a check of the course says "right".
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "lib" / "course" / "src" / "main" / "python"))

from kit import nbgrader_steps  # noqa: E402  (the path must be set first)
from kit.errors import Stop  # noqa: E402

try:
    nbgrader_steps.configure(get_config())  # type: ignore[name-defined]  # noqa: F821  (traitlets gives it)
except Stop as stop:
    raise SystemExit(f"{stop}") from None

"""What `course` is made of. `command_line`, `console`, `errors`, `jdk`, `environment`, `library`, `lab` and
`doctor` need only the standard library; the others run inside the environment and may import Jupyter's packages."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[6]
"""The project's folder."""
STATE = ROOT / ".tidemark"
"""Progress, logs and the learner's JupyterLab settings. Git ignores it."""
CLASSPATH = ROOT / "lib" / "course" / "target" / "classpath"
"""Every jar that a notebook needs."""
ENGINES = ROOT / "lib" / "engines" / "target" / "classpath"
"""What notebook 09 needs beside them: Apache Kafka and Apache Flink."""
PYTHON_FLOOR = (3, 11)
"""The oldest Python that serves: nbgrader's. `course` reads it on older ones too, in plain syntax."""
NOTEBOOKS = ROOT / "notebooks"
SOLUTIONS = ROOT / "solutions"

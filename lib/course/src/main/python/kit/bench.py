"""`course bench`: the library beside its peers, as ratios; minutes of work, on a machine that does nothing else."""

import subprocess

from kit import ROOT, library
from kit.console import logged
from kit.errors import failed
from kit.jdk import Jdk

JARS = ROOT / "lib" / "engines" / "target" / "classpath" / "*"


def command(java: Jdk) -> int:
    """Builds the benchmarks and runs them. Returns 0 if ours and the peer's results were equal; a missed goal is only
    said."""
    build = [
        library.required_maven(),
        "-B",
        "-Dquick",
        "-Pbench",
        "-pl",
        "lib/engines",
        "-am",
        "-DskipTests",
        "package",
    ]
    code, output = logged("building the benchmarks", build, library.maven_env(java), library.note)
    if code:
        raise failed("Building the benchmarks", output)
    return subprocess.call(
        [str(java.home / "bin" / "java"), "-cp", str(JARS), "tidemark.engines.bench.Bench"], cwd=ROOT
    )

"""`./course grade --container IMAGE`: each submission in a container of its own, by podman or docker.

Runner and kernel are in it together, so the network can be none at all. What they need of this machine is mounted at
the same place, read-only: the interpreter with its packages, the JDK, the library. So the image needs nothing but a C
library as new as this machine's. What comes out is text on the runner's standard output.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from kit.errors import Stop
from kit.grading import isolation, worker

ENGINES = ("podman", "docker")
PYTHON = Path(__file__).parents[2]
"""Where this package lies."""
MEMORY = "1g"
SECONDS = 30
GRACE = 180
"""Seconds that a container may take beyond what its submission may."""


@dataclass(frozen=True)
class Container:
    """What runs containers here, and the image that they are made of."""

    engine: str
    image: str

    def said(self) -> str:
        return f"{Path(self.engine).name}, {self.image}"

    def command(self, job: worker.Job, box: Path) -> list[str]:
        """How the container of a submission is started. `box` is its folder, with all that it may write."""
        user = ids()
        keep_id = ["--userns=keep-id"] if Path(self.engine).name == "podman" and user[0] else []
        mounts = [f"--volume={place}:{place}:ro" for place in needed(job)]
        return [
            self.engine,
            "run",
            "--rm",
            f"--name={name(box)}",
            "--network=none",
            "--read-only",
            "--cap-drop=ALL",
            "--security-opt=no-new-privileges",
            f"--pids-limit={isolation.PROCESSES}",
            f"--memory={MEMORY}",
            f"--tmpfs=/tmp:size={isolation.FILE_BYTES * 2}",
            *keep_id,
            f"--user={user[0]}:{user[1]}",
            *mounts,
            f"--volume={box}:{box}",
            f"--workdir={box}",
            f"--env=PYTHONPATH={PYTHON}",
            f"--env=HOME={job.folder}",
            self.image,
            os.path.abspath(sys.executable),  # not through folders that the container does not have
            "-m",
            "kit.grading.contained",
            str(box / "job.json"),
        ]

    def run(self, job: worker.Job, box: Path) -> worker.Executed:
        """Runs a submission, and reads what its runner says."""
        (box / "job.json").write_text(json.dumps(described(job)), "utf-8")
        try:
            done = subprocess.run(self.command(job, box), capture_output=True, timeout=job.limits.submission + GRACE)
        except subprocess.TimeoutExpired:
            subprocess.run([self.engine, "kill", name(box)], capture_output=True)
            return worker.Executed(job.notebook, failure="its container did not end in time")
        try:
            return executed(json.loads(done.stdout))
        except (ValueError, KeyError, TypeError):
            said = done.stderr.decode("utf-8", "replace").strip()[-300:]
            why = f"its container ended without a word, code={done.returncode}: {said}"
            return worker.Executed(job.notebook, failure=why)


def of_image(image: str) -> Container:
    """The first engine that there is and that answers."""
    for each in ENGINES:
        found = shutil.which(each)
        if found and answers(found):
            return Container(found, image)
    raise Stop(
        f"Grading in containers must have {' or '.join(ENGINES)} on PATH, and running, image={image};"
        " neither answers.\nStart or install one of them, or grade without --container:"
        " the head of the report says what is fenced off then."
    )


def answers(engine: str) -> bool:
    """Whether an engine works here: docker's command may be there without its service."""
    try:
        return subprocess.run([engine, "info"], capture_output=True, timeout=SECONDS).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def ids() -> tuple[int, int]:
    return (0, 0) if sys.platform == "win32" else (os.getuid(), os.getgid())


def name(box: Path) -> str:
    """The container's own, by which it can be ended."""
    return f"{box.parent.name}-{box.name}"


def needed(job: worker.Job) -> list[str]:
    """What runner and kernel read of this machine. A link needs what it leads to as well."""
    places = [str(PYTHON), sys.prefix, sys.base_prefix, *isolation.needed(job.kernel, job.folder)]
    found = dict.fromkeys(each for place in places for each in (place, os.path.realpath(place)))
    return [place for place in found if Path(place) != job.folder]


def described(job: worker.Job) -> dict[str, Any]:
    """A job as JSON; in the container there is no other submission, and no other fence."""
    limits = {key: getattr(job.limits, key) for key in ("cell", "submission", "check", "memory")}
    lists = {key: getattr(job, key) for key in ("kernel", "env", "checks", "theirs", "added", "self_tests", "spared")}
    return {"notebook": job.notebook, "folder": str(job.folder), "limits": limits, **lists}


def job_of(said: dict[str, Any]) -> worker.Job:
    """The job that was described."""
    return worker.Job(
        nbformat.from_dict(said["notebook"]),
        Path(said["folder"]),
        None,
        isolation.Fence(False, False, False),
        [],
        said["kernel"],
        said["env"],
        said["checks"],
        said["theirs"],
        said["added"],
        worker.Limits(**said["limits"]),
        said["self_tests"],
        said["spared"],
    )


def executed(said: dict[str, Any]) -> worker.Executed:
    """What a runner said."""
    return worker.Executed(**{**said, "notebook": nbformat.from_dict(said["notebook"])})

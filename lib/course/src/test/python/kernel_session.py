"""A kernel as `course` starts it, for tests that send it cells and look at what comes out."""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager
from kit import ROOT, kernel_environment
from kit.jdk import Jdk

FIRST_CELL = (ROOT / "lib" / "course" / "src" / "main" / "resources" / "tidemark" / "first-cell.java").read_text(
    "utf-8"
)
LIMIT = 2
"""Seconds that a check waits for an answer."""


@dataclass
class Output:
    """What a cell put out."""

    streams: dict[str, str] = field(default_factory=lambda: {"stdout": "", "stderr": ""})
    html: str = ""
    text: str = ""
    error: str = ""

    @property
    def state(self) -> str:
        found = re.search(r'data-state="([a-z-]+)"', self.html)
        return found.group(1) if found else ""


class Kernel:
    """A kernel as `course` starts it, with little memory and short limits."""

    def __init__(self, java: Jdk, folder: Path, keeps_progress: bool = True, options: tuple[str, ...] = ()) -> None:
        environment = kernel_environment.env(java) | {"TIDEMARK_CHECK_SECONDS": str(LIMIT)}
        environment.pop("TIDEMARK_PROGRESS", None)
        if keeps_progress:
            environment["TIDEMARK_PROGRESS"] = str(folder / "progress.jsonl")
        spec = kernel_environment.write_spec(Path(sys.executable), java, folder, "-Xmx300m", *options)
        specs = KernelSpecManager(kernel_dirs=[str(spec / "kernels")])
        self.manager = KernelManager(kernel_name="java", kernel_spec_manager=specs)
        self.log = (folder / "kernel.log").open("ab")
        self.manager.start_kernel(env=environment, cwd=str(folder), stdout=self.log, stderr=self.log)
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=120)
        self.cell(FIRST_CELL)

    def cell(self, source: str) -> Output:
        output = Output()

        def hook(message: dict[str, Any]) -> None:
            content, kind = message["content"], message["msg_type"]
            if kind == "stream":
                output.streams[content["name"]] += content["text"]
            elif kind in ("display_data", "execute_result"):
                output.html += content["data"].get("text/html", "")
                output.text += content["data"].get("text/plain", "")
            elif kind == "error":
                output.error += content["evalue"] + "\n".join(content["traceback"])

        self.client.execute_interactive(source, timeout=90, output_hook=hook, allow_stdin=False)
        return output

    def end(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)
        self.log.close()

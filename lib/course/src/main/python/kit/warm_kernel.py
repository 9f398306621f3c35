"""Starts a kernel that writes its class-data archive as it ends: `python warm_kernel.py ARCHIVE`.

Runs inside the environment. It executes the first notebook up to its first check, so that the compiler that the cells
need is in the archive too.
"""

import os
import sys
import time
from pathlib import Path

SECONDS = 60


def warm(archive: Path) -> None:
    """Runs the cells and ends the kernel in order: a JVM that is killed writes no archive."""
    from jupyter_client.manager import KernelManager

    from kit import NOTEBOOKS
    from kit.notebook_files import numbered
    from kit.notebooks import MARKED, read, role

    cells = read(numbered(NOTEBOOKS)[0]).cells
    first = next(index for index, cell in enumerate(cells) if role(cell) in MARKED)
    manager = KernelManager(kernel_name="java")
    manager.start_kernel(cwd=str(NOTEBOOKS))
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(SECONDS)
        for cell in cells[: first + 1]:
            if cell.cell_type == "code":
                client.execute_interactive(cell.source, timeout=SECONDS, output_hook=lambda _: None)
        client.shutdown()
        end_of(manager, archive)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def end_of(manager: object, archive: Path) -> None:
    """Waits until the kernel's process has written the archive and is gone."""
    process = manager.provisioner.process  # type: ignore[attr-defined]
    if os.name != "nt":
        time.sleep(0.5)  # the kernel answers a shutdown request before it ends, and need not end at all
        process.terminate()
    process.wait(SECONDS)
    if not archive.is_file():
        sys.exit(f"the kernel ended without writing its archive, code={process.returncode}")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    warm(Path(sys.argv[1]))

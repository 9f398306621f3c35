"""`course lab`: JupyterLab on 127.0.0.1, with the kernel's JDK and class path set, quiet, ended by one Ctrl-C."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from kit import NOTEBOOKS, STATE, kernel_environment
from kit.console import Step, state_folder, tail
from kit.errors import Stop, failed
from kit.jdk import Jdk
from kit.notebook_files import none, numbered

FIRST_PORT = 8888
INSTRUCTORS = ("assignment-list", "course-list", "create-assignment", "formgrader", "menu")
"""The parts of nbgrader that a learner has no use for; *Validate* stays."""
SETTINGS: dict[str, object] = {
    "lab/user-settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
    "labconfig/page_config.json": {"disabledExtensions": {f"@jupyter/nbgrader:{part}": True for part in INSTRUCTORS}},
    "jupyter_server_config.json": {
        "ServerApp": {
            "jpserver_extensions": {
                f"nbgrader.server_extensions.{part}": False for part in ("assignment_list", "course_list", "formgrader")
            }
        }
    },
}
"""JupyterLab's settings on the first start. It must not ask the network for news."""


APART: dict[str, Any] = {"start_new_session": True}
"""The server gets no Ctrl-C of its own: `serve` ends it in order."""
if sys.platform == "win32":
    APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}


class Server:
    """A running JupyterLab. `stop` ends it and its kernels through its own API, which is the same on every system."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int, token: str) -> None:
        self.process, self.port, self.token = process, port, token

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{quote(path)}?token={self.token}"

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.request("api/status"), timeout=2):
                return True
        except (OSError, urllib.error.URLError):
            return False

    def request(self, path: str, method: str = "GET") -> urllib.request.Request:
        return urllib.request.Request(
            f"http://127.0.0.1:{self.port}/{path}", method=method, headers={"Authorization": f"token {self.token}"}
        )

    def stop(self) -> None:
        try:
            urllib.request.urlopen(self.request("api/shutdown", "POST"), timeout=20).close()
            self.process.wait(20)
        except (OSError, subprocess.TimeoutExpired):
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()


def free_port(first: int) -> int:
    """The first port from `first` on which nothing listens; another Jupyter usually has 8888."""
    for port in range(first, first + 200):
        with socket.socket() as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise Stop(
        f"A port must be free on 127.0.0.1 for JupyterLab, from={first}, to={first + 199}; all are taken.\n"
        "End some of the programs that listen there, then run the same command again."
    )


def settings(folder: Path, wanted: Mapping[str, object]) -> None:
    """Writes JupyterLab's settings where the learner has none yet."""
    for name, value in wanted.items():
        file = folder / name
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(value), "utf-8")


def start(
    python: Path, env: Mapping[str, str], root: Path, log: Path, more: Mapping[str, object] = MappingProxyType({})
) -> Server:
    """Starts JupyterLab over a folder and returns when it answers."""
    port = free_port(FIRST_PORT)
    while True:
        token = secrets.token_hex(24)
        options = {
            "ServerApp.ip": "127.0.0.1",
            "ServerApp.port": port,
            "ServerApp.port_retries": 0,
            "ServerApp.root_dir": root,
            "ServerApp.open_browser": False,
            "ServerApp.allow_root": True,
            "LabApp.news_url": "",
            "LabApp.extension_manager": "readonly",
            "LabApp.check_for_updates_class": "jupyterlab.handlers.announcements.NeverCheckForUpdate",
            **more,
        }
        command = [str(python), "-m", "jupyterlab", *(f"--{name}={value}" for name, value in options.items())]
        with open(log, "wb") as out:
            process = subprocess.Popen(
                command,
                cwd=root,
                env={**env, "JUPYTER_TOKEN": token},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                **APART,
            )
        server = Server(process, port, token)
        try:
            while process.poll() is None:
                if server.answers():
                    return server
                time.sleep(0.1)
        except BaseException:
            process.terminate()
            raise
        output = tail(log, 20_000)
        if "already in use" not in output:
            raise failed("Starting JupyterLab", output)
        port = free_port(port + 1)  # somebody took it between our look and Jupyter's


def server_env(python: Path, jdk: Jdk, config: Path, scratch: Path) -> dict[str, str]:
    """The variables under which JupyterLab and its kernels run."""
    spec = kernel_environment.write_spec(python, jdk, scratch)
    return kernel_environment.env(jdk) | {"JUPYTER_CONFIG_DIR": str(config), "JUPYTER_PATH": str(spec)}


def first_page() -> str:
    """Where a learner begins."""
    return "lab/tree/" + numbered(NOTEBOOKS)[0].name


def serve(python: Path, jdk: Jdk, browser: bool) -> None:
    """Opens the course and waits for Ctrl-C."""
    if not numbered(NOTEBOOKS):
        raise none(NOTEBOOKS)
    state_folder()
    config = STATE / "jupyter"
    settings(config, SETTINGS)
    with TemporaryDirectory(prefix="tidemark-", ignore_cleanup_errors=True) as scratch:
        with Step("starting JupyterLab"):
            env = server_env(python, jdk, config, Path(scratch))
            server = start(python, env, NOTEBOOKS, STATE / "lab.log")
        wait(server, browser)


def wait(server: Server, browser: bool) -> None:
    """Opens the browser and waits until JupyterLab ends, from here or from its page."""
    url = server.url(first_page())
    print(f"\nThe course is open at\n    {url}\nCtrl-C here ends it.", flush=True)
    try:
        if browser and (sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            webbrowser.open(url)
        code = server.process.wait()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second, impatient Ctrl-C must not leave kernels behind
        print("\nEnding JupyterLab and its kernels …", flush=True)
        server.stop()
        print("The course is closed. Your notebooks are saved as you last saved them.")
        return
    if code and code > 0:
        raise failed("JupyterLab", tail(STATE / "lab.log"))
    print("The course was closed from the browser.")

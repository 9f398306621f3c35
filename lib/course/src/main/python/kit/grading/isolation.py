"""What fences a submission off, as far as this machine allows it; what it does not allow is said.

As root each submission's kernel has a uid of its own, without rights; elsewhere it stays ours. Where the system allows
namespaces, runner and kernel share a network of their own that has only a loopback, and the kernel sees no process and
no file but its own, the JDK's and the library's. What remains: code in the kernel can reach the library by reflection.
"""

import ctypes
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kit import ROOT

JAIL = Path(__file__).with_name("jail.py")
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
FIRST_UID, UIDS = 20_000, 40_000
FILE_BYTES = 64_000_000
PROCESSES = 300
"""A kernel has about 40 threads, each of which counts."""
SCRATCH = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock")
PR_SET_DUMPABLE = 4
SYSTEM = {"/", "/bin", "/dev", "/etc", "/lib", "/lib64", "/opt", "/proc", "/sys", "/usr", "/var"}
"""What a kernel needs wherever submissions lie."""


@dataclass(frozen=True)
class Fence:
    """What this machine allows."""

    root: bool
    network: bool
    files: bool
    container: str = ""
    """What runs each submission in a container, and of which image."""

    def sentences(self) -> dict[str, str]:
        """For the head of a report."""
        if self.container:
            return {
                "network": f"cut off: each submission in a container without a network ({self.container})",
                "user": "each container as you, without rights to change that",
                "files": "each submission sees its own folder, the interpreter, the JDK and the library, read-only",
                "processes": f"at most {PROCESSES} processes and threads each",
            }
        cut = "cut off: runner and kernel share a network that has only a loopback"
        return {
            "network": cut if self.network else "NOT cut off: this system allows no network namespace here",
            "user": "each submission under a uid of its own" if self.root else "NOT apart: all run as you; root could",
            "files": "each submission sees its own folder, the JDK and the library"
            if self.files
            else "each submission's folder is closed to the others; other files are as open as they are on this machine"
            if self.root
            else "NOT apart: what you can read, a submission can read",
            "processes": f"at most {PROCESSES} processes and threads each"
            if self.root or self.network
            else "NOT bounded by this machine; time is",
        }


def here() -> Fence:
    """Tries what this machine allows."""
    if sys.platform != "linux":
        return Fence(False, False, False)
    root = os.geteuid() == 0
    user = [] if root else ["--user", "--map-root-user"]
    return Fence(root, tried([*user, "--net"]), tried([*user, *KERNEL_SPACES]))


KERNEL_SPACES = ["--mount", "--pid", "--fork", "--kill-child=KILL", "--mount-proc", "--ipc"]


def tried(options: list[str]) -> bool:
    command = shutil.which("unshare")
    if command is None:
        return False
    return subprocess.run([command, *options, "true"], stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def enter_network(fence: Fence) -> None:
    """Puts this process into a network of its own, and brings its loopback up. Call it before any thread starts."""
    if sys.platform == "win32":
        return
    if fence.network:
        unshare_network(fence)
    if not fence.root and sys.platform == "linux":
        # Nobody of the same uid may read this process's memory: the ledger's key is in it.
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def unshare_network(fence: Fence) -> None:
    """A network namespace, and where we are not root a user namespace around it."""
    if sys.platform == "win32":
        return
    import fcntl

    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWNET | (0 if fence.root else CLONE_NEWUSER)):
        raise OSError(ctypes.get_errno(), "no network namespace")
    if not fence.root:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {uid} 1")
        Path("/proc/self/gid_map").write_text(f"0 {gid} 1")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sH14x", b"lo", 0x1 | 0x40)  # IFF_UP, IFF_RUNNING
        fcntl.ioctl(control, 0x8914, request)  # SIOCSIFFLAGS


def free_uid(number: int) -> int:
    """A uid that no account has, another for each submission of a run."""
    if sys.platform == "win32":
        raise OSError("no uids here")
    import pwd

    taken = {entry.pw_uid for entry in pwd.getpwall()}
    start = os.getpid() * 97 + number
    return next(uid for uid in (FIRST_UID + (start + step) % UIDS for step in range(UIDS)) if uid not in taken)


def command(fence: Fence, folder: Path, inside: list[str], uid: int | None, hidden: list[Path]) -> list[str]:
    """The command that starts a kernel's own command in its jail, `folder` being its own. `hidden` are the folders of
    other learners. The kernel's connection file is that of `connection`."""
    if sys.platform == "win32":
        return inside
    limits = {"RLIMIT_FSIZE": FILE_BYTES, "RLIMIT_CORE": 0, "RLIMIT_CPU": 900, "RLIMIT_NOFILE": 4096}
    if uid is not None or fence.network:
        limits["RLIMIT_NPROC"] = PROCESSES
    spec = {
        "uid": uid,
        "limits": limits,
        "hide": [],
        "scratch": [],
        "keep": [],
        "bytes": FILE_BYTES * 2,
        "private": [],
        "own": [] if uid is None else [str(folder), str(connection(folder).parent), str(connection(folder))],
    }
    if fence.files:
        spec["hide"] = sorted({*map(str, hidden), str(ROOT), *homes()} - SYSTEM)
        spec["scratch"] = [place for place in SCRATCH if os.path.isdir(place) and not os.path.islink(place)]
        spec["keep"] = [*needed(inside, folder), str(connection(folder).parent)]
        spec["private"] = [str(folder)]
    file = folder.parent / f"{folder.name}.json"
    file.write_text(json.dumps(spec), "utf-8")
    spaces = [shutil.which("unshare") or "unshare", *KERNEL_SPACES, "--"] if fence.files else []
    return [*spaces, sys.executable, "-I", "-S", str(JAIL), str(file), *inside]


def connection(folder: Path) -> Path:
    """The connection file of the kernel of a submission's folder, which is no file of the submission."""
    return folder.parent / f"{folder.name}-connection" / "kernel.json"


def homes() -> list[str]:
    return [place for place in ("/home", "/root", os.path.expanduser("~")) if os.path.isdir(place)]


def needed(inside: list[str], folder: Path) -> list[str]:
    """What a kernel needs of the files: its own folder, its JDK, the kernel's jar and the library."""
    from kit import CLASSPATH

    java = Path(inside[0]).resolve().parent.parent
    files = [part.removeprefix("-XX:SharedArchiveFile=") for part in inside if part.endswith((".jar", ".jsa"))]
    return [str(folder), str(java), str(Path(inside[0]).parent.parent), str(CLASSPATH), *files]


def end_processes(uid: int) -> int:
    """Ends what is left of a uid, again and again until nothing is: for systems without a namespace for processes.
    Returns how many there were."""
    ended = 0
    for _ in range(50):
        left = processes(uid)
        for process in left:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        ended += len(left)
        if not left:
            break
    return ended


def end_kernels(folder: Path) -> int:
    """Ends the kernels of a submission's folder whose runner was ended: nobody else would. Returns how many."""
    ended = 0
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if os.fsencode(str(folder)) in file.read_bytes() and int(file.parent.name) != os.getpid():
                os.kill(int(file.parent.name), signal.SIGKILL)
                ended += 1
    return ended


def uids_with_processes() -> set[int]:
    """Every uid that has a process now."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            found.add(process.stat().st_uid)
    return found


def processes(uid: int) -> list[int]:
    """The processes of a uid."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            # Errors are replaced: a process may give itself a name that is no UTF-8.
            if re.search(rf"^Uid:\t{uid}\t", status.read_text("utf-8", "replace"), re.MULTILINE):
                found.append(int(status.parent.name))
        except OSError:  # it has ended meanwhile
            continue
    return found

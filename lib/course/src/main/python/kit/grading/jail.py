"""Starts one command with no way to what is not its own. Run as a script, with only the standard library:

    python -I -S jail.py SPEC COMMAND…

SPEC is a JSON object:

- `uid`, null to stay who one is; `own`, files given to it
- `limits`, names of `resource.RLIMIT_…` and their values
- `hide`, folders that become empty; `scratch`, folders that become empty and writable, of at most `bytes` each
- `keep`, files and folders that stay as they are, even in hidden folders
- `private`, a folder whose files are copied to memory, of at most `bytes`: what is written there is gone at the end

Hiding needs a mount namespace of its own, which the caller has made: without one, `hide` and `scratch` must be empty.
"""

import ctypes
import json
import os
import resource
import sys

MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, PR_CAPBSET_DROP, PR_SET_SECUREBITS = 1, 38, 24, 28
SIGKILL = 9
NOROOT_LOCKED = 0x3
"""SECBIT_NOROOT and its lock: uid 0 of a user namespace gets no rights from being 0."""

libc = ctypes.CDLL(None, use_errno=True)


def called(result: int, what: str) -> None:
    if result:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")


def mount(source: str, target: str, kind: str, flags: int, options: str) -> None:
    encoded = (source.encode(), target.encode(), kind.encode(), flags, options.encode())
    called(libc.mount(*encoded), f"mount {target}")


def hide(spec: dict) -> None:  # type: ignore[type-arg]
    """Empty folders over what is hidden; what is kept is held by a descriptor meanwhile, and put back."""
    mount("none", "/", "", MS_REC | MS_PRIVATE, "")
    for folder in spec["private"]:
        in_memory(folder, spec)
    kept = {path: os.open(path, os.O_PATH) for path in spec["keep"]}
    covered = [*spec["hide"], *spec["scratch"]]
    for folder in covered:
        options = f"mode=1777,size={spec['bytes']}" if folder in spec["scratch"] else "mode=0755,size=1m"
        if os.path.isdir(folder):
            mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, options)
    for path, descriptor in kept.items():
        if not any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in covered):
            continue
        held = f"/proc/self/fd/{descriptor}"
        if os.path.isdir(held):
            os.makedirs(path, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.close(os.open(path, os.O_CREAT, 0o644))
        mount(held, path, "", MS_BIND | MS_REC, "")
    for descriptor in kept.values():
        os.close(descriptor)


def in_memory(folder: str, spec: dict) -> None:  # type: ignore[type-arg]
    """A folder of bounded size with the files that are there now; they go to whoever will run."""
    contents = {}
    for place, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(place, name), "rb") as file:
                contents[os.path.relpath(file.name, folder)] = file.read()
    mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, f"mode=0700,size={spec['bytes']}")
    for name, content in contents.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    if spec["uid"] is not None:
        for place, _, names in os.walk(folder):
            for path in [place, *(os.path.join(place, name) for name in names)]:
                os.chown(path, spec["uid"], spec["uid"])


def limit(limits: dict) -> None:  # type: ignore[type-arg]
    for name, value in limits.items():
        which = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (value, value))


def become(uid: "int | None") -> None:
    """Gives up every right that root has, for good."""
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    elif os.getuid() == 0:
        libc.prctl(PR_SET_SECUREBITS, NOROOT_LOCKED, 0, 0, 0)
        for capability in range(64):
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)  # becoming another has undone what unshare had asked for


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        spec = json.load(file)
    for path in spec["own"]:
        os.chown(path, spec["uid"], spec["uid"])
    place = os.getcwd()
    if spec["hide"] or spec["scratch"]:
        hide(spec)
    os.chdir(place)  # by its path, which may lead to what was put back
    os.umask(0o077)
    limit(spec["limits"])
    become(spec["uid"])
    os.execv(sys.argv[2], sys.argv[2:])


if __name__ == "__main__":
    main()

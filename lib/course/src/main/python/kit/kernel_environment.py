"""The variables under which a notebook's kernel starts."""

import os
from collections.abc import Mapping
from pathlib import PurePath

from kit import CLASSPATH, ROOT, STATE
from kit.environment import clean
from kit.errors import Stop
from kit.jdk import Jdk

OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:MetaspaceSize=64m -Xshare:auto -Djava.awt.headless=true"
"""With less Metaspace, the collector goes through the whole heap at a notebook's first check (21 MB of classes)."""


def glob_of(folder: PurePath) -> str:
    """The class path as one glob: the kernel loads an extension at once, so its jars must all come together. The kernel
    splits globs at "/" on every system."""
    return folder.as_posix() + "/*.jar"


def options(jdk: Jdk) -> str:
    """The JVM's options; newer JDKs need two more to stay quiet on stderr."""
    newer = " --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow" if jdk.major >= 24 else ""
    return OPTIONS + newer


def env(jdk: Jdk, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """A child's variables: the chosen JDK first on PATH (the kernel's launcher calls `java`), the class path and the
    progress file."""
    if os.pathsep in str(ROOT) or "*" in str(ROOT) or "?" in str(ROOT):
        raise Stop(
            f"A Java class path cannot hold the characters {os.pathsep} * ? that this folder's name has: {ROOT}\n"
            "Rename the folder, then run the same command again."
        )
    child = clean(environ)
    child.update(
        PATH=str(jdk.home / "bin") + os.pathsep + child.get("PATH", ""),
        JAVA_HOME=str(jdk.home),
        JJAVA_CLASSPATH=glob_of(CLASSPATH),
        JJAVA_JVM_OPTS=options(jdk),
        TIDEMARK_PROGRESS=str(STATE / "progress.jsonl"),
    )
    return child

"""Runs one submission in a process of its own, which fences itself in before it starts a kernel."""

import multiprocessing
import sys
import threading
from typing import Any

from kit.grading import worker


def processes() -> Any:
    """A way to start processes that have loaded what they need, and hold nothing else of ours."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["kit.grading.worker"])
    return context


RUNNING: set[Any] = set()
"""The processes of the submissions that run now."""
STOPPED = threading.Event()
"""Whether grading was stopped: then nothing starts any more, whoever waits for what was ended."""


def end_all() -> None:
    """Ends every submission that runs now, and lets none start; the threads that wait for them go on, and clear up."""
    STOPPED.set()
    for process in list(RUNNING):
        process.kill()


def run(job: worker.Job) -> worker.Executed:
    """What a submission's own process sent; it is ended if it takes much longer than it may."""
    if STOPPED.is_set():
        return worker.Executed(job.notebook, failure="grading was stopped")
    context = processes()
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=worker.main, args=(job, there), daemon=True)
    process.start()
    RUNNING.add(process)
    there.close()
    try:
        if here.poll(job.limits.submission + 180):
            done: worker.Executed = here.recv()
            return done
        return worker.Executed(job.notebook, failure="its process did not end in time")
    except EOFError:
        return worker.Executed(job.notebook, failure="its process ended without a word")
    finally:
        here.close()
        RUNNING.discard(process)
        process.kill()
        process.join()

"""The runner inside a container: `python -m kit.grading.contained JOB.json`. Says what came out on standard output."""

import json
import os
import sys
from dataclasses import asdict

from kit.grading import container, isolation, worker


def main(file: str) -> None:
    with open(file, encoding="utf-8") as source:
        job = container.job_of(json.load(source))
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # nothing else may speak on it
    try:
        isolation.enter_network(job.fence)
        done = worker.execute(job)
    except BaseException as failure:
        done = worker.Executed(job.notebook, failure=f"the runner failed: {type(failure).__name__}: {failure}")
    with out:
        json.dump(asdict(done), out)


if __name__ == "__main__":
    main(sys.argv[1])

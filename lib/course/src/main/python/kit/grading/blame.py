"""Decides which cell a submission goes on without, after a kernel has ended, or has not answered in time.

1. The cell that was running; if that is one of the course's own, the learner's last cell before it: what it started did
   it.
2. If a second answer or check loses the kernel too, perhaps neither did: a cell that the learner added before them may
   have started something that ends it later, or that keeps it from its work. That cell is left out on trial, and the
   two are put back.
3. If one of the two loses the kernel again, the trial was wrong: the added cell is put back, and the two are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kit.grading.results import ENDED, TIMED_OUT

LOST = (ENDED, TIMED_OUT)


@dataclass
class Blame:
    """One submission's cells, in order; those that the learner changed or added; those added; and the checks."""

    order: Sequence[str]
    theirs: Sequence[str]
    added: Sequence[str]
    checks: Sequence[str]
    left_out: dict[str, str]
    """What the submission goes on without, and why; the same object as its runner's."""
    tried: str = ""
    waiting: dict[str, str] = field(default_factory=dict)
    cleared: set[str] = field(default_factory=set)

    def after(self, running: str, why: str) -> bool:
        """Leaves a cell out. Whether others were put back, so that only verdicts that are right stay."""
        if self.tried and running in self.waiting:
            del self.left_out[self.tried]
            self.cleared.add(self.tried)
            self.left_out |= self.waiting
            self.tried = ""
            return True
        cell = (
            running if running in self.theirs or running in self.checks else self.before(running, self.theirs, running)
        )
        first = next((out for out, reason in self.left_out.items() if reason in LOST and out not in self.added), "")
        culprit = self.before(first, self.added, "") if first and not self.tried else ""
        if why in LOST and culprit and cell not in self.added:
            self.waiting = {first: self.left_out.pop(first), cell: why}
            self.left_out[culprit] = why
            self.tried = culprit
            return True
        self.left_out[cell] = why
        return False

    def before(self, cell: str, among: Sequence[str], otherwise: str) -> str:
        """The last of some cells before another, if it is still run and was not cleared."""
        earlier = self.order[: self.order.index(cell)]
        found = [one for one in earlier if one in among and one not in self.left_out and one not in self.cleared]
        return found[-1] if found else otherwise

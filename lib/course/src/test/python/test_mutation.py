"""How the report of the mutation tests is read."""

import unittest
from unittest import mock

from kit import jdk, mutation

ROW = "Log.java,tidemark.log.Log,org.pitest.mutators.{},read,{},{},{}\n"


class Mutation(unittest.TestCase):
    def test_what_a_test_noticed_is_killed_and_what_cannot_be_loaded_does_not_count(self) -> None:
        report = ROW.format("MathMutator", 1, "KILLED", "a.Test") + ROW.format("MathMutator", 2, "TIMED_OUT", "none")
        report += ROW.format("VoidMutator", 3, "SURVIVED", "none") + ROW.format("MathMutator", 4, "NO_COVERAGE", "none")
        mutants = mutation.counted(report + ROW.format("MathMutator", 5, "NON_VIABLE", "none"))
        self.assertEqual((2, 4), (mutants.killed, mutants.total))
        self.assertEqual("tidemark.log.Log.read:3 VoidMutator", mutants.survivors[0])

    def test_too_many_survivors_are_named_and_a_failed_run_is_no_good_run(self) -> None:
        java = mock.Mock(spec=jdk.Jdk)
        found = {"time": mutation.Mutants(9, ["x"]), "window": mutation.Mutants(8, ["x", "y"])}
        with mock.patch.object(mutation, "measured", lambda _, package: found.get(package)):
            said = list(mutation.items(java))
        self.assertEqual(("9 of 10 mutants of tidemark.time are killed", []), said[0])
        self.assertEqual(("8 of 10 mutants of tidemark.window are killed", ["x", "y"]), said[1])
        self.assertEqual(("mutants of tidemark.log", ["Maven failed"]), said[2])


if __name__ == "__main__":
    unittest.main()

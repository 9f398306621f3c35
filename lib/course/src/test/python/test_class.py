"""A class is graded: each submission ends in the row it should, and no point is given that was not earned."""

import unittest

import graded_class


class AClass(graded_class.AClass):
    """Graded on this machine, behind the fences that it allows."""


if __name__ == "__main__":
    unittest.main()

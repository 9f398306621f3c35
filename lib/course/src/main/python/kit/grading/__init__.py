"""`./course grade`: grades notebooks, a learner's folder or a whole class.

`submissions` finds what was handed in, `cells` puts the checks back in their places, `worker` executes one submission
in a process of its own that `isolation` and `jail` fence in, `results` says what came out, and `exports`, `feedback`
and `gradebook` write it down. The points come from the ledger of the compiled checks, never from a page.
"""

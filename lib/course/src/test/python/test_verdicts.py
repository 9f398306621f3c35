"""Golden tests of the checks through the real kernel: answers that a check finds, or does not find, or waits for."""

import unittest

from golden import HEAD, RIGHT, Golden, on_every_jdk


class Answers(Golden):
    """Answers that end."""

    def test_untouched(self) -> None:
        self.verdict(
            "not-attempted",
            "`restore`",
            "Map<String, Integer> restore(TableSnapshot snapshot,",
            check='Check.run("05-restore");',
        )
        self.verdict("not-attempted", cells=(HEAD + '{ throw new UnsupportedOperationException("not attempted"); }',))

    def test_right(self) -> None:
        self.verdict("right", "240 probes", "2 points", cells=(RIGHT,))

    def test_right_with_other_types_that_java_would_take_as_well(self) -> None:
        self.verdict(
            "right",
            "1 point",
            cells=("Long nextOffset(Long lastRead) { return lastRead + 1; }",),
            check='Check.run("00-warm-up");',
        )

    def test_wrong_names_the_trap(self) -> None:
        output = self.verdict(
            "wrong", "rounds towards 0", "expected", "Hint", cells=(HEAD + "{ return timestamp / size * size; }",)
        )
        self.assertIn('role="status"', output.html)

    def test_right_by_luck_on_the_reference_exercise_only(self) -> None:
        self.verdict("wrong", "Right on the first example, but", cells=(HEAD + "{ return timestamp < 10 ? 0 : 10; }",))

    def test_type_error(self) -> None:
        self.verdict("does-not-compile", "incompatible types", cells=(RIGHT, HEAD + '{ return "x"; }'))

    def test_missing_name(self) -> None:
        self.verdict("does-not-compile", "nowhere", cells=(RIGHT, HEAD + "{ return nowhere(timestamp); }"))

    def test_missing_name_in_a_helper(self) -> None:
        self.verdict(
            "does-not-compile",
            "a name that the kernel does not know",
            cells=("long helper(long t) { return nowhere(t); }", HEAD + "{ return helper(timestamp); }"),
        )

    def test_syntax_error_after_a_good_version(self) -> None:
        self.verdict(
            "does-not-compile", "illegal start of expression", cells=(RIGHT, HEAD + "{ return timestamp - ; }")
        )

    def test_missing_brace_after_a_good_version(self) -> None:
        self.verdict("does-not-compile", "brace", cells=(RIGHT, HEAD + "{ return timestamp;"))
        self.verdict("right", cells=(RIGHT,))

    def test_a_cell_that_failed_before_it_came_to_the_answer(self) -> None:
        self.verdict(
            "does-not-compile",
            "stopped before it came to the method",
            cells=(RIGHT, "int zero = 1 / 0;\n" + HEAD + "{ return 0; }"),
        )

    def test_wrong_return_type(self) -> None:
        self.verdict(
            "does-not-fit",
            "yours returns String, the check needs long",
            cells=('String windowStart(long timestamp, long size) { return "x"; }',),
        )

    def test_wrong_parameters_and_a_stale_overload(self) -> None:
        check = 'Check.run("01-records-left");'
        self.verdict(
            "does-not-fit",
            "parameter 1 is List<Integer>",
            cells=("long recordsLeft(List<Integer> survivors, long end, long committed) { return 0; }",),
            check=check,
        )
        self.verdict(
            "does-not-fit",
            "two methods of that name",
            'Check.forget("recordsLeft");',
            cells=("long recordsLeft(List<Long> survivors, long end) { return 0; }",),
            check=check,
        )
        right = (
            "long recordsLeft(List<Long> survivors, long end, long committed)"
            " { return survivors.stream().filter(offset -> offset >= committed && offset < end).count(); }"
        )
        self.verdict("right", cells=('Check.forget("recordsLeft");', right), check=check)

    def test_other_parameter_types_leave_two_methods_that_both_compile(self) -> None:
        check, right = 'Check.run("00-warm-up");', "long nextOffset(long lastRead) { return lastRead + 1; }"
        self.verdict(
            "does-not-fit",
            "two methods of that name",
            "nextOffset(int)long",
            cells=("long nextOffset(int lastRead) { return lastRead + 1; }", right),
            check=check,
        )
        self.verdict("right", cells=('Check.forget("nextOffset");', right), check=check)
        self.kernel.cell('Check.forget("nextOffset");')

    def test_throws_checked_and_unchecked(self) -> None:
        self.verdict(
            "wrong", "throws IOException: disk", cells=(HEAD + 'throws IOException { throw new IOException("disk"); }',)
        )
        self.verdict("wrong", "throws IllegalStateException", cells=(HEAD + "{ throw new IllegalStateException(); }",))


class EndlessAnswers(Golden):
    """Answers that do not end. Where the JDK cannot stop them, the verdict says what to do."""

    def what_then(self) -> str:
        return "It was stopped." if self.java.major < 20 else "a core is busy until you restart the kernel"

    def test_silent_loop(self) -> None:
        self.verdict("timed-out", self.what_then(), cells=(HEAD + "{ while (true) { } }",))

    def test_printing_loop(self) -> None:
        self.verdict(
            "timed-out", self.what_then(), "tick", cells=(HEAD + '{ while (true) { System.out.println("tick"); } }',)
        )

    def test_a_loop_that_holds_the_lock_of_standard_output(self) -> None:
        self.verdict(
            "timed-out", self.what_then(), cells=(HEAD + "{ synchronized (System.out) { while (true) { } } }",)
        )

    def test_a_loop_that_holds_the_lock_of_its_thread(self) -> None:
        cell = HEAD + "{ synchronized (Thread.currentThread()) { while (true) { } } }"
        self.verdict("timed-out", self.what_then(), cells=(cell,))

    def test_an_exception_whose_message_never_comes(self) -> None:
        endless = "class Endless extends RuntimeException { public String getMessage() { while (true) { } } }"
        self.verdict("timed-out", self.what_then(), cells=(endless, HEAD + "{ throw new Endless(); }"))

    def test_sleeping_answer_can_always_be_stopped(self) -> None:
        self.verdict(
            "timed-out", "It was stopped.", cells=(HEAD + "throws Exception { Thread.sleep(1_000_000); return 0; }",)
        )


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    return on_every_jdk(loader, Answers, EndlessAnswers)

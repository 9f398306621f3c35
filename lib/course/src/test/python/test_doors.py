"""Ways around a check that other tests do not try, on every JDK there is: none earns, hangs or spoils the next one."""

import os
import platform
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from golden import CHECK, HEAD, RIGHT, Golden, on_every_jdk
from kernel_session import Kernel
from kit import jdk

WINDOWS = "Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) "
FOREVER = "while (true) { try { Thread.sleep(60_000); } catch (InterruptedException e) { } }"
SHADOWING = (
    "static class Check { static void run(String id) { } }",
    "final class Check<T> { }",
    "@interface Check { }",
    "sealed interface Check permits Only { } final class Only implements Check { }",
    'var Check = "x";',
    "int other = 1, Check = 2;",
    "Runnable Check = () -> { };",
    "class Check { class Question { } }",
    "/* nothing to see */ class Check { }",
    "class \\u0043heck { }",
    "record Answers(int a) { }",
    "enum KeyedRecord { A }",
    "int lang = 1; String[] tidemark = { };",
    "import javax.swing.text.html.*; import javax.print.attribute.standard.*; import java.awt.List;",
)
HANGING = (
    HEAD + "throws Exception { Object lock = new Object(); synchronized (lock) { lock.wait(); } return 0; }",
    HEAD + "throws Exception { Thread.currentThread().join(); return 0; }",
    HEAD + "throws Exception { while (true) { java.util.concurrent.locks.LockSupport.park(); Thread.interrupted(); } }",
    HEAD + "throws Exception { return new java.util.concurrent.LinkedBlockingQueue<Long>().take(); }",
    HEAD
    + "throws Exception { return java.util.concurrent.CompletableFuture.<Long>supplyAsync(() -> { "
    + FOREVER
    + " }).get(); }",
    HEAD + "throws Exception { try { return 0; } finally { " + FOREVER + " } }",
    HEAD + "throws Exception { synchronized (Check.class) { " + FOREVER + " } }",
    HEAD + "throws Exception { synchronized (String.class) { " + FOREVER + " } }",
    HEAD + "throws Exception { new java.util.concurrent.CyclicBarrier(2).await(); return 0; }",
    HEAD + "throws Exception { return java.util.stream.LongStream.iterate(0, i -> { try { Thread.sleep(60_000); }"
    " catch (InterruptedException e) { } return i; }).sum(); }",
    HEAD
    + "throws Exception { class Late { static long value = late(); static long late() { "
    + FOREVER
    + " } } return Late.value; }",
)
RETURNED = (
    "new AbstractMap<Long, Long>() { public Set<Entry<Long, Long>> entrySet() { " + FOREVER + " } }",
    "new HashMap<Long, Long>() { public void forEach("
    "java.util.function.BiConsumer<? super Long, ? super Long> each) { " + FOREVER + " } }",
)
FORGED = (
    HEAD + '{ throw new Error("RIGHT  03-window-start: 2 points."); }',
    HEAD + "{ render(\"<div class='tidemark-verdict' data-state='wrong'></div>\", \"text/html\"); return 0; }",
    HEAD + "{ Thread.currentThread().interrupt(); return 0; }",
    HEAD + '{ System.setProperty("tidemark.answers", "99"); return 0; }',
    HEAD + '{ Locale.setDefault(Locale.forLanguageTag("ar-EG")); return 0; }',
    HEAD + '{ try { Check.run("03-window-start"); } catch (Throwable refused) { } return 0; }',
    HEAD + '{ new Thread(() -> Check.run("03-window-start")).start(); return 0; }',
    HEAD + '{ Check.forget("windowStart"); return 0; }',
    HEAD + "{ Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> { }); throw new Error(); }",
    HEAD + "{ throw new ThreadDeath(); }",
    HEAD + '{ tidemark.kernel.Streams.capturing(new tidemark.kernel.Printed(), () -> Check.run("03-window-start"), "x")'
    ".start(); return 0; }",
)
LIAR = (
    "new Object() { public boolean equals(Object o) { return true; } public int hashCode() { return 0; }"
    ' public String toString() { return ""; } }'
)
LOUD = 'System.err.println("noise");'
NOISE = (
    f"new java.util.Timer(true).schedule(new TimerTask() {{ public void run() {{ {LOUD} }} }}, 100);",
    f"java.util.concurrent.CompletableFuture.runAsync(() -> {{ sleep(100); {LOUD} }});",
    f"java.util.concurrent.Executors.newScheduledThreadPool(1).schedule(() -> {{ {LOUD} }}, 100,"
    " java.util.concurrent.TimeUnit.MILLISECONDS);",
    'new Thread(() -> { sleep(100); throw new IllegalStateException("noise"); }).start();',
    'PrintStream kept = System.err; new Thread(() -> { sleep(100); kept.print("noi"); kept.println("se"); }).start();',
    'new Thread(() -> { sleep(100); java.util.logging.Logger.getLogger("x").severe("noise"); }).start();',
    'new Thread(() -> { sleep(100); new Error("noise").printStackTrace(); }).start();',
    'new Thread(() -> { sleep(100); System.err.format("%s%n", "noise").append("noise\\n").flush(); }).start();',
    f'new Thread(new ThreadGroup("own"), () -> {{ sleep(100); new Thread(() -> {{ {LOUD} }}).start(); }}).start();',
    f"var all = java.util.concurrent.ForkJoinPool.commonPool(); all.execute(() -> all.execute("
    f"() -> {{ sleep(100); {LOUD} }}));",
    'new Thread(() -> { sleep(100); try { new ProcessBuilder("java", "-nothing").inheritIO().start(); }'
    " catch (IOException e) { } }).start();",
)
MANAGERS = (
    "public void checkPermission(java.security.Permission asked) { }",
    'public void checkPermission(java.security.Permission asked) { if (asked.getName().startsWith("exitVM"))'
    ' { throw new SecurityException("no exit"); } }',
)
STUBBORN = (
    'public void checkPermission(java.security.Permission asked) { if (asked.getName().equals("setSecurityManager"))'
    ' { throw new SecurityException("it stays"); } }'
)

REFUSING = "public void checkPermission(java.security.Permission asked) { throw new SecurityException(); }"


class Doors(Golden):
    def test_no_name_of_the_checks_is_hidden_in_any_other_way(self) -> None:
        for declared in SHADOWING:
            with self.subTest(declared):
                self.kernel.cell(declared)
                self.verdict("wrong", cells=(HEAD + "{ return 1; }",))
                self.verdict("right", cells=(RIGHT,))

    def test_a_helper_named_like_an_answer_stands_beside_it(self) -> None:
        for helper in ("long offset(String a) { return 1; }", "void yes(int a) { }", "int because() { return 1; }"):
            self.assertEqual("", self.kernel.cell(helper).error)
        self.verdict("wrong", "in the snapshot already", check=self.asked("05-self-test-3", "offset(2)"))
        self.verdict("right", check=self.asked("06-self-test-4", "List.of(yes(), no(), no())"))
        self.assertEqual("1", self.kernel.cell('offset("a")').text)

    def test_a_helper_that_would_hide_an_answer_is_refused_with_the_reason(self) -> None:
        for helper in ("boolean yes() { return true; }", "String offset( long a ) { return null; }"):
            error = self.kernel.cell(helper).error
            self.assertRegex(error, r"a cell must not declare `\w+\(\w*\)`, because questions are answered with")
        self.verdict("right", check=self.asked("06-self-test-4", "List.of(yes(), no(), no())"))
        self.verdict("right", check=self.asked("05-self-test-3", "offset(3)"))

    def asked(self, question: str, answer: str) -> str:
        return f'Check.selfTest("{question}", () -> {{ return {answer}; }});'

    def test_whatever_waits_for_ever_is_ended_and_the_next_check_works(self) -> None:
        for answer in HANGING:
            with self.subTest(answer):
                self.verdict("timed-out", cells=(answer,))
                self.verdict("right", cells=(RIGHT,))

    def test_a_result_that_never_ends_is_ended_and_the_next_check_works(self) -> None:
        for result in RETURNED:
            with self.subTest(result):
                self.verdict(
                    "timed-out",
                    cells=(WINDOWS + "{ return " + result + "; }",),
                    check='Check.run("03-events-per-window");',
                )
                self.verdict("right", cells=(RIGHT,))

    def test_no_wrong_answer_makes_a_right_verdict_or_spoils_the_next_one(self) -> None:
        for answer in FORGED:
            with self.subTest(answer):
                self.kernel.cell(answer)
                self.assertNotIn('data-state="right"', self.kernel.cell(CHECK).html)
                self.kernel.cell("Locale.setDefault(Locale.ENGLISH);")
                self.verdict("right", cells=(RIGHT,))
        print(f"\n  JDK {self.java.major}: {len(FORGED)} attempts at a point that was not earned, 0 got through")

    def test_an_answer_that_claims_to_equal_everything_is_wrong(self) -> None:
        for answer in (LIAR, f"Set.of({LIAR})", f"List.of({LIAR}, 3, 4)"):
            with self.subTest(answer):
                for question in ("07-skipped", "06-survivors", "01-self-test-1"):
                    self.assertEqual("wrong", self.kernel.cell(self.asked(question, answer)).state)

    def test_no_other_threads_line_reaches_the_stderr_of_a_cell(self) -> None:
        self.kernel.cell("void sleep(long ms) { try { Thread.sleep(ms); } catch (InterruptedException e) { } }")
        self.kernel.cell(RIGHT)
        for source in NOISE:
            with self.subTest(source):
                started = self.kernel.cell(source)
                checked = self.kernel.cell(CHECK)
                later = self.kernel.cell("sleep(300);")
                self.assertEqual(("", "right"), (started.error, checked.state))
                self.assertEqual("", started.streams["stderr"] + checked.streams["stderr"] + later.streams["stderr"])

    def test_no_cell_can_set_a_security_manager_and_the_kernel_works_on(self) -> None:
        for body in (*MANAGERS, STUBBORN, REFUSING):
            set_by_cell = self.kernel.cell(f"System.setSecurityManager(new SecurityManager() {{ {body} }});")
            self.assertIn("UnsupportedOperationException", set_by_cell.error)
            self.verdict("wrong", cells=(HEAD + "{ return 1; }",))
            self.verdict("right", cells=(RIGHT,))


class Managers(Golden):
    """A kernel in which a cell can set a security manager, on a JDK that has them."""

    of_others = True

    def test_a_security_manager_of_a_cell_switches_no_check_off(self) -> None:
        for body in MANAGERS:
            set_by_cell = self.kernel.cell(f"System.setSecurityManager(new SecurityManager() {{ {body} }});")
            if self.java.major > 17:
                self.assertIn("UnsupportedOperationException", set_by_cell.error)
            self.verdict("wrong", cells=(HEAD + "{ return 1; }",))
            self.verdict("right", cells=(RIGHT,))


class Stubborn(Golden):
    """A kernel for itself: what a cell has set stays until the restart."""

    of_others = True

    def test_a_security_manager_that_cannot_be_taken_off_is_said_with_what_to_do(self) -> None:
        self.verdict("right", cells=(RIGHT,))
        self.kernel.cell(f"System.setSecurityManager(new SecurityManager() {{ {STUBBORN} }});")
        if self.java.major > 17:
            self.verdict("right", cells=(RIGHT,))
        else:
            output = self.kernel.cell(CHECK)
            self.assertIn("a cell has set a security manager that keeps the check from its work. Restart", output.text)
            self.assertNotIn('data-state="right"', output.html)


class WithoutCourse(unittest.TestCase):
    """A kernel of a Jupyter that was not started by `course`."""

    def test_progress_says_that_nothing_is_kept(self) -> None:
        with TemporaryDirectory() as scratch:
            kernel = Kernel(jdk.choose(platform.system(), os.environ), Path(scratch), keeps_progress=False)
            try:
                kernel.cell(RIGHT)
                self.assertEqual("right", kernel.cell(CHECK).state)
                for shown in ("Progress.board();", 'Progress.line("03");'):
                    text = kernel.cell(shown).text
                    self.assertIn("No progress is kept here, because this Jupyter was not started by ./course", text)
                    self.assertNotIn("attempted", text)
                self.assertEqual([], list(Path(scratch).glob("*.jsonl")))
            finally:
                kernel.end()


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    """The doors once for each JDK on this machine."""
    suite = on_every_jdk(loader, Doors, Managers, Stubborn)
    suite.addTests(loader.loadTestsFromTestCase(WithoutCourse))
    return suite

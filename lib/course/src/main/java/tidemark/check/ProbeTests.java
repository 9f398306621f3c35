package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A check as JUnit sees it: a test per probe, run by the platform's launcher. */
final class ProbeTests {
  private record Case(List<Outcome> expected, List<Outcome> yours) {}

  // The launcher makes the test's instance itself, in the thread that calls it.
  private static final ThreadLocal<Case> CASE = new ThreadLocal<>();

  @TestFactory
  Stream<DynamicTest> yoursEndsAsExpected() {
    Case given = CASE.get();
    return IntStream.range(0, given.yours.size())
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    String.valueOf(i),
                    () -> assertEquals(given.expected.get(i), given.yours.get(i))));
  }

  /** The probes whose outcomes differ, by index, in order. */
  static List<Integer> failing(List<Outcome> expected, List<Outcome> yours) {
    LauncherConfig config =
        LauncherConfig.builder()
            .enableTestEngineAutoRegistration(false)
            .enableLauncherDiscoveryListenerAutoRegistration(false)
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .enablePostDiscoveryFilterAutoRegistration(false)
            .addTestEngines(jupiter())
            .build();
    Failures failures = new Failures();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    CASE.set(new Case(expected, yours));
    thread.setContextClassLoader(new WithoutFlightRecorder());
    try {
      LauncherFactory.create(config)
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(
                      DiscoverySelectors.selectMethod(ProbeTests.class, "yoursEndsAsExpected"))
                  .build(),
              failures);
    } finally {
      thread.setContextClassLoader(before);
      CASE.remove();
    }
    if (failures.finished != yours.size()) {
      // A check that ran nothing must not read as one that found nothing.
      throw new IllegalStateException(
          "JUnit ran %d of %d probes".formatted(failures.finished, yours.size()));
    }
    return failures.indexes;
  }

  /** A learner's thread may have any context class loader, so the engine is found by ours. */
  private static TestEngine jupiter() {
    return ServiceLoader.load(TestEngine.class, ProbeTests.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(engine -> engine.getId().equals("junit-jupiter"))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The launcher writes flight recorder events if the thread's class loader knows the recorder, and
   * setting that up would take as long as the probes themselves.
   */
  private static final class WithoutFlightRecorder extends ClassLoader {
    WithoutFlightRecorder() {
      super(ProbeTests.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("jdk.jfr.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }

  private static final class Failures implements TestExecutionListener {
    private final List<Integer> indexes = new ArrayList<>();
    private int finished;

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest()) {
        finished++;
        result
            .getThrowable()
            .ifPresent(differs -> indexes.add(Integer.valueOf(test.getDisplayName())));
      }
    }
  }
}

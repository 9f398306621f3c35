package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A check as JUnit sees it: one test of all probes, run by the platform's launcher. A test for each
 * probe would take longer than the probes.
 */
final class ProbeTests {
  private static final class Case {
    final List<Outcome> expected;
    final List<Outcome> yours;
    final List<Integer> failing = new ArrayList<>();
    int finished;

    Case(List<Outcome> expected, List<Outcome> yours) {
      this.expected = expected;
      this.yours = yours;
    }

    void probe(int i) {
      finished++;
      try {
        assertEquals(expected.get(i), yours.get(i));
      } catch (Throwable differs) {
        failing.add(i);
        throw differs;
      }
    }
  }

  // The launcher makes the test's instance itself, in the thread that calls it.
  private static final ThreadLocal<Case> CASE = new ThreadLocal<>();

  @Test
  void eachProbeEndsAsExpected() {
    Case given = CASE.get();
    assertAll(IntStream.range(0, given.yours.size()).mapToObj(i -> () -> given.probe(i)));
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
    Case given = new Case(expected, yours);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    CASE.set(given);
    thread.setContextClassLoader(new WithoutFlightRecorder());
    try {
      LauncherFactory.create(config)
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(
                      DiscoverySelectors.selectMethod(ProbeTests.class, "eachProbeEndsAsExpected"))
                  .build());
    } finally {
      thread.setContextClassLoader(before);
      CASE.remove();
    }
    if (given.finished != yours.size()) {
      // A check that ran nothing must not read as one that found nothing.
      throw new IllegalStateException(
          "JUnit ran %d of %d probes".formatted(given.finished, yours.size()));
    }
    return given.failing;
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
}

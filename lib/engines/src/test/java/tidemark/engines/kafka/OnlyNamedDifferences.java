package tidemark.engines.kafka;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * A law that has a row in {@link KafkaLogDifference} must fail, and as the row says; every other
 * law must hold.
 */
public final class OnlyNamedDifferences implements InvocationInterceptor, BeforeAllCallback {
  private static Cluster cluster = Cluster.at("");

  /** One broker for all laws; the root store closes it when the last test has run. */
  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(OnlyNamedDifferences.class))
        .computeIfAbsent(
            Cluster.class,
            none -> {
              cluster = Cluster.atOrEmbedded("");
              return cluster;
            });
  }

  static Cluster cluster() {
    return cluster;
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> law, ReflectiveInvocationContext<Method> context, ExtensionContext extension)
      throws Throwable {
    judge(law, context.getExecutable().getName());
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> law, ReflectiveInvocationContext<Method> context, ExtensionContext extension)
      throws Throwable {
    judge(law, context.getExecutable().getName());
  }

  private static void judge(Invocation<Void> law, String name) throws Throwable {
    KafkaLogDifference row =
        Arrays.stream(KafkaLogDifference.values())
            .filter(difference -> difference.laws().contains(name))
            .findFirst()
            .orElse(null);
    try {
      law.proceed();
    } catch (Throwable failed) {
      if (row == null || !says(failed, row.shownBy())) {
        throw failed;
      }
      return;
    }
    if (row != null) {
      throw new AssertionError(
          "a law with a row must not hold on Kafka, law=" + name + ", row=" + row + "; drop it");
    }
  }

  private static boolean says(Throwable failed, String text) {
    for (Throwable at = failed; at != null; at = at.getCause()) {
      if (String.valueOf(at.getMessage()).contains(text)) {
        return true;
      }
    }
    return false;
  }
}

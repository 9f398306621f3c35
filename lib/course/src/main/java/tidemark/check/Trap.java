package tidemark.check;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a flag of a model does. Completes "it behaves exactly like one that …". What the mistake
 * does in production stands in {@code production.txt}, see {@link Production}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Trap {
  /** The words that complete the sentence. */
  String value();

  /**
   * Whether it is looked for by itself only. The others are looked for in pairs too, and in threes
   * where no pair fits, so that each new one costs many models.
   */
  boolean alone() default false;
}

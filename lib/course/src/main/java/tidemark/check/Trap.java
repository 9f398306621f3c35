package tidemark.check;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a flag of a model does. Completes "it behaves exactly like one that …". */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Trap {
  /** The words. */
  String value();

  /** What it does in production, with a public issue where one is known; empty if none is. */
  String production() default "";
}

package tidemark.check;

import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which types of a learner's method fit those of a check. */
final class Types {
  private static final Map<Class<?>, Set<Class<?>>> WIDER =
      Map.of(
          int.class, Set.of(long.class, double.class),
          long.class, Set.of(double.class));

  private Types() {}

  /**
   * Whether a value of type {@code from} may be handed to {@code to}, as Java would do it with the
   * types that exercises have.
   */
  static boolean fits(Type from, Type to) {
    Class<?> source = raw(from);
    Class<?> target = raw(to);
    if (source == void.class || target == void.class) {
      return source == target;
    }
    boolean value =
        boxed(source) == boxed(target)
            || WIDER.getOrDefault(unboxed(source), Set.of()).contains(target);
    return (value || target.isAssignableFrom(source)) && argumentsFit(from, to);
  }

  /**
   * Compares type arguments if both types have the same number of them. If not, the types pass
   * here, and the values that the answer returns decide. Wildcards pass as well.
   */
  private static boolean argumentsFit(Type from, Type to) {
    Type[] one = arguments(from);
    Type[] two = arguments(to);
    if (one.length != two.length) {
      return true;
    }
    for (int i = 0; i < two.length; i++) {
      boolean named = one[i] instanceof Class || one[i] instanceof ParameterizedType;
      boolean alsoNamed = two[i] instanceof Class || two[i] instanceof ParameterizedType;
      if (named && alsoNamed && !one[i].equals(two[i])) {
        return false;
      }
    }
    return true;
  }

  private static Type[] arguments(Type type) {
    return type instanceof ParameterizedType generic
        ? generic.getActualTypeArguments()
        : new Type[0];
  }

  private static Class<?> raw(Type type) {
    if (type instanceof Class<?> plain) {
      return plain;
    }
    return type instanceof ParameterizedType generic ? raw(generic.getRawType()) : Object.class;
  }

  private static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }

  private static Class<?> unboxed(Class<?> type) {
    return MethodType.methodType(type).unwrap().returnType();
  }

  /** Without packages: {@code Map<String, Integer>}. */
  static String name(Type type) {
    if (type instanceof ParameterizedType generic) {
      return raw(generic).getSimpleName()
          + Arrays.stream(generic.getActualTypeArguments())
              .map(Types::name)
              .collect(Collectors.joining(", ", "<", ">"));
    }
    return type instanceof Class<?> plain ? plain.getSimpleName() : type.getTypeName();
  }
}

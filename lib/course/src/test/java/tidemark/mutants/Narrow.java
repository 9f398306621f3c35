package tidemark.mutants;

import org.jspecify.annotations.Nullable;

/** What mutants do to boxed numbers: they lose a part of one, and null stays null. */
public final class Narrow {
  private Narrow() {}

  /** The number as an {@code int} holds it. */
  public static @Nullable Long toInt(@Nullable Long number) {
    if (number == null) {
      return null;
    }
    int narrow = number.intValue();
    return (long) narrow;
  }

  /** The number as a {@code float} holds it. */
  public static @Nullable Long toFloat(@Nullable Long number) {
    return number == null ? null : Long.valueOf((long) number.floatValue());
  }

  /** The number as a {@code float} holds it. */
  public static @Nullable Integer toFloat(@Nullable Integer number) {
    return number == null ? null : Integer.valueOf((int) number.floatValue());
  }

  /** 0 for a negative number. */
  public static @Nullable Long notNegative(@Nullable Long number) {
    return number == null ? null : Long.valueOf(Math.max(0, number));
  }

  /** 0 for a negative number. */
  public static @Nullable Integer notNegative(@Nullable Integer number) {
    return number == null ? null : Integer.valueOf(Math.max(0, number));
  }

  /** Null for 0. */
  public static @Nullable Long zeroIsNone(@Nullable Long number) {
    return number == null || number == 0 ? null : number;
  }

  /** Null for 0. */
  public static @Nullable Integer zeroIsNone(@Nullable Integer number) {
    return number == null || number == 0 ? null : number;
  }
}

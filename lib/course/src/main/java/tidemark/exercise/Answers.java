package tidemark.exercise;

import java.util.Locale;

/** Typed answers to self-tests and predictions. A number alone does not say what it counts. */
public final class Answers {

  /** What a number counts. */
  public enum Unit {
    OFFSETS,
    SECONDS,
    RECORDS
  }

  /** An amount of something: 30 offset positions are not 30 seconds. */
  public record Amount(long number, Unit unit) {
    @Override
    public String toString() {
      return unit.name().toLowerCase(Locale.ROOT) + "(" + number + ")";
    }
  }

  /** One place in a log, which is not an amount. */
  public record At(long offset) {
    @Override
    public String toString() {
      return "offset(" + offset + ")";
    }
  }

  private Answers() {}

  /** A number of offset positions. */
  public static Amount offsets(long number) {
    return new Amount(number, Unit.OFFSETS);
  }

  /** A number of seconds. */
  public static Amount seconds(long number) {
    return new Amount(number, Unit.SECONDS);
  }

  /** A number of records. */
  public static Amount records(long number) {
    return new Amount(number, Unit.RECORDS);
  }

  /** The record, or the position, at this offset. */
  public static At offset(long offset) {
    return new At(offset);
  }

  /** Yes. */
  public static boolean yes() {
    return true;
  }

  /** No. */
  public static boolean no() {
    return false;
  }

  /** An explanation: the cause, the offset of the record that shows it, and your own words. */
  public static Explanation because(FailureCause cause, long offset, String text) {
    return new Explanation(cause, offset, text);
  }
}

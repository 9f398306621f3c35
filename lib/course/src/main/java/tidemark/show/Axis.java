package tidemark.show;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One axis of a chart: its bounds, its ticks and their labels.
 *
 * <p>If all values lie between 10¹¹ and 10¹⁴ they are milliseconds since 1970 and are shown as UTC
 * times, and a unit {@code (ms)} in the title becomes {@code (UTC)}. Toy timestamps are smaller.
 * Where the title ends in another unit, such as {@code (bytes)}, they are numbers all the same.
 */
record Axis(String title, Kind kind, Bounds bounds) {

  /** What the numbers along it are. */
  enum Kind {
    NUMBER,
    TIME
  }

  /** Finite bounds, {@code min < max}; whether all values are whole, and whether ±∞ occur. */
  record Bounds(
      double min, double max, boolean whole, boolean minusInfinity, boolean plusInfinity) {

    /** The closest bounds that hold all values, and {@code floor} if that is not NaN. */
    static Bounds of(Iterable<double[]> data, double floor) {
      double min = Double.isNaN(floor) ? Double.POSITIVE_INFINITY : floor;
      double max = Double.isNaN(floor) ? Double.NEGATIVE_INFINITY : floor;
      boolean whole = true;
      boolean minus = false;
      boolean plus = false;
      for (double[] values : data) {
        for (double value : values) {
          minus |= value == Double.NEGATIVE_INFINITY;
          plus |= value == Double.POSITIVE_INFINITY;
          if (Double.isFinite(value)) {
            whole &= value == Math.rint(value);
            min = Math.min(min, value);
            max = Math.max(max, value);
          }
        }
      }
      if (min > max) {
        return new Bounds(0, 1, whole, minus, plus);
      }
      double above = max + Math.max(1, Math.abs(max) / 10);
      return new Bounds(min, max == min ? above : max, whole, minus, plus);
    }

    /** These bounds, replaced by those that the chart sets itself; null where it sets none. */
    Bounds within(@Nullable Double ownMin, @Nullable Double ownMax) {
      double newMin = ownMin == null ? min : ownMin;
      double newMax = ownMax == null ? max : ownMax;
      return new Bounds(
          newMin, newMax <= newMin ? newMin + 1 : newMax, whole, minusInfinity, plusInfinity);
    }
  }

  private static final double FIRST_TIME = 1e11;
  private static final double END_OF_TIME = 1e14;
  private static final Pattern UNIT = Pattern.compile("\\(([^()]*)\\)$");
  private static final long SECOND = 1000;
  private static final long DAY = 86_400 * SECOND;
  private static final List<Long> TIME_STEPS =
      Stream.of(1, 15, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800)
          .map(seconds -> seconds * SECOND)
          .toList();

  static Axis of(String title, Bounds bounds) {
    Matcher unit = UNIT.matcher(title);
    boolean isOther = unit.find() && !unit.group(1).equals("ms") && !unit.group(1).equals("UTC");
    if (isOther || bounds.min < FIRST_TIME || bounds.max >= END_OF_TIME) {
      return new Axis(title, Kind.NUMBER, bounds);
    }
    return new Axis(UNIT.matcher(title).replaceFirst("(UTC)"), Kind.TIME, bounds);
  }

  /** The same axis, widened to end on ticks. */
  Axis rounded(int wanted) {
    if (kind != Kind.NUMBER) {
      return this;
    }
    double step = step(wanted);
    double min = Math.floor(bounds.min / step) * step;
    double max = Math.ceil(bounds.max / step) * step;
    return new Axis(title, kind, bounds.within(min, max));
  }

  /** Whether it has numbers, all of them whole. */
  boolean isWhole() {
    return kind == Kind.NUMBER && bounds.whole;
  }

  /** Where {@code value} lies: 0 at the minimum, 1 at the maximum. */
  double position(double value) {
    return (value - bounds.min) / (bounds.max - bounds.min);
  }

  /** About {@code wanted} round values. */
  List<Double> ticks(int wanted) {
    List<Double> ticks = new ArrayList<>();
    double step = step(wanted);
    double first = Math.ceil(bounds.min / step - 1e-9);
    for (int i = 0; i < 4 * wanted && (first + i) * step <= bounds.max + step * 1e-9; i++) {
      ticks.add((first + i) * step);
    }
    return ticks;
  }

  private double step(int wanted) {
    double raw = Math.max(bounds.whole ? 1 : 0, (bounds.max - bounds.min) / wanted);
    if (kind == Kind.TIME) {
      double least = 0.7 * raw;
      return TIME_STEPS.stream()
          .filter(step -> step >= least)
          .findFirst()
          .orElse((long) Math.ceil(raw / DAY) * DAY);
    }
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= raw * (1 - 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  /** A tick's label, for ticks about {@code (max − min) / wanted} apart. */
  String tickLabel(double value, int wanted) {
    if (kind != Kind.TIME) {
      return label(value);
    }
    double step = step(wanted);
    String pattern = step >= DAY ? "MMM d" : step >= 60 * SECOND ? "HH:mm" : "HH:mm:ss";
    boolean midnight = Math.floorMod((long) value, DAY) == 0;
    return format(value, midnight ? "MMM d" : pattern);
  }

  /** A value in words. */
  String label(double value) {
    return kind == Kind.TIME && Double.isFinite(value)
        ? format(value, "MMM d HH:mm")
        : Html.number(value);
  }

  private static String format(double value, String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH)
        .format(Instant.ofEpochMilli((long) value).atOffset(ZoneOffset.UTC));
  }
}

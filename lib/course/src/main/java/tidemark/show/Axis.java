package tidemark.show;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One axis: its range, its ticks and their labels. Values of 10¹¹ and more are milliseconds since
 * 1970 and read as UTC times: offsets and toy timestamps do not get there.
 *
 * @param formatter labels of the chart's own, null for ours
 */
record Axis(String title, Kind kind, Range range, @Nullable DoubleFunction<String> formatter) {

  /** What the numbers along it are. */
  enum Kind {
    NUMBER,
    LOGARITHM,
    TIME
  }

  /** Finite bounds, {@code min < max}; whether all values are whole, and whether ±∞ occur. */
  record Range(double min, double max, boolean whole, boolean minusInfinity, boolean plusInfinity) {

    /** The smallest range that holds all values, and {@code floor} if that is not NaN. */
    static Range of(Iterable<double[]> data, double floor) {
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
        return new Range(0, 1, whole, minus, plus);
      }
      return new Range(min, max == min ? max + 1 : max, whole, minus, plus);
    }

    /** With bounds of the chart's own, where it has any. */
    Range within(@Nullable Double ownMin, @Nullable Double ownMax) {
      double newMin = ownMin == null ? min : ownMin;
      double newMax = ownMax == null ? max : ownMax;
      return new Range(
          newMin, newMax <= newMin ? newMin + 1 : newMax, whole, minusInfinity, plusInfinity);
    }
  }

  private static final double FIRST_TIME = 1e11;
  private static final long SECOND = 1000;
  private static final long HOUR = 3600 * SECOND;
  private static final long DAY = 24 * HOUR;
  private static final long[] TIME_STEPS = {
    1,
    10,
    100,
    SECOND,
    5 * SECOND,
    15 * SECOND,
    60 * SECOND,
    300 * SECOND,
    900 * SECOND,
    1800 * SECOND,
    HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    7 * DAY,
    28 * DAY,
    364 * DAY
  };

  static Kind kindOf(Range range, boolean logarithmic) {
    if (logarithmic && range.min > 0) {
      return Kind.LOGARITHM;
    }
    return range.min >= FIRST_TIME ? Kind.TIME : Kind.NUMBER;
  }

  /** The same axis, widened to end on ticks. */
  Axis rounded(int wanted) {
    if (kind != Kind.NUMBER) {
      return this;
    }
    double step = step(wanted);
    double min = Math.floor(range.min / step) * step;
    double max = Math.ceil(range.max / step) * step;
    return new Axis(title, kind, range.within(min, max), formatter);
  }

  /** Whether it counts something. */
  boolean isWhole() {
    return kind == Kind.NUMBER && range.whole;
  }

  /** Where {@code value} lies: 0 at the minimum, 1 at the maximum. */
  double position(double value) {
    return kind == Kind.LOGARITHM
        ? (Math.log(value) - Math.log(range.min)) / (Math.log(range.max) - Math.log(range.min))
        : (value - range.min) / (range.max - range.min);
  }

  /** About {@code wanted} round values. */
  List<Double> ticks(int wanted) {
    List<Double> ticks = new ArrayList<>();
    if (kind == Kind.LOGARITHM) {
      for (double tick = Math.pow(10, Math.ceil(Math.log10(range.min) - 1e-9));
          tick <= range.max * (1 + 1e-9);
          tick *= 10) {
        ticks.add(tick);
      }
      return ticks;
    }
    double step = step(wanted);
    long first = (long) Math.ceil(range.min / step - 1e-9);
    for (long i = first; i * step <= range.max + step * 1e-9; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private double step(int wanted) {
    double raw = (range.max - range.min) / wanted;
    raw = range.whole ? Math.max(1, raw) : raw;
    if (kind == Kind.TIME) {
      for (long step : TIME_STEPS) {
        if (step >= 0.7 * raw) {
          return step;
        }
      }
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
    if (formatter != null || kind != Kind.TIME) {
      return label(value);
    }
    double step = step(wanted);
    String pattern = step >= DAY ? "MMM d" : step >= 60 * SECOND ? "HH:mm" : "HH:mm:ss";
    boolean midnight = Math.floorMod((long) value, DAY) == 0;
    return format(value, midnight ? "MMM d" : pattern);
  }

  /** A value in words. */
  String label(double value) {
    if (formatter != null) {
      return formatter.apply(value);
    }
    return kind == Kind.TIME && Double.isFinite(value)
        ? format(value, "MMM d HH:mm")
        : Html.number(value);
  }

  private static String format(double value, String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH)
        .format(Instant.ofEpochMilli((long) value).atOffset(ZoneOffset.UTC));
  }
}

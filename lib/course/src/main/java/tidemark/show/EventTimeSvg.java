package tidemark.show;

import static tidemark.show.Svg.n;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tidemark.show.EventTimeSteps.Arrived;
import tidemark.show.EventTimeSteps.Step;
import tidemark.time.EventTime;
import tidemark.window.Window;
import tidemark.window.Windows;

/**
 * Draws arrivals against event time, one row per arrival with the first on top. In each row, the
 * line of the watermark is where the watermark was when that event arrived: an event to the left of
 * it came too late. Windows are columns with a box on top.
 */
final class EventTimeSvg {
  private static final double WIDTH = 720;
  private static final double LEFT = 116;
  private static final double RIGHT = 700;
  private static final double BOX = 56;
  private static final double TOP = 78;
  private static final double ROW = 28;
  private static final int MAX_COLUMNS = 40;

  private final Windows windows;
  private final List<Window> columns;
  private final long from;
  private final long to;

  EventTimeSvg(List<Arrived> arrivals, Windows windows) {
    this.windows = windows;
    TreeSet<Window> seen = new TreeSet<>();
    arrivals.forEach(arrived -> seen.add(windows.of(arrived.timestamp())));
    this.from = seen.first().startInclusive();
    this.to = seen.last().endExclusive();
    this.columns = columns(seen);
  }

  /** All windows from the first to the last; if they are too many, only those with an arrival. */
  private List<Window> columns(Set<Window> seen) {
    if ((to - (double) from) / windows.size() > MAX_COLUMNS) {
      return List.copyOf(seen);
    }
    List<Window> all = new ArrayList<>();
    for (long start = from; start < to; start += windows.size()) {
      all.add(windows.of(start));
    }
    return all;
  }

  private double x(long time) {
    if (time < from) {
      return LEFT - 10;
    }
    return Math.min(
        RIGHT + 10, LEFT + (time - (double) from) / (to - (double) from) * (RIGHT - LEFT));
  }

  /** One frame before the first arrival, and one after each. */
  List<PlayerFrame> frames(EventTimeSteps run) {
    List<PlayerFrame> frames = new ArrayList<>();
    for (int shown = 0; shown < run.steps().size(); shown++) {
      frames.add(new PlayerFrame(draw(run, shown), caption(run, shown)));
    }
    return frames;
  }

  private static String caption(EventTimeSteps run, int shown) {
    Step now = run.steps().get(shown);
    if (shown == 0) {
      return "Nothing has arrived. The watermark is −∞, so the first event cannot be late.";
    }
    Step before = run.steps().get(shown - 1);
    StringBuilder said = new StringBuilder();
    said.append(run.arrivals().get(shown - 1)).append(" arrives while the watermark is ");
    said.append(Html.number(before.watermark())).append(": it is ");
    said.append(now.isCounted() ? "counted." : "late, and is not counted.");
    said.append(
        now.watermark() == before.watermark()
            ? " The watermark stays."
            : " The watermark moves to " + Html.number(now.watermark()) + ".");
    now.firings()
        .forEach(
            firing ->
                said.append(
                    " Window %s fires with %d.".formatted(firing.window(), firing.result())));
    said.append(now.firings().isEmpty() ? " No window fires." : "");
    if (now.marks().size() > 1) {
      said.append(" The inputs' own: ").append(marks(now)).append('.');
    }
    return said.toString();
  }

  private static String marks(Step now) {
    return now.marks().entrySet().stream()
        .map(mark -> mark.getKey() + " " + Html.number(mark.getValue()))
        .collect(Collectors.joining(", "));
  }

  private String label(EventTimeSteps run, int shown) {
    StringBuilder said = new StringBuilder("watermark ");
    Step now = run.steps().get(shown);
    said.append(Html.number(now.watermark())).append("; arrivals");
    for (int i = 0; i < run.arrivals().size(); i++) {
      said.append(i == 0 ? " " : ", ").append(run.arrivals().get(i)).append(' ');
      said.append(i >= shown ? "not yet" : run.steps().get(i + 1).isCounted() ? "counted" : "late");
    }
    if (now.marks().size() > 1) {
      said.append("; own watermarks ").append(marks(now));
    }
    for (Window column : columns) {
      said.append("; window ").append(column).append(' ').append(inWords(now, column));
    }
    return said.toString();
  }

  private static String inWords(Step now, Window column) {
    Long result = now.results().get(column);
    Long counted = now.counted().get(column);
    return counted == null
        ? "empty"
        : result == null ? counted + " counted, open" : "fired with " + result;
  }

  private Svg draw(EventTimeSteps run, int shown) {
    double floor = TOP + run.arrivals().size() * ROW;
    Svg svg = new Svg(label(run, shown), WIDTH, floor + 62 + below(run) * 18);
    if (shown > 0) {
      svg.path(Svg.box(8, TOP + (shown - 1) * ROW, RIGHT + 10 - 8, ROW), "z");
    }
    drawColumns(svg, run.steps().get(shown), floor);
    drawWatermark(svg, run, shown);
    if (below(run) > 0) {
      drawMarks(svg, run.steps().get(shown), floor);
    }
    for (int i = 0; i < run.arrivals().size(); i++) {
      drawArrival(svg, run.arrivals().get(i), i, i < shown ? run.steps().get(i + 1) : null);
    }
    return svg;
  }

  private void drawColumns(Svg svg, Step now, double floor) {
    svg.text(8, 26, "b", "windows").text(8, TOP - 4, "b", "arrivals");
    svg.path("M" + n(LEFT) + " " + n(floor) + "H" + n(RIGHT), "");
    svg.text(8, floor + 16, "b", "event time");
    double labelled = Double.NEGATIVE_INFINITY;
    for (Window column : columns) {
      double left = x(column.startInclusive());
      double right = x(column.endExclusive());
      for (double edge : new double[] {left, right}) {
        svg.path("M" + n(edge) + " " + n(8 + BOX) + "V" + n(floor + 5), "g");
      }
      drawBox(svg, now, column);
      if (left - labelled > 34) {
        svg.text(left, floor + 18, "m", Html.number(column.startInclusive()));
        labelled = left;
      }
    }
    svg.text(x(to), floor + 18, "m", Html.number(to));
  }

  private void drawBox(Svg svg, Step now, Window column) {
    double left = x(column.startInclusive()) + 2;
    double width = x(column.endExclusive()) - left - 2;
    Long result = now.results().get(column);
    Long counted = now.counted().get(column);
    String look = counted == null ? "h" : result == null ? "blue k" : "green k n";
    svg.path(Svg.box(left, 8, width, BOX), look);
    double middle = left + width / 2;
    if (width < 66) {
      svg.text(middle, 40, "b m", counted == null ? "" : (result == null ? "" : "✓") + counted);
      return;
    }
    svg.text(middle, 24, "b m", column.toString());
    svg.text(middle, 41, "m", counted == null ? "empty" : counted + " counted");
    svg.text(
        middle,
        57,
        result == null ? "m" : "b m",
        result == null ? counted == null ? "" : "open" : "✓ fired: " + result);
  }

  /**
   * Draws the watermark: in each row where it was when that event arrived, and below the last one
   * where it is now.
   */
  private void drawWatermark(Svg svg, EventTimeSteps run, int shown) {
    List<Step> passed = run.steps().subList(0, shown + 1);
    long bound = run.policy().disorder().bound();
    double floor = TOP + run.arrivals().size() * ROW;
    StringBuilder line = new StringBuilder("M" + n(x(passed.get(0).watermark())) + " " + n(TOP));
    double y = TOP;
    for (int i = 1; i < passed.size(); i++) {
      y += ROW;
      line.append('V').append(n(y)).append('H').append(n(x(passed.get(i).watermark())));
    }
    if (passed.size() > 1) {
      svg.text(LEFT - 16, TOP + ROW / 2 + 4, "v e", "−∞");
    }
    long now = passed.get(passed.size() - 1).watermark();
    svg.path(line.toString(), "orange x");
    svg.path("M" + n(x(now)) + " " + n(y) + "V" + n(floor + 26), "orange d");
    String label = "watermark " + Html.number(now);
    double half = Svg.width(label) * 0.55;
    svg.text(Math.max(half + 4, Math.min(WIDTH - half - 4, x(now))), floor + 38, "b m", label);
    if (below(run) == 0 && now != EventTime.NEGATIVE_INFINITY && bound > 0) {
      double right = x(EventTime.plus(now, bound));
      svg.path("M%s %sv6H%sv-6".formatted(n(x(now)), n(floor + 44), n(right)), "grey l");
      boolean atEdge = right + 70 > WIDTH;
      String name = "bound " + Html.number(bound);
      svg.text(atEdge ? x(now) - 6 : right + 6, floor + 54, atEdge ? "e" : "", name);
    }
  }

  /** How many rows below the axis the inputs' own watermarks need: none if there is one input. */
  private static int below(EventTimeSteps run) {
    int inputs = run.policy().inputs().size();
    return inputs > 1 ? inputs : 0;
  }

  private void drawMarks(Svg svg, Step now, double floor) {
    double y = floor + 56;
    for (Map.Entry<String, Long> mark : now.marks().entrySet()) {
      double x = x(mark.getValue());
      String name = mark.getKey() + "'s own: " + Html.number(mark.getValue());
      boolean atEdge = x + Svg.width(name) + 16 > WIDTH;
      svg.path("M%s %sv-10m-4 0h8".formatted(n(x), n(y)), "grey l");
      svg.text(atEdge ? x - 8 : x + 8, y, atEdge ? "e" : "", name);
      y += 18;
    }
  }

  private void drawArrival(Svg svg, Arrived arrived, int index, @Nullable Step after) {
    double y = TOP + index * ROW + ROW / 2;
    double x = x(arrived.timestamp());
    svg.text(8, y + 4, "", (index + 1) + ". " + arrived);
    if (after == null) {
      svg.path("M%s %sa5 5 0 1 0 10 0a5 5 0 1 0 -10 0".formatted(n(x - 5), n(y)), "grey h");
      return;
    }
    String word = arrived + (after.isCounted() ? "" : " late");
    svg.path(
        after.isCounted()
            ? "M%s %sa5 5 0 1 0 10 0a5 5 0 1 0 -10 0".formatted(n(x - 5), n(y))
            : "M%s %sl10 10m0 -10l-10 10".formatted(n(x - 5), n(y - 5)),
        after.isCounted() ? "blue f" : "vermillion x");
    boolean atEdge = x + Svg.width(word) + 16 > RIGHT;
    svg.text(atEdge ? x - 10 : x + 10, y + 4, atEdge ? "v e" : "v", word);
  }
}

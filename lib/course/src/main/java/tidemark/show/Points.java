package tidemark.show;

import static tidemark.show.Svg.n;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;

/**
 * The points of a series on the screen, thinned out so that a picture stays small. Of the points of
 * a line within a few pixels of width the first, lowest, highest and last are kept, so that the
 * line looks the same. Of single points one in each small square is kept.
 */
final class Points {
  private static final int MAX_POINTS = 400;

  private record Point(double x, double y) {}

  /** Runs without a gap. */
  private final List<List<Point>> runs = new ArrayList<>();

  Points(Plot.Line line, DoubleUnaryOperator xOf, DoubleUnaryOperator yOf) {
    List<Point> run = new ArrayList<>();
    for (int i = 0; i < line.ys().length; i++) {
      if (!line.has(i)) {
        run = new ArrayList<>();
        continue;
      }
      Point next = new Point(xOf.applyAsDouble(line.xs()[i]), yOf.applyAsDouble(line.ys()[i]));
      if (run.isEmpty()) {
        runs.add(run);
      } else if (line.look().shape() == Plot.Shape.STEP) {
        run.add(new Point(next.x, run.get(run.size() - 1).y));
      }
      run.add(next);
    }
  }

  /** The line. A point between two gaps is a dot. */
  String path() {
    StringBuilder path = new StringBuilder();
    for (List<Point> run : thinned()) {
      path.append(join(run));
      if (run.size() == 1) {
        path.append("m-3 0h6");
      }
    }
    return path.toString();
  }

  /** Moves to the first point and draws to the others by differences: half as long. */
  private static String join(List<Point> run) {
    StringBuilder path = new StringBuilder();
    double x = 0;
    double y = 0;
    for (Point point : run) {
      double toX = Math.rint(point.x * 10) / 10;
      double toY = Math.rint(point.y * 10) / 10;
      String dx = n(toX - x);
      String dy = n(toY - y);
      path.append(path.isEmpty() ? 'M' : 'l').append(dx);
      path.append(dy.startsWith("-") ? "" : " ").append(dy);
      x = toX;
      y = toY;
    }
    return path.toString();
  }

  private List<List<Point>> thinned() {
    List<List<Point>> thin = runs;
    for (double pixels = 1; count(thin) > MAX_POINTS && pixels < 100; pixels *= 2) {
      double width = pixels;
      thin = runs.stream().map(run -> thin(run, width)).toList();
    }
    return thin;
  }

  private static int count(List<List<Point>> runs) {
    return runs.stream().mapToInt(List::size).sum();
  }

  private static List<Point> thin(List<Point> run, double pixels) {
    List<Point> thin = new ArrayList<>();
    for (int from = 0; from < run.size(); ) {
      long column = (long) (run.get(from).x / pixels);
      int low = from;
      int high = from;
      int end = from;
      for (; end < run.size() && (long) (run.get(end).x / pixels) == column; end++) {
        low = run.get(end).y < run.get(low).y ? end : low;
        high = run.get(end).y > run.get(high).y ? end : high;
      }
      int last = -1;
      for (int i : new int[] {from, Math.min(low, high), Math.max(low, high), end - 1}) {
        if (i != last) {
          thin.add(run.get(i));
        }
        last = i;
      }
      from = end;
    }
    return thin;
  }

  /** A sign at each point; dots in a cloud stand on whole pixels. */
  String markers(Plot.Marker marker) {
    List<Point> all = runs.stream().flatMap(List::stream).toList();
    int most = marker == Plot.Marker.CIRCLE ? 2 * MAX_POINTS : MAX_POINTS / 2;
    List<Point> kept = all;
    for (double size = 2; kept.size() > most; size *= 1.5) {
      kept = onePerSquare(all, size);
    }
    if (marker == Plot.Marker.CIRCLE && all.size() > most) {
      return dots(kept);
    }
    StringBuilder path = new StringBuilder();
    kept.forEach(point -> path.append(Markers.path(marker, point.x, point.y)));
    return path.toString();
  }

  private static List<Point> onePerSquare(List<Point> points, double size) {
    Set<Long> squares = new HashSet<>();
    List<Point> kept = new ArrayList<>();
    for (Point point : points) {
      if (squares.add((Math.round(point.x / size) << 32) + Math.round(point.y / size))) {
        kept.add(point);
      }
    }
    return kept;
  }

  private static String dots(List<Point> points) {
    StringBuilder path = new StringBuilder();
    long penX = 0;
    long penY = 0;
    for (Point point : points) {
      long x = Math.round(point.x);
      long y = Math.round(point.y);
      path.append('m').append(x - penX).append(' ').append(y - penY).append("h0");
      penX = x;
      penY = y;
    }
    return path.toString();
  }
}

package tidemark.show;

import static tidemark.show.Svg.n;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;

/**
 * A series on the screen, thinned out so that a picture stays small: a line keeps the first,
 * lowest, highest and last point of each few pixels across (nothing that can be seen is lost), a
 * cloud one point of each little square.
 */
final class Points {
  private static final int MAX_POINTS = 700;

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
      path.append('M').append(pair(run.get(0)));
      for (Point point : run.subList(1, run.size())) {
        path.append('L').append(pair(point));
      }
      if (run.size() == 1) {
        path.append("m-3 0h6");
      }
    }
    return path.toString();
  }

  /** The line, closed along {@code base}. */
  String area(double base) {
    StringBuilder path = new StringBuilder();
    for (List<Point> run : thinned()) {
      path.append('M').append(n(run.get(0).x)).append(' ').append(n(base));
      run.forEach(point -> path.append('L').append(pair(point)));
      path.append('V').append(n(base)).append('z');
    }
    return path.toString();
  }

  private static String pair(Point point) {
    return n(point.x) + " " + n(point.y);
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

  /** A sign at each point. */
  String markers(Plot.Marker marker) {
    for (double size = 0.1; ; size = size < 1 ? 1 : size * 1.5) {
      Set<Point> squares = new HashSet<>();
      StringBuilder path = new StringBuilder();
      for (List<Point> run : runs) {
        for (Point point : run) {
          if (squares.add(new Point(Math.rint(point.x / size), Math.rint(point.y / size)))) {
            path.append(Markers.path(marker, point.x, point.y));
          }
        }
      }
      if (squares.size() <= MAX_POINTS || size > 100) {
        return path.toString();
      }
    }
  }
}

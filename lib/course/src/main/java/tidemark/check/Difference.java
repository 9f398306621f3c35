package tidemark.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tidemark.show.Html;

/**
 * Marks where two values differ, part by part, because one changed field is hard to find by eye in
 * a long value. Parts that only one value has stand between » and «, which can be seen without
 * colours too. In a long value, parts that both have are shortened.
 */
record Difference(List<Piece> expected, List<Piece> yours) {
  /** A stretch of a value. */
  record Piece(String text, boolean differs) {}

  /** A record without records in it, an element of a list, or what stands between two of these. */
  private static final Pattern PARTS =
      Pattern.compile(
          "\\w+\\([^\\[\\](){}]*\\)|[\\[\\](){}]|,\\s*|\\s+|[^\\[\\](){},\\s][^\\[\\](){},]*");

  /** How many characters of a shortened equal part stay before and after a difference. */
  private static final int CONTEXT = 60;

  /** Compares two values as they are shown. Two that share no part are not marked. */
  static Difference of(String expected, String yours) {
    List<String> one = parts(expected);
    List<String> two = parts(yours);
    boolean[][] kept = common(one, two);
    boolean share = IntStream.range(0, one.size()).anyMatch(i -> kept[0][i] && isValue(one.get(i)));
    if (!share || expected.equals(yours)) {
      return new Difference(whole(expected), whole(yours));
    }
    return new Difference(pieces(one, kept[0]), pieces(two, kept[1]));
  }

  String text(List<Piece> side) {
    return joined(side, (text, differs) -> differs ? "»" + text + "«" : text);
  }

  String html(List<Piece> side) {
    return joined(
        side,
        (text, differs) ->
            differs
                ? "<mark data-differs=\"here\" style=\"background:transparent;color:inherit;"
                    + "font-weight:bold;text-decoration:underline\">»"
                    + Html.escape(text)
                    + "«</mark>"
                : Html.escape(text));
  }

  private static String joined(List<Piece> side, BiFunction<String, Boolean, String> shown) {
    int length = side.stream().mapToInt(piece -> piece.text().length()).sum();
    return IntStream.range(0, side.size())
        .mapToObj(
            i -> {
              Piece piece = side.get(i);
              String text =
                  length <= Values.SHOWN
                      ? piece.text()
                      : piece.differs() || side.size() == 1
                          ? Html.shorten(piece.text(), Values.SHOWN)
                          : cut(piece.text(), i > 0, i < side.size() - 1);
              return shown.apply(text, piece.differs());
            })
        .collect(Collectors.joining());
  }

  /**
   * Shortens an equal part: it loses its middle, and also its start if no difference comes {@code
   * before} it, or its end if none comes {@code after} it.
   */
  private static String cut(String same, boolean before, boolean after) {
    int head = before ? CONTEXT : 0;
    int tail = after ? CONTEXT : 0;
    return same.length() <= head + tail + CONTEXT
        ? same
        : same.substring(0, head) + " … " + same.substring(same.length() - tail);
  }

  private static List<Piece> whole(String value) {
    return List.of(new Piece(value, false));
  }

  private static List<String> parts(String value) {
    return PARTS.matcher(value).results().map(MatchResult::group).toList();
  }

  private static boolean isValue(String text) {
    return "[](){},".indexOf(text.charAt(0)) < 0 && !text.isBlank();
  }

  /** Marks the parts of a longest common subsequence in both lists. */
  private static boolean[][] common(List<String> one, List<String> two) {
    int[][] longest = new int[one.size() + 1][two.size() + 1];
    for (int i = one.size() - 1; i >= 0; i--) {
      for (int j = two.size() - 1; j >= 0; j--) {
        longest[i][j] =
            one.get(i).equals(two.get(j))
                ? longest[i + 1][j + 1] + 1
                : Math.max(longest[i + 1][j], longest[i][j + 1]);
      }
    }
    boolean[][] kept = {new boolean[one.size()], new boolean[two.size()]};
    int i = 0;
    int j = 0;
    while (i < one.size() && j < two.size()) {
      if (one.get(i).equals(two.get(j))) {
        kept[0][i++] = true;
        kept[1][j++] = true;
      } else if (longest[i + 1][j] >= longest[i][j + 1]) {
        i++;
      } else {
        j++;
      }
    }
    return kept;
  }

  /**
   * Joins neighbouring parts that differ, and those that do not. Brackets, commas and blanks at the
   * ends of a difference do not belong to it.
   */
  private static List<Piece> pieces(List<String> parts, boolean[] kept) {
    List<Piece> pieces = new ArrayList<>();
    StringBuilder same = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      if (kept[i] || !isValue(parts.get(i))) {
        same.append(parts.get(i));
        continue;
      }
      int end = i;
      for (int j = i; j < parts.size() && !kept[j]; j++) {
        end = isValue(parts.get(j)) ? j : end;
      }
      pieces.add(new Piece(same.toString(), false));
      pieces.add(new Piece(String.join("", parts.subList(i, end + 1)), true));
      same.setLength(0);
      i = end;
    }
    pieces.add(new Piece(same.toString(), false));
    return pieces;
  }
}

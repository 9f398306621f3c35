package tidemark.show;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** Several tapes, at least one, one below the other. Equal offsets stand in one column. */
public record Tapes(List<Tape> tapes) implements Figure {

  public Tapes {
    tapes = List.copyOf(tapes);
    if (tapes.isEmpty()) {
      throw new IllegalArgumentException(
          "there must be at least one tape to show, tapes=[]; give one");
    }
  }

  /** These tapes, and one more below them. */
  public Tapes above(Tape below) {
    return new Tapes(
        java.util.stream.Stream.concat(tapes.stream(), java.util.stream.Stream.of(below)).toList());
  }

  @Override
  public String html() {
    return Html.figure(new TapeSvg(tapes).draw());
  }

  @Override
  public String text() {
    return Html.cap(tapes.stream().map(Tape::text).collect(joining("\n")));
  }

  @Override
  public String toString() {
    return text();
  }
}

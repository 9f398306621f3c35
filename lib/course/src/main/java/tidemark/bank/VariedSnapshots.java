package tidemark.bank;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import tidemark.check.Catalogue;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.check.Variant;

/** The predictions about snapshots and their positions, whose numbers are a variant's own. */
final class VariedSnapshots {
  private VariedSnapshots() {}

  static void addTo(Catalogue catalogue) {
    Variant variant = catalogue.variant();
    Stream.of(
            twoFiles("05-two-files", variant), shared("05-shared", variant), gap("05-gap", variant))
        .forEach(varied -> varied.addTo(catalogue));
  }

  private static Varied twoFiles(String id, Variant variant) {
    long position = variant.number(id + ".position", 3, 11, 49);
    long count = position + variant.number(id + ".more", 2, 3, 10);
    long right = count + count - position;
    String twice =
        variant.isCourse()
            ? "3 and 4 are counted twice"
            : "%d to %d are counted twice".formatted(position, count - 1);
    Part part =
        Part.of(
                "Count %d and position %d are restored, and the log ends at %d. What is the count?"
                    .formatted(count, position, count),
                right)
            .likely(
                count,
                "the log ends at %d, and a count of %d fits that".formatted(count, count),
                "the position says %d: the records from there on are read again, and counted again."
                    .formatted(position))
            .likely(
                position,
                variant.isCourse()
                    ? "the position says 3, as if three were counted"
                    : "the position says %d, as if as many were counted".formatted(position),
                "the count comes from the other file, and that one says %d.".formatted(count))
            .likely(
                count + position,
                "%d and %d were restored".formatted(count, position),
                "the position is a place to read on from, and is not added.")
            .otherwise("Add one to the restored count for each record that is still read.");
    String why =
        "The count is of the second evening, the position of the first: %d, and records %s once more."
            .formatted(
                count, variant.isCourse() ? "3 and 4" : "%d to %d".formatted(position, count - 1));
    return new Varied(
        Question.of(id, why, part),
        Map.of(
            id + ".position", position + "",
            id + ".count", count + "",
            id + ".restored", right + "",
            id + ".twice", twice));
  }

  private static Varied shared(String id, Variant variant) {
    long count = variant.number(id + ".count", 3, 12, 90);
    Part part =
        Part.of(
                variant.isCourse()
                    ? "A snapshot holds the shop's own map. The next visitor comes. Its count?"
                    : "A snapshot holds the shop's own map, with count %d. The next visitor comes. Its count?"
                        .formatted(count),
                count + 1)
            .likely(
                count,
                "%d was the count when the snapshot was taken".formatted(count),
                "the snapshot holds no copy: whoever changes the map changes the snapshot.")
            .otherwise("Ask which map the shop writes to when the visitor comes.");
    String why = "The snapshot holds the shop's own map, and a map has one content.";
    return new Varied(
        Question.of(id, why, part),
        Map.of(id + ".count", count + "", id + ".after", count + 1 + ""));
  }

  private static Varied gap(String id, Variant variant) {
    long next = variant.number(id + ".next", 3, 11, 60);
    long start = next + variant.number(id + ".lost", 4, 5, 24);
    String offsets =
        variant.isCourse() ? "3, 4, 5 and 6." : "%d up to %d.".formatted(next, start - 1);
    Part part =
        Part.of(
                "The snapshot's next offset is %d, and the log starts at %d. How many records are in neither?"
                    .formatted(next, start),
                start - next)
            .likely(
                start - next - 1,
                variant.isCourse()
                    ? "after 3 and before 7 there are three offsets"
                    : "after %d and before %d there are %d offsets"
                        .formatted(next, start, start - next - 1),
                "the next offset itself is not in the snapshot.")
            .likely(
                start - next + 1,
                variant.isCourse()
                    ? "from 3 to 7 there are five offsets"
                    : "from %d to %d there are %d offsets".formatted(next, start, start - next + 1),
                "the start offset itself is still in the log.")
            .likely(
                0L,
                "a snapshot holds the whole state",
                "it holds what lay before its next offset, and no more.")
            .otherwise("Write down the offsets, and strike out those that are somewhere.");
    String why = "The offsets in [%d, %d): %s".formatted(next, start, offsets);
    return new Varied(
        Question.of(id, why, part),
        Map.of(
            id + ".next", next + "",
            id + ".last", start - 1 + "",
            id + ".start", start + "",
            id + ".end", start + 3 + "",
            id + ".history",
                LongStream.range(start, start + 3)
                    .mapToObj(offset -> offset + ":door=1")
                    .collect(Collectors.joining(" "))));
  }
}

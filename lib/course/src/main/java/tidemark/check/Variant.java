package tidemark.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One class's or one learner's own numbers, histories and order of choices. Variant 0 is the course
 * as it is printed. The id is no secret: it gives no answer away. What is drawn for a name depends
 * only on the id and that name, and is the same on every JDK.
 */
public record Variant(long id) {
  /** The course as it is printed. */
  public static final Variant COURSE = new Variant(0);

  /**
   * The file beside the notebooks of a variant that holds its id, for a kernel that is started
   * there.
   */
  static final String FILE = "tidemark-variant";

  private static @Nullable Variant ofThisKernel;

  /**
   * A variant.
   *
   * @throws IllegalArgumentException if the id is negative
   */
  public Variant {
    if (id < 0) {
      throw new IllegalArgumentException(
          "a variant must be a whole number, 0 or more, variant=" + id + "; give such a one");
    }
  }

  /**
   * The variant of this process: that of {@code TIDEMARK_VARIANT}, which the grader sets; else that
   * of the file {@value #FILE} in the working folder; else {@link #COURSE}. It is read at the first
   * call, which {@link Ledger} makes before any cell runs.
   *
   * @throws IllegalArgumentException if what is there is no variant
   * @throws UncheckedIOException if the file cannot be read
   */
  static synchronized Variant here() {
    Variant here = ofThisKernel;
    if (here == null) {
      here = read(System.getenv("TIDEMARK_VARIANT"), Path.of(FILE));
      ofThisKernel = here;
    }
    return here;
  }

  static Variant read(@Nullable String said, Path file) {
    try {
      return said != null
          ? parse(said)
          : Files.isRegularFile(file) ? parse(Files.readString(file)) : COURSE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The variants of the class without this one. The grader gives them in {@code TIDEMARK_CLASS},
   * ids with one space between them; empty if that is not set.
   */
  static List<Variant> others() {
    String ids = System.getenv("TIDEMARK_CLASS");
    return ids == null || ids.isBlank()
        ? List.of()
        : Arrays.stream(ids.strip().split(" "))
            .map(Variant::parse)
            .filter(each -> !each.equals(here()))
            .distinct()
            .toList();
  }

  /**
   * Reads an id.
   *
   * @throws IllegalArgumentException if it is no whole number, 0 or more
   */
  static Variant parse(String id) {
    try {
      return new Variant(Long.parseLong(id.strip()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a variant must be a whole number, 0 or more, variant="
              + id.strip()
              + "; unpack again what was handed out",
          e);
    }
  }

  /**
   * The number of that name, from {@code least} to {@code most}, both inclusive; in the course
   * {@code usual}.
   */
  public long number(String name, long usual, long least, long most) {
    return isCourse() ? usual : least + (long) (random(name).nextDouble() * (most - least + 1));
  }

  /** The word of that name, one of {@code words}; in the course the first. */
  public String word(String name, List<String> words) {
    return isCourse() ? words.get(0) : words.get(random(name).nextInt(words.size()));
  }

  /** A copy of {@code usual} in this variant's order; in the course in the order given. */
  public <T> List<T> order(String name, List<T> usual) {
    List<T> order = new ArrayList<>(usual);
    if (!isCourse()) {
      Collections.shuffle(order, random(name));
    }
    return order;
  }

  /** Whether this is the course as it is printed. */
  public boolean isCourse() {
    return id == 0;
  }

  private Random random(String name) {
    Random random = new Random((id * 0x9E3779B97F4A7C15L) ^ ((long) name.hashCode() << 17));
    random.nextLong(); // The first draws of neighbouring seeds are alike.
    return random;
  }
}

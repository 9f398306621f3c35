package tidemark.check;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The exercises of every {@link ExerciseBank} on the class path, by id, in the order of the course.
 * Banks add to it; only the checks can make one or read it, because an exercise holds its right
 * answer. Immutable once it is loaded.
 */
public final class Catalogue {
  private static final class Loaded {
    static final Catalogue OF_ALL_BANKS = new Catalogue();

    static {
      ServiceLoader.load(ExerciseBank.class, ExerciseBank.class.getClassLoader())
          .forEach(bank -> bank.addTo(OF_ALL_BANKS));
    }
  }

  private final Map<String, Exercise> byId = new LinkedHashMap<>();

  private Catalogue() {}

  static Catalogue ofAllBanks() {
    return Loaded.OF_ALL_BANKS;
  }

  /**
   * Adds an exercise.
   *
   * @throws IllegalArgumentException if another one has its id
   */
  public void add(Exercise exercise) {
    if (byId.putIfAbsent(exercise.id(), exercise) != null) {
      throw new IllegalArgumentException(
          "an exercise's id must be its own, id=" + exercise.id() + "; give it another");
    }
  }

  Collection<Exercise> all() {
    return byId.values();
  }

  /**
   * One exercise.
   *
   * @throws IllegalArgumentException if there is none of that id
   */
  Exercise of(String id) {
    Exercise exercise = byId.get(id);
    if (exercise == null) {
      throw new IllegalArgumentException(
          "an exercise must be in the bank, id=" + id + "; there are " + byId.keySet());
    }
    return exercise;
  }
}

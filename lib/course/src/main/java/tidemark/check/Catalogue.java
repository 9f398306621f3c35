package tidemark.check;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The exercises of every {@link ExerciseBank} on the class path, by id, in the order of the course.
 * Banks add to it; only the checks can make one or read it, because an exercise holds its right
 * answer. Immutable once it is loaded.
 */
public final class Catalogue {
  private static final Map<Variant, Catalogue> LOADED = new ConcurrentHashMap<>();

  private final Map<String, Exercise> byId = new LinkedHashMap<>();
  private final Map<String, String> texts = new TreeMap<>();
  private final Variant variant;

  private Catalogue(Variant variant) {
    this.variant = variant;
  }

  /** The catalogue of the variant of this process, {@link Variant#here}. */
  static Catalogue ofAllBanks() {
    return of(Variant.here());
  }

  static Catalogue of(Variant variant) {
    Catalogue loaded = LOADED.get(variant);
    if (loaded == null) {
      Catalogue made = new Catalogue(variant);
      ServiceLoader.load(ExerciseBank.class, ExerciseBank.class.getClassLoader())
          .forEach(bank -> bank.addTo(made));
      LOADED.put(variant, made);
      loaded = made;
    }
    return loaded;
  }

  /** The variant whose numbers the exercises must have. */
  public Variant variant() {
    return variant;
  }

  /**
   * Adds the pieces of the notebooks' text that differ between variants: by name, each as it reads
   * in this variant.
   *
   * @throws IllegalArgumentException if a name is there already
   */
  public void addTexts(Map<String, String> byName) {
    byName.forEach(
        (name, text) -> {
          if (texts.putIfAbsent(name, text) != null) {
            throw new IllegalArgumentException(
                "a text's name must be its own, name=" + name + "; give it another");
          }
        });
  }

  /** The texts by name, in the order of the names; a view that cannot be changed. */
  Map<String, String> texts() {
    return Collections.unmodifiableMap(texts);
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

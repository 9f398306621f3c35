package tidemark.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** A bank of exercises, found by {@link ServiceLoader}. */
public interface Exercises {

  /** The exercises, in the order of the course. */
  List<Exercise> all();

  /** The exercises of every bank on the class path, by id. */
  static Map<String, Exercise> byId() {
    Map<String, Exercise> byId = new LinkedHashMap<>();
    for (Exercises bank : ServiceLoader.load(Exercises.class, Exercises.class.getClassLoader())) {
      bank.all().forEach(exercise -> byId.put(exercise.id(), exercise));
    }
    return byId;
  }

  /**
   * One exercise.
   *
   * @throws IllegalArgumentException if there is none of that id
   */
  static Exercise of(String id) {
    Map<String, Exercise> all = byId();
    Exercise exercise = all.get(id);
    if (exercise == null) {
      throw new IllegalArgumentException(
          "no such exercise, id=" + id + "; there are " + all.keySet());
    }
    return exercise;
  }
}

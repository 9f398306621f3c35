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
}

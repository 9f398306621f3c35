package tidemark.check;

/** A bank of exercises, found by {@link java.util.ServiceLoader}. */
public interface ExerciseBank {

  /**
   * Adds its exercises, in the order of the course. They are handed to the checks alone: whoever
   * else had them would have the right answers.
   */
  void addTo(Catalogue catalogue);
}

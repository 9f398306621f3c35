package tidemark.check;

/** A bank of exercises, found by {@link java.util.ServiceLoader}. */
public interface ExerciseBank {

  /**
   * Adds its exercises, in the order of the course. Only the checks can read them from the
   * catalogue, because an exercise holds its right answer.
   */
  void addTo(Catalogue catalogue);
}

package tidemark.simulate;

/**
 * What came of a schedule.
 *
 * @param schedule that was run
 * @param verdict whether the run was right
 * @param oracle what it was compared with, and why with that
 * @param evidence to look at
 */
public record Report(Schedule schedule, Verdict verdict, String oracle, Evidence evidence) {

  /** How a run came out. */
  public enum Verdict {
    /** State and output are what they must be. */
    EQUAL(true),
    /** The pipeline refused to start where no way back is left, and said why. */
    REFUSED(true),
    /** State or output differs. */
    DIFFERS(false),
    /** State or output is wrong already when nothing fails. */
    WRONG_UNDISTURBED(false),
    /** The pipeline refused to start though there is a way back. */
    REFUSED_WITHOUT_NEED(false),
    /** The process ended though nothing failed. */
    BROKE(false),
    /** Process after process was started, and none came to the end. */
    DID_NOT_END(false);

    private final boolean right;

    Verdict(boolean right) {
      this.right = right;
    }

    /** Whether the pipeline did right. */
    public boolean isRight() {
      return right;
    }
  }

  /** Whether the pipeline did right. */
  public boolean isRight() {
    return verdict.isRight();
  }

  /** As text: schedule, verdict, oracle, evidence. */
  public String text() {
    return "schedule: "
        + schedule.text()
        + "\nverdict: "
        + verdict.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')
        + "\ncompared with: "
        + oracle
        + "\n"
        + evidence.text();
  }
}

package tidemark.simulate;

/**
 * The result of running a schedule.
 *
 * @param schedule the schedule that was run
 * @param verdict whether the run was right
 * @param oracle with what the run was compared, and why
 * @param evidence what a person is shown
 */
public record Report(Schedule schedule, Verdict verdict, String oracle, Evidence evidence) {

  /** How a run came out. */
  public enum Verdict {
    /** State and output are what they must be. */
    EQUAL(true),
    /** The pipeline refused to start, and no way back is left. */
    REFUSED(true),
    /** State or output is not what it must be. */
    DIFFERS(false),
    /** State or output is wrong already when nothing fails. */
    WRONG_UNDISTURBED(false),
    /** The pipeline refused to start though there is a way back. */
    REFUSED_WITHOUT_NEED(false),
    /** The process ended though nothing failed. */
    BROKE(false),
    /** Many processes were started one after the other, and none came to the end. */
    DID_NOT_END(false);

    private final boolean right;

    Verdict(boolean right) {
      this.right = right;
    }

    /** Whether the pipeline behaved as it must. */
    public boolean isRight() {
      return right;
    }
  }

  /** Whether the pipeline behaved as it must. */
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

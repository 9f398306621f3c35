package tidemark.exercise;

/**
 * A row of a metric table, as a learner reads it on the screen. It is not what the library's
 * diagnosis takes, so that a cell cannot ask the diagnosis for the exercise's answer.
 *
 * @param minute when it was measured
 * @param recordsLeft records between the committed and the end offset
 * @param timeLag age of the next record, minutes
 * @param attempts how often that record was tried
 * @param markOfA watermark of the input A, minutes
 * @param markOfB watermark of the input B, minutes
 */
public record MetricRow(
    long minute,
    long start,
    long committed,
    long end,
    long recordsLeft,
    long timeLag,
    int attempts,
    long markOfA,
    long markOfB) {}

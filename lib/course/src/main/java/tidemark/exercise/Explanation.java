package tidemark.exercise;

/**
 * An explanation: cause and record are judged here, the text by a person.
 *
 * @param cause what goes wrong
 * @param offset the record that shows it
 * @param text the same in your own words, in two or three sentences
 */
public record Explanation(FailureCause cause, long offset, String text) {}

package tidemark.exercise;

/**
 * An explanation. The check judges the cause and the record; a person judges the text.
 *
 * @param cause what goes wrong
 * @param offset the record that shows it
 * @param text the same in your own words, in two or three sentences
 */
public record Explanation(FailureCause cause, long offset, String text) {}

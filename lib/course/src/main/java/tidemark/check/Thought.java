package tidemark.check;

/**
 * The thought that leads to a likely wrong answer, and what speaks against it.
 *
 * @param because why one would think so; starts in lower case and ends without a full stop
 * @param but what one has overlooked; starts in lower case and ends with a full stop
 */
public record Thought(String because, String but) {
  /** Both, after the words "A likely thought: ". */
  String says() {
    return because + ". But " + but;
  }
}

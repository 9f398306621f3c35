package tidemark.engines.pager;

import java.util.List;
import java.util.Set;

/**
 * How a pager stands, or how it ended.
 *
 * @param over whether the numbers have recovered and every cause is gone
 * @param minutes minutes of the pager's clock from the page until it was over, or until now if it
 *     is not
 * @param named whether the last suspicion names exactly what was wrong, no cause more and none less
 * @param truth the causes that were there when the pager went off
 * @param diary what was looked at, said and done, in order, each with its time
 */
public record PagerResult(
    boolean over, long minutes, boolean named, Set<Cause> truth, List<String> diary) {
  public PagerResult {
    truth = Set.copyOf(truth);
    diary = List.copyOf(diary);
  }
}

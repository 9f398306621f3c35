package tidemark.engines.pager;

import java.util.List;
import java.util.Set;

/**
 * How a pager ended.
 *
 * @param over whether the numbers have recovered and every cause is gone
 * @param minutes of the pager's clock, from the page until then
 * @param named whether the last hypothesis names exactly what was wrong
 * @param truth what was wrong
 * @param diary what was looked at, said and done, in order
 */
public record PagerResult(
    boolean over, long minutes, boolean named, Set<Cause> truth, List<String> diary) {
  public PagerResult {
    truth = Set.copyOf(truth);
    diary = List.copyOf(diary);
  }
}

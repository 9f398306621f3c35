package tidemark.engines.pager;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The numbers of all minutes so far, to draw.
 *
 * @param minutes since the begin
 * @param left records left, a list for each input
 * @param watermarkDelay how far the watermark is behind the clock, in minutes
 */
public record PagerHistory(
    List<Long> minutes, Map<String, List<Long>> left, List<Long> watermarkDelay) {

  static PagerHistory of(List<Shop.Numbers> numbers) {
    Map<String, List<Long>> left = new TreeMap<>();
    List<Long> minutes = new ArrayList<>();
    List<Long> delay = new ArrayList<>();
    for (Shop.Numbers one : numbers) {
      minutes.add(one.minute());
      delay.add(one.watermarkDelay());
      one.left()
          .forEach((name, count) -> left.computeIfAbsent(name, no -> new ArrayList<>()).add(count));
    }
    return new PagerHistory(minutes, left, delay);
  }
}

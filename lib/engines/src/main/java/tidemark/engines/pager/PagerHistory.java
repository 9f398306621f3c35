package tidemark.engines.pager;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The numbers of all minutes so far, to be drawn.
 *
 * @param minutes how many minutes of the shop's clock have passed since it opened, one number for
 *     each minute
 * @param left records that the group has not read, one list for each input, with a number for each
 *     minute
 * @param watermarkDelay how far the watermark is behind the clock, in minutes, a number for each
 *     minute
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

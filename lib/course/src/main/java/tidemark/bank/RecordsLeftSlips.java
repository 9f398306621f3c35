package tidemark.bank;

import java.util.List;
import java.util.stream.IntStream;
import tidemark.bank.RecordsLeft.Flag;

/** The mistakes of {@link RecordsLeft} that stand alone. */
final class RecordsLeftSlips {
  private RecordsLeftSlips() {}

  static RecordsLeft.Answer model(Flag slip) {
    return (survivors, end, committed) ->
        switch (slip) {
          case SIZE_MINUS_COMMITTED -> survivors.size() - committed;
          case SIZE_MINUS_INDEX -> survivors.size() - survivors.indexOf(committed);
          case PLACES_FOR_OFFSETS ->
              IntStream.range(0, survivors.size())
                  .filter(place -> place >= committed && place < end)
                  .count();
          case STOPS_AT_THE_VERY_END ->
              survivors.stream()
                  .filter(offset -> offset >= committed)
                  .takeWhile(offset -> offset != end)
                  .count();
          case READ_ALREADY -> survivors.stream().filter(offset -> offset < committed).count();
          case ADDS_ONE -> between(survivors, committed + 1, end) + 1;
          default -> between(survivors, committed, end);
        };
  }

  private static long between(List<Long> survivors, long from, long end) {
    return survivors.stream().filter(offset -> offset >= from && offset < end).count();
  }
}

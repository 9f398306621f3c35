package tidemark.bank;

import java.util.OptionalLong;
import tidemark.bank.OffsetLag.Flag;
import tidemark.exercise.LagReport;

/** The mistakes of {@link OffsetLag} that stand alone. */
final class OffsetLagSlips {
  private OffsetLagSlips() {}

  static OffsetLag.Answer model(Flag slip) {
    return (start, end, committed) ->
        committed.isEmpty()
            ? withoutCommit(slip, start, end)
            : withCommit(slip, start, end, committed.getAsLong());
  }

  private static LagReport withoutCommit(Flag slip, long start, long end) {
    return switch (slip) {
      case LOST_WITHOUT_COMMIT -> new LagReport(OptionalLong.empty(), start);
      case COMMITTED_0 -> report(end - start, start);
      case ASKS_FOR_NO_COMMIT ->
          new LagReport(OptionalLong.of(OptionalLong.empty().orElseThrow()), 0);
      default -> new LagReport(OptionalLong.empty(), 0);
    };
  }

  private static LagReport withCommit(Flag slip, long start, long end, long next) {
    long from = Math.max(next, start);
    long lag = Math.max(0, end - from);
    long lost = Math.max(0, start - next);
    boolean isBeyond = next > end;
    return switch (slip) {
      case ONE_TOO_FEW -> report(Math.max(0, lag - 1), lost);
      case UNKNOWN_BEYOND_END ->
          isBeyond ? new LagReport(OptionalLong.empty(), lost) : report(lag, lost);
      case UNKNOWN_AT_THE_END ->
          end <= from ? new LagReport(OptionalLong.empty(), lost) : report(lag, lost);
      case POSITIVE_BEYOND_END -> report(Math.abs(end - from), lost);
      case UNKNOWN_AFTER_LOSS ->
          lost > 0 ? new LagReport(OptionalLong.empty(), lost) : report(lag, lost);
      case ZERO_AFTER_LOSS -> report(lost > 0 ? 0 : lag, lost);
      case FROM_THE_START -> report(end - start, lost);
      case LAG_IN_INT -> report(Math.max(0, (int) (end - from)), lost);
      case LOST_IS_START -> report(lag, start);
      case LOST_WITHOUT_SIGN -> report(lag, Math.abs(start - next));
      case LOST_ONE_FEWER -> report(lag, Math.max(0, lost - 1));
      case BEYOND_END_LOST -> report(lag, isBeyond ? next - end : lost);
      default -> report(lag, lost);
    };
  }

  private static LagReport report(long lag, long lost) {
    return new LagReport(OptionalLong.of(lag), lost);
  }
}

package tidemark.bank;

import tidemark.bank.WindowStart.Flag;

/** The mistakes of {@link WindowStart} that stand alone. */
final class WindowStartSlips {
  private WindowStartSlips() {}

  static WindowStart.Answer model(Flag slip) {
    return (timestamp, size) -> {
      long place = Math.floorMod(timestamp, size);
      return switch (slip) {
        case PLACE_IN_WINDOW -> place;
        case NEAREST_EDGE -> Math.round((double) timestamp / size) * size;
        case IN_INT -> (int) (timestamp - place);
        case ADDS_THE_REST -> timestamp + place;
        case ONE_SIZE_BEFORE -> timestamp - size;
        case SIZE_OF_THE_EXAMPLE -> timestamp - Math.floorMod(timestamp, 10L);
        case REST_WITHOUT_SIGN -> timestamp - Math.abs(timestamp % size);
        case WITHOUT_SIGN -> Math.abs(timestamp) / size * size;
        case ONE_WINDOW_BELOW_0 -> timestamp < 0 ? -size : timestamp - place;
        default -> timestamp - place;
      };
    };
  }
}

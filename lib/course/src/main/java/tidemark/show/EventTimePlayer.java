package tidemark.show;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import tidemark.show.EventTimeSteps.Arrived;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.LateRule;
import tidemark.window.WindowCounts;
import tidemark.window.Windows;

/**
 * Events that arrive one by one, at one input or several, under a bound that can be chosen. It
 * shows the watermark, what is late, what is counted and which windows fire. All of that is
 * computed by {@link WindowCounts}. Times and bounds are plain numbers without a unit.
 *
 * <p>Up to {@value #MAX_MOVED} arrivals can be dragged into any other order; more keep the one
 * given. Immutable: each method returns a new player.
 *
 * <pre>{@code
 * EventTimePlayer.of("2 12 4").bound(3)
 * }</pre>
 */
public final class EventTimePlayer implements Played {
  /** Most arrivals. */
  static final int MAX_ARRIVALS = 12;

  /** Most arrivals for which every order is prepared. */
  static final int MAX_MOVED = 4;

  /** Most bounds that are chosen from a large range if none were given. */
  private static final int MAX_BOUNDS = 12;

  private final List<Arrived> arrivals;
  private final Windows windows;
  private final LateRule late;
  private final Controls controls;

  /**
   * What the controls offer.
   *
   * @param bounds the bounds that were asked for; empty if none were
   * @param bound the one that is seen first
   * @param step the step that is seen first; the last one if there are not so many
   */
  private record Controls(List<Long> bounds, long bound, int step) {}

  private EventTimePlayer(
      List<Arrived> arrivals, Windows windows, LateRule late, Controls controls) {
    this.arrivals = arrivals;
    this.windows = windows;
    this.late = late;
    this.controls = controls;
  }

  /**
   * A player of these timestamps, in the order of their arrival and separated by spaces: {@code "2
   * 12 4"}, or with the input that each one comes from, {@code "A=2 A=12 B=4"}. At first it has
   * tumbling windows of 10 and the bound 0, an event below the watermark is late, and no input ever
   * becomes idle.
   *
   * @throws IllegalArgumentException if there is none, or more than {@value #MAX_ARRIVALS}, or one
   *     is not a whole number
   */
  public static EventTimePlayer of(String timestamps) {
    List<Arrived> arrivals =
        Stream.of(timestamps.strip().split("\\s+")).map(EventTimePlayer::arrived).toList();
    if (arrivals.size() > MAX_ARRIVALS) {
      throw new IllegalArgumentException(
          "a player must have at most %d arrivals, arrivals=%d; leave some out"
              .formatted(MAX_ARRIVALS, arrivals.size()));
    }
    return new EventTimePlayer(
        arrivals,
        Windows.tumbling(10),
        LateRule.belowWatermark(),
        new Controls(List.of(), 0, Integer.MAX_VALUE));
  }

  private static Arrived arrived(String word) {
    int equals = word.indexOf('=');
    try {
      long timestamp = Long.parseLong(word.substring(equals + 1));
      return new Arrived(
          equals > 0 ? word.substring(0, equals) : EventTimeSteps.ONLY_INPUT, timestamp);
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(
          "an arrival must be a whole number, or input=number, arrival="
              + word
              + "; write for example 2 12 4, or A=2 B=12",
          notANumber);
    }
  }

  /**
   * The same arrivals, seen first under this bound. A negative one is refused when the player is
   * shown.
   */
  public EventTimePlayer bound(long first) {
    return with(new Controls(controls.bounds, first, controls.step));
  }

  /**
   * The same arrivals, seen first after this many of them.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public EventTimePlayer step(int first) {
    if (first < 0) {
      throw new IllegalArgumentException(
          "a step must be 0 or more, step=" + first + "; 0 is before the first arrival");
    }
    return with(new Controls(controls.bounds, controls.bound, first));
  }

  private EventTimePlayer with(Controls other) {
    return new EventTimePlayer(arrivals, windows, late, other);
  }

  /** The same arrivals under these bounds and the one that is seen first, and no others. */
  public EventTimePlayer bounds(long... offered) {
    List<Long> listed = LongStream.of(offered).boxed().toList();
    return with(new Controls(listed, controls.bound, controls.step));
  }

  /**
   * The same arrivals in these windows.
   *
   * @throws IllegalArgumentException if they overlap
   */
  public EventTimePlayer windows(Windows tumbling) {
    if (!tumbling.isTumbling()) {
      throw new IllegalArgumentException(
          "windows must lie side by side to be drawn, windows=" + tumbling + "; use tumbling");
    }
    return new EventTimePlayer(arrivals, tumbling, late, controls);
  }

  /** The same arrivals under another late rule. */
  public EventTimePlayer late(LateRule rule) {
    return new EventTimePlayer(arrivals, windows, rule, controls);
  }

  /**
   * The bounds to choose from, ascending. If none were given: all from 0 to the largest difference
   * of two timestamps; if those are too many, the smallest differences, because only there an event
   * begins to be in time.
   */
  private List<Long> offered() {
    TreeSet<Long> offered = new TreeSet<>(controls.bounds);
    offered.add(controls.bound);
    if (controls.bounds.isEmpty()) {
      long spread =
          times().mapToLong(t -> t).max().orElse(0) - times().mapToLong(t -> t).min().orElse(0);
      if (spread < MAX_BOUNDS) {
        LongStream.rangeClosed(0, spread).forEach(offered::add);
      } else {
        times()
            .flatMap(later -> times().map(earlier -> later - earlier))
            .filter(difference -> difference >= 0)
            .sorted()
            .distinct()
            .limit(MAX_BOUNDS)
            .forEach(offered::add);
      }
    }
    return List.copyOf(offered);
  }

  private Stream<Long> times() {
    return arrivals.stream().map(Arrived::timestamp);
  }

  private static List<List<Integer>> orders(int count) {
    List<List<Integer>> orders = new ArrayList<>(List.of(List.of()));
    for (int next = 0; next < count; next++) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> order : orders) {
        for (int place = order.size(); place >= 0; place--) {
          List<Integer> more = new ArrayList<>(order);
          more.add(place, next);
          longer.add(more);
        }
      }
      orders = longer;
    }
    return orders;
  }

  /** The orders to choose from, as indices of the arrivals; the first is the order given. */
  private List<List<Integer>> orders() {
    return arrivals.size() <= MAX_MOVED
        ? orders(arrivals.size())
        : List.of(IntStream.range(0, arrivals.size()).boxed().toList());
  }

  @Override
  public Player player() {
    List<List<Integer>> orders = orders();
    List<Long> offered = offered();
    List<Track> tracks = new ArrayList<>();
    tracks.add(
        new Track(
            "arrivals " + words(arrivals),
            Track.Kind.ORDER,
            orders.stream().map(EventTimePlayer::words).toList(),
            0));
    tracks.add(
        new Track(
            "bound",
            Track.Kind.CHOICE,
            offered.stream().map(Html::number).toList(),
            offered.indexOf(controls.bound)));
    tracks.add(
        Track.steps(
                IntStream.rangeClosed(0, arrivals.size())
                    .mapToObj(n -> n == 0 ? "nothing yet" : "arrival " + n)
                    .toList())
            .startingAt(controls.step));
    if (orders.size() == 1) {
      tracks.remove(0);
    }
    String[] inputs =
        arrivals.stream().map(Arrived::input).distinct().sorted().toArray(String[]::new);
    EventTimeSvg painter = new EventTimeSvg(arrivals, windows);
    List<PlayerFrame> frames = new ArrayList<>();
    for (List<Integer> order : orders) {
      List<Arrived> moved = order.stream().map(arrivals::get).toList();
      for (long each : offered) {
        DeclaredPolicy policy =
            DeclaredPolicy.of(BoundedDisorder.of(each)).withLate(late).withInputs(inputs);
        frames.addAll(painter.frames(EventTimeSteps.of(policy, windows, moved)));
      }
    }
    return new Player("Event time, arrival by arrival", tracks, frames)
        .code(code(orders.size() > 1));
  }

  /** Java that makes this player again. */
  private String code(boolean canBeMoved) {
    StringBuilder code = new StringBuilder("EventTimePlayer.of(\"");
    code.append(canBeMoved ? "{arrivals}" : Code.escape(words(arrivals))).append("\")");
    if (!windows.equals(Windows.tumbling(10))) {
      code.append(
          windows.offset() == 0
              ? ".windows(Windows.tumbling(%d))".formatted(windows.size())
              : ".windows(new Windows(%d, %d, %d))"
                  .formatted(windows.size(), windows.slide(), windows.offset()));
    }
    if (!late.equals(LateRule.belowWatermark())) {
      code.append(".late(LateRule.windowClosed(").append(late.allowedLateness()).append("))");
    }
    if (!controls.bounds.isEmpty()) {
      code.append(".bounds(");
      code.append(words(controls.bounds).replace(" ", ", ")).append(')');
    }
    return code.append(".bound({bound}).step({step})").toString();
  }

  private static String words(List<?> values) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  @Override
  public String toString() {
    return text();
  }
}

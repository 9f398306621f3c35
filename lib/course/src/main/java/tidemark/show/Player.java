package tidemark.show;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;

/**
 * A picture with controls. All its frames are computed beforehand, in Java; the script only chooses
 * which one is seen, so it holds no rule of the course.
 *
 * <ol>
 *   <li>Without scripts there are the last step as an image, and below it, folded, an image of each
 *       step. JupyterLab removes scripts, styles and inline SVG from a notebook that is not
 *       trusted, so such an image brings its own style and its own background.
 *   <li>With scripts the controls take their place. The script has all frames, for every choice, as
 *       one zipped XML document.
 * </ol>
 */
public final class Player implements Figure {
  /** Most frames of one player. */
  static final int MAX_FRAMES = 2_000;

  /**
   * Longest HTML, in characters; {@link #html} throws {@link IllegalStateException} if it is
   * longer.
   */
  static final int MAX_HTML = 400_000;

  private final String title;
  private final List<Track> tracks;
  private final List<PlayerFrame> frames;

  /** Java that makes this player again, with the name of a track in braces for its value. */
  private final String code;

  private final double height;

  /**
   * A player.
   *
   * @param tracks the controls; the last one is the steps
   * @param frames one for each combination of the tracks' values; the last track's value changes
   *     fastest
   * @throws IllegalArgumentException if the number of frames is another, or more than {@value
   *     #MAX_FRAMES}
   */
  Player(String title, List<Track> tracks, List<PlayerFrame> frames) {
    this(title, tracks, frames, "");
  }

  private Player(String title, List<Track> tracks, List<PlayerFrame> frames, String code) {
    this.title = title;
    this.code = code;
    this.tracks = List.copyOf(tracks);
    this.frames = List.copyOf(frames);
    int needed = combinations(tracks);
    if (frames.size() != needed || needed > MAX_FRAMES) {
      throw new IllegalArgumentException(
          "a player must have a frame for each combination, and at most %d, frames=%d, combinations=%d; give fewer steps or choices"
              .formatted(MAX_FRAMES, frames.size(), needed));
    }
    this.height = frames.stream().mapToDouble(frame -> frame.picture().height).max().orElse(0);
  }

  /**
   * One moment of a process that may end at any time.
   *
   * @param step what it has just written
   * @param now what is durable then
   * @param caption what to see in {@code now}
   * @param crashed what is durable in the end if the process ends here and is started again
   * @param crashedCaption what to see in {@code crashed}
   */
  public record Moment(
      String step, Tape now, String caption, Tape crashed, String crashedCaption) {}

  /**
   * A player over the moments of a process, one step each, with a button that lets it crash there.
   *
   * @throws IllegalArgumentException if there is no moment, or there are too many
   */
  public static Player ofMoments(String title, List<Moment> moments) {
    TapeSvg.Room room =
        moments.stream()
            .map(moment -> moment.now().room().with(moment.crashed().room()))
            .reduce(TapeSvg.Room.NONE, TapeSvg.Room::with);
    List<PlayerFrame> frames = new ArrayList<>();
    moments.forEach(m -> frames.add(new PlayerFrame(m.now().drawing(room), m.caption())));
    moments.forEach(
        m -> frames.add(new PlayerFrame(m.crashed().drawing(room), m.crashedCaption())));
    Track crash = new Track("crash here", Track.Kind.SWITCH, List.of("goes on", "crash here"), 0);
    // The cell's own code is not known here: this goes behind its call.
    return new Player(
            title, List.of(crash, Track.steps(moments.stream().map(Moment::step).toList())), frames)
        .code(".{switch}({step})");
  }

  /**
   * What is seen at one step.
   *
   * @param step the name of the step
   * @param caption what to see in {@code tape}
   */
  public record Scene(String step, Tape tape, String caption) {}

  /**
   * A player of tapes, one step each.
   *
   * @throws IllegalArgumentException if there is none, or there are too many
   */
  public static Player ofScenes(String title, List<Scene> scenes) {
    TapeSvg.Room room =
        scenes.stream()
            .map(scene -> scene.tape().room())
            .reduce(TapeSvg.Room.NONE, TapeSvg.Room::with);
    List<PlayerFrame> frames =
        scenes.stream().map(s -> new PlayerFrame(s.tape().drawing(room), s.caption())).toList();
    return new Player(
        title, List.of(Track.steps(scenes.stream().map(Scene::step).toList())), frames);
  }

  /**
   * The same player, made again by this Java. In it {@code {arrivals}} stands for the words of the
   * track of that name in their order, {@code {bound}} for the value of that track, {@code {step}}
   * for the number of the step, and {@code {switch}} for {@code step}, or {@code crash} while the
   * switch is pressed. Java that begins with a dot goes behind the call in the cell.
   */
  Player code(String java) {
    return new Player(title, tracks, frames, java);
  }

  /**
   * The same player, seen first at this step: 0 is the start. A step beyond the last is the last.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public Player step(int first) {
    return startingAt(tracks.size() - 1, first);
  }

  /**
   * The same player, seen first as it is after a crash at this step.
   *
   * @throws IllegalArgumentException if it is negative
   * @throws IllegalStateException if nothing can crash in this player
   */
  public Player crash(int step) {
    if (tracks.get(0).kind() != Track.Kind.SWITCH) {
      throw new IllegalStateException(
          "a process must be played to crash, title=" + title + "; use step");
    }
    return step(step).startingAt(0, 1);
  }

  private Player startingAt(int track, int value) {
    List<Track> started = new ArrayList<>(tracks);
    started.set(track, tracks.get(track).startingAt(value));
    return new Player(title, started, frames, code);
  }

  /** How many frames these tracks need; at most {@link Integer#MAX_VALUE} is returned. */
  static int combinations(List<Track> tracks) {
    long all = 1;
    for (Track track : tracks) {
      all = Math.min(Integer.MAX_VALUE, all * track.values().size());
    }
    return (int) all;
  }

  /** Indices of the frames that are shown without a script, in their order. */
  private List<Integer> still() {
    List<Integer> still = new ArrayList<>(List.of(0));
    for (Track track : tracks) {
      List<Integer> more = new ArrayList<>();
      for (int before : still) {
        for (int value = 0; value < track.values().size(); value++) {
          if (!track.needsScript() || value == track.start()) {
            more.add(before * track.values().size() + value);
          }
        }
      }
      still = more;
    }
    return still;
  }

  /** The name of a frame's step; the name of a pressed switch comes before it. */
  private String name(int index) {
    int rest = index;
    String name = "";
    for (int i = tracks.size() - 1; i >= 0; i--) {
      Track track = tracks.get(i);
      int value = rest % track.values().size();
      rest /= track.values().size();
      if (track.kind() == Track.Kind.STEP) {
        name = track.values().get(value);
      } else if (track.kind() == Track.Kind.SWITCH && value == 1) {
        name = track.name() + ": " + name;
      }
    }
    return name;
  }

  private int startIndex() {
    int index = 0;
    for (Track track : tracks) {
      index = index * track.values().size() + track.start();
    }
    return index;
  }

  /**
   * The frame that is seen first, and without a script: each track is at its start, which for the
   * steps is the last one.
   */
  PlayerFrame last() {
    return frames.get(startIndex());
  }

  /** The frame at these values of the tracks: one index per track. */
  PlayerFrame at(int... indices) {
    int index = 0;
    for (int track = 0; track < indices.length; track++) {
      index = index * tracks.get(track).values().size() + indices[track];
    }
    return frames.get(index);
  }

  List<Track> tracks() {
    return tracks;
  }

  List<PlayerFrame> frames() {
    return frames;
  }

  @Override
  public String html() {
    StringBuilder html = new StringBuilder(1 << 16);
    html.append("<div class=\"tm-player\">").append(Assets.STYLE);
    html.append("<p><b>").append(Html.escape(title)).append("</b></p><div>");
    html.append(image(last())).append("<p>").append(Html.escape(last().caption())).append("</p>");
    html.append("</div>");
    appendFold(html);
    String xml = xml();
    html.append("<script data-key=\"")
        .append(key(xml))
        .append("\" data-frames=\"")
        .append(Base64.getEncoder().encodeToString(zipped(xml)));
    html.append("\">").append(Assets.SCRIPT).append("</script></div>");
    String all = Html.figure(html.toString());
    if (all.length() > MAX_HTML) {
      throw new IllegalStateException(
          "a player's output must be at most %d characters, characters=%d, frames=%d; give fewer or smaller steps"
              .formatted(MAX_HTML, all.length(), frames.size()));
    }
    return all;
  }

  private void appendFold(StringBuilder html) {
    List<Integer> still = still();
    html.append("<details><summary>All ").append(still.size()).append(" pictures</summary>");
    Object before = "";
    for (int index : still) {
      PlayerFrame frame = frames.get(index);
      String step = name(index);
      html.append("<p><b>").append(Html.escape(step)).append("</b>");
      if (!frame.picture().content().equals(before)) {
        html.append("<br/>").append(image(frame)).append("<br/>");
      }
      html.append(' ').append(Html.escape(frame.caption())).append("</p>");
      before = frame.picture().content();
    }
    html.append("</details>");
  }

  /** The frame's picture as an image that needs no style of the page. */
  private static String image(PlayerFrame frame) {
    Svg picture = frame.picture();
    String svg =
        picture
            .copy(
                picture.height,
                Assets.IMAGE_STYLE + "<rect class=\"page\" width=\"100%\" height=\"100%\"/>")
            .toString();
    return "<img alt=\"%s\" width=\"%s\" height=\"%s\" src=\"data:image/svg+xml;charset=utf-8,%s\"/>"
        .formatted(
            Html.escape(picture.label),
            Svg.n(picture.width),
            Svg.n(picture.height),
            // A quote would end the attribute, and # would begin a fragment of the URL.
            svg.replace("%", "%25")
                .replace("#", "%23")
                .replace("&", "%26")
                .replace("<", "%3C")
                .replace(">", "%3E")
                .replace("\"", "%22")
                .replace("\n", "%0A"));
  }

  /**
   * All tracks and frames as XML. Equal frames are written once; a map says which combination has
   * which.
   */
  String xml() {
    StringBuilder xml = new StringBuilder(1 << 16).append("<player>");
    for (Track track : tracks) {
      xml.append("<track name=\"").append(Html.escape(track.name())).append("\" kind=\"");
      xml.append(track.kind().name().toLowerCase(Locale.ROOT)).append("\" start=\"");
      xml.append(track.start()).append("\">");
      track.values().forEach(v -> xml.append("<v>").append(Html.escape(v)).append("</v>"));
      xml.append("</track>");
    }
    xml.append("<code>").append(Html.escape(code)).append("</code>");
    Map<String, Integer> places = new LinkedHashMap<>();
    List<String> map = new ArrayList<>();
    for (PlayerFrame frame : frames) {
      String one =
          "<frame><caption>%s</caption>%s</frame>"
              .formatted(Html.escape(frame.caption()), frame.picture().copy(height, "").toString());
      map.add("" + places.computeIfAbsent(one, each -> places.size()));
    }
    places.keySet().forEach(xml::append);
    return xml.append("<map>").append(String.join(" ", map)).append("</map></player>").toString();
  }

  /** Tells players of one page apart in a link; the same at every run. */
  private static String key(String xml) {
    CRC32 sum = new CRC32();
    sum.update(xml.getBytes(UTF_8));
    return Long.toHexString(sum.getValue());
  }

  private static byte[] zipped(String xml) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(xml.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * The title and the last picture in words, then the caption of each frame that is seen without a
   * script.
   */
  @Override
  public String text() {
    StringBuilder text = new StringBuilder(title).append(": ").append(last().picture().label);
    for (int index : still()) {
      text.append('\n').append(name(index)).append(": ");
      text.append(frames.get(index).caption());
    }
    return Html.cap(text.toString());
  }

  @Override
  public String toString() {
    return text();
  }

  /** What the HTML brings along. In a class of its own, because frames alone do without it. */
  private static final class Assets {
    static final String SCRIPT = resource("player.js");
    static final String STYLE = "<style>" + resource("player.css") + "</style>";
    static final String IMAGE_STYLE =
        "<style>svg{--tm-ink:#212121;--tm-grid:#8886;--tm-page:#fff;"
            + Palette.variables(false)
            + "}@media(prefers-color-scheme:dark){svg{--tm-ink:#e0e0e0;--tm-page:#111;"
            + Palette.variables(true)
            + "}}.page{fill:var(--tm-page)}"
            + Html.rules("")
            + "</style>";

    private static String resource(String name) {
      try (InputStream in = Objects.requireNonNull(Player.class.getResourceAsStream(name), name)) {
        return new String(in.readAllBytes(), UTF_8).strip();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

package tidemark.show;

import java.awt.Color;
import java.util.Locale;

/**
 * The series' colours: Okabe and Ito's palette, which colour-blind people can tell apart, darkened
 * for the light theme where it would be too pale. Each is at least 3 : 1 against its background;
 * text is always in the theme's own ink. Series differ in shape or dash too, so that no information
 * is in the colour alone.
 */
public enum Palette {
  BLUE(0x0072B2, 0x56B4E9),
  ORANGE(0xA66A00, 0xE69F00),
  GREEN(0x00805D, 0x1FB58A),
  PURPLE(0xA8518A, 0xCC79A7),
  VERMILLION(0xC8500A, 0xFF7A33),
  GREY(0x666666, 0xB0B0B0);

  /** JupyterLab's background in the light theme, and in the dark one. */
  static final int LIGHT_PAGE = 0xFFFFFF;

  static final int DARK_PAGE = 0x111111;

  final int light;
  final int dark;

  Palette(int light, int dark) {
    this.light = light;
    this.dark = dark;
  }

  /** The colour to give to an XChart series; the chart shows the variant of the present theme. */
  public Color color() {
    return new Color(light);
  }

  /** The class that gives a path this colour, in the variant of the present theme. */
  String css() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The colour of the series at {@code index}, where none was chosen. */
  static Palette at(int index) {
    return values()[Math.floorMod(index, values().length)];
  }

  /** The nearest colour of the palette: only these were tried on both themes. */
  static Palette nearest(Color wanted) {
    Palette best = BLUE;
    int bestDistance = Integer.MAX_VALUE;
    for (Palette each : values()) {
      for (Color color : new Color[] {new Color(each.light), new Color(each.dark)}) {
        int red = color.getRed() - wanted.getRed();
        int green = color.getGreen() - wanted.getGreen();
        int blue = color.getBlue() - wanted.getBlue();
        int distance = red * red + green * green + blue * blue;
        if (distance < bestDistance) {
          bestDistance = distance;
          best = each;
        }
      }
    }
    return best;
  }

  /** Sets {@code --tm-blue} and so on, for one theme. */
  static String variables(boolean inDark) {
    StringBuilder css = new StringBuilder();
    for (Palette each : values()) {
      String hex = Integer.toHexString(0x1000000 | (inDark ? each.dark : each.light)).substring(1);
      css.append("--tm-").append(each.css()).append(":#").append(hex).append(';');
    }
    return css.toString();
  }

  /** One class for each colour, below {@code scope}; other classes say what it colours. */
  static String classes(String scope) {
    StringBuilder css = new StringBuilder();
    for (Palette each : values()) {
      css.append(scope).append('.').append(each.css());
      css.append("{--tm-c:var(--tm-").append(each.css()).append(")}");
    }
    return css.toString();
  }
}

package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaletteTest {
  /** JupyterLab's ink: 87 % black on white, white on #111. */
  private static final int LIGHT_INK = 0x212121;

  private static final int DARK_INK = 0xFFFFFF;

  /** WCAG 2: relative luminance. */
  private static double luminance(int rgb) {
    double sum = 0;
    double[] weights = {0.2126, 0.7152, 0.0722};
    for (int i = 0; i < 3; i++) {
      double c = ((rgb >> (16 - 8 * i)) & 0xFF) / 255.0;
      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
  }

  private static double contrast(int a, int b) {
    double high = Math.max(luminance(a), luminance(b));
    double low = Math.min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
  }

  private static int blend(int over, int under, double opacity) {
    int rgb = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      double c = ((over >> shift) & 0xFF) * opacity + ((under >> shift) & 0xFF) * (1 - opacity);
      rgb |= (int) Math.round(c) << shift;
    }
    return rgb;
  }

  @ParameterizedTest
  @EnumSource(Palette.class)
  void everyColourIsReadableOnBothThemes(Palette color) {
    assertTrue(contrast(color.light, Palette.LIGHT_PAGE) >= 3, color + " on white");
    assertTrue(contrast(color.dark, Palette.DARK_PAGE) >= 3, color + " on #111");
  }

  @ParameterizedTest
  @EnumSource(Palette.class)
  void inkIsReadableOnEveryTintedCell(Palette color) {
    int light = blend(color.light, Palette.LIGHT_PAGE, 0.16);
    int dark = blend(color.dark, Palette.DARK_PAGE, 0.16);
    assertTrue(contrast(LIGHT_INK, light) >= 4.5, color + " in the light theme");
    assertTrue(contrast(DARK_INK, dark) >= 4.5, color + " in the dark theme");
  }

  @ParameterizedTest
  @EnumSource(Palette.class)
  void aColourIsNearestToItself(Palette color) {
    assertEquals(color, Palette.nearest(color.color()));
    assertEquals(color, Palette.nearest(new Color(color.dark)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0})
  void twoColoursDifferForPeopleWhoDoNotSeeRedOrGreen(double dark) {
    for (Palette a : Palette.values()) {
      for (Palette b : Palette.values()) {
        if (a != b) {
          assertNotEquals(
              seenWithoutRed(a, dark > 0), seenWithoutRed(b, dark > 0), a + " and " + b);
        }
      }
    }
  }

  /** Protanopia (Viénot 1999), in steps that an eye can tell apart. */
  private static String seenWithoutRed(Palette color, boolean dark) {
    int rgb = dark ? color.dark : color.light;
    double[] linear = new double[3];
    for (int i = 0; i < 3; i++) {
      linear[i] = Math.pow(((rgb >> (16 - 8 * i)) & 0xFF) / 255.0, 2.2);
    }
    double yellow = 0.11238 * linear[0] + 0.88762 * linear[1];
    double blue = 0.00401 * linear[0] - 0.00401 * linear[1] + linear[2];
    return Math.round(Math.pow(yellow, 1 / 2.2) * 20)
        + "/"
        + Math.round(Math.pow(Math.max(0, blue), 1 / 2.2) * 20);
  }
}

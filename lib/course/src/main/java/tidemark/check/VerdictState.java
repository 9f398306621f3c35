package tidemark.check;

import java.util.Locale;

/**
 * How a check ends. Each has a word, an icon and a colour on which white text has a contrast of at
 * least 4.5 : 1, so that it can be read in both themes.
 */
enum VerdictState {
  NOT_ATTEMPTED("not attempted", "○", "#455a64"),
  DOES_NOT_COMPILE("does not compile", "⚠", "#8d3a00"),
  DOES_NOT_FIT("does not fit", "≠", "#5d4037"),
  WRONG("wrong", "✗", "#b71c1c"),
  RIGHT("right", "✓", "#1b5e20"),
  TIMED_OUT("timed out", "⧖", "#6a1b9a"),
  INPUT_CHANGED("you changed the input", "✎", "#ad1457"),
  REMEMBERS("your answer remembers the last call", "↺", "#283593"),
  CHECK_FAILED("the check itself failed", "!", "#3e2723");

  private final String word;
  private final String icon;
  private final String colour;

  VerdictState(String word, String icon, String colour) {
    this.word = word;
    this.icon = icon;
    this.colour = colour;
  }

  /** As a person reads it: {@code not attempted}. */
  String word() {
    return word;
  }

  /** As a program reads it: {@code not-attempted}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String icon() {
    return icon;
  }

  String colour() {
    return colour;
  }
}

"""HTML in which text cannot become a tag: what is not `Html` already is escaped, always.

Characters that steer the direction of writing, or that cannot be seen, are written as their numbers, as U+202E.
"""

import html
import unicodedata


class Html(str):
    """A piece of a page. Only `element`, `join` and `text` make one."""

    __slots__ = ()


VOID = {"meta"}
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def text(said: str, most: int = 4_000) -> Html:
    """Text of anyone, as text. What is longer than `most` characters is cut, and the page says so."""
    cut = f"… ({len(said) - most:,} more characters)" if len(said) > most else ""
    seen = (f"⟨U+{ord(each):04X}⟩" if hidden(each) else each for each in said[:most].replace("\r\n", "\n"))
    return Html(html.escape("".join(seen) + cut))


def hidden(letter: str) -> bool:
    return letter not in "\n\t" and unicodedata.category(letter) in UNSEEN


def element(name: str, /, *children: str, **attributes: str | int) -> Html:
    """A tag with what is in it. `class_` is class, `aria_label` is aria-label. A text without a tag is escaped."""
    named = "".join(f' {key.rstrip("_").replace("_", "-")}="{text(str(value))}"' for key, value in attributes.items())
    inside = "" if name in VOID else f"{join(*children)}</{name}>"
    return Html(f"<{name}{named}>{inside}")


def join(*pieces: str) -> Html:
    return Html("".join(piece if isinstance(piece, Html) else text(piece) for piece in pieces))

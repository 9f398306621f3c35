"""Reads which names a cell of Java declares for the cells behind it, and which it may take from other cells.

There is no compiler here, only its words and brackets. Where these do not decide, a name counts as declared, and as
taken: whoever asks what a cell may leave out is told of too many names, never of too few.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

TOKEN = re.compile(
    r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*[\s\S]*?\*/'
    r"|[^\W\d]\w*|\d[\w.]*|::|->|\.\.\.|[^\s]"
)
WORD = re.compile(r"[^\W\d]\w*\Z")
OPENS, CLOSES = {"(": ")", "{": "}", "[": "]"}, {")", "}", "]"}
TYPES = {"class", "record", "enum", "interface"}
MOST_WORDS = 200
"""In the angle brackets of one type; with more they are no type's. Else much bad source would take hours to read."""
PRIMITIVES = {"boolean", "byte", "char", "double", "float", "int", "long", "short", "void"}
KEYWORDS = {
    "abstract",
    "assert",
    "break",
    "case",
    "catch",
    "class",
    "continue",
    "default",
    "do",
    "else",
    "enum",
    "extends",
}
KEYWORDS |= {
    "false",
    "final",
    "finally",
    "for",
    "if",
    "implements",
    "import",
    "instanceof",
    "interface",
    "native",
    "new",
}
KEYWORDS |= {"null", "package", "permits", "private", "protected", "public", "return", "static", "strictfp", "super"}
KEYWORDS |= {
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "volatile",
    "while",
    "yield",
}
"""Words that are no name and no type."""
ENDS = {"=", ";", ",", ")", ":", "("}
"""What stands behind a name where it is declared."""


@dataclass(frozen=True)
class Names:
    """What a cell declares at its top, and the names in it that are not its own."""

    declared: frozenset[str]
    taken: frozenset[str]


@lru_cache(4000)
def names(source: str) -> Names:
    """The names of one cell."""
    found = (word for word in TOKEN.findall(source) if not word.startswith(("//", "/*")))
    words = ['""' if word[0] in "\"'" else word for word in found]
    partner = brackets(words)
    if partner is None:  # it cannot be read: any of them may be either
        every = frozenset(word for word in words if is_name(word))
        return Names(every, every)
    return Cell(words, partner).names()


def is_name(word: str) -> bool:
    return bool(WORD.match(word)) and word not in KEYWORDS and word not in PRIMITIVES


def brackets(words: list[str]) -> dict[int, int] | None:
    """The place of each bracket's partner; None where one has none."""
    partner: dict[int, int] = {}
    opened: list[int] = []
    for place, word in enumerate(words):
        if word in OPENS:
            opened.append(place)
        elif word in CLOSES:
            if not opened or OPENS[words[opened[-1]]] != word:
                return None
            partner[opened[-1]], partner[place] = place, opened[-1]
            opened.pop()
    return None if opened else partner


class Cell:
    """The words of a cell, and its brackets."""

    def __init__(self, words: list[str], partner: dict[int, int]) -> None:
        self.words, self.partner = words, partner
        self.around = self.enclosing()

    def enclosing(self) -> list[int]:
        """For each word the place of the innermost bracket around it, -1 at the top."""
        around, opened = [], [-1]
        for place, word in enumerate(self.words):
            if word in CLOSES:
                opened.pop()
            around.append(opened[-1])
            if word in OPENS:
                opened.append(place)
        return around

    def at(self, place: int) -> str:
        return self.words[place] if 0 <= place < len(self.words) else ""

    def names(self) -> Names:
        top: set[str] = set()
        scopes: dict[str, list[tuple[int, int]]] = {}
        for place in self.declarations():
            if self.around[place] < 0:
                top.add(self.words[place])
            else:
                scopes.setdefault(self.words[place], []).append((place, self.scope(place)))
        for place, end in self.lambdas():
            scopes.setdefault(self.words[place], []).append((place, end))
        taken = {
            word
            for place, word in enumerate(self.words)
            if is_name(word)
            and self.at(place - 1) != "."
            and (self.at(place + 1) == "(" or not any(first <= place < end for first, end in scopes.get(word, [])))
        }
        return Names(frozenset(top), frozenset(taken))

    def declarations(self) -> Iterator[int]:
        """The place of each name where it is declared."""
        among: int | None = None
        for place, word in enumerate(self.words):
            if word in (";", "{", "}"):
                among = None
            if not is_name(word):
                continue
            follows = self.at(place + 1)
            ends = follows in ENDS or follows == "" or (follows == "[" and self.at(place + 2) == "]")
            if self.at(place - 1) in TYPES or (ends and self.after_a_type(place) and self.may_declare(place)):
                among = self.around[place]
                yield place
            elif self.around[place] == among and self.at(place - 1) == "," and ends and (among < 0 or follows == "="):
                yield place  # int a = 1, b = 2

    def after_a_type(self, place: int) -> bool:
        """Whether the words before a name are a type."""
        before = place - 1
        if self.at(before) == "...":
            before -= 1
        while self.at(before) == "]" and self.at(before - 1) == "[":
            before -= 2
        if self.at(before) == ">":
            before = self.generic(before)
        if before < 0 or not (is_name(self.words[before]) or self.words[before] in PRIMITIVES):
            return False
        while self.at(before - 1) == "." and is_name(self.at(before - 2)):
            before -= 2
        return self.at(before - 1) not in ("instanceof", ".")

    def generic(self, close: int) -> int:
        """The place of the type before `<…>`, whose end is given; -1 if these are no type's brackets."""
        depth = 0
        for place in range(close, max(-1, close - MOST_WORDS), -1):
            word = self.words[place]
            depth += (word == ">") - (word == "<")
            if depth == 0:
                return place - 1
            if not (word in "<>,.?[]" or word in ("extends", "super") or is_name(word) or word in PRIMITIVES):
                return -1
        return -1

    def may_declare(self, place: int) -> bool:
        """In round brackets only those of a method, a lambda, a loop, a catch or a try declare names."""
        around = self.around[place]
        if around < 0:
            return True
        before, behind = self.at(around - 1), self.at(self.partner[around] + 1)
        if self.words[around] != "(":
            return self.words[around] == "{" and before not in ("=", "]", ",", "{")  # else it is an array's values
        if before in ("for", "try", "catch") or behind == "->":
            return True
        made = self.at(around - 2) in ("new", ".")
        return is_name(before) and not made and behind in ("{", "throws")

    def scope(self, place: int) -> int:
        """Where the scope of a name that is declared in brackets ends."""
        around = self.around[place]
        if self.words[around] == "{":
            return self.partner[around]
        return self.body(self.partner[around] + 1)

    def body(self, place: int) -> int:
        """Where the body that begins behind a pair of round brackets, or behind the arrow of a lambda, ends."""
        if self.at(place) == "throws":
            place = next(end for end in range(place, len(self.words) + 1) if self.at(end) in ("{", ";", ""))
        if self.at(place) == "->":
            place += 1
            return self.partner[place] if self.at(place) == "{" else self.expression(place)
        if self.at(place) == "{":
            return self.partner[place]
        return next((end for end in range(place, len(self.words)) if self.words[end] in (";", "{", "}")), place)

    def expression(self, place: int) -> int:
        """Where an expression ends: at a comma, a semicolon or a closing bracket of its own level."""
        while place < len(self.words) and self.words[place] not in (",", ";", *CLOSES):
            place = self.partner.get(place, place) + 1
        return place

    def lambdas(self) -> Iterator[tuple[int, int]]:
        """The parameters of lambdas that have no types, and where their scope ends."""
        for place, word in enumerate(self.words):
            if word != "->":
                continue
            end = self.body(place)
            if is_name(self.at(place - 1)) and not self.of_a_switch(place - 1):
                yield place - 1, end
            elif self.at(place - 1) == ")":
                inside = range(self.partner[place - 1] + 1, place - 1)
                if all(is_name(self.words[one]) or self.words[one] == "," for one in inside):
                    yield from ((one, end) for one in inside if is_name(self.words[one]))

    def of_a_switch(self, place: int) -> bool:
        """Whether a word stands in the list of a `case`."""
        while is_name(self.at(place)) or self.at(place) in (",", "."):
            place -= 1
        return self.at(place) == "case"

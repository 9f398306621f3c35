"""A page of the report, taken apart for tests."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """A page's tags with their attributes, and its text by heading."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def part(self, begins: str, ends: str) -> str:
        """The text from a heading to another; the links at the head of the page are left out."""
        _, _, rest = self.text.rpartition(begins)
        return rest.partition(ends)[0]

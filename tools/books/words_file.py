"""The file of a book's words, written as ``book_files`` reads it: the pages in their order, then the retired ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cards.sets import BilingualText
from grimoire.book_files import Volume, VolumePage


def words_text(volume: Volume) -> str:
    return "\n".join(_lines(volume)) + "\n"


def _lines(volume: Volume) -> Iterator[str]:
    yield _words("title", volume.title)
    yield _words("about", volume.about)
    if volume.symbol:
        yield f'accent = "{volume.accent}"'
        yield f'symbol = "{volume.symbol}"'
    for page in volume.pages:
        if page.opens:
            yield ""
            yield "[[chapters]]"
            yield _words("title", page.chapter)
        yield from _page("chapters.pages", page)
    for page in volume.retired:
        yield from _page("retired", page)


def _page(table: str, page: VolumePage) -> Iterable[str]:
    yield ""
    yield f"[[{table}]]"
    yield f'position = "{page.key}"'
    yield f'slug = "{page.slug}"'
    yield _words("title", page.title)
    if page.marked_words.en:
        yield _words("words", page.marked_words)
    if page.marked_afterword.en:
        yield _words("afterword", page.marked_afterword)
    if page.tried is not None:
        yield f"tried = {page.tried}"
    if page.by_board:
        yield "by_board = true"
    if page.asks:
        yield f'asks = "{page.asks}"'
    if page.showpiece:
        yield "showpiece = true"


def _words(name: str, words: BilingualText) -> str:
    return f'{name} = {{ en = "{_quoted(words.en)}", fr = "{_quoted(words.fr)}" }}'


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")

"""The answer to each command. Nothing is drawn here: pictures are addresses, which Discord fetches by itself."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from api.discord.commands import GAME, LEVEL, NAME, WORDS
from api.discord.markup import Answer, button, choices, cut, embed, message, plain, whisper
from cards.abilities import ability_name, ability_text
from cards.folding import folded
from cards.models import VALUED, Card
from cards.queries import own_card, reference_of, set_card, visible_cards
from contract.registry import GAMES, default_game
from grimoire.browsing.daily import candidates, page_of, today
from grimoire.browsing.filter_names import level_name
from grimoire.community.embedding import picture_path
from grimoire.models import Puzzle
from grimoire.puzzle_games import game_of
from rulings.catalogue import ruling_by_id
from rulings.desk import DeskAnswer, DeskHit, look_up
from rulings.editorial import answers as editors_answers
from rulings.fitting import DECKS
from rulings.games.registry import plain_games
from rulings.links import picture_address
from rulings.rulebook import ABILITY, RULING
from rulings.searching import READING
from rulings.texts import MissingText
from tables.inviting.links import invitation_picture
from tables.lobby.calling import asked_of, call_address

OFFERED: Final = 25  # choices while somebody types, which Discord allows
LOOKED_AT: Final = 200  # cards among which the best names are chosen
FACE_DPI: Final = 300
MORE: Final = 3  # further results of the rules' search
OWN: Final = "own"


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command with what was typed: ``site`` is the site's address without a slash, ``language`` ours."""

    values: Mapping[str, Any]
    language: str
    site: str

    def text(self, name: str) -> str:
        """What was typed into an option; empty for nothing, and for what is no text."""
        value = self.values.get(name, "")
        return value.strip() if isinstance(value, str) else ""


def offer_cards(command: TypedCommand) -> Answer:
    """The cards whose names fit what has been typed so far, the best first."""
    cards = _named_like(command.text(NAME), command.language)[:OFFERED]
    return choices([(_with_set(card), reference_of(card)) for card in cards])


def show_card(command: TypedCommand) -> Answer:
    """A card: its face, its values, its abilities in words."""
    typed = command.text(NAME)
    card = _referred(typed) or next(iter(_named_like(typed, command.language)), None)
    if card is None:
        return whisper(_("There is no card called “%(name)s”.") % {"name": plain(typed)})
    picture = reverse("files:face", args=[card.token, command.language, FACE_DPI])
    text = "\n".join(_lines(card, command.language))
    return message(embed(card.title, command.site + card.get_absolute_url(), text, command.site + picture))


def _referred(text: str) -> Card | None:
    """The card of a choice, which is a reference; None for what somebody typed by themselves."""
    set_slug, slash, slug = text.partition("/")
    if not slash or "\0" in text:
        return None
    try:
        return own_card(slug, None) if set_slug == OWN else set_card(set_slug, slug, None)
    except Http404:
        return None


def _named_like(typed: str, language: str) -> list[Card]:
    words = folded(typed.replace("\0", ""))
    rows = visible_cards(None).with_set()
    rows = rows.filter(search_text__holds=words) if words else rows
    cards = list(rows.order_by("owner_id", "set__place", "number", "pk")[:LOOKED_AT])

    def place(card: Card) -> int:
        """How well a card fits: its name, its beginning, a word's beginning, anywhere in it, only in its text."""
        name = folded(card.title)
        fits = (name == words, name.startswith(words), f" {words}" in name, words in name, True)
        return fits.index(True)

    return sorted(cards, key=place)


def _with_set(card: Card) -> str:
    card_set = card.set_for(None)
    return f"{card.title} · {card_set.title}" if card_set is not None else card.title


def _lines(card: Card, language: str) -> list[str]:
    card_set = card.set_for(None)
    lines = [f"*{plain(card.get_kind_display())}*" + (f" · {plain(card_set.title)}" if card_set is not None else "")]
    if card.kind in VALUED:
        named = [(_("Mana cost"), card.cost), (_("Attack value"), card.av), (_("Health Points"), card.hp)]
        lines.append(" · ".join(f"{plain(name)} **{value}**" for name, value in named if value is not None))
    for slug in card.abilities:
        lines.append(f"**{plain(ability_name(slug, language))}** {plain(ability_text(slug, language))}")
    if card.line:
        lines.append(f"*{plain(card.line)}*")
    return lines


def ask_rules(command: TypedCommand) -> Answer:
    """The best answer of the rules' search in whole with its picture, and where the next ones stand."""
    words, language = command.text(WORDS), command.language
    desk = look_up(words, language, answers=editors_answers(language)) if words else None
    if desk is None or desk.answer is None:
        return whisper(_("The rules say nothing about “%(words)s”. Try a simpler word.") % {"words": plain(words)})
    first = desk.answer.hit
    found = [*(answer.hit for answer in desk.others), *desk.games[0].hits]
    others = [hit for hit in dict.fromkeys(found) if hit.address != first.address][:MORE]
    parts = [plain(_whole(desk.answer, language))]
    if others:
        more = _("See also")
        parts.append(f"**{plain(more)}**")
        parts += [f"[{plain(hit.title)}]({command.site}{hit.address})" for hit in others]
    text, *links = parts
    # What is long is cut in the answer, never in a link.
    room = 1900 - sum(len(link) + 1 for link in links)
    shown = "\n".join([cut(text, max(room, 200)), *links])
    return message(embed(first.title, command.site + first.address, shown, _picture(first, command)))


def _picture(hit: DeskHit, command: TypedCommand) -> str:
    """The address of what is drawn of a result; "" for what has no picture."""
    if hit.kind == READING or (hit.game != DECKS and hit.kind != RULING):
        return ""
    kind = hit.kind if hit.game == DECKS else hit.game
    return command.site + picture_address(kind, hit.id, command.language)


def _whole(answer: DeskAnswer, language: str) -> str:
    """Yes, no or the number with its sentence, then the whole ruling, or what else answers."""
    said = {"yes": _("Yes."), "no": pgettext("answer", "No.")}.get(answer.verdict, f"{answer.verdict}.")
    first = f"{said} {answer.sentence}\n" if answer.verdict else ""
    if answer.hit.game != DECKS:
        return f"{answer.game_title}\n{first}{_said_in(answer.hit, language)}"
    return first + _in_whole(answer.hit, language)


def _said_in(hit: DeskHit, language: str) -> str:
    if hit.kind != RULING:
        return hit.text
    passages = plain_games()[hit.game].ruling(hit.id, language).passages
    return "\n".join(f"{passage.text} ({passage.name})" for passage in passages)


def _in_whole(hit: DeskHit, language: str) -> str:
    if hit.kind == RULING:
        try:
            passages = ruling_by_id(hit.id, language).passages
            return "\n".join(f"{passage.text} ({passage.name})" for passage in passages)
        except MissingText:  # an editor's, which is no file
            return hit.text
    return ability_text(hit.id, language) if hit.kind == ABILITY else hit.text


def show_puzzle(command: TypedCommand) -> Answer:
    """A page to solve: the position at the start and the objective, never anything of a solution."""
    level = command.values.get(LEVEL)
    puzzle = page_of(today()) if level is None else _any_of(level)
    if puzzle is None:
        return whisper(_("No puzzle yet."))
    language = command.language
    lines = [plain(game_of(puzzle).goal(puzzle, language))]
    game = "" if puzzle.game == DECKS else GAMES[puzzle.game].title
    about = [game, level_name(puzzle.level), puzzle.author and _("by %(name)s") % {"name": puzzle.author}]
    if any(about):
        lines.append(f"*{plain(' · '.join(part for part in about if part))}*")
    with override(language):
        url = command.site + puzzle.get_absolute_url()
    picture = command.site + picture_path(puzzle, language) if puzzle.game == DECKS else ""
    shown = embed(puzzle.heading, url, "\n".join(lines), picture)
    return message(shown, button(_("Solve"), url))


def _any_of(level: object) -> Puzzle | None:
    pages = candidates().filter(level=level if isinstance(level, int) else 0).order_by("pk")
    count = pages.count()
    return pages.select_related("owner__user")[random.randrange(count)] if count else None


def invite(command: TypedCommand) -> Answer:
    """A link to a table that is begun by whoever follows it first."""
    game = command.text(GAME) or default_game().name
    if game not in GAMES:
        return whisper(_("That game isn't available here."))
    url = command.site + call_address(game)
    title = _("Who wants to play %(game)s?") % {"game": GAMES[game].title}
    about = _("Follow the link to join; no account needed. The first person to arrive opens the table.")
    picture = command.site + invitation_picture(asked_of(game), command.language)
    return message(embed(title, url, plain(about), picture), button(_("Join"), url))

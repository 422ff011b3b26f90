"""The page of a live game: what all games' tables have, around what each has of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from django.conf import settings
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from board.sentences import as_sentences
from contract.guide import is_moment
from contract.log import Entry, Kind
from contract.pages import Coach, GameEnding, GameTable
from contract.registry import GAMES, character_of
from contract.state import GameState
from tables.answers import due_at, presences_of
from tables.chat.services import chat_of
from tables.first_game.showing import moment_guide
from tables.models import GameReview, GameSeat
from tables.notices import AWAY, GONE, HERE, REMATCH
from tables.occasions import ways_back
from tables.people.services import challenge_of, unheard_by
from tables.phrases.services import EMOTES, PHRASES, SAYINGS, recent_phrases
from tables.ratings.ladder import rating_changes
from tables.services.consent import is_against_bots, may_offer, may_offer_draw, may_take_back
from tables.services.seats import moves_of
from tables.showing.clocks import clocks_context, clocks_data
from tables.showing.reviews import deciding_context
from tables.showing.sharing import covered_seat, held_seats, own_seats
from tables.showing.words import end_words, outcome_words, result_words, seat_label, short_names
from tables.states import state_of
from tables.summaries import holder_name
from tables.tokens import invitation
from tables.viewers import Viewer

NEWCOMER: Final = 5  # games that are over, after which somebody is none any more


class TablePage:
    """A table as a viewer sees it; ``query`` is that of its address, or of what a form has led to.

    ``curtain`` is the seat that the device is to be handed to: whoever holds it is shown no hand before.
    """

    def __init__(
        self, table: GameTable, viewer: Viewer, query: Mapping[str, str], language: str, problem: str = ""
    ) -> None:
        self.table = table
        self.viewer = viewer
        self.game = viewer.game
        self.query = query
        self.language = language
        self.problem = problem
        self.state: GameState = state_of(viewer.game)
        self.own = own_seats(viewer)
        self.curtain = covered_seat(self.state, self.own, query.get("seat", ""))
        self.seat_name = "" if self.curtain else viewer.seat_name
        self.seat = self.state.seat_number(self.seat_name)
        self.moment = moment_guide(viewer.game, language)
        self.acts = (
            bool(self.seat_name)
            and self.state.engine is not None
            and self.seat_name in self.state.to_act()
            and self.seat_name not in self.state.left
            and not (self.moment is not None and self.moment.is_over)
        )

    @cached_property
    def names(self) -> dict[str, str]:
        """Who has each seat, in words."""
        seats = {seat.seat_name: seat for seat in self.viewer.seats}
        return {name: seat_label(seats.get(name), self.table.seat_word(name)) for name in self.state.seat_names}

    @cached_property
    def short_names(self) -> dict[str, str]:
        """The same for sentences: the names of people, where they have some, else what the seats are called."""
        return short_names(self.viewer.seats, {name: self.table.seat_word(name) for name in self.state.seat_names})

    @cached_property
    def held(self) -> list[str]:
        """The seats that whoever looks holds, or has held before they left."""
        return held_seats(self.viewer)

    @cached_property
    def result(self) -> str:
        return result_words(self.state.result, self.names)

    @cached_property
    def ending(self) -> GameEnding:
        return self.table.ending(self)

    @cached_property
    def presences(self) -> dict[str, str]:
        """Of the other people who play, who is there; none where the viewer plays with bots alone."""
        own = (self.viewer.seat_name, *self.own)
        others = [
            seat.seat_name
            for seat in self.viewer.seats
            if seat.is_person and seat.is_taken and seat.seat_name not in own
        ]
        presences = presences_of(self.game, self.viewer.seats) if others else {}
        return {seat_name: presences.get(seat_name, GONE) for seat_name in others}

    @cached_property
    def unheard(self) -> list[str]:
        """The seats of those whom the viewer has muted or blocked."""
        owner = None if self.viewer.seat is None else self.viewer.seat.owner
        if owner is None or not self.presences:
            return []
        unheard = unheard_by(owner)
        return [seat.seat_name for seat in self.viewer.seats if seat.owner_id in unheard]

    def is_newcomer(self) -> bool:
        """Whether whoever plays here has hardly played before."""
        owner = None if self.viewer.seat is None else self.viewer.seat.owner_id
        if owner is None:
            return False
        return GameSeat.objects.filter(owner=owner, game__status="over")[:NEWCOMER].count() < NEWCOMER

    def coach(self, task: str = "") -> Coach:
        """What the coach says of how the game stands; ``task`` is for whoever is to act."""
        state = self.state
        if state.result is not None:
            return self._end(state.result)
        if self.curtain:
            head = _("Pass the device to %(seat)s") % {"seat": self.table.seat_word(self.curtain)}
            return Coach("look", "open-book", head, _("The hand is hidden."))
        if state.engine is None:
            says = self._challenge_words() or _("The game starts when every seat is taken.")
            return Coach("wait", "open-book", _("Waiting for players"), says)
        if self.acts:
            return Coach("turn", "candle-flame", _("Your turn"), task)
        waiting = ", ".join(self.names[seat] for seat in state.to_act())
        head = _("%(name)s to play") % {"name": waiting} if waiting else ""
        says = "" if self.seat_name else _("You're watching.")
        return Coach("wait", "open-book", head, says)

    def _end(self, result: dict[str, Any]) -> Coach:
        winners = result["winners"]
        players = [self.state.seat_names[number] for number in self.state.players()]
        head = outcome_words(winners, self.held, players, self.short_names, by_teams=self.ending.by_teams)
        says = self.ending.why or end_words(result["reason"], self.viewer, self.short_names)
        if not winners:
            return Coach("drawn", "broken-shield", head, says)
        ours = set(self.held) & set(winners)
        if self.held and not ours:
            return Coach("lost", "broken-shield", head, says)
        if self.held and ours == set(self.held):
            return Coach("won", "laurels", head, says)
        return Coach("watched", "open-book", head, says)

    def _scores(self) -> list[dict[str, Any]]:
        """What each seat had at the end."""
        winners = self.state.result["winners"] if self.state.result else []
        you = _("%(seat)s (you)")
        changes = rating_changes(self.viewer)
        pages = {seat.seat_name: self._page_of(seat) for seat in self.viewer.seats}
        return [
            {
                "name": you % {"seat": self.table.seat_word(seat)} if self.held == [seat] else self.names[seat],
                "href": pages.get(seat, ""),
                "values": values,
                "has_won": seat in winners,
                "rated": changes.get(seat),
            }
            for seat, values in self.ending.scores.items()
        ]

    def _deciding(self) -> dict[str, Any]:
        """The turn that decided a game, where its turns are judged."""
        reviewer = GAMES[self.game.game].reviewer
        if reviewer is None or self.state.result is None or is_moment(self.state.setup):
            return {}
        review = GameReview.objects.filter(game=self.game).first()
        words = {seat: self.table.seat_word(seat) for seat in self.state.seat_names}
        return deciding_context(self.viewer, self.state, review, words, self.language)

    def _challenge_words(self) -> str:
        """What became of the challenge of whoever waits here; "" without one."""
        owner = None if self.viewer.seat is None else self.viewer.seat.owner
        challenge = None if owner is None else challenge_of(self.game, owner)
        if challenge is None:
            return ""
        words = _("%(name)s declined your challenge.") if challenge.is_declined else _("%(name)s hasn't answered yet.")
        return words % {"name": challenge.challenged.name}

    def context(self) -> dict[str, Any]:
        """What the templates of all tables ask for, and those of the game."""
        viewer, state, game = self.viewer, self.state, self.game
        parts = self.table.parts(self)
        phrases = [said for said in recent_phrases(game) if said[1] not in self.unheard]
        coach = parts.coach if self.moment is None else self.moment
        data = {
            "version": state.version,
            "view": "waiting" if state.result is None else "over",
            "acts": self.acts,
            "seat": self.seat_name,
            "names": self.names,
            "presences": self.presences,
            "own": self.own,
            "unheard": self.unheard,
            "clocks": clocks_data(viewer, state),
            "says": parts.says or as_sentences(coach.head, coach.says),
            **parts.data,
        }
        return {
            "game": game,
            "title": GAMES[game.game].title,
            "viewer": viewer,
            "state": state,
            "parts": parts,
            "is_newcomer": self.is_newcomer,
            "coach": parts.coach,
            "moment": self.moment,
            "problem": self.problem or parts.problem,
            "seat_name": self.seat_name,
            "acts": self.acts,
            "curtain": self.curtain,
            "curtain_name": self.table.seat_word(self.curtain) if self.curtain else "",
            "with_board": self.query.get("version") != str(state.version),
            "seats": [self._seat(seat) for seat in viewer.seats],
            "can_be_asked_about": GAMES[game.game].questions is not None and state.engine is not None,
            "offers": [self._offer(offer) for offer in game.offers],
            "log": list(self._log()),
            "ways_back": ways_back(viewer),
            "due": due_at(game, viewer.seats, state),
            **clocks_context(viewer, state, self.short_names),
            "result": self.result,
            "ending": self.ending if state.result is not None else None,
            "scores": self._scores() if state.result is not None else [],
            "invitations": self._invitations(),
            "own_seats": self.own,
            "may_take_back": may_take_back(viewer),
            "may_offer_draw": viewer.seat is not None and may_offer_draw(viewer),
            "is_against_bots": viewer.seat is not None and is_against_bots(viewer),
            "may_offer_rematch": viewer.seat is not None and may_offer(viewer, REMATCH),
            "seat_moves": moves_of(viewer.seats),
            "chat": chat_of(viewer),
            "has_chat_place": self._has_chat_place(),
            "phrases": PHRASES.items(),
            "emotes": EMOTES.items(),
            "phrase_words": {name: str(words) for name, words in SAYINGS.items()},
            "said": [(seat, self.names[seat], phrase, SAYINGS[phrase]) for _pk, seat, phrase in phrases],
            "last_phrase": phrases[-1][0] if phrases else 0,
            "presence_words": {
                HERE: pgettext("presence", "here"),
                AWAY: pgettext("presence", "away"),
                GONE: pgettext("presence", "gone"),
            },
            "data": data,
            **self._deciding(),
            **parts.context,
        }

    def _has_chat_place(self) -> bool:
        """Whether the page has a place for a chat that is switched on while it is open."""
        own = (self.viewer.seat_name, *self.own)
        is_of_owner = self.viewer.seat is not None and self.viewer.seat.owner_id is not None
        return is_of_owner and any(seat.is_person and seat.seat_name not in own for seat in self.viewer.seats)

    def _seat(self, seat: GameSeat) -> dict[str, Any]:
        return {
            "seat_name": seat.seat_name,
            "word": self.table.seat_word(seat.seat_name),
            "name": holder_name(seat) or _("no one yet"),
            "href": self._page_of(seat),
            "is_own": self.viewer.seat is not None and seat.seat_name == self.viewer.seat_name,
            "is_to_act": seat.seat_name in self.state.to_act(),
            "has_left": seat.seat_name in self.state.left,
        }

    def _page_of(self, seat: GameSeat) -> str:
        """Where a bot with a name is introduced. The page of another player with an account, under whose name they
        play; "" for who only watches."""
        if character_of(seat.player):
            return f"{resolve_url(settings.BOTS_URL)}#{seat.player}"
        viewer = None if self.viewer.seat is None else self.viewer.seat.owner
        owner = seat.owner if seat.is_person and seat.is_taken and not seat.player_name else None
        if viewer is None or owner is None or owner.user is None or owner.pk == viewer.pk:
            return ""
        return resolve_url(settings.PLAYER_URL, name=owner.name)

    def _offer(self, offer: dict[str, Any]) -> dict[str, Any]:
        words = {"take-back": _("a takeback"), "draw": _("a draw"), "rematch": _("a rematch")}
        seat_name = self.viewer.seat_name
        return {
            "kind": offer["kind"],
            "by": self.names[offer["by"]],
            "words": words[offer["kind"]],
            "asks": seat_name in offer["answers"] and offer["answers"][seat_name] is None,
            "is_own": seat_name == offer["by"],
        }

    def _invitations(self) -> list[tuple[str, str]]:
        """The open seats, with the links that take them: for whoever holds a seat."""
        if self.viewer.seat is None:
            return []
        return [
            (seat.seat_name, reverse("play:join", args=[self.game.token, invitation(self.game, seat.seat_name)]))
            for seat in self.viewer.seats
            if not seat.is_taken
        ]

    def _log(self) -> Iterator[str]:
        """The log, the last entry first."""
        of_game = self.table.entry_words(self.state)
        entries = self.game.log.filter(version__lte=self.state.version).order_by("-version")
        for entry in entries if of_game is not None else entries.exclude(kind=Kind.ACTION):
            if of_game is not None and entry.kind in (Kind.ACTION, Kind.TERMS):
                yield of_game(entry)
            else:
                yield self._entry_words(entry)

    def _entry_words(self, entry: Entry) -> str:
        if entry.kind == Kind.OVER:
            return result_words(entry.data["result"], self.names)
        words = {
            Kind.JOINED: _("%(seat)s has joined"),
            Kind.TAKEN_BACK: _("%(seat)s undoes a turn"),
            Kind.RESIGNED: _("%(seat)s resigns"),
            Kind.DEADLINE: _("%(seat)s ran out of time"),
            Kind.DRAW: _("Draw agreed"),
        }
        return words[Kind(entry.kind)] % {"seat": self.short_names.get(entry.seat, "")}

"""The API of your own things described: bodies with an example of each, answers, operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from accounts.models import ApiToken
from api.lists import PAGED, told_by
from api.own import attempts, batch, cards, compositions, decks, deletions, examples, puzzles, sets
from api.own.doors import CHANGES
from api.own.events import KINDS as EVENTS
from api.own.everything import LINES
from api.own.games import STATES
from api.own.pictures import KINDS
from api.own.problems import CODES, CONTENT_TYPE
from api.own.reading import REMIX, VISIBILITY
from api.schemas import EDITIONS, REFERENCE
from cards.exchange import card_schemas
from cards.pictures import MAX_BYTES
from champions.models import Trial
from grimoire.composing.reports import PROBLEMS
from grimoire.models import Attempt, Composition, Proof
from grimoire.solving.judging import FAILED, GOES_ON, SOLVED
from tables.models import GameSeat, LiveGame
from tables.notices import ENDINGS
from tables.services.consent import KINDS as OFFERS
from web.json_bodies import MAX_BODY
from web.openapi import (
    ADDRESS,
    COUNT,
    FLAG,
    MOMENT,
    NUMBER,
    OPEN_OBJECT,
    TEXT,
    TEXTS,
    Operation,
    Refusals,
    Schema,
    error_schema,
    list_of,
    object_schema,
    one_of,
    or_null,
    page_of,
    ref,
)

TAGS: Final = {
    "account": "Your account and your token.",
    "cards": "Your cards, sets and pictures.",
    "champions": "Your Champions and their trials.",
    "decks": "Your decks.",
    "puzzles": "Your puzzles and their proofs.",
    "games": "Your games. To play them, see the games API.",
}
SECURITY: Final[Schema] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API token from /me/tokens/. Cookies and tokens in addresses do not count.",
    }
}
_BY_SITE: Final[Schema] = {"token": TEXT, "hidden": FLAG, "url": ADDRESS, "created": MOMENT, "updated": MOMENT}
_NAMED: Final[Schema] = {"id": TEXT, "type": one_of(EVENTS), "at": MOMENT}
_EVENT: Final[Schema] = {**_NAMED, "game": ref("OwnGame"), "seats": TEXTS}
_ANSWERS: Final = {"type": "object", "additionalProperties": or_null(FLAG), "description": "By seat."}
_SHARE: Final = {"type": "number"}
_LINE: Final = list_of("PositionAction")


def _sent(schema: Schema) -> Schema:
    """What an answer has of the members of a body."""
    return {name: part for name, part in schema["properties"].items() if "readOnly" not in part}


SCHEMAS: Final[Schema] = {
    **card_schemas("#/components/schemas/"),
    "Caller": object_schema({"account": TEXT, "token": TEXT, "scopes": TEXTS, "expires": or_null(MOMENT)}),
    "OwnCard": object_schema(
        {
            **_sent(cards.INPUT),
            **_BY_SITE,
            "reference": REFERENCE,
            "editions": EDITIONS,
            "remixed": FLAG,
            "revision": NUMBER,
        }
    ),
    "OwnSet": object_schema({**_sent(sets.INPUT), **_BY_SITE, "slug": TEXT, "abilities": TEXTS}),
    "OwnDeck": object_schema({**_sent(decks.INPUT), **_BY_SITE, "cards": list_of(or_null(REFERENCE))}),
    "OwnPicture": object_schema({**_BY_SITE, "width": NUMBER, "height": NUMBER, "size": NUMBER}),
    "OwnGame": object_schema(
        {
            "id": TEXT,
            "game": TEXT,
            "mode": or_null(TEXT),
            "format": or_null(TEXT),
            "status": one_of(LiveGame.Status),
            "version": COUNT,
            "turn": {**FLAG, "description": "Whether it is your turn."},
            "seats": {
                "type": "object",
                "additionalProperties": object_schema(
                    {"kind": one_of(GameSeat.Kind), "name": or_null(TEXT), "own": FLAG, "free": FLAG}
                ),
            },
            "result": or_null(object_schema({"winners": TEXTS, "reason": TEXT})),
            "api": {**ADDRESS, "description": "In the games API."},
            "url": ADDRESS,
            "created": MOMENT,
            "updated": MOMENT,
        }
    ),
    "OwnDeletion": object_schema({"kind": one_of(deletions.SCOPES), "token": TEXT, "at": MOMENT}),
    "OwnOffer": object_schema({"kind": one_of(OFFERS), "by": TEXT, "answers": _ANSWERS}),
    "OwnOfferEnd": object_schema({"kind": one_of(OFFERS), "why": one_of(ENDINGS)}),
    "OwnSession": object_schema(
        {
            "token": TEXT,
            "name": TEXT,
            "phase": TEXT,
            "tasks": list_of(object_schema({"seat": or_null(TEXT), "what": TEXT, "game": or_null(NUMBER)})),
            "url": ADDRESS,
        },
        about="A Mutation session, with what it waits for you to do; seat null is the organiser's.",
    ),
    "OwnQuestion": object_schema({"token": TEXT, "status": TEXT, "url": ADDRESS}),
    "OwnEvent": {
        "anyOf": [
            object_schema(
                {"games": list_of("OwnGame"), "more": FLAG, "sessions": list_of("OwnSession")},
                about="state: your games in progress, and the Mutation sessions that wait for you.",
            ),
            object_schema(_EVENT, about="turn.began, game.began, game.ended: your seats, of a turn those to act."),
            object_schema({**_EVENT, "offer": ref("OwnOffer")}, about="offer.made"),
            object_schema({**_EVENT, "offer": ref("OwnOfferEnd")}, about="offer.ended"),
            object_schema({**_NAMED, "session": ref("OwnSession")}, about="session.waits"),
            object_schema({**_NAMED, "question": ref("OwnQuestion")}, about="question.answered"),
            object_schema({}, about="beat: the stream is alive."),
        ]
    },
    "OwnAttempt": object_schema(
        {
            "state": one_of(Attempt.State),
            "tries": COUNT,
            "hints": {**COUNT, "description": "Taken on the page."},
            "first_try": {**or_null(FLAG), "description": "How your first answer went."},
            "rated": {**FLAG, "description": "Whether your first answer counted for ratings, on the page."},
            "solution": {**or_null(ADDRESS), "description": "Once you have solved it or given it up."},
            "url": ADDRESS,
        }
    ),
    "BatchInput": batch.INPUT,
    "BatchResult": object_schema(
        {
            "items": list_of(
                object_schema(
                    {
                        "status": NUMBER,
                        "etag": TEXT,
                        "location": ADDRESS | {"format": "uri-reference"},
                        "body": {**OPEN_OBJECT, "description": "The thing, or a Problem. None of 204."},
                    },
                    ["status"],
                ),
                "In the order of the changes.",
            )
        }
    ),
    "AttemptInput": attempts.INPUT,
    "AttemptResult": object_schema(
        {
            "verdict": one_of((SOLVED, FAILED, GOES_ON)),
            "line": {**TEXTS, "description": "Your turns with all that followed."},
            "lacking": {**or_null(OPEN_OBJECT), "description": "What the goal lacks."},
            "refuted": {**FLAG, "description": "An enemy's turn put the goal out of reach."},
            "proven": {**FLAG, "description": "Every defence was searched."},
            "attempt": ref("OwnAttempt"),
        }
    ),
    "OwnPuzzle": object_schema(
        {
            **_sent(puzzles.INPUT),
            **_BY_SITE,
            "kind": TEXT,
            "goal": TEXT,
            "visibility": VISIBILITY,
            "published": or_null(MOMENT),
            "flagged": TEXT,
            "remixed": FLAG,
            "twin_of": {**or_null(TEXT), "description": "The token of puzzle (a), of which it is a twin."},
            "revision": NUMBER,
            "proof": ADDRESS,
        }
    ),
    "OwnProof": object_schema(
        {
            "state": one_of(["none", *Proof.State]),
            "verdict": TEXT,
            "sealed_by": {**or_null(ADDRESS), "description": "Another player's puzzle that you must solve first."},
            "missing": {**TEXTS, "description": "What it lacks to be published."},
            "seconds": list_of({"type": "number"}, "Used, and allowed."),
            "complete": FLAG,
            "level": or_null(NUMBER),
            "lines": NUMBER,
            "solutions": list_of(list_of("PositionAction")),
            "more": {**NUMBER, "description": "Solutions that are not in the answer."},
            "tries": list_of(OPEN_OBJECT, "Near misses: the line, what it lacks, what refutes it."),
            "variations": list_of("Variations", "Of each solution with more than one turn."),
        },
        ["state", "verdict", "sealed_by", "missing"],
    ),
    "OwnComposition": object_schema(
        {
            "token": TEXT,
            "kind": one_of(Composition.Kind),
            "state": one_of(Composition.State),
            "seconds": list_of({"type": "number"}, "Of work: used, and allowed."),
            "tried": {**COUNT, "description": "Changes, cards or settings."},
            "exhausted": {**FLAG, "description": "There is nothing more to try."},
            "problem": one_of(["", *PROBLEMS], "Why there is nothing to find."),
            "sealed_by": {**or_null(ADDRESS), "description": "Another player's puzzle that you must solve first."},
            "found": list_of("ComposedPosition", "The best ones so far."),
            "asked": MOMENT,
        }
    ),
    "ComposedPosition": object_schema(
        {
            "position": ref("ClashPosition"),
            "solutions": list_of(list_of("PositionAction")),
            "changes": list_of(OPEN_OBJECT, "Of the position that was sent."),
            "keeps": {**FLAG, "description": "A solution of the position that was sent is still one."},
            "level": or_null(NUMBER),
            "plays": COUNT,
            "cards": COUNT,
            "only_moves": or_null(NUMBER),
            "near_misses": COUNT,
        }
    ),
    "Solution": object_schema(
        {
            "solutions": list_of(_LINE),
            "more": {**NUMBER, "description": "Solutions that are not in the answer."},
            "tries": list_of(
                object_schema(
                    {
                        "line": _LINE,
                        "lacking": or_null(OPEN_OBJECT),
                        "refutation": _LINE,
                        "best": _LINE,
                        "pinned": {**FLAG, "description": "The author chose it."},
                        "why": TEXT,
                        "hand": list_of(COUNT, "One against which it fails, by places in objective.hidden.cards."),
                        "fails": {**COUNT, "description": "Hands against which it fails."},
                    }
                )
            ),
            "variations": list_of("Variations", "Of each solution with more than one turn."),
            "afterword": TEXT,
        }
    ),
    "Variations": object_schema(
        {
            "key": _LINE,
            "player": {**TEXT, "description": "The enemy who replies."},
            "replies": {**COUNT, "description": "Turns that lead to different positions."},
            "complete": FLAG,
            "hidden": {**COUNT, "description": "Replies that are not listed."},
            "listed": list_of(
                object_schema({"replies": list_of(_LINE, "The toughest ones."), "count": COUNT, "answer": _LINE})
            ),
        }
    ),
    "OwnVersion": object_schema(
        {"number": NUMBER, "made": MOMENT, "kept": FLAG, "card": ref("CardContent"), "set": or_null(TEXT)}
    ),
    "OwnTrial": object_schema(
        {
            "state": one_of(["none", *Trial.State]),
            "asked": MOMENT,
            "games": NUMBER,
            "played": NUMBER,
            "outdated": {**FLAG, "description": "The Champion has changed since."},
            "without": {**or_null(_SHARE), "description": "The share of games won without it."},
            "with": {**or_null(_SHARE), "description": "The share of games won with it."},
            "gain": {**or_null(_SHARE), "description": "The difference."},
            "error": {**or_null(_SHARE), "description": "How far the difference may be off by chance."},
        },
        ["state"],
    ),
    **{
        f"{name}s": page_of(name)
        for name in ("OwnCard", "OwnSet", "OwnDeck", "OwnDeletion", "OwnGame", "OwnPicture", "OwnPuzzle", "OwnVersion")
    },
    "CardInput": cards.INPUT,
    "CardReplacement": cards.REPLACEMENT,
    "SetInput": sets.INPUT,
    "SetReplacement": sets.REPLACEMENT,
    "DeckInput": decks.NEW,
    "DeckReplacement": decks.REPLACEMENT,
    "PuzzleInput": puzzles.INPUT,
    "PuzzleReplacement": puzzles.REPLACEMENT,
    "CompositionInput": compositions.INPUT,
    "Remix": REMIX,
    "Publication": puzzles.PUBLISHING,
    "Problem": object_schema(
        {
            "type": {**TEXT, "format": "uri-reference"},
            "title": TEXT,
            "status": NUMBER,
            "code": one_of(CODES),
            "detail": TEXT,
            "errors": list_of(
                object_schema({"pointer": {**TEXT, "format": "json-pointer"}, "code": TEXT, "detail": TEXT})
            ),
            **error_schema(CODES)["properties"],
        }
    ),
}
REFUSALS: Final = Refusals(
    "Problem",
    CONTENT_TYPE,
    {
        400: "The request is malformed",
        401: "The token is missing or unknown",
        403: "The token lacks the scope",
        404: "You have no such thing",
        409: "Not possible now: 'code' says why",
        410: "Deletions of that time are told no more: read your lists whole",
        412: "It has changed since you read it",
        413: f"The body has more than {MAX_BODY} bytes (a picture {MAX_BYTES})",
        415: "The body is not JSON, or not a picture",
        422: "The content is invalid: 'errors' has each place",
        428: "If-Match is missing",
        429: f"Too many requests, or more than {CHANGES.times} changes an hour",
    },
)
_OF_SET: Final = {"set": {**TEXT, "description": "Only those in this set of yours: its slug."}}
_STATE: Final = {"If-Match": {**TEXT, "description": "The ETag you read."}}
_SEEN: Final = {"If-None-Match": {**TEXT, "description": "The ETag that you have. Unchanged answers 304."}}
_KEY: Final = {
    "Idempotency-Key": {
        **TEXT,
        "description": "Send the same request again with it within 30 days: it is carried out once and answered the "
        "same.",
    }
}
_MADE: Final = (400, 409, 413, 415, 422)


def _op(
    method: str,
    path: str,
    scope: str,
    name: str,
    answer: str | Schema,
    summary: str,
    about: str,
    *refusals: int,
    **more: Any,
) -> Operation:
    """``refusals`` are those beyond what every operation may answer."""
    scopes = f"Scope: {scope}{f' or {ApiToken.Scope.READ}' if method == 'get' else ''}." if scope else "Any token."
    if more.get("query", {}).keys() >= PAGED.keys():
        more["headers"] = _SEEN
    if more.get("headers") == _SEEN:
        more["also"] = {304: ("Not changed", "")}
    return Operation(
        name=name, method=method, summary=summary, description=f"{about} {scopes}".strip(),
        tag=scope or "account", answer=answer, refusals=(401, 429, *((403,) if scope else ()), *refusals),
        security=[{"token": []}], in_path={"number": COUNT}, required_headers=_STATE if 428 in refusals else (),
        path=path if path == _ATTEMPTS else f"/own{path}",
        **{"status": 204 if method == "delete" else 200, "told": told_by(method, more), **more},
    )  # fmt: skip


def _job(path: str, scope: str, name: str, answer: str, summary: str, *refusals: int) -> Operation:
    """Something is started that takes a while."""
    about = "202: it is running; read the address in Location. 200: the result was there."
    also = {200: ("The result was there", answer)}
    return _op("post", path, scope, name, answer, summary, about, *refusals, status=202, also=also)


# fmt: off
def _kind(name: str, thing: str, answer: str, scope: str, example: Any) -> Iterator[Operation]:
    path, singular, body = f"/{name}/{{{'slug' if name == 'sets' else 'token'}}}", name.rstrip("s"), answer[len("Own"):]
    yield _op("get", f"/{name}", scope, f"own-{name}", f"{answer}s", f"List your {thing}s", "The oldest first.", 400,
              query=PAGED | (_OF_SET if answer == "OwnCard" else {}))
    yield _op("post", f"/{name}", scope, f"make-{singular}", answer, f"Create a {thing}", "Location has its address.",
              *_MADE, status=201, body=f"{body}Input", example=example, headers=_KEY)
    yield _op("get", path, scope, f"own-{singular}", answer, f"Read your {thing}", "The answer's ETag names its state.",
              404, headers=_SEEN)
    yield _op("put", path, scope, f"change-{singular}", answer, f"Replace a {thing}",
              "Send all of it, with the ETag you read.", 404, 412, 428, *_MADE, body=f"{body}Replacement",
              headers=_STATE)
    yield _op("delete", path, scope, f"delete-{singular}", "", f"Delete a {thing}", "With If-Match only if unchanged.",
              404, 409, 412, headers=_STATE)


def _history(name: str, thing: str) -> Iterator[Operation]:
    """The operations for earlier versions of a kind of cards."""
    path, singular = f"/{name}/{{token}}/versions", name.rstrip("s")
    yield _op("get", path, name, f"versions-of-{singular}", "OwnVersions", f"List the versions of a {thing}",
              "The latest first.", 404)
    yield _op("post", f"{path}/{{number}}/restore", name, f"restore-{singular}", "OwnCard",
              f"Restore a version of a {thing}", "The previous state becomes a version too.", 404, 412, 428,
              headers=_STATE)


def _remix(name: str, thing: str, answer: str) -> Operation:
    return _op("post", f"/remixes/{name}", name, f"remix-{name.rstrip('s')}", answer, f"Remix a {thing}",
               "A copy of one you can see, crediting its author.", *_MADE, status=201, body="Remix",
               headers=_KEY)


_ATTEMPTS: Final = "/puzzles/{token}/attempts"  # of anybody's puzzle, so not below /own
_TRIAL, _PUZZLE, _PICTURE = "/champions/{token}/trial", "/puzzles/{token}", "/pictures/{token}"
_COMPOSITION: Final = "/compositions/{token}"
OPERATIONS: Final = (
    _op("get", "", "", "caller", "Caller", "Token's owner and permissions", ""),
    *_kind("cards", "card", "OwnCard", "cards", examples.CARD),
    *_kind("champions", "Champion", "OwnCard", "champions", examples.CHAMPION),
    *_kind("sets", "set", "OwnSet", "cards", examples.SET),
    *_kind("decks", "deck", "OwnDeck", "decks", examples.DECK),
    *_kind("puzzles", "puzzle", "OwnPuzzle", "puzzles", examples.PUZZLE),
    _op("get", "/export", "", "own-export", {LINES: TEXT}, "Download all that is yours",
        "One JSON object per line, with `kind` and `thing` as the lists have it, of what the token can read. From then "
        "on send the header Next-Since to the lists as `since`.", 400, headers=_SEEN, told=("ETag", "Next-Since")),
    _op("get", "/deletions", "", "own-deletions", "OwnDeletions", "List what you have deleted",
        "Of the kinds that the token may read, by the tokens that lists had; for 90 days. What you take back is listed "
        "no more, and has changed.", 400, 410, query=PAGED),
    _op("post", "/batch", "", "batch", "BatchResult", "Send many changes",
        f"Up to {batch.MOST}, of cards, Champions, sets, decks and puzzles. Each is carried out and answered as if "
        "sent by itself, in this order, and counts as one for limits and scopes. One that is refused does not stop the "
        "others. With an Idempotency-Key all of them happen once.", *_MADE, body="BatchInput", example=examples.BATCH,
        headers=_KEY, told=("Idempotent-Replayed",)),
    _op("get", "/decks/{token}/text", "decks", "own-deck-text", {"text/plain": TEXT}, "Read your deck as text",
        "Ready to paste into the deck builder.", 404, headers=_SEEN),
    *_history("cards", "card"),
    *_history("champions", "Champion"),
    _remix("cards", "card", "OwnCard"),
    _remix("champions", "Champion", "OwnCard"),
    _remix("puzzles", "puzzle", "OwnPuzzle"),
    _op("get", _TRIAL, "champions", "own-trial", "OwnTrial", "Read a Champion's trial", "The latest one.", 404),
    _job(_TRIAL, "champions", "try-champion", "OwnTrial", "Start a Champion's trial", 404, 409),
    _op("delete", _TRIAL, "champions", "stop-trial", "", "Stop a Champion's trial", "Games already counted stay.", 404),
    _op("get", f"{_PUZZLE}/proof", "puzzles", "own-proof", "OwnProof", "Read a puzzle's proof",
        "How far it is, or its result.", 404),
    _op("get", f"{_PUZZLE}/solution", "puzzles", "own-solution", "Solution", "Read a puzzle's solution",
        "Of any puzzle, with near misses and variations. 403 until you have solved it or given up.", 404),
    _job(f"{_PUZZLE}/proof", "puzzles", "prove", "OwnProof", "Start a puzzle's proof", 404),
    _op("post", "/compositions", "puzzles", "make-composition", "OwnComposition", "Start a search of the composer",
        "'unique': small changes after which a position has one solution. 'tidy': cards that play no part. 'find': new "
        "puzzles as you wish. 202: read the address in Location; what is found comes one by one. A search rests after "
        "a minute of work and is kept for seven days.", 400, 409, 413, 415, 422, status=202, body="CompositionInput",
        example=examples.COMPOSITION),
    _op("get", _COMPOSITION, "puzzles", "own-composition", "OwnComposition", "Read a search of the composer",
        "How far it is, and what it has found.", 404, headers=_SEEN),
    _op("post", f"{_COMPOSITION}/continue", "puzzles", "compose-on", "OwnComposition", "Continue a search",
        "For another minute. 200: it is exhausted.", 404, 409, status=202,
        also={200: ("There is nothing more to try", "OwnComposition")}),
    _op("delete", _COMPOSITION, "puzzles", "stop-composing", "", "Stop a search", "What it has found stays.", 404),
    _op("post", f"{_PUZZLE}/twins", "puzzles", "add-twin", "OwnPuzzle", "Add a twin to a puzzle",
        "A draft that starts as this draft and is published with it. Change its position and prove it.", 404, 409,
        status=201, headers=_KEY),
    _op("post", f"{_PUZZLE}/publish", "puzzles", "publish", "OwnPuzzle", "Publish a puzzle",
        "A draft needs a proof. A published puzzle is listed or unlisted.", 400, 404, 409, 412, 413, 415,
        body="Publication", example=examples.PUBLISHING, headers=_STATE),
    _op("post", f"{_PUZZLE}/unpublish", "puzzles", "unpublish", "OwnPuzzle", "Make a puzzle a draft again", "", 404,
        412, headers=_STATE),
    _op("get", "/games", "games", "own-games", "OwnGames", "List your games", "With a seat of yours, or created by "
        "you. Games in progress first, the latest first.", 400, query={**PAGED, "state": one_of(STATES)}),
    _op("get", "/events", "games", "own-events", {"text/event-stream": ref("OwnEvent")}, "Follow your account",
        "Server-sent events: your turns, games that begin or end, offers, with the scope 'read:own' answers to your "
        "questions. The first event is the state, or after Last-Event-ID what has happened since. An event may come "
        "twice, with the same id.", 400, query={"since": {**TEXT, "description": "The id of an event: only what came "
        "after it."}}, headers={"Last-Event-ID": TEXT}, told=()),
    _op("get", _ATTEMPTS, "puzzles", "own-attempt", "OwnAttempt", "Read your attempt at a puzzle",
        "Here and on its page.", 404, headers=_SEEN),
    _op("post", _ATTEMPTS, "puzzles", "attempt", "AttemptResult", "Answer a puzzle",
        "Judged as on its page, against every defence. Never rated, but uses up your first answer. While it 'goes-on', "
        "nothing counts: send it again with your next turn, or the rest of this one. For puzzles with a play to find; "
        "Clash of the Cards has none.",
        400, 404, 409, 413, 415, 422, body="AttemptInput", example={"turns": [["0 upper"]]}),
    _op("get", "/pictures", "cards", "own-pictures", "OwnPictures", "List your pictures", "The oldest first.", 400,
        query=PAGED),
    _op("post", "/pictures", "cards", "make-picture", "OwnPicture", "Upload a picture",
        f"The body is the file. Its type can also be given: {', '.join(KINDS[1:])}. It is encoded again.",
        409, 413, 415, 422, status=201, body={KINDS[0]: {**TEXT, "format": "binary"}}),
    _op("get", _PICTURE, "cards", "own-picture", "OwnPicture", "Read your picture", "Its size and address.", 404,
        headers=_SEEN),
    _op("delete", _PICTURE, "cards", "delete-picture", "", "Delete a picture",
        "Cards that use it are drawn from their names again.", 404),
)
# fmt: on

"""The addresses of reading and of what is one's own. They have no language; those of games are ``tables.api.urls``."""

from __future__ import annotations

from django.urls import path

from accounts.api_requests import endpoint, metered
from accounts.budgets import API
from api import documents, players, positions, rules, views
from api.opening import public_endpoint
from api.own import (
    attempts,
    batch,
    compositions,
    decks,
    deletions,
    events,
    everything,
    games,
    oneself,
    pictures,
    puzzles,
    sets,
    solutions,
    trials,
)
from api.own.cards import CARDS, CHAMPIONS
from api.own.doors import token_endpoint, unknown_endpoint

app_name = "api"
_own_cards, _own_card = CARDS.doors()
_own_champions, _own_champion = CHAMPIONS.doors()
_card_versions, _card_version, _card_remix = CARDS.more_doors()
_champion_versions, _champion_version, _champion_remix = CHAMPIONS.more_doors()
urlpatterns = [
    path("library/openapi.json", public_endpoint(get=documents.openapi), name="openapi"),
    # A page with the name of who is signed in on it, so no answer for everybody.
    path("library", endpoint(get=metered(documents.docs, lambda: API)), name="docs"),
    path("cards", public_endpoint(get=views.cards), name="cards"),
    path("cards/random", public_endpoint(kept_seconds=0, get=views.random_card), name="random-card"),
    path("cards/named", public_endpoint(get=views.named_card), name="named-card"),
    path("cards/<slug:set_slug>/<str:slug>", public_endpoint(get=views.card), name="card"),
    path("sets", public_endpoint(get=views.sets), name="sets"),
    path("sets/<slug:slug>", public_endpoint(get=views.card_set), name="set"),
    path("decks", public_endpoint(get=views.decks), name="decks"),
    path("decks/<str:token>", public_endpoint(get=views.deck), name="deck"),
    path("decks/<str:token>/text", public_endpoint(get=views.deck_text), name="deck-text"),
    path("rulings", public_endpoint(get=rules.rulings), name="rulings"),
    path("rulings/<str:identifier>", public_endpoint(get=rules.ruling), name="ruling"),
    path("puzzles", public_endpoint(get=views.puzzles), name="puzzles"),
    path("puzzles/random", public_endpoint(kept_seconds=0, get=views.random_puzzle), name="random-puzzle"),
    path("puzzles/daily", public_endpoint(get=views.daily_puzzle), name="daily-puzzle"),
    path("puzzles/<str:token>", public_endpoint(get=views.puzzle), name="puzzle"),
    path("puzzles/<str:token>/proof", public_endpoint(get=views.puzzle_proof), name="puzzle-proof"),
    path(
        "puzzles/<str:token>/attempts",
        token_endpoint("puzzles", get=attempts.look, post=attempts.attempt),
        name="puzzle-attempts",
    ),
    path("ladders", public_endpoint(get=players.all_ladders), name="ladders"),
    path("ladders/<str:game>/<str:mode>", public_endpoint(get=players.ladder), name="ladder"),
    path("players/<str:name>", public_endpoint(get=players.player), name="player"),
    path("proofs", public_endpoint(get=views.proofs), name="proofs"),
    path("bulk/<str:name>", public_endpoint(get=views.bulk), name="bulk"),
    path("positions/resolve", public_endpoint(post=positions.resolved), name="resolve"),
    path("positions/legal", public_endpoint(post=positions.legal), name="legal"),
    path("positions/deals", public_endpoint(post=positions.deals), name="positions-deals"),
    path("positions/batch", public_endpoint(post=positions.batch), name="positions-batch"),
    path("positions/solve", public_endpoint(post=positions.solved), name="solve"),
    path("own", token_endpoint("", get=oneself.look), name="own"),
    path("own/cards", _own_cards, name="own-cards"),
    path("own/cards/<str:token>", _own_card, name="own-cards-one"),
    path("own/champions", _own_champions, name="own-champions"),
    path("own/champions/<str:token>", _own_champion, name="own-champions-one"),
    path("own/cards/<str:token>/versions", _card_versions, name="own-cards-versions"),
    path("own/cards/<str:token>/versions/<int:number>/restore", _card_version, name="own-cards-restore"),
    path("own/champions/<str:token>/versions", _champion_versions, name="own-champions-versions"),
    path("own/champions/<str:token>/versions/<int:number>/restore", _champion_version, name="own-champions-restore"),
    path(
        "own/champions/<str:token>/trial",
        token_endpoint("champions", get=trials.look, post=trials.ask, delete=trials.stop),
        name="own-champions-trial",
    ),
    path("own/remixes/cards", _card_remix, name="own-cards-remix"),
    path("own/remixes/champions", _champion_remix, name="own-champions-remix"),
    path("own/remixes/puzzles", token_endpoint("puzzles", post=puzzles.remix), name="own-puzzles-remix"),
    path("own/pictures", token_endpoint("cards", get=pictures.index, post=pictures.create), name="own-pictures"),
    path(
        "own/pictures/<str:token>",
        token_endpoint("cards", get=pictures.look, delete=pictures.delete),
        name="own-pictures-one",
    ),
    path("own/sets", token_endpoint("cards", get=sets.index, post=sets.create), name="own-sets"),
    path(
        "own/sets/<slug:slug>",
        token_endpoint("cards", get=sets.look, put=sets.change, delete=sets.delete),
        name="own-sets-one",
    ),
    path("own/decks", token_endpoint("decks", get=decks.index, post=decks.create), name="own-decks"),
    path(
        "own/decks/<str:token>",
        token_endpoint("decks", get=decks.look, put=decks.change, delete=decks.delete),
        name="own-decks-one",
    ),
    path("own/batch", token_endpoint("", post=batch.change), name="own-batch"),
    path("own/export", token_endpoint("", get=everything.export), name="own-export"),
    path("own/deletions", token_endpoint("", get=deletions.index), name="own-deletions"),
    path("own/decks/<str:token>/text", token_endpoint("decks", get=decks.text), name="own-decks-text"),
    path("own/events", token_endpoint(events.SCOPE, get=events.stream), name="own-events"),
    path("own/games", token_endpoint("games", get=games.index), name="own-games"),
    path("own/puzzles", token_endpoint("puzzles", get=puzzles.index, post=puzzles.create), name="own-puzzles"),
    path(
        "own/puzzles/<str:token>",
        token_endpoint("puzzles", get=puzzles.look, put=puzzles.change, delete=puzzles.delete),
        name="own-puzzles-one",
    ),
    path(
        "own/puzzles/<str:token>/proof",
        token_endpoint("puzzles", get=puzzles.look_at_proof, post=puzzles.ask_proof),
        name="own-puzzles-proof",
    ),
    path("own/compositions", token_endpoint("puzzles", post=compositions.ask), name="own-compositions"),
    path(
        "own/compositions/<str:token>",
        token_endpoint("puzzles", get=compositions.look, delete=compositions.stop),
        name="own-compositions-one",
    ),
    path(
        "own/compositions/<str:token>/continue",
        token_endpoint("puzzles", post=compositions.search_on),
        name="own-compositions-continue",
    ),
    path("own/puzzles/<str:token>/twins", token_endpoint("puzzles", post=puzzles.add_twin), name="own-puzzles-twins"),
    path("own/puzzles/<str:token>/solution", token_endpoint("puzzles", get=solutions.look), name="own-solution"),
    path(
        "own/puzzles/<str:token>/publish", token_endpoint("puzzles", post=puzzles.publish), name="own-puzzles-publish"
    ),
    path(
        "own/puzzles/<str:token>/unpublish",
        token_endpoint("puzzles", post=puzzles.unpublish),
        name="own-puzzles-unpublish",
    ),
    path("own/<path:rest>", unknown_endpoint),
]

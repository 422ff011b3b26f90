"""The addresses of reading and of what is one's own. They have no language; those of games are ``tables.api.urls``."""

from __future__ import annotations

from django.urls import path

from accounts.api_requests import charged, endpoint
from accounts.budgets import API
from api import documents, positions, rules, views
from api.opening import open_to_all
from api.own import decks, oneself, pictures, puzzles, sets, trials
from api.own.cards import CARDS, CHAMPIONS
from api.own.doors import no_door, own_door

app_name = "api"
_own_cards, _own_card = CARDS.doors()
_own_champions, _own_champion = CHAMPIONS.doors()
_card_versions, _card_version, _card_remix = CARDS.more_doors()
_champion_versions, _champion_version, _champion_remix = CHAMPIONS.more_doors()
urlpatterns = [
    path("library/openapi.json", open_to_all(get=documents.openapi), name="openapi"),
    # A page with the name of who is signed in on it, so no answer for everybody.
    path("library", endpoint(get=charged(documents.docs, lambda: API)), name="docs"),
    path("cards", open_to_all(get=views.cards), name="cards"),
    path("cards/random", open_to_all(kept_seconds=0, get=views.random_card), name="random-card"),
    path("cards/named", open_to_all(get=views.named_card), name="named-card"),
    path("cards/<slug:set_slug>/<str:slug>", open_to_all(get=views.card), name="card"),
    path("sets", open_to_all(get=views.sets), name="sets"),
    path("sets/<slug:slug>", open_to_all(get=views.card_set), name="set"),
    path("decks", open_to_all(get=views.decks), name="decks"),
    path("decks/<str:token>", open_to_all(get=views.deck), name="deck"),
    path("decks/<str:token>/text", open_to_all(get=views.deck_text), name="deck-text"),
    path("rulings", open_to_all(get=rules.rulings), name="rulings"),
    path("rulings/<str:identifier>", open_to_all(get=rules.ruling), name="ruling"),
    path("puzzles", open_to_all(get=views.puzzles), name="puzzles"),
    path("puzzles/random", open_to_all(kept_seconds=0, get=views.random_puzzle), name="random-puzzle"),
    path("puzzles/daily", open_to_all(get=views.daily_puzzle), name="daily-puzzle"),
    path("puzzles/<str:token>", open_to_all(get=views.puzzle), name="puzzle"),
    path("puzzles/<str:token>/proof", open_to_all(get=views.puzzle_proof), name="puzzle-proof"),
    path("proofs", open_to_all(get=views.proofs), name="proofs"),
    path("bulk/<str:name>", open_to_all(get=views.bulk), name="bulk"),
    path("positions/resolve", open_to_all(post=positions.resolved), name="resolve"),
    path("positions/legal", open_to_all(post=positions.legal), name="legal"),
    path("positions/solve", open_to_all(post=positions.solved), name="solve"),
    path("own", own_door("", get=oneself.look), name="own"),
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
        own_door("champions", get=trials.look, post=trials.ask, delete=trials.stop),
        name="own-champions-trial",
    ),
    path("own/remixes/cards", _card_remix, name="own-cards-remix"),
    path("own/remixes/champions", _champion_remix, name="own-champions-remix"),
    path("own/remixes/puzzles", own_door("puzzles", post=puzzles.remix), name="own-puzzles-remix"),
    path("own/pictures", own_door("cards", get=pictures.index, post=pictures.create), name="own-pictures"),
    path(
        "own/pictures/<str:token>",
        own_door("cards", get=pictures.look, delete=pictures.delete),
        name="own-pictures-one",
    ),
    path("own/sets", own_door("cards", get=sets.index, post=sets.create), name="own-sets"),
    path(
        "own/sets/<slug:slug>",
        own_door("cards", get=sets.look, put=sets.change, delete=sets.delete),
        name="own-sets-one",
    ),
    path("own/decks", own_door("decks", get=decks.index, post=decks.create), name="own-decks"),
    path(
        "own/decks/<str:token>",
        own_door("decks", get=decks.look, put=decks.change, delete=decks.delete),
        name="own-decks-one",
    ),
    path("own/puzzles", own_door("puzzles", get=puzzles.index, post=puzzles.create), name="own-puzzles"),
    path(
        "own/puzzles/<str:token>",
        own_door("puzzles", get=puzzles.look, put=puzzles.change, delete=puzzles.delete),
        name="own-puzzles-one",
    ),
    path(
        "own/puzzles/<str:token>/proof",
        own_door("puzzles", get=puzzles.look_at_proof, post=puzzles.ask_proof),
        name="own-puzzles-proof",
    ),
    path("own/puzzles/<str:token>/publish", own_door("puzzles", post=puzzles.publish), name="own-puzzles-publish"),
    path(
        "own/puzzles/<str:token>/unpublish", own_door("puzzles", post=puzzles.unpublish), name="own-puzzles-unpublish"
    ),
    path("own/<path:rest>", no_door),
]

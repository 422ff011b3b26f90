"""The pages of live games."""

from __future__ import annotations

from django.urls import include, path

from contract.registry import GAMES
from tables import views
from tables.chat import views as chat
from tables.first_game import views as first_game
from tables.lobby import views as lobby
from tables.own_games import days_off
from tables.own_games import views as own_games
from tables.people import views as people
from tables.phrases import views as phrases
from tables.pushing import views as pushing
from tables.ratings import views as ratings
from tables.showing import views as reviewing
from tables.starting import views as starting
from tables.streams import views as presence
from tables.webhooks import views as webhooks

app_name = "play"

urlpatterns = [
    *(path("", include(game.urls)) for game in GAMES.values() if game.urls),
    path("new/<slug:name>/", starting.another_game, name="another_game"),
    path("new/<slug:name>/first/", starting.first_game, name="another_first_game"),
    path("new/<slug:name>/cards/", starting.cards_of_game, name="game_cards"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/<str:token>/", lobby.take_seat, name="take_seat"),
    path("call/<str:called>/", lobby.call, name="call"),
    path("mine/", own_games.mine, name="mine"),
    path("days-off/", days_off.take, name="days_off"),
    path("people/", people.people, name="people"),
    path("people/stop/<str:token>/", people.stop_mail, name="stop_mail"),
    path("people/relate/", people.relate, name="relate"),
    path("challenges/<int:number>/", people.answer, name="challenge"),
    path("ladder/", ratings.ladder, name="ladder"),
    path("ladder/seasons/", ratings.all_seasons, name="seasons"),
    path("ladder/seasons/<str:name>/", ratings.season, name="season"),
    path("turns/", own_games.turns, name="turns"),
    path("push/", pushing.subscribe, name="push"),
    path("push/stop/", pushing.unsubscribe, name="push_stop"),
    path("webhooks/", webhooks.index, name="webhooks"),
    path("webhooks/help/", webhooks.manual, name="webhooks_help"),
    path("webhooks/of/<str:token>/", webhooks.hook, name="webhook"),
    path("first/of/<slug:name>/", starting.first_game_of, name="first_game_of"),
    path("first/moment/<slug:slug>/", first_game.sit_down, name="first_moment"),
    path("<str:token>/", views.game, name="game"),
    path("<str:token>/join/<str:invitation>/", starting.join, name="join"),
    path("<str:token>/t/<str:secret>/", views.take, name="take"),
    path("<str:token>/seat/", views.reclaim, name="reclaim"),
    path("<str:token>/act/", views.act, name="act"),
    path("<str:token>/consent/", views.ask, name="ask"),
    path("<str:token>/sign/", presence.sign, name="sign"),
    path("<str:token>/chat/", chat.chat, name="chat"),
    path("<str:token>/say/", phrases.speak, name="speak"),
    path("<str:token>/replay/", views.replay, name="replay"),
    path("<str:token>/question/", views.question, name="question"),
    path("<str:token>/review/", reviewing.review, name="review"),
    path("<str:token>/review/turn/", reviewing.deciding, name="deciding"),
]

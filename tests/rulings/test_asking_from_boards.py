"""Asking from a board: one press brings game, position and actions, and nothing that whoever asks may not see."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from contract.registry import GAMES
from engine.armies.bots.sampling import sample
from engine.armies.game.game import ArmiesGame
from engine.armies.game.sealed import SealedArmiesGame
from engine.kernel.chance import Chance
from engine.schools.bots import SchoolsBotView
from engine.schools.game.game import SchoolsGame
from games.armies.adapter import ArmiesAdapter
from rulings.models import Question
from tables.models import LiveGame
from tests.tables.clients import body_of, create

pytestmark = pytest.mark.django_db
REFUSED = "/rulings/magic-schools/M5.8/"
LINK = re.compile(r'href="([^"]*)"[^>]*>\s*Ask about this position')


def pressed(browser: Client, page: str) -> dict[str, Any]:
    """What the form has in it after a press on the link of a page."""
    found = LINK.findall(browser.get(page, follow=True).content.decode())
    assert found, f"{page} offers no question"
    answer = browser.get(html.unescape(found[0]), follow=True)
    assert answer.status_code == 200
    form = answer.context["form"]
    return {name: form[name].value() for name in ("game", "position", "actions", "may_be_public")}


def sent(browser: Client, fields: dict[str, Any]) -> Question:
    """The question that is kept when the form is sent as it was filled in."""
    said = {name: value for name, value in fields.items() if name != "may_be_public"}
    answer = browser.post("/rulings/questions/", {**said, "text": "Why so?"})
    assert answer.status_code == 302, answer.context["form"].errors
    return Question.objects.get()


@pytest.mark.parametrize("name", ["magic-schools", "clash-of-the-cards"])
def test_a_table_brings_what_its_seat_knows(client: Client, name: str) -> None:
    begun = client.post(f"/play/new/{name}/", {"players": "2", "spectators": "on"})
    fields = pressed(client, begun["Location"])
    assert fields["game"] == name and fields["position"] and not fields["may_be_public"]
    sent(client, fields)
    game = LiveGame.objects.get()
    stranger = Client().get(f"/play/{game.token}/question/", follow=True)
    assert stranger.context["form"]["game"].value() == name
    assert not stranger.context["form"]["position"].value(), "whoever watches knows too little"


def test_a_table_of_decks_brings_what_its_seat_knows(client: Client) -> None:
    made = create(body_of("duel", "constructed", first="A"))
    client.post(made["seats"]["A"]["url"])
    fields = pressed(client, f"/play/{made['id']}/")
    assert fields["game"] == "clash-of-decks" and fields["position"].startswith("cod1 ")
    assert not fields["may_be_public"]
    sent(client, fields)


def test_a_replay_brings_the_position_before_an_action_and_the_action(client: Client) -> None:
    begun = client.post("/play/new/magic-schools/", {"spectators": "on"})["Location"]
    table = client.get(begun)
    action = re.search(r'name="action" value="([^"]+)"', table.content.decode())
    assert action is not None
    version = table.context["state"].version
    client.post(f"{begun}act/", {"action": action[1], "version": version, "sure": "1"})
    client.post(f"{begun}consent/", {"what": "resign", "version": LiveGame.objects.get().version})
    fields = pressed(client, f"{begun}replay/?at=1")
    assert fields["actions"] and fields["may_be_public"], "what is over is open"
    question = sent(client, fields)
    assert Client().get(f"{begun}question/?at=1", follow=True).context["form"]["position"].value() == question.position
    for wrong in ("x", "-1", "9" * 30):
        assert client.get(f"{begun}question/", {"at": wrong}).status_code == 302


def test_what_a_seat_of_schools_cannot_see_makes_no_difference() -> None:
    questions = GAMES["magic-schools"].questions
    assert questions is not None
    game = SchoolsGame("a-seed")
    for seat in (0, 1):
        others = [SchoolsGame(state=SchoolsBotView(game.state, seat).sample(Chance(n, "other"))) for n in range(4)]
        assert {str(questions.query(other, seat)) for other in others} == {str(questions.query(game, seat))}
        assert len({str(questions.query(other, None, is_open=True)) for other in others}) > 1
    assert questions.query(game, None) is None


def test_what_a_seat_of_the_cards_cannot_see_makes_no_difference() -> None:
    questions = GAMES["clash-of-the-cards"].questions
    assert questions is not None
    adapter = ArmiesAdapter()
    game = adapter.begun({"seats": ["A", "B"], "seed": "7", "options": adapter.usual_options()})
    game.apply(*next((seat, game.legal_actions(seat)[0]) for seat in game.to_act()))
    for seat in (0, 1):
        others = [SealedArmiesGame.over(ArmiesGame.at(sample(game.view(seat), Chance(n, "other")))) for n in range(4)]
        assert {str(questions.query(other, seat)) for other in others} == {str(questions.query(game, seat))}
        assert len({str(questions.query(other, None, is_open=True)) for other in others}) > 1
    assert questions.query(game, None) is None


@pytest.mark.parametrize(
    "address", ["/rulings/magic-schools/M5.8/", "/rulings/clash-of-the-cards/C3.5/", "/rulings/aerial/"]
)
def test_an_example_brings_its_position_and_actions(client: Client, address: str) -> None:
    fields = pressed(client, address)
    assert fields["position"] and fields["may_be_public"]
    question = sent(client, fields)
    assert question.game in address or question.game == "clash-of-decks"
    assert question.action_list or address == REFUSED, "an action that is refused does not go along"

"""Quick reference: ten usual questions, each answered in three taps on a phone without network, in both languages."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from rulings.texts import LANGUAGES
from tests.browsing import eventually

pytestmark = pytest.mark.service_workers

COMPLETE: Final = "async () => (await caches.match('/rulings/kept')) !== undefined"
TAPS: Final = 3
# By language: what is tapped one after the other on the page of the rules, and what is then to be read.
WALKS: Final = {
    "en": (
        (["How much Mana do I get?"], "You gain 1 Mana for each card in your hand"),
        (["Which cards can I play?"], "Only the 4 leftmost cards of your hand"),
        (["Who attacks first?"], "attacks first, then the lower line"),
        (["How long does damage stay, and where does the excess go?"], "When the turn ends, every Creature is whole"),
        (["When does a Stronghold fall?"], "A Stronghold that is the rightmost card of the hand falls"),
        (["Where do destroyed cards go?"], "Its card goes to the right end"),
        (["What can a Creature do on the turn it enters?"], "It can attack Creatures on the very turn it enters"),
        (["In what order does everything happen?"], "Each attack goes through these steps"),
        (["Abilities", "Enchain"], "reveal it and put it face down underneath"),
        (["Matrix", "Berserk"], "On one card Sprint can keep Berserk from acting"),
        (["8. More than two players"], "Each player shares one line with the enemy on the left"),
    ),
    "fr": (
        (["Combien de Mana ai-je\u202f?"], "Vous gagnez 1 Mana par carte en main"),
        (["Quelles cartes puis-je jouer\u202f?"], "Seules les 4 cartes les plus à gauche de votre main"),
        (["Qui attaque en premier\u202f?"], "du haut attaque d\u2019abord, puis celle du bas"),
        (
            ["Combien de temps restent les Blessures, et où va l\u2019excédent\u202f?"],
            "toutes les Créatures sont de nouveau",
        ),
        (["Quand une Forteresse tombe-t-elle\u202f?"], "tombe aussitôt, quelle qu\u2019en soit la cause"),
        (["Où vont les cartes détruites\u202f?"], "Sa carte va tout à droite de la main de son joueur"),
        (["Que peut faire une Créature le tour de son arrivée\u202f?"], "Celles que vous avez jouées ce tour-ci"),
        (["Dans quel ordre tout se passe-t-il\u202f?"], "Chaque attaque passe par ces étapes"),
        (["Capacités", "Enchaîner"], "révélez-la et placez-la sous elle, face cachée"),
        (["Matrice", "Berserk"], "Sur une seule carte, Sprint peut empêcher Berserk"),
        (["8. À plus de deux joueurs"], "Chaque joueur partage une ligne avec son adversaire de gauche"),
    ),
}


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", LANGUAGES)
def test_usual_questions_are_answered_in_three_taps_without_a_network(
    phone: Page, live_server: Any, language: str, page_errors: list[str]
) -> None:
    """A tap opens the rules, from a shortcut or a list of pages; what is scrolled to counts as no tap."""
    rules = "/fr/rulings/" if language == "fr" else "/rulings/"
    phone.goto(rules)
    eventually(lambda: phone.evaluate(COMPLETE), True)
    phone.context.set_offline(True)
    assert len(WALKS[language]) >= 10
    for taps, says in WALKS[language]:
        phone.goto(rules)
        for name in taps:
            phone.locator("main").get_by_role("link", name=name, exact=True).first.tap()
        assert 1 + len(taps) <= TAPS
        answer = phone.locator("main").get_by_text(says).filter(visible=True).first
        expect(answer).to_be_visible()
        answer.scroll_into_view_if_needed()
        expect(answer).to_be_in_viewport()
    page_errors[:] = [error for error in page_errors if "ERR_INTERNET_DISCONNECTED" not in error]

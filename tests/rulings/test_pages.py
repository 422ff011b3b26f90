"""The pages of the rules: rulings with live examples, abilities, rulebook, search."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from board.links import ruling_address
from board.walkthrough import MAX_STEPS, show
from engine.decks.formats.notation import parse
from engine.decks.rules.abilities import FLAG_OF_SLUG
from rulings.catalogue import all_rulings, ids_ever_given
from rulings.examples import all_examples, find_example, read_example
from rulings.links import address, hint, ids_by_number
from rulings.models import RESERVED
from rulings.orders import acts_in
from rulings.pages import ability_page, example_view, ruling_page, view_of
from rulings.rulebook import chapters, glossary
from rulings.seo import short, structured
from rulings.urls import urlpatterns

pytestmark = [pytest.mark.django_db, pytest.mark.slow("asks for every page of the rules in both languages")]
START = (
    "cod1 duel A summoning m3 | A t3 [Fox(c1 1/1) B Hen(c1 1/1) Elk(c2 2/2)] upper Ox(c3 3/4 sprint)"
    " | B t2 [Owl(c1 1/1) B Ram(c2 1/3)] upper Cat(c1 2/1)"
)


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


# Rulings


@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_every_ruling_has_a_page_with_its_examples(client: Client, prefix: str) -> None:
    for ruling in all_rulings("fr" if prefix else "en")[::4]:
        html = text_of(client, f"{prefix}/rulings/{ruling.id}/")
        assert html.count('<article class="example') == len(
            [example for example in all_examples() if example.ruling == ruling.id]
        )
        assert html.count("<h1") == 1


def test_a_ruling_tells_all_about_itself(client: Client) -> None:
    html = text_of(client, "/rulings/aerial/")
    for words in (
        "5.1",
        "Said by the rulebooks",
        "Season 2 rulebook, page 17",
        "First published.",
        "Verified by the engine",
    ):
        assert words in html
    assert 'href="/rulings/abilities/rage/"' in html
    assert re.search(r'href="/board/\?p=[\w-]+&amp;a=assault"', html)


def test_no_id_is_another_page() -> None:
    assert not set(RESERVED) & set(ids_ever_given())
    first_words = {str(pattern.pattern).partition("/")[0] for pattern in urlpatterns}
    assert {word for word in first_words if word and "<" not in word} <= set(RESERVED)


def test_an_unknown_ruling_is_not_found(client: Client) -> None:
    for path in ("nothing", "nothing/why", "abilities/nothing", "rules/nothing"):
        assert client.get(f"/rulings/{path}/").status_code == 404


def test_a_page_that_has_not_changed_is_not_sent_again(client: Client) -> None:
    first = client.get("/rulings/aerial/")
    again = client.get("/rulings/aerial/", headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304 and not again.content


def test_why_is_a_fragment(client: Client) -> None:
    html = text_of(client, "/rulings/aerial/why/")
    assert "<html" not in html and "Aerial: over the Creatures" in html


def test_an_example_that_disagrees_says_so() -> None:
    example = read_example(
        {
            "id": "wrong",
            "ruling": "aerial",
            "title": {"en": "Wrong", "fr": "Faux"},
            "position": START,
            "actions": ["assault"],
            "facts": [{"winners": "B"}, {"winners": ""}],
        }
    )
    view = example_view(example, "en")
    assert not view.agrees and not view.broken
    assert [fact.agrees for fact in view.facts] == [False, True]


def test_an_example_that_cannot_be_carried_out_says_so() -> None:
    example = read_example(
        {
            "id": "stuck",
            "ruling": "aerial",
            "title": {"en": "Stuck", "fr": "Bloqué"},
            "position": START,
            "actions": ["mana"],
            "facts": [{"winners": ""}],
        }
    )
    view = example_view(example, "fr")
    assert view.broken and not view.agrees
    assert view.shown is not None and view.shown.stop


@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_an_example_has_a_page_of_its_own(client: Client, prefix: str) -> None:
    html = text_of(client, f"{prefix}/rulings/examples/rage-2/")
    assert html.count("<h1") == 1 and html.count("data-live") == 1
    assert f'href="{prefix}/rulings/rage/"' in html
    assert re.search(rf'rel="prev"\s+href="{prefix}/rulings/examples/rage-1/"', html)
    assert re.search(rf'rel="next"\s+href="{prefix}/rulings/examples/rage-3/"', html)


def test_an_example_unfolds_as_a_fragment(client: Client) -> None:
    answer = client.get("/rulings/examples/rage-2/", headers={"hx-request": "true"})
    html = answer.content.decode()
    assert "<html" not in html and html.lstrip().startswith("<article") and 'id="rage-2"' in html
    assert "HX-Request" in answer.headers["Vary"]
    assert client.get("/rulings/examples/rage-99/").status_code == 404


@pytest.mark.parametrize("path", ["/rulings/abilities/rage/", "/rulings/ai-abilities/"])
def test_pages_with_many_examples_stay_light(client: Client, path: str) -> None:
    """Most examples are a line and a link: what stands open is little, and every other one is one click away."""
    html = text_of(client, path)
    folded = re.findall(r'<article class="example folded" id="([^"]+)"', html)
    assert folded and len(html.encode()) < 420_000
    for name in folded:
        assert f'href="/rulings/examples/{name}/" data-unfold' in html


def test_an_example_that_disagrees_is_never_folded(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    views = ruling_page("rage", "en")
    assert views is not None
    last = replace(views.examples[-1], broken="illegal-action")
    wrong = replace(views, examples=(*views.examples[:-1], last))
    monkeypatch.setattr("rulings.views.reading.ruling_page", lambda *_: wrong)
    monkeypatch.setattr("rulings.views.reading.open_count", lambda *_: 1)
    html = text_of(client, "/rulings/rage/")
    assert html.count("example folded") == len(views.examples) - 2
    assert "The engine disagrees with this example." in html


def test_every_example_leads_to_a_question_about_it(client: Client) -> None:
    html = text_of(client, "/rulings/rage/")
    link = re.search(r'href="(/rulings/questions/[^"]+)"', html)
    assert link is not None
    form = text_of(client, link[1].replace("&amp;", "&"))
    assert re.search(r'<textarea name="position"[^>]*>\s*cod1 ', form) and "0 upper\nassault" in form


def test_all_examples_with_a_board_are_shown() -> None:
    for example in all_examples()[::7]:
        view = view_of(example, (), "en")
        assert (view.shown is not None) == example.is_board


def test_pages_of_neighbours_lead_to_one_another() -> None:
    first, second, *_ = all_rulings("en")
    page_of_first, page_of_second = ruling_page(first.id, "en"), ruling_page(second.id, "en")
    assert page_of_first is not None and page_of_second is not None
    assert page_of_first.before is None and page_of_first.after is second and page_of_second.before is first
    assert ruling_page("nothing", "en") is None


# Showing


def test_a_board_after_every_step() -> None:
    shown = show(parse(START), ["assault"], "en")
    assert shown.moments[0].row is None and all(moment.row for moment in shown.moments[1:])
    assert [chip.name for chip in shown.moments[0].lines[0].left] == ["Ox"]
    assert [chip.name for chip in shown.moments[-1].lines[0].right] == []
    assert not shown.more and not shown.stop
    assert "sprint" in shown.icons


def test_what_happens_is_on_the_chips() -> None:
    shown = show(parse(START), ["assault"], "en")
    hit = [chip for moment in shown.moments for chip in moment.lines[0].right if chip.mark == "hit"]
    assert hit and hit[0].word


def test_the_same_position_is_resolved_once() -> None:
    assert show(parse(START), ["assault"], "en") is show(parse(START), ["assault"], "en")
    assert show(parse(START), ["assault"], "fr") is not show(parse(START), ["assault"], "en")


def test_a_wrong_action_ends_the_showing() -> None:
    assert show(parse(START), ["dance"], "en").stop == "bad-action"
    assert show(parse(START), ["mana"], "en").stop


def test_there_is_a_rule_of_style_for_every_step(root: object) -> None:
    css = (root / "static" / "css" / "live.css").read_text(encoding="utf-8")  # type: ignore[operator]
    assert f'[value="{MAX_STEPS}"]' in css and f":nth-child({MAX_STEPS + 1})" in css


def test_a_stack_and_what_it_holds_are_told() -> None:
    line = (
        "cod1 duel A summoning | A t3 [Fox(c1 1/1) B Hen(c1 1/1)]"
        " upper Ox(c3 3/4)+Tick(c1 1/1 symbiote){holds Imp(c1 1/1)}"
        " | B t2 [Owl(c1 1/1) B Ram(c2 1/3)]"
    )
    (chip,) = show(parse(line), [], "en").moments[0].lines[0].left
    assert (chip.name, chip.av, chip.hp, chip.holds) == ("Ox + Tick", 4, 5, "Imp")


# Abilities


@pytest.mark.parametrize("slug", ["aura", *FLAG_OF_SLUG])
def test_every_ability_has_a_page(client: Client, slug: str) -> None:
    html = text_of(client, f"/rulings/abilities/{slug}/")
    assert html.count("<h1") == 1 and "Against the others" in html
    page = ability_page(slug, "en")
    assert page is not None and len(page.acting) == len(acts_in(slug))


def test_examples_agree_with_the_orders() -> None:
    for example in all_examples():
        if not example.is_board:
            continue
        for event in example.outcome().events:
            if event.ability and event.step and event.kind not in ("aura", "aura-ends"):
                assert (event.phase, event.step) in acts_in(event.ability), (example.id, event)


# Rulebook, glossary, search


@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_every_chapter_with_stable_anchors(client: Client, prefix: str) -> None:
    language = "fr" if prefix else "en"
    for chapter in chapters(language):
        html = text_of(client, f"{prefix}/rulings/rules/{chapter.slug}/")
        ids = re.findall(r' id="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        assert {paragraph.anchor for paragraph in chapter.paragraphs} <= set(ids)


def test_cross_references_lead_somewhere(client: Client) -> None:
    addresses = set()
    for chapter in chapters("en"):
        for paragraph in chapter.paragraphs:
            addresses |= {address(span.kind, span.target, "en") for span in paragraph.references}
    pages = {}
    for href in sorted(addresses):
        path, _, anchor = href.partition("#")
        if path not in pages:
            pages[path] = text_of(client, path)
        assert not anchor or f'id="{anchor}"' in pages[path], href


def test_abilities_in_the_rulebook_are_explained_in_place(client: Client) -> None:
    html = text_of(client, "/rulings/rules/turn/")
    assert 'class="hint-box"' in html
    assert hint("ability", "catalyst", "en") in html.replace("&#x27;", "'")
    assert not hint("ruling", "aerial", "en")


def test_glossary_has_every_term(client: Client) -> None:
    html = text_of(client, "/fr/rulings/glossary/")
    assert all(f'id="t-{term.id}"' in html for term in glossary("fr") if not term.is_ability)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/rulings/?q=fly", "/rulings/abilities/aerial/"),
        ("/fr/rulings/?q=voler", "/fr/rulings/abilities/aerial/"),
        ("/rulings/?q=heal", "/rulings/abilities/regeneration/"),
        ("/rulings/?q=aeriel", "/rulings/abilities/aerial/"),
        ("/rulings/?q=regenaration", "/rulings/abilities/regeneration/"),
        ("/fr/rulings/?q=soignre", "/fr/rulings/abilities/regeneration/"),
        ("/fr/rulings/?q=ENCHAINER", "/fr/rulings/abilities/enchain/"),
    ],
)
def test_plain_words_and_slips_of_the_pen_find_it(client: Client, path: str, expected: str) -> None:
    assert expected in text_of(client, path)


def test_words_that_are_none_find_nothing(client: Client) -> None:
    page = text_of(client, "/rulings/?q=zxqwvk")
    assert "Not sure." in page and 'class="hits"' not in page


def test_two_abilities_can_be_chosen_by_name(client: Client) -> None:
    """On a phone, by keyboard or by voice nobody has to find a square in a table of 784."""
    assert 'name="first"' in text_of(client, "/rulings/matrix/")
    answer = client.get("/rulings/matrix/", {"first": "sprint", "second": "aquatic"})
    assert answer.status_code == 302 and answer.headers["Location"] == "/rulings/matrix/sprint/aquatic/"
    old = client.get("/rulings/matrix/of/season-1/", {"first": "aim", "second": "aerial"})
    assert old.headers["Location"] == "/rulings/matrix/of/season-1/aim/aerial/"
    assert client.get("/rulings/matrix/", {"first": "sprint", "second": "dancing"}).status_code == 404
    assert client.get("/rulings/matrix/", {"first": "sprint"}).status_code == 404


def test_a_hint_stands_beside_its_link_and_describes_it(client: Client) -> None:
    html = text_of(client, "/fr/rulings/rules/turn/")
    described = re.findall(r'aria-describedby="([^"]+)">[^<]+</a>', html)
    assert described and len(set(described)) == len(described)
    assert all(f'role="tooltip" id="{name}"' in html for name in described)


@pytest.mark.parametrize("query", ["<script>alert(1)</script>", "%00", "x" * 5000, "'\"--", "   "])
def test_hostile_queries_are_harmless(client: Client, query: str) -> None:
    html = client.get("/rulings/", {"q": query})
    assert html.status_code == 200
    assert b"<script>alert" not in html.content


# For machines


def test_structured_data_is_json_and_cannot_break_out() -> None:
    html = structured({"name": "</script><b>&"})
    assert "</script><b>" not in html
    data = json.loads(re.sub(r"</?script[^>]*>", "", html))
    assert data["name"] == "</script><b>&"


def told_to_machines(html: str) -> Any:
    """The structured data of a page."""
    script = re.search(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    assert script is not None
    return json.loads(script[1])


def test_a_page_tells_machines_what_it_is(client: Client) -> None:
    html = text_of(client, "/fr/rulings/aerial/")
    data = told_to_machines(html)
    assert data["inLanguage"] == "fr" and data["mainEntity"]["acceptedAnswer"]["text"]
    assert 'rel="canonical" href="http://testserver/fr/rulings/aerial/"' in html
    assert 'hreflang="en" href="http://testserver/rulings/aerial/"' in html
    assert re.search(r'<meta name="description"\s+content="Sur la ligne', html)


@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_a_chapter_tells_its_sections_and_where_it_belongs(client: Client, prefix: str) -> None:
    for chapter in chapters("fr" if prefix else "en"):
        html = text_of(client, f"{prefix}/rulings/rules/{chapter.slug}/")
        article, way = told_to_machines(html)["@graph"]
        assert article["headline"] == chapter.title and article["inLanguage"] == (prefix[1:] or "en")
        assert [part["name"] for part in article["hasPart"]] == [section.title for section in chapter.sections]
        assert all(f'id="{part["url"].partition("#")[2]}"' in html for part in article["hasPart"])
        assert [part["item"] for part in way["itemListElement"]] == [
            f"http://testserver{prefix}/rulings/rules/",
            f"http://testserver{prefix}/rulings/rules/{chapter.slug}/",
        ]


def test_the_glossary_tells_its_terms(client: Client) -> None:
    html = text_of(client, "/rulings/glossary/")
    terms = told_to_machines(html)["hasDefinedTerm"]
    assert len(terms) > 10 and len(terms) == html.count("<dt>")
    assert all(term["description"] and f'id="{term["url"].partition("#")[2]}"' in html for term in terms)


def test_descriptions_are_short() -> None:
    assert short("word " * 100) == " ".join(["word"] * 31) + "…"  # whole words
    assert len(short("word" * 100)) <= 155  # but where there is no other way
    assert short("A short one.") == "A short one."


def test_the_sitemap_has_every_ruling_in_both_languages(client: Client) -> None:
    index = text_of(client, "/sitemap.xml")
    pages = re.findall(r"<loc>http://testserver(/sitemap-rules\.xml[^<]*)</loc>", index)
    xml = "".join(text_of(client, page) for page in pages)
    for ruling in all_rulings("en"):
        assert f"/rulings/{ruling.id}/</loc>" in xml and f"/fr/rulings/{ruling.id}/</loc>" in xml
    assert "/sitemap.xml" in text_of(client, "/robots.txt")


# Where steps lead


def test_every_number_leads_to_its_page() -> None:
    for number, name in ids_by_number().items():
        assert ruling_address(number) == f"/rulings/{name}/"


def test_steps_on_the_board_lead_to_rulings(client: Client) -> None:
    html = text_of(client, "/board/?sample=first-assault")
    links = set(re.findall(r'class="ruling" href="([^"]+)" data-why', html))
    assert links and all(client.get(link).status_code == 200 for link in links)


def test_find_example() -> None:
    assert find_example("aerial-1") is not None


@pytest.mark.parametrize("slug", ["aura", *FLAG_OF_SLUG])
def test_the_badge_of_an_ability_says_that_the_engine_agrees(client: Client, slug: str) -> None:
    page = client.get(f"/rulings/abilities/{slug}/").content.decode()
    assert 'class="agrees yes"' in page
    assert 'class="agrees no"' not in page

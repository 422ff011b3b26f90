"""A site as full as it gets: the site's own sets and books, and somebody who has made as much as people make.

``crowded_site()`` fills an empty database; ``pages_of(site)`` are all kinds of page by the name of their address, the
crowded ones among them. `benchmarks/pages.py` measures them, `tests/test_weight.py` and `tests/test_stillness.py` hold
them to what was reached.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Owner, User, Visibility
from board.samples import find_sample
from cards.models import Card, CardSet, CardVersion, Deck, DeckCard, Picture, PrintJob
from cards.workshop.content import content_of
from engine.decks.rules.abilities import FLAG_OF_SLUG
from engine.decks.sessions.schedule import SCHEDULE, SEATS
from games.decks.analysing.models import Analysis
from games.decks.analysing.tree import MAX_NODES, ROOT, Tree
from games.decks.analysing.walking import perform, read_start, settle, write_start
from games.decks.replaying.turns import turns_of
from games.decks.setups import read_arrangement
from games.decks.state import decks_state_of
from games.decks.strangers.services import wait_for_stranger
from grimoire.book_files import other_volumes
from grimoire.book_loading import page_token
from grimoire.challenges.finds import MAX_FINDS
from grimoire.models import (
    Attempt,
    Book,
    BookPage,
    ChallengeFind,
    Championship,
    ChampionshipPuzzle,
    ChampionshipRun,
    Comment,
    Contest,
    ContestEntry,
    Favourite,
    Puzzle,
    TrainingRun,
)
from grimoire.models.books import MAX_PAGES
from grimoire.training.racing import new_race
from mutation import tokens as session_tokens
from mutation.models import MutationSession
from mutation.services.ledgers import ledger_of
from rulings.models import Question
from scores.models import ScoreSheet
from scores.services.writing import write
from tables.creation import read_request
from tables.models import LadderSeason, PlayerRating, SeasonPlace
from tables.reviewing import services as reviewing
from tables.services import tables
from tables.services.idempotency import UNKEYED
from tables.services.tables import new_game
from tables.tokens import invitation
from tests.mutation.sessions import in_games, make_session, mutate, play_games
from tests.tables.factories import finish, make_game
from tests.tables.other_games import cards_body, schools_body
from tests.tournaments.factories import make_tournament
from tournaments.rules.matches import FIRST
from tournaments.services import entering, results, rounds

CARDS: Final = 1000
CHAMPIONS: Final = 60
DECKS: Final = 200
PUZZLES: Final = 200
WEEK: Final = timedelta(days=7)
PICTURES: Final = 300
GAMES: Final = 60
COMMENTS: Final = 200
QUESTIONS: Final = 100
SETS: Final = 100
SESSIONS: Final = 40
HANDS: Final = 40
NO_KEY: Final = UNKEYED
STRANGER: Final = {
    "mode": "duel",
    "format": "preconstructed",
    "edition": "season-2",
    "exhaustion": True,
    "champions": False,
    "spectators": True,
    "deadline": None,
    "first": None,
}
PASSWORD: Final = "correct horse battery"

_FIRST: Final = ("Ashen", "Bright", "Cold", "Drowned", "Elder", "Fierce", "Gilded", "Hollow", "Iron", "Jolly")
_SECOND: Final = ("Wolf", "Knight", "Wyvern", "Crab", "Witch", "Golem", "Shark", "Squire", "Giant", "Raven")


@dataclass(frozen=True, slots=True)
class Site:
    """Who has made all that, and the tokens of what they have made."""

    user: User
    tokens: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of page: its address in English and French, and whether its maker's cookies are needed to see it so."""

    name: str
    english: str
    french: str
    is_own: bool = False

    @property
    def addresses(self) -> tuple[str, str]:
        """English, French."""
        return self.english, self.french


def crowded_site() -> Site:
    """Fills an empty database. Takes some seconds."""
    call_command("load_sets", verbosity=0)
    call_command("load_books", verbosity=0)
    user = User.objects.create_user("ada", password=PASSWORD)
    owner = Owner.objects.create(user=user)
    site = Site(user)
    _add_cards(site, owner)
    _add_puzzles(site, owner)
    _add_games(site, owner)
    _add_sessions(site, owner)
    _add_tournament(site, owner)
    _add_season(owner)
    _add_sheets(site, owner)
    site.tokens["analysis"] = make_analysis(owner).token
    public: Any = {"may_be_public": True, "visibility": "public", "answer": "Because. " * 20, "status": "answered"}
    question = [
        Question(owner=owner, text=f"{'Why is that so? ' * 20}{n}", language="en", **public) for n in range(QUESTIONS)
    ]
    site.tokens["turn of schools"] = page_token(other_volumes()[0].pages[0])
    site.tokens["question"] = Question.objects.bulk_create(question)[0].token
    return site


def _add_cards(site: Site, owner: Owner) -> None:
    sets = [
        CardSet(owner=owner, slug=f"lamps-{n}", name=f"Lamp Street {n}", about="Light. " * 20, visibility="public")
        for n in range(SETS)
    ]
    own_set = CardSet.objects.bulk_create(sets)[0]
    slugs = list(FLAG_OF_SLUG)
    cards = []
    for number in range(CARDS):
        card = Card(
            owner=owner,
            set=own_set,
            slug=f"card-{number}",
            number=number + 1,
            kind="champion" if number < CHAMPIONS else "incantation" if number % 4 == 0 else "creature",
            name=f"{_FIRST[number % 10]} {_SECOND[number // 10 % 10]} {number}",
            cost=number % 9,
            av=number % 7,
            hp=number % 8 + 1,
            abilities=[slugs[(number + 7 * k) % len(slugs)] for k in range(number % 4)],
            flavour="Somebody has to keep the lamps of this street alight.",
            visibility=Visibility.PUBLIC,
        )
        if card.kind == "incantation":
            card.hp = None
        card.index()
        cards.append(card)
    cards = Card.objects.bulk_create(cards)
    Card.everything.bulk_create(
        Card(owner=owner, name=f"Thrown away {n}", hp=2, deleted_at=timezone.now()) for n in range(CHAMPIONS)
    )
    content = content_of(cards[-1])
    CardVersion.objects.bulk_create(
        CardVersion(card=cards[-1], number=n + 1, content=content, made=timezone.now()) for n in range(50)
    )
    pictures = [
        Picture(owner=owner, sha256=str(n), width=900, height=1400, size=1, file=f"pictures/{n}.jpg", name=f"Lamp {n}")
        for n in range(PICTURES)
    ]
    Picture.objects.bulk_create(pictures)
    site_cards = list(Card.objects.filter(owner=None, kind="creature")[:8])
    decks = [Deck(owner=owner, name=f"Lamps {n}", about="On. " * 40, visibility="public") for n in range(DECKS)]
    decks = Deck.objects.bulk_create(decks)
    DeckCard.objects.bulk_create(
        DeckCard(deck=deck, card=card, place=place)
        for deck in decks
        for place, card in enumerate([*site_cards[:4], *cards[CHAMPIONS : CHAMPIONS + 4]])
    )
    PrintJob.objects.bulk_create(PrintJob(owner=owner, title=f"Lamps {n}") for n in range(40))
    site.tokens.update(
        {
            "set": own_set.slug,
            "card": cards[-1].token,
            "champion": cards[0].token,
            "deck": decks[0].token,
            "job": PrintJob.objects.all()[0].token,
            "references": ",".join(f"own/{card.token}" for card in cards[100:106]),
        }
    )


def _add_puzzles(site: Site, owner: Owner) -> None:
    samples = list(Puzzle.objects.filter(owner=None).order_by("pk"))
    puzzles, drafts = [], []
    for number in range(2 * PUZZLES):
        puzzle = copy(samples[number % len(samples)])
        puzzle.pk, puzzle.token, puzzle.owner = None, f"page{number}", owner
        puzzle.title = f"The lamps of night {number}"
        if number < PUZZLES:
            puzzles.append(puzzle)
        else:
            puzzle.published_at, puzzle.visibility = None, Visibility.PRIVATE
            drafts.append(puzzle)
    puzzles, drafts = Puzzle.objects.bulk_create(puzzles), Puzzle.objects.bulk_create(drafts)
    books = [Book(owner=owner, title=f"Lamps, volume {n}", about="On. " * 60, visibility="public") for n in range(SETS)]
    books = Book.objects.bulk_create(books)
    BookPage.objects.bulk_create(
        BookPage(book=books[0], puzzle=puzzle, number=number)
        for number, puzzle in enumerate(puzzles[:MAX_PAGES], start=1)
    )
    # Whoever has solved and liked much sees much of it on their pages. The first is among those that were copied above:
    # a proof is shown to who has a page with it.
    Attempt.objects.bulk_create(
        Attempt(owner=owner, puzzle=puzzle, state=("solved", "shown", "open")[at % 3], tries=at % 5, first_try=False)
        for at, puzzle in enumerate(samples)
    )
    Favourite.objects.bulk_create(Favourite(owner=owner, puzzle=puzzle) for puzzle in samples)
    readers = Owner.objects.bulk_create(Owner() for _ in range(20))
    Comment.objects.bulk_create(
        Comment(owner=readers[n % 20], puzzle=puzzles[0], text="I like this page. " * 20, visibility="public")
        for n in range(COMMENTS)
    )
    Puzzle.objects.filter(pk=puzzles[0].pk).update(comment_count=COMMENTS)
    site.tokens.update(
        {
            "puzzle": samples[0].token,
            "long puzzle": max(samples, key=lambda puzzle: len(str(puzzle.position))).token,
            "discussed": puzzles[0].token,
            "draft": drafts[0].token,
            "book": books[0].token,
            "proof": puzzles[0].proof.key if puzzles[0].proof else "",  # of a page of one's own
        }
    )
    _add_runs(site, owner, samples)
    _add_championships(site, [owner, *readers[:18]], puzzles[90:102])
    _add_contest(site, owner, puzzles[50:80])
    _add_challenges(site, readers, puzzles[1:40])


def _add_runs(site: Site, owner: Owner, samples: list[Puzzle]) -> None:
    keys, started = [puzzle.pk for puzzle in samples if puzzle.game == "clash-of-decks"][:80], timezone.now()
    running, over = (
        TrainingRun.objects.create(owner=owner, kind="streak", puzzles=keys, started=started, ended=ended, score=40)
        for ended in (False, True)
    )
    TrainingRun.objects.filter(pk=over.pk).update(answers=[[key, at % 2 == 0, at] for at, key in enumerate(keys)])
    turns = [puzzle.pk for puzzle in samples if puzzle.game == "magic-schools"]
    turning = TrainingRun.objects.create(
        owner=owner, kind="streak", game="magic-schools", puzzles=turns, started=started, skips=1
    )
    site.tokens.update({"run": running.token, "run that is over": over.token, "run of schools": turning.token})
    site.tokens["race"] = new_race(owner).token


def _add_championships(site: Site, solvers: list[Owner], puzzles: list[Puzzle]) -> None:
    """One that is over, which all have solved, and one under way, which the first solves."""
    cups = [
        Championship.objects.create(title="Cup", about="Light. " * 100, visibility="public", starts_at=starts)
        for starts in (timezone.now() - WEEK, timezone.now() - timedelta(minutes=5))
    ]
    for number, page in enumerate(puzzles):
        cup = cups[number % 2]
        ChampionshipPuzzle.objects.create(championship=cup, puzzle=page, number=number // 2 + 1, points=5)
    for cup, runners in zip(cups, (solvers, solvers[:1]), strict=True):
        times = {"started": cup.starts_at, "ends_at": cup.ends_at}
        ChampionshipRun.objects.bulk_create(ChampionshipRun(championship=cup, owner=each, **times) for each in runners)
    site.tokens.update({"cup": cups[0].token, "cup under way": cups[1].token})


def _add_contest(site: Site, owner: Owner, puzzles: list[Puzzle]) -> None:
    """One that is over; all its entries have a prize."""
    now = timezone.now()
    contest = Contest.objects.create(
        owner=owner,
        judge=owner,
        title="Lamps",
        theme="Light. " * 100,
        visibility="public",
        opens_at=now - 2 * WEEK,
        closes_at=now - WEEK,
        agreed_at=now,
        awarded_at=now,
    )
    ContestEntry.objects.bulk_create(
        ContestEntry(
            contest=contest, puzzle=puzzle, owner=owner, award="prize", place=at % 9 + 1, comment="Good. " * 60
        )
        for at, puzzle in enumerate(puzzles)
    )
    site.tokens["contest"] = contest.token


def _add_challenges(site: Site, readers: list[Owner], puzzles: list[Puzzle]) -> None:
    """The first of them has as many finds as it may have."""
    Puzzle.objects.filter(pk__in=[puzzle.pk for puzzle in puzzles]).update(challenge="open", visibility="unlisted")
    ChallengeFind.objects.bulk_create(
        ChallengeFind(owner=readers[n % 20], puzzle=puzzles[0], line=["assault"], plays=[str(n)], is_cook=n > 0)
        for n in range(MAX_FINDS)
    )
    site.tokens["challenge"] = puzzles[0].token


def _add_games(site: Site, owner: Owner) -> None:
    """Many games of one's own, a lobby that is full, one that four play, one that is over and reviewed."""
    both = {"A": {"kind": "me"}, "B": {"kind": "open"}}
    open_games = [
        tables.create(read_arrangement({"mode": "duel", "seats": both}, owner), owner, NO_KEY, "B")[0]
        for _ in range(GAMES)
    ]
    four = {letter: {"kind": "me"} for letter in "ABCD"}
    over = finish(make_game(owner, mode="teams", seats=four), "random")
    review = reviewing.ask(over)
    while review.is_busy:
        reviewing.work(review.pk)
        review.refresh_from_db()
    wait_for_stranger(owner, STRANGER, None)
    engine = decks_state_of(over).engine
    assert engine is not None
    game = make_game(owner, mode="teams", seats=four)
    others = [new_game(read_request(body, owner), owner) for body in (schools_body(seed="1"), cards_body(6, seed="1"))]
    site.tokens.update(
        {
            "table of schools": others[0].token,
            "table of cards": others[1].token,
            "schools, over": finish(new_game(read_request(schools_body(seed="2"), owner), owner), "random").token,
            "open game": open_games[0].token,
            "invitation": invitation(open_games[0], "B"),
            "game": game.token,
            "draft game": make_game(owner, mode="teams", format="draft", seats=four).token,
            "game over": over.token,
            "last turn": str(len(turns_of(engine))),
        }
    )


def _add_sessions(site: Site, owner: Owner) -> None:
    """Mutation sessions of one's own: many in the draft, one whose decks are being chosen, one before its last game."""
    drafts = [make_session(owner, name=f"Friday night {n}") for n in range(SESSIONS)]
    choice = make_session(owner, "dealt", name="Choosing")
    alone = dict.fromkeys("ABCD", "me")
    played = in_games(owner, seats=alone, name="Eleven games")
    for _ in range(11):
        played.refresh_from_db()
        state = ledger_of(played).state
        game = next(match for match in SCHEDULE if state.can_be_played(match.number))
        for seat in game.seats:
            mutate(played, SEATS[seat], game.number)
        play_games(played, SEATS[game.seats[0]])
    played.refresh_from_db()
    site.tokens.update(
        {
            "session, draft": drafts[0].token,
            "session, link": session_tokens.invitation(drafts[0]),
            "session, choice": choice.token,
            "session": played.token,
            "session, seat": session_tokens.seat_token(played, played.seats.get(letter="C")),
            "session, player": _who_mutates(played),
        }
    )


def _add_tournament(site: Site, owner: Owner) -> None:
    """One of 64 at real tables, two rounds of which are played, and one that waits for players."""
    played = make_tournament(63, owner=owner, on_site=False, name="Friday")
    entering.join(played, owner, "Ada")
    rounds.begin(played)
    for match in played.matches.all():
        results.decide(played, match, FIRST, seen="")
    rounds.next_round(played, after=1)
    evening = make_tournament(6, owner=owner, kind="evening", name="Club evening")
    site.tokens.update(
        {"tournament": played.token, "evening": evening.token, "match": str(played.matches.latest("pk").pk)}
    )


def _add_season(owner: Owner) -> None:
    """One that is over, with as many places as a page shows."""
    users = User.objects.bulk_create([User(username=f"rated-player-{n}", password="!") for n in range(99)])
    owners = [owner, *Owner.objects.bulk_create([Owner(user=user) for user in users])]
    ratings = [PlayerRating(owner=each, game="clash-of-decks", mode="duel", played=9, won=9) for each in owners]
    season = LadderSeason.objects.create(starts=datetime(2025, 10, 1, tzinfo=UTC))
    same: dict[str, Any] = {"season": season, "of": len(owners), "rating": 1500, "deviation": 60}
    same |= {"won": 9, "drawn": 0, "lost": 0}
    players = PlayerRating.objects.bulk_create(ratings)
    SeasonPlace.objects.bulk_create(SeasonPlace(player=each, place=n, **same) for n, each in enumerate(players, 1))


def _add_sheets(site: Site, owner: Owner) -> None:
    """A score sheet of each kind, with as much on it as there can be."""
    names = [f"Somebody with a long name {letter}" for letter in "ABCDEFGH"]
    setups: dict[str, dict[str, Any]] = {
        "curriculum": {"players": names[:2]},
        "championship": {"players": names, "seed": "1"},
        "pad": {
            "players": names[:6],
            "options": {"specials": ["wild", "bonus", "death"], "god": True, "reverse": True},
        },
    }
    for kind, setup in setups.items():
        sheet = ScoreSheet.objects.create(owner=owner, kind=kind, setup=setup, name=f"The {kind} of Friday")
        if kind == "curriculum":
            write(sheet, [{"dragombre": 15, "blancgriffon": 9}] * 6)
        elif kind == "pad":
            write(sheet, [{"players": [{"armies": [], "sixes": [], "bonuses": 0}] * 6}] * HANDS)
        site.tokens[kind] = sheet.token


def make_analysis(owner: Owner, nodes: int = MAX_NODES) -> Analysis:
    """An analysis of a Duel with so many nodes, every third of which branches off, and much to read."""
    sample = find_sample("first-assault")
    assert sample is not None
    start = write_start(sample.position)
    tree, positions = Tree(), {ROOT: read_start(start)}
    settle(positions[ROOT])
    at = ROOT
    while len(tree.nodes) < nodes:
        legal = [str(action) for action in positions[at].legal_actions()]
        untried = [action for action in legal if tree.child_by(at, action) is None]
        if not untried:
            at = tree[at].parent
            continue
        node = tree.add(at, untried[len(tree.nodes) % len(untried)])
        positions[node.number] = positions[at].copy()
        perform(positions[node.number], node.action)
        if len(tree.nodes) % 4 == 0:
            tree.describe(node.number, f"Variation number {node.number}", "What is played here, and why. " * 4)
        at = node.parent if len(tree.nodes) % 3 == 0 else node.number
    return Analysis.objects.create(
        owner=owner, visibility="unlisted", title="A long evening", start=start, nodes=tree.write(), last_node=tree.last
    )


def _who_mutates(session: MutationSession) -> str:
    """The first seat whose Mutation Phase is open."""
    state = ledger_of(session).state
    return next(letter for seat, letter in enumerate(SEATS) if state.open_game(seat) is not None)


Listed = tuple[str, str, list[Any], dict[str, Any], bool]  # name, name of the address, its parts, query, its maker's


def pages_of(site: Site) -> list[Kind]:
    """Every kind of page that answers GET with HTML, with the most that can be on it."""
    kinds = []
    for pages in (
        _grimoire,
        _rulings_and_champions,
        _cards,
        _play,
        _analyses,
        _mutation,
        _tournaments,
        _scores,
        _accounts,
    ):
        for name, view, arguments, query, is_own in pages(site.tokens):
            both = {}
            for language in ("en", "fr"):
                with translation.override(language):
                    both[language] = reverse(view, args=arguments) + (f"?{urlencode(query)}" if query else "")
            kinds.append(Kind(name, both["en"], both["fr"], is_own))
    return kinds


def _grimoire(t: dict[str, str]) -> list[Listed]:
    """The board, the editor, pages of the Grimoire and their books."""
    return [
        ("home", "home:home", [], {}, False),
        ("releases", "home:releases", [], {}, False),
        ("bots", "home:bots", [], {}, False),
        ("board", "board:board", [], {}, False),
        ("editor", "grimoire:editor", [], {}, False),
        ("drafts", "grimoire:drafts", [], {}, True),
        ("page, edited", "grimoire:edit_puzzle", [t["draft"]], {}, True),
        ("proof", "grimoire:proof", [t["proof"]], {}, True),
        ("puzzles, wishes for", "grimoire:find_puzzles", [], {}, False),
        ("solving", "grimoire:puzzle", [t["puzzle"]], {}, False),
        ("solving, largest", "grimoire:puzzle", [t["long puzzle"]], {}, True),
        ("solving, discussed", "grimoire:puzzle", [t["discussed"]], {}, True),
        ("solving a turn of schools", "grimoire:game_puzzle", ["magic-schools", t["turn of schools"]], {}, False),
        ("championships", "grimoire:championships", [], {}, False),
        ("championship", "grimoire:championship", [t["cup"]], {}, True),
        ("hour of a championship", "grimoire:solve_championship", [t["cup under way"], 1], {}, True),
        ("new championship", "grimoire:new_championship", [], {}, True),
        ("contests", "grimoire:contests", [], {}, False),
        ("contest", "grimoire:contest", [t["contest"]], {}, True),
        ("new contest", "grimoire:new_contest", [], {}, True),
        ("challenges", "grimoire:challenges", [], {}, False),
        ("challenge", "grimoire:puzzle", [t["challenge"]], {}, False),
        ("comments", "grimoire:comment", [t["discussed"]], {"page": 2}, True),
        ("embed", "grimoire:embed", [t["puzzle"]], {}, False),
        ("booklet", "grimoire:booklet", [t["book"]], {}, True),
        ("shelf", "grimoire:index", [], {}, True),
        ("search for pages", "grimoire:search", [], {}, False),
        ("page of the day", "grimoire:daily", [], {}, False),
        ("progress", "grimoire:progress", [], {}, True),
        ("again", "grimoire:to_retry", [], {}, True),
        ("training", "grimoire:training", [], {}, True),
        ("learn an ability", "grimoire:learn", ["rage"], {}, True),
        ("run", "grimoire:run", [t["run"]], {}, True),
        ("run of schools", "grimoire:run", [t["run of schools"]], {}, True),
        ("race", "grimoire:race", [t["race"]], {}, True),
        ("run, over", "grimoire:run", [t["run that is over"]], {}, True),
        ("author", "grimoire:author", ["ada"], {}, False),
        ("player", "home:player", ["ada"], {}, False),
        ("ladder", "play:ladder", [], {}, False),
        ("seasons", "play:seasons", [], {}, False),
        ("season", "play:season", ["2025-4"], {}, False),
        ("deal", "play:deal", [], {}, False),
        ("download", "grimoire:download", [], {}, False),
        ("books", "grimoire:books", [], {}, True),
        ("book, add to", "grimoire:add_to_book", [t["puzzle"]], {}, True),
        ("book", "grimoire:book", [t["book"]], {}, False),
        ("book, edited", "grimoire:edit_book", [t["book"]], {}, True),
    ]


def _rulings_and_champions(t: dict[str, str]) -> list[Listed]:
    """Rules, rulings, and the Champions' gallery."""
    return [
        ("rulings", "rulings:index", [], {}, False),
        ("rulings, found", "rulings:index", [], {"q": "card"}, False),
        ("rules", "rulings:rules", [], {}, False),
        ("rules, chapter", "rulings:chapter", ["combat"], {}, False),
        ("rules, usual questions", "rulings:usual", [], {}, False),
        ("glossary", "rulings:glossary", [], {}, False),
        ("abilities", "rulings:abilities", [], {}, False),
        ("ability", "rulings:ability", ["rage"], {}, False),
        ("matrix", "rulings:matrix", [], {}, False),
        ("matrix, Season 1", "rulings:matrix-of", ["season-1"], {}, False),
        ("matrix, cell", "rulings:cell", ["aura", "aerial"], {}, False),
        ("matrix, cell of Season 1", "rulings:cell-of", ["season-1", "aura", "aerial"], {}, False),
        ("matrix in words", "rulings:matrix-words", [], {}, False),
        ("matrix in words, Season 1", "rulings:matrix-words-of", ["season-1"], {}, False),
        ("examples in words", "rulings:examples", [], {}, False),
        ("examples of cards in words", "rulings:game-examples", ["clash-of-the-cards"], {}, False),
        ("search offline", "rulings:offline", [], {}, False),
        ("example", "rulings:example", ["mana-of-a-turn-1"], {}, False),
        ("decided", "rulings:decided", [], {}, False),
        ("decided of cards", "rulings:game-decided", ["clash-of-the-cards"], {}, False),
        ("reading", "rulings:reading", ["R16"], {}, False),
        ("reading of schools", "rulings:game-reading", ["magic-schools", "R87"], {}, False),
        ("questions", "rulings:questions", [], {}, True),
        ("public questions", "rulings:public-questions", [], {}, False),
        ("question", "rulings:question", [t["question"]], {}, True),
        ("ruling", "rulings:ruling", ["stronghold-falls"], {}, False),
        ("rulings of schools", "rulings:game", ["magic-schools"], {}, False),
        ("rulings of cards", "rulings:game", ["clash-of-the-cards"], {}, False),
        ("rulings of cards, found", "rulings:game", ["clash-of-the-cards"], {"q": "card"}, False),
        ("rules of schools", "rulings:game-rules", ["magic-schools"], {}, False),
        ("matrix of cards", "rulings:game-matrix", ["clash-of-the-cards"], {}, False),
        ("ruling of schools", "rulings:game-ruling", ["magic-schools", "M7.6"], {}, False),
        ("ruling of cards", "rulings:game-ruling", ["clash-of-the-cards", "C6.17"], {}, False),
        ("champions", "champions:gallery", [], {}, False),
        ("champion", "champions:champion", [t["champion"]], {}, False),
    ]


def _cards(t: dict[str, str]) -> list[Listed]:
    """The catalogue, decks, print, the workshop."""
    site_card = Card.objects.filter(owner=None, kind="creature").select_related("set")[0]
    assert site_card.set is not None
    return [
        ("catalogue", "cards:catalogue", [], {}, False),
        ("catalogue, own", "cards:catalogue", [], {"q": "by:me"}, True),
        ("catalogue, table", "cards:catalogue", [], {"view": "table"}, False),
        ("compare", "cards:compare", [], {"cards": t["references"]}, False),
        ("sets", "cards:sets", [], {}, False),
        ("set", "cards:set", [site_card.set.slug], {}, False),
        ("set of 1,000", "cards:set", [t["set"]], {}, False),
        ("card", "cards:card", [site_card.set.slug, site_card.slug], {}, False),
        ("card, own", "cards:own_card", [t["card"]], {}, True),
        ("decks", "cards:decks", [], {}, True),
        ("deck, new", "cards:new_deck", [], {}, True),
        ("deck, imported", "cards:import_deck", [], {}, False),
        ("hand", "cards:hand", [], {"cards": t["references"], "seed": "1"}, False),
        ("deck", "cards:deck", [t["deck"]], {}, False),
        ("catalogue, by worth", "cards:catalogue", [], {"q": "fair>cost order:-fair"}, False),
        ("deck, edited", "cards:edit_deck", [t["deck"]], {}, True),
        ("mutations", "cards:mutations", [t["deck"]], {}, True),
        ("import", "cards:import", [], {}, True),
        ("backup", "cards:backup", [], {}, True),
        ("set, edited", "cards:edit_set", [t["set"]], {}, True),
        ("print", "cards:print", [], {"q": f"set:{t['set']} t:incantation"}, True),
        ("print, job", "cards:print_job", [t["job"]], {}, True),
        ("workshop", "cards:workshop", [], {}, True),
        ("card, made", "cards:new_card", [], {}, True),
        ("card, edited", "cards:edit", [t["card"]], {}, True),
        ("versions", "cards:versions", [t["card"]], {}, True),
        ("card, remixed", "cards:remix", [t["champion"]], {}, False),
        ("pictures", "cards:pictures", [], {}, True),
        ("icons", "cards:icons", [], {}, False),
        ("icons, credits", "cards:icon_credits", [], {}, False),
    ]


def _play(t: dict[str, str]) -> list[Listed]:
    """Games: before, during and after."""
    return [
        ("play", "play:index", [], {}, True),
        ("play, draft for four", "play:index", [], {"mode": "teams", "format": "draft"}, True),
        ("play, custom", "play:custom", [], {"mode": "solo", "ai": "custom", "level": "8", "kept": "1"}, False),
        ("play, schools", "play:another_game", ["magic-schools"], {}, True),
        ("play, cards", "play:another_game", ["clash-of-the-cards"], {"players": "6"}, True),
        ("cards of schools", "play:game_cards", ["magic-schools"], {}, True),
        ("cards of cards", "play:game_cards", ["clash-of-the-cards"], {}, True),
        ("table of schools", "play:game", [t["table of schools"]], {"seat": "dragombre"}, True),
        ("table of cards", "play:game", [t["table of cards"]], {"seat": "A"}, True),
        ("replay of schools", "play:replay", [t["schools, over"]], {"at": "20"}, True),
        ("first game", "play:first_game", [], {}, True),
        ("first game of schools", "play:first_game_of", ["magic-schools"], {}, True),
        ("lobby", "play:lobby", [], {}, True),
        ("people", "play:people", [], {}, True),
        ("notifications", "home:notifications", [], {}, True),
        ("stranger", "play:stranger", [], {}, True),
        ("games, own", "play:mine", [], {}, True),
        ("statistics", "play:statistics", [], {}, False),
        ("invitation", "play:join", [t["open game"], t["invitation"]], {}, False),
        ("table", "play:game", [t["game"]], {}, True),
        ("table, draft", "play:game", [t["draft game"]], {}, True),
        ("table, over", "play:game", [t["game over"]], {}, True),
        ("replay", "play:replay", [t["game over"]], {"at": t["last turn"]}, True),
        ("game, gone on with", "play:continue_game", [t["game over"]], {"at": t["last turn"]}, True),
        ("review", "play:review", [t["game over"]], {}, True),
    ]


def _analyses(t: dict[str, str]) -> list[Listed]:
    """Analyses."""
    return [
        ("analyses, own", "analysing:index", [], {}, True),
        ("analysis", "analysing:analysis", [t["analysis"]], {}, True),
        ("analysis, node", "analysing:node", [t["analysis"], 1], {}, True),
        ("analysis, two lines", "analysing:compare", [t["analysis"], 1, 2], {}, True),
        ("analysis, lesson", "analysing:lesson", [t["analysis"]], {}, False),
        ("analysis of a board", "analysing:from_board", [], {}, False),
        ("analysis of a game", "analysing:from_game", [t["game over"]], {"at": t["last turn"]}, True),
    ]


def _scores(t: dict[str, str]) -> list[Listed]:
    """Score sheets."""
    return [
        ("sheets", "scores:index", [], {}, True),
        ("sheet, new", "scores:new", ["pad"], {}, False),
        *((f"sheet, {kind}", "scores:sheet", [t[kind]], {}, True) for kind in ("curriculum", "championship", "pad")),
        ("sheet, line", "scores:entry", [t["pad"], HANDS], {}, True),
    ]


def _tournaments(t: dict[str, str]) -> list[Listed]:
    """Tournaments: one of 64 players."""
    token = [t["tournament"]]
    return [
        ("tournaments", "tournaments:index", [], {}, True),
        ("tournament, new", "tournaments:new", [], {}, False),
        ("tournament", "tournaments:tournament", token, {}, True),
        ("tournament, change", "tournaments:change", [t["evening"]], {}, True),
        ("tournament, session", "tournaments:session", [t["evening"]], {}, True),
        ("tournament, wall", "tournaments:wall", token, {}, True),
        ("tournament, match", "tournaments:match", [*token, t["match"]], {"outcome": "draw"}, True),
    ]


def _mutation(t: dict[str, str]) -> list[Listed]:
    """Mutation sessions: the draft, the choice, and one before its last game."""
    token = [t["session"]]
    bench = [*token, t["session, player"]]
    return [
        ("sessions", "mutation:index", [], {}, True),
        ("session, new", "mutation:begin", [], {"way": "drafted"}, False),
        ("session, link", "mutation:join", [t["session, draft"], t["session, link"]], {}, False),
        ("session, seat", "mutation:take", [*token, t["session, seat"]], {}, False),
        ("session, draft", "mutation:session", [t["session, draft"]], {}, True),
        ("session, choice", "mutation:session", [t["session, choice"]], {}, True),
        ("session", "mutation:session", token, {}, True),
        ("session, TV", "mutation:tv", token, {}, True),
        ("session, decks", "mutation:decks", token, {}, True),
        ("session, ledger", "mutation:ledger", token, {}, True),
        ("session, correction", "mutation:correct", [*token, 5], {}, True),
        ("session, timeline", "mutation:history", token, {}, True),
        ("session, story", "mutation:story", token, {}, False),
        ("session, prices", "mutation:prices", token, {}, True),
        ("session, paper", "mutation:papers", token, {}, True),
        ("bench", "mutation:bench", bench, {}, True),
        ("bench, sets", "mutation:bench", bench, {"sets": "1"}, True),
    ]


def _accounts(t: dict[str, str]) -> list[Listed]:
    """Accounts, and all about signing in."""
    return [
        ("account", "accounts:me", [], {}, True),
        ("account, deleted", "accounts:delete", [], {}, True),
        ("account, sessions", "accounts:sessions", [], {}, True),
        ("account, tokens", "accounts:tokens", [], {}, True),
        ("report", "accounts:report", ["card", t["card"]], {}, False),
        ("sign in", "account_login", [], {}, False),
        ("sign up", "account_signup", [], {}, False),
        ("sign out", "account_logout", [], {}, True),
        ("password, forgotten", "account_reset_password", [], {}, False),
        ("password, changed", "account_change_password", [], {}, True),
        ("mail", "account_email", [], {}, True),
    ]

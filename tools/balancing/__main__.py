"""How the site's own cards are balanced: the measurements of docs/contributor/balance.md, and what is fitted on them.

    python -m tools.balancing play made --games 40000    games with made-up and altered cards, for the cost model
    python -m tools.balancing play sets --games 8100     games with the cards of the sets, as they are printed
    python -m tools.balancing play altered --games 4000  the same with costs up to 1 Mana off, to see what 1 is worth
    python -m tools.balancing play decks --games 400     each two preconstructed decks, so many games a pair
    python -m tools.balancing try decks --games 60       other games of a kind, told but not kept: to tune cards on
    python -m tools.balancing fit                        fits cards/data/cost_model.toml on the first three
    python -m tools.balancing suggest                    how much too cheap or too dear each card is by these games
    python -m tools.balancing report                     the tables of docs/contributor/balance.md

``play`` plays what is missing: its games lie in ``var/balance``, a line each, with a mark of the cards that they were
played with; when a card is changed, only the games that it was in are played again. A change to the bots is not
noticed: then delete them. Game n is the same on every machine and for any number of ``--processes``. Progress goes to
stderr.
"""

from __future__ import annotations

import argparse

from engine.decks.bots import LEVELS
from tools.balancing.costing import fit_model
from tools.balancing.matches import DECKS, MATCHES, SETS, games_for
from tools.balancing.playing import play_all, tried
from tools.balancing.tables import print_cards, print_decks, report, suggest


def arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.balancing", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="plays games and keeps them")
    playing.add_argument("kind", choices=MATCHES)
    playing.add_argument("--games", type=int, default=1000, help="in all, with those already there (decks: a pair)")
    trying = commands.add_parser("try", help="plays other games, tells how they went and forgets them")
    trying.add_argument("kind", choices=(SETS, DECKS))
    trying.add_argument("--games", type=int, default=60, help="how many (decks: a pair; default 60)")
    for command in (playing, trying):
        command.add_argument("--bot", default="greedy", choices=LEVELS, help="the level of both players")
        command.add_argument("--processes", type=int, default=1)
    fitting = commands.add_parser("fit", help="fits the cost model")
    fitting.add_argument("--bot", default="greedy", choices=LEVELS, help="whose games to fit it on (default greedy)")
    suggesting = commands.add_parser("suggest", help="says how much too cheap each card is, in Mana")
    suggesting.add_argument("--bot", default="greedy", choices=LEVELS, help="by whose games (default greedy)")
    commands.add_parser("report", help="prints the tables of all games that there are")
    return parser.parse_args()


def main() -> None:
    """The command line."""
    options = arguments()
    if options.command == "play":
        play_all(options.kind, options.bot, games_for(options.kind, options.games), options.processes)
    elif options.command == "try":
        games = tried(options.kind, options.bot, games_for(options.kind, options.games), options.processes)
        (print_decks if options.kind == DECKS else print_cards)(games)
    elif options.command == "fit":
        fit_model(options.bot)
    elif options.command == "suggest":
        suggest(options.bot)
    else:
        report()


if __name__ == "__main__":
    main()

"""manage.py print_cards --set initiation --paper a4 --out FILE.pdf"""

from __future__ import annotations

from argparse import ArgumentParser
from math import isfinite
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from accounts.models import Owner
from cards.models import CardSet
from cards.printing.options import CHOICES, NUMBERS, OptionError, PrintOptions
from cards.printing.pieces import PrintProblem, faces_in, printed_sides
from cards.printing.products import calibration, make
from cards.printing.rendering import render_all
from cards.printing.selection import selection_of
from cards.rendering.layouts import LayoutError
from cards.rendering.sheets import FURTHEST

_UNITS: Final = {"right": "mm", "up": "mm", "scale": "%", "beyond": "mm"}


class Command(BaseCommand):
    help = "Makes a file for printing: sheets, a print shop's file, a picture, or pictures for a virtual tabletop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--set", default="", metavar="SLUG", help="all cards of a set")
        which.add_argument("--deck", default="", metavar="TOKEN", help="a deck: the token in its page's address")
        which.add_argument("--cards", default="", metavar="REFERENCES", help="initiation/ferry-pike,own/TOKEN,...")
        which.add_argument(
            "--query", default="", dest="q", metavar="QUERY", help="the cards that a search of the catalogue finds"
        )
        which.add_argument(
            "--calibration", action="store_true", help="the sheet that shows how far off the backs print"
        )
        parser.add_argument(
            "--mutations",
            default="",
            dest="m",
            metavar="LIST",
            help="Mutations of the deck, as its page's address writes them: 2.av.3;4.rage.1",
        )
        which.add_argument("--reference", action="store_true", help="cards that explain the abilities")
        parser.add_argument(
            "--owner", default="", metavar="NAME", help="an account, whose private cards can then be printed too"
        )
        parser.add_argument(
            "--copies",
            default="",
            metavar="LIST",
            help="copies of each card: 3x0,7x2 leaves out the third and prints the seventh twice",
        )
        parser.add_argument("--out", required=True, metavar="FILE", help="the file to write; - for standard output")
        parser.add_argument("--one-up", action="store_true", help="one card per page: the same as --purpose shop")
        for name, allowed in CHOICES.items():
            parser.add_argument(f"--{name}", choices=allowed, default=None, help=f"default: {allowed[0]}")
        for name, way in (("right", "to the right"), ("up", "up")):
            parser.add_argument(
                f"--{name}",
                type=float,
                default=0,
                metavar="MM",
                help=f"move the backs {way}, at most {FURTHEST / 10:g} mm",
            )
        parser.add_argument(
            "--scale",
            type=float,
            default=0,
            metavar="PERCENT",
            help=f"make sheets larger or smaller by so many percent, at most {NUMBERS['scale'][1] / 10:g}",
        )
        parser.add_argument(
            "--beyond",
            type=float,
            default=PrintOptions().beyond / 10,
            metavar="MM",
            help=f"how far a print shop's cards are printed beyond the cut, at most {NUMBERS['beyond'][1] / 10:g} mm",
        )
        parser.add_argument("--processes", type=int, default=0, metavar="N", help="default: one per core")

    def handle(self, *_args: Any, **arguments: Any) -> None:
        options = self._options(arguments)
        if arguments["m"] and not arguments["deck"]:
            raise CommandError("--mutations needs a deck: add --deck.")
        with translation.override(options.language):
            try:
                product = calibration(options) if arguments["calibration"] else self._made(arguments, options)
            except (PrintProblem, LayoutError) as problem:
                raise CommandError(str(problem)) from problem
        if arguments["out"] == "-":
            self.stdout._out.buffer.write(product.content)  # type: ignore[attr-defined]  # bytes go past Django's wrapper
            return
        ending = product.name.rpartition(".")[2]
        if Path(arguments["out"]).suffix.lower() not in ("", f".{ending}"):
            self.stderr.write(f"Note: {arguments['out']} is a .{ending} file, whatever its name says.")
        try:
            Path(arguments["out"]).write_bytes(product.content)
        except OSError as wrong:
            raise CommandError(f"Cannot write {arguments['out']}: {wrong.strerror}.") from wrong
        if arguments["verbosity"]:
            self.stdout.write(f"{arguments['out']}: {len(product.content) / 1e6:.1f} MB")

    def _options(self, arguments: dict[str, Any]) -> PrintOptions:
        chosen = {name: arguments[name] for name in CHOICES if arguments[name] is not None}
        if arguments["one_up"]:
            if chosen.get("purpose", "shop") != "shop":
                raise CommandError(f"--one-up and --purpose {chosen['purpose']} exclude each other.")
            chosen["purpose"] = "shop"
        numbers: dict[str, Any] = {name: self._tenths(arguments, name) for name in NUMBERS}
        try:
            return PrintOptions(**chosen, **numbers)
        except OptionError as wrong:
            assert isinstance(wrong.value, int)  # all others have been looked at by the parser
            most = f"{NUMBERS[wrong.name][1] / 10:g} {_UNITS[wrong.name]}"
            raise CommandError(
                f"--{wrong.name}: {wrong.value / 10:g} {_UNITS[wrong.name]} is too far; at most {most}."
            ) from wrong

    def _tenths(self, arguments: dict[str, Any], name: str) -> int:
        if not isfinite(arguments[name]):
            raise CommandError(f"--{name}: {arguments[name]} is not a number.")
        return round(float(arguments[name]) * 10)

    def _owner(self, name: str) -> Owner | None:
        if not name:
            return None
        owner = Owner.objects.filter(user__username=name).first()
        if owner is None:
            raise CommandError(f"No account {name!r} with cards.")
        return owner

    def _made(self, arguments: dict[str, Any], options: PrintOptions) -> Any:
        if arguments["set"] and not CardSet.objects.filter(slug=arguments["set"]).exists():
            known = ", ".join(CardSet.objects.filter(owner=None).values_list("slug", flat=True))
            raise CommandError(f"No set {arguments['set']!r}. The site's sets: {known or 'none; run load_sets first'}.")
        owner = self._owner(arguments["owner"])
        selection = selection_of({**arguments, "reference": "1" if arguments["reference"] else ""}, owner)
        if selection.missing:
            who = arguments["owner"] or "everybody"
            raise CommandError(f"Not found, or not visible to {who}: {', '.join(selection.missing)}")
        pieces = selection.pieces(options.language)
        for _done in render_all(faces_in(printed_sides(pieces, options)), options, arguments["processes"]):
            pass
        return make(selection.title, pieces, options)

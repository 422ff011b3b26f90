"""Services of papers: the file at once, or a print job where drawing takes longer than a request may."""

from __future__ import annotations

from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.downloads import file_stem
from cards.models import PrintJob
from cards.printing import works
from cards.printing.pieces import PrintProblem
from cards.printing.products import PDF, Product
from cards.printing.services import MAX_SECONDS_AT_ONCE, begin
from grimoire.booklets.paper import LEAFLETS
from mutation.faces import SessionFaces
from mutation.paper.papers import PAPER_WORKS
from mutation.paper.parts import SessionPaper
from mutation.paper.requests import PaperOptions, PaperRequest
from mutation.services.ledgers import ledger_of
from mutation.viewers import SessionViewer, find_session_viewer
from web.languages import current_language
from web.refusals import RequestRefused

KIND: Final = "session"  # of print jobs
CARDS: Final = {"deck": 9, "laboratory": 8, "booklet": 16}  # that are drawn of each player
SECONDS_CARD: Final = 0.035  # that a card takes, about
SECONDS_REST: Final = 0.3  # that all else takes, about


class PaperWork:
    """A paper of a session as the work of a print job."""

    def __init__(self, viewer: SessionViewer, kind: str, options: PaperOptions) -> None:
        ledger, language = ledger_of(viewer.session), current_language()
        request = PaperRequest(viewer, ledger, SessionFaces(viewer.session, ledger.header, language), options)
        leaflet = LEAFLETS[options.paper] if options.folded and kind == "booklet" else None
        title = title_of(viewer, kind)
        self.name = f"{file_stem(title, kind)}-{options.paper}.pdf"
        self.paper = SessionPaper(title, language, list(PAPER_WORKS[kind][1](request)), leaflet)

    @property
    def total(self) -> int:
        return self.paper.total

    @property
    def left(self) -> int:
        return self.paper.left

    def parts(self) -> Any:
        return self.paper.parts()

    def finish(self) -> Product:
        return Product(self.name, PDF, self.paper.pdf())


def title_of(viewer: SessionViewer, kind: str) -> str:
    """The title of a paper: whose it is, and which."""
    return f"{viewer.session.name or _('Mutation session')} · {PAPER_WORKS[kind][0]}"


def product_at_once(viewer: SessionViewer, kind: str, options: PaperOptions) -> Product | None:
    """The file, if it takes no longer than a request may; None if it is work for the background."""
    seconds = SECONDS_REST + SECONDS_CARD * CARDS.get(kind, 0) * len(options.seats)
    return PaperWork(viewer, kind, options).finish() if seconds <= MAX_SECONDS_AT_ONCE else None


def ask(viewer: SessionViewer, owner: Owner, kind: str, options: PaperOptions) -> PrintJob:
    """A job that makes the file. Raises ``TooManyJobs``."""
    options_kept = {
        "language": current_language(),
        "session": viewer.session.token,
        "what": kind,
        "paper": options.to_json(),
    }
    return begin(owner=owner, kind=KIND, title=title_of(viewer, kind), options=options_kept)


def work_of(job: PrintJob) -> PaperWork:
    """A job's paper. Raises ``PrintProblem`` when its owner may not look at the session any more."""
    try:
        viewer = find_session_viewer(job.options["session"], job.owner)
    except RequestRefused:
        raise PrintProblem(_("This session no longer exists, or you may not see it.")) from None
    return PaperWork(viewer, job.options["what"], PaperOptions(**job.options["paper"]))


def address_again(job: PrintJob) -> str:
    """The page on which all papers of the same session can be asked for."""
    return reverse("mutation:papers", args=[job.options["session"]])


def register() -> None:
    works.register(KIND, work_of, address_again)

"""Pages of contests: the list, one of them, its judge's, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.models import Owner
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from accounts.too_many import with_limit
from grimoire.authoring.queries import own_puzzle
from grimoire.contests import services
from grimoire.contests.contest_text import refusal_text
from grimoire.contests.forms import AwardForm, ContestForm, EntryForm, JudgeForm
from grimoire.contests.pages import contest_for, contest_list, contest_page, judging_page, may_judge
from grimoire.models import Contest, ContestEntry

CONTESTS: Final = Limit("contests", times=5, seconds=24 * 3600)
CHANGED: Final = Limit("contest-changes", times=200, seconds=3600)


@require_GET
@costly()
def contests(request: SiteRequest) -> HttpResponse:
    page = contest_list(request.GET.get("page", "1"), request.owner)
    return render(request, "grimoire/contests/index.html", {"page": page})


@require_http_methods(["GET", "POST"])
@costly()
def new_contest(request: SiteRequest) -> HttpResponse:
    """Makes a contest. Whoever organises it has a name, as its judge has."""
    if not request.user.is_authenticated:
        messages.info(request, _("Sign in to organise a contest."))
        return redirect("grimoire:contests")
    form = ContestForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid() and CONTESTS.allows(request):
            try:
                contest = services.create(
                    owner=get_or_create_owner(request), judge=form.cleaned_data["judge"], fields=form.contest_fields()
                )
                return redirect(contest)
            except services.Refused as refused:
                form.add_error(None, refusal_text(refused.code))
        elif form.is_valid():
            form.add_error(None, with_limit(request, _("Too many new contests.")))
            status = 429
    return render(request, "grimoire/contests/new.html", {"form": form}, status=status)


@require_GET
@costly()
def contest(request: SiteRequest, token: str) -> HttpResponse:
    shown = contest_for(token, request.owner)
    page = contest_page(shown, request.owner, request.language)
    context = {"page": page, "judge_form": JudgeForm(), "canonical": shown.get_absolute_url()}
    return _private(render(request, "grimoire/contests/contest.html", context))


@require_POST
@costly()
def change_contest(request: SiteRequest, token: str) -> HttpResponse:
    """What a reader, an author, the judge or the organiser does with a contest."""
    shown, command = contest_for(token, request.owner), _COMMANDS.get(request.POST.get("do", ""))
    if command is None:
        return redirect(shown)
    if not CHANGED.allows(request):
        messages.error(request, with_limit(request, _("Too many requests.")))
        return redirect(shown)
    try:
        done = command(request, shown, get_or_create_owner(request))
    except services.Refused as refused:
        messages.error(request, refusal_text(refused.code))
        return redirect(shown)
    if done:
        messages.success(request, done)
    return redirect(shown if Contest.objects.filter(pk=shown.pk).exists() else "grimoire:contests")


def _enter(request: SiteRequest, shown: Contest, owner: Owner) -> str:
    services.enter(contest=shown, owner=owner, puzzle=own_puzzle(owner, request.POST.get("puzzle", "")))
    return _("Entered. Your name stays hidden until the award.")


def _take_out(request: SiteRequest, shown: Contest, owner: Owner) -> str:
    services.take_out(contest=shown, owner=owner, token=request.POST.get("entry", ""))
    return _("Withdrawn from the contest.")


def _agree(request: SiteRequest, shown: Contest, owner: Owner) -> str:
    services.agree(contest=shown, owner=owner)
    return _("You judge this contest.")


def _decline(request: SiteRequest, shown: Contest, owner: Owner) -> str:
    services.decline(contest=shown, owner=owner)
    return _("You don't judge this contest.")


def _follow(request: SiteRequest, shown: Contest, owner: Owner) -> str:
    services.follow(contest=shown, owner=owner, wanted=request.POST.get("do") == "follow")
    return ""


def _delete(request: SiteRequest, shown: Contest, owner: Owner) -> str:
    services.delete(contest=shown, owner=owner)
    return pgettext("of a contest", "“%(title)s” deleted.") % {"title": shown.heading}


def _ask_judge(request: SiteRequest, shown: Contest, owner: Owner) -> str:
    form = JudgeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("No account has this name."))
        return ""
    services.ask_judge(contest=shown, owner=owner, judge=form.cleaned_data["judge"])
    return _("Saved.")


_COMMANDS: Final[dict[str, Callable[[SiteRequest, Contest, Owner], str]]] = {
    "enter": _enter,
    "take-out": _take_out,
    "agree": _agree,
    "decline": _decline,
    "follow": _follow,
    "unfollow": _follow,
    "delete": _delete,
    "ask-judge": _ask_judge,
}


@require_http_methods(["GET", "POST"])
@costly()
def judging(request: SiteRequest, token: str) -> HttpResponse:
    """The entries without their authors, for the judge; takes what each is given, and makes the award known."""
    shown, owner = contest_for(token, request.owner), request.owner
    if owner is None or not may_judge(shown, owner):
        raise Http404("nothing to judge")
    if request.method == "POST" and not CHANGED.allows(request):
        messages.error(request, with_limit(request, _("Too many requests.")))
        return redirect(request.get_full_path())
    try:
        return _judging(request, shown, owner)
    except services.Refused as refused:  # in another window it was published meanwhile
        messages.error(request, refusal_text(refused.code))
        return redirect(shown)


def _judging(request: SiteRequest, shown: Contest, owner: Owner) -> HttpResponse:
    bound: dict[str, EntryForm] = {}
    award = AwardForm(initial={"verdict": shown.verdict, "verdict_fr": shown.verdict_fr})
    if request.method == "POST" and request.POST.get("do") == "publish":
        award = AwardForm(request.POST)
        if award.is_valid():
            services.publish_award(contest=shown, owner=owner, fields=award.cleaned_data)
            messages.success(request, _("The award is published."))
            return redirect(shown)
    elif request.method == "POST":
        entry = get_object_or_404(ContestEntry, contest=shown, token=request.POST.get("entry", ""))
        form = EntryForm(request.POST, instance=entry)
        if form.is_valid():
            services.judge_entry(contest=shown, owner=owner, token=entry.token, fields=form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect(f"{request.get_full_path()}#entry-{entry.token}")
        bound[entry.token] = form
    page, entries = judging_page(shown, request.GET.get("page", "1"), request.language, bound)
    context = {"contest": shown, "page": page, "entries": entries, "award": award}
    status = 422 if bound or award.errors else 200
    return _private(render(request, "grimoire/contests/judging.html", context, status=status))


def _private(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_store=True)
    return response

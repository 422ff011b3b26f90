"""Print jobs: steps, workers that stop, cancelling, what is kept and for how long."""

from __future__ import annotations

import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import Owner, Visibility
from accounts.services import forget
from background.services import Lease
from cards.models import Card, PrintJob
from cards.printing import rendering, services, works
from cards.printing.options import MAX_CARDS, PrintOptions
from cards.printing.selection import chosen_of, selection_of
from cards.printing.tasks import print_on
from tests.cards.factories import make_card, make_cards, make_owner, make_set
from tests.cards.printing.sheets import forms_on, opened

pytestmark = pytest.mark.django_db(transaction=True)
State = PrintJob.State


@pytest.fixture
def owner() -> Owner:
    return make_owner()


@pytest.fixture
def cards() -> list[Card]:
    return make_cards(4, make_set("embers"))


def asked(owner: Owner, **options: Any) -> PrintJob:
    return services.ask(owner=owner, selection=selection_of({"set": "embers"}, owner), options=PrintOptions(**options))


def now(job: PrintJob) -> PrintJob:
    return PrintJob.objects.get(pk=job.pk)


def test_asking_leaves_a_task_for_the_worker(owner: Owner, cards: list[Card]) -> None:
    job = asked(owner)
    task = DBTaskResult.objects.get()
    assert task.args_kwargs["args"] == [job.pk]
    assert job.owner == owner
    assert job.visibility == Visibility.PRIVATE
    print_on.call(job.pk)
    assert now(job).state == State.DONE


def test_a_step_makes_the_file(owner: Owner, cards: list[Card]) -> None:
    job = asked(owner, paper="letter")
    services.step(job_id=job.pk)
    done = now(job)
    assert (done.state, done.done, done.total) == (State.DONE, 4, 4)
    assert (done.file_name, done.file_kind) == ("embers-letter.pdf", "application/pdf")
    with done.file.open("rb") as file:
        assert file.read().startswith(b"%PDF")
    assert done.size == done.file.size
    services.step(job_id=job.pk)  # once more does no harm
    assert now(job).file.name == done.file.name


def test_a_job_goes_on_where_it_stopped(
    owner: Owner, settings: Any, tmp_path: Any, cards: list[Card], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RENDER_CACHE = tmp_path / "cold"
    monkeypatch.setattr(rendering, "BATCH", 1)
    job = asked(owner)
    steps, seen = 0, []
    while now(job).is_busy and steps < 10:
        before = now(job).done
        services.step(job_id=job.pk, clock=0)
        steps += 1
        seen.append(now(job).percent)
        assert now(job).done > before or now(job).state == State.DONE
    assert now(job).state == State.DONE
    assert (steps, seen) == (4, [25, 50, 75, 100])  # one face in each, the file with the last
    assert DBTaskResult.objects.count() == 4


def test_cancelling_stops_a_job_between_faces(
    owner: Owner, cards: list[Card], monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    settings.RENDER_CACHE = tmp_path / "cold"
    monkeypatch.setattr(rendering, "BATCH", 1)
    job = asked(owner)
    monkeypatch.setattr(services, "NOTED", 0)
    original = Lease.note

    def note(self: Lease[PrintJob], **values: int) -> bool:
        if values["done"] == 2:
            services.cancel(job=job, owner=owner)
        return original(self, **values)

    monkeypatch.setattr(Lease, "note", note)
    services.step(job_id=job.pk)
    assert (now(job).state, now(job).file.name) == (State.CANCELLED, "")
    services.step(job_id=job.pk)
    assert now(job).state == State.CANCELLED


def test_cancelled_while_the_file_was_made(
    owner: Owner, cards: list[Card], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    job = asked(owner)
    original = works.make

    def make(*args: Any) -> Any:
        services.cancel(job=job, owner=owner)
        return original(*args)

    monkeypatch.setattr(works, "make", make)
    services.step(job_id=job.pk)
    assert (now(job).state, now(job).file.name) == (State.CANCELLED, "")
    folder = Path(settings.MEDIA_ROOT, "prints")
    assert not list(folder.glob(f"{job.token}*"))  # nothing is left of it


@pytest.mark.parametrize("data", [{"set": "embers"}, {"q": "set:embers"}])
def test_the_way_back_is_short_and_the_cards_stay_those_that_were_asked_for(
    owner: Owner, cards: list[Card], data: dict[str, str]
) -> None:
    """Web servers refuse addresses of more than some thousand letters, and jobs are of many cards."""
    job = services.ask(owner=owner, selection=selection_of(data, owner), options=PrintOptions(paper="letter"))
    ((name, value),) = data.items()
    assert works.address_again(job).startswith(f"/print/?{name}={quote(value)}&")
    assert "paper=letter" in works.address_again(job)
    make_card("Later", cards[0].set)
    services.step(job_id=job.pk)
    assert (now(job).state, now(job).total) == (State.DONE, 4)


def test_only_the_owner_cancels_and_removes(owner: Owner, cards: list[Card]) -> None:
    job = asked(owner)
    for change in (services.cancel, services.remove):
        with pytest.raises(PermissionError):
            change(job=job, owner=make_owner())
    assert now(job).state == State.WAITING
    services.remove(job=job, owner=owner)
    assert not PrintJob.objects.exists()


def test_what_fails_says_why(owner: Owner, cards: list[Card], monkeypatch: pytest.MonkeyPatch) -> None:
    lost, broken = asked(owner, language="fr"), asked(owner)
    monkeypatch.setattr(works, "make", lambda *_given: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        services.step(job_id=broken.pk)
    assert (now(broken).state, bool(now(broken).problem)) == (State.FAILED, True)
    cards[0].delete()
    services.step(job_id=lost.pk)
    assert now(lost).state == State.FAILED
    assert now(lost).problem


def test_cards_that_became_private_meanwhile_are_not_printed(owner: Owner) -> None:
    card = make_card("Secret", owner=make_owner())
    job = services.ask(owner=owner, selection=selection_of({"cards": card.reference}, owner), options=PrintOptions())
    Card.objects.update(visibility=Visibility.PRIVATE)
    services.step(job_id=job.pk)
    assert now(job).state == State.FAILED


def test_files_go_after_a_day_and_with_their_owner(owner: Owner, cards: list[Card]) -> None:
    job = asked(owner)
    services.step(job_id=job.pk)
    file = now(job).file
    assert services.sweep() == 0
    PrintJob.objects.update(created=timezone.now() - services.KEPT_FOR - timedelta(minutes=1))
    assert services.sweep() == 1
    assert not file.storage.exists(file.name)
    job = asked(owner)
    services.step(job_id=job.pk)
    file = now(job).file
    forget(owner=owner, user=None)
    assert not PrintJob.objects.exists()
    assert not file.storage.exists(file.name)


def test_so_many_jobs_of_one_owner(owner: Owner, cards: list[Card]) -> None:
    for _number in range(services.MAX_JOBS):
        asked(owner)
        PrintJob.objects.update(created=timezone.now() - timedelta(minutes=5))  # no form that was sent twice
    with pytest.raises(services.TooManyJobs):
        asked(owner)
    asked(make_owner())


def test_small_files_come_at_once_and_large_ones_do_not(
    owner: Owner, cards: list[Card], settings: Any, tmp_path: Any
) -> None:
    selection = selection_of({"set": "embers"}, owner)
    assert services.product_at_once(selection=selection, options=PrintOptions()) is not None
    settings.RENDER_CACHE = tmp_path / "cold"
    large = selection_of({"cards": ",".join(card.reference for card in make_cards(40, make_set()))}, owner)
    assert services.product_at_once(selection=large, options=PrintOptions()) is None


def test_a_form_that_is_sent_twice_begins_one_job(owner: Owner, cards: list[Card]) -> None:
    first = asked(owner)
    assert asked(owner) == first
    other = asked(owner, paper="letter")
    assert other != first and PrintJob.objects.count() == 2
    PrintJob.objects.filter(pk=first.pk).update(created=timezone.now() - timedelta(minutes=3))
    assert asked(owner) not in (first, other)


def test_seven_hundred_cards_are_two_files_with_every_card(owner: Owner, cards: list[Card]) -> None:
    """The real room of a file: none is left out, none is twice."""
    listed = ",".join(f"embers/{card.slug}" for card in [*cards * 175, cards[0]])
    selection = chosen_of({"cards": listed}, owner)
    job = services.ask_all(owner=owner, selection=selection, options=PrintOptions(backs="none"))
    while now(job).state in PrintJob.BUSY:
        services.step(job_id=job.pk)
    done = now(job)
    assert (done.state, done.total) == (State.DONE, 4)
    counts = []
    with done.file.open() as file, zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            with opened(archive.read(name)) as document:
                counts.append(sum(len(forms_on(page)) for page in document.pages))
    assert counts == [MAX_CARDS, 701 - MAX_CARDS]


def test_what_changed_in_all_parts_stays_listed_while_it_is_printed(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cards.printing.selection.MAX_CARDS", 3)
    own = make_cards(5, make_set("mine", owner), owner=owner)
    selection = chosen_of({"set": "mine", "changed": "1", "copies": "5x0"}, owner)
    job = services.ask_all(owner=owner, selection=selection, options=PrintOptions(backs="none"))
    assert len(job.cards) == 4
    services.step(job_id=job.pk)
    assert now(job).state == State.DONE
    left = chosen_of({"set": "mine", "changed": "1"}, owner)
    assert [card.pk for card in left.cards] == [own[4].pk]

"""Pictures and files on storage with an S3 interface: a real server of it (moto), and the site's own code."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import boto3
import pytest
import requests
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse
from moto.server import ThreadedMotoServer
from PIL import Image

from accounts.models import Owner, User
from api.bulk import NAMES
from background.whole_files import write_all
from cards import upkeep
from cards.models import Picture, PrintJob
from cards.workshop.uploads import add_picture, delete_picture, screen_copy, small_name
from config import media
from operations import deployment, kept_media
from operations.backups import restore_backup, write_backup
from operations.kept_databases import SqliteFile
from operations.kept_media import MediaBucket, names_in
from rulings.catalogue import numbers_by_id
from rulings.games.registry import plain_games

pytestmark = pytest.mark.django_db(transaction=True)

KEYS = {"ACCESS_KEY": "testing", "SECRET_KEY": "testing", "REGION": "us-east-1"}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server of buckets."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def client_of_buckets(server: str) -> Iterator[Any]:
    requests.post(f"{server}/moto-api/reset", timeout=10)
    keys = {"aws_access_key_id": "testing", "aws_secret_access_key": "testing", "region_name": "us-east-1"}
    yield boto3.client("s3", endpoint_url=server, **keys)


@pytest.fixture
def bucket(server: str, client_of_buckets: Any, settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A bucket that the site's files lie in; their folder on this machine stays empty."""
    client_of_buckets.create_bucket(Bucket="grimoire")
    variables = {**KEYS, "BUCKET": "grimoire", "PREFIX": "media/", "ENDPOINT": server}
    for name, value in variables.items():
        monkeypatch.setenv(f"GRIMOIRE_MEDIA_S3_{name}", value)
    settings.STORAGES = {**settings.STORAGES, "default": media.storage()}
    settings.MEDIA_ROOT = tmp_path / "media"
    return server


def names() -> list[str]:
    return list(names_in(default_storage))


def bytes_of(name: str) -> bytes:
    with default_storage.open(name) as file:
        return bytes(file.read())


def name_of(picture: Picture) -> str:
    assert picture.file.name
    return picture.file.name


def upload(owner: Owner, colour: str = "red") -> Picture:
    file = BytesIO()
    Image.new("RGB", (900, 1000), colour).save(file, "PNG", pnginfo=None)
    file.seek(0)
    return add_picture(owner=owner, file=file, name="a.png")


def test_an_upload_lies_in_the_bucket_and_is_its_owner_s_alone(bucket: str, client: Client, tmp_path: Path) -> None:
    ada = User.objects.create_user("ada")
    client.force_login(ada)
    picture = upload(Owner.objects.create(user=ada))
    assert names() == [name_of(picture)]
    assert Image.open(BytesIO(bytes_of(name_of(picture)))).format == "JPEG"  # encoded anew
    for address in (
        reverse("files:picture", args=[picture.token]),
        reverse("files:full_picture", args=[picture.token]),
    ):
        response = client.get(address)
        assert response.status_code == 200 and response["Cache-Control"].startswith("private")
        assert Image.open(BytesIO(response.content)).format == "JPEG"
        assert Client().get(address).status_code == 404
    assert names() == sorted([name_of(picture), small_name(name_of(picture))])
    assert not (tmp_path / "media").exists()
    # Nobody gets at it past the site: an address opens it only with the site's signature.
    open_address, _, signature = default_storage.url(name_of(picture)).partition("?")
    assert signature and requests.get(open_address, timeout=10).status_code == 403
    delete_picture(picture=picture)
    assert names() == []


def test_a_file_that_is_gone_is_not_found(bucket: str, client: Client) -> None:
    ada = User.objects.create_user("ada")
    client.force_login(ada)
    picture = upload(Owner.objects.create(user=ada))
    default_storage.delete(name_of(picture))
    assert client.get(reverse("files:full_picture", args=[picture.token])).status_code == 404


def test_prints_are_fetched_through_the_site_by_who_asked(bucket: str, client: Client) -> None:
    ada = User.objects.create_user("ada")
    client.force_login(ada)
    job = PrintJob(owner=Owner.objects.create(user=ada), title="Embers", state="done", file_name="embers.pdf")
    job.file.save("embers.pdf", ContentFile(b"%PDF" * 2_000_000), save=False)  # more than is kept in memory
    job.file_kind = "application/pdf"
    job.save()
    address = reverse("cards:print_file", args=[job.token])
    response: Any = client.get(address)
    assert b"".join(response.streaming_content) == b"%PDF" * 2_000_000
    assert Client().get(address).status_code == 404
    job.delete()
    assert names() == []
    assert client.get(address).status_code == 404


def test_whole_files_lie_in_the_bucket_for_all_machines(bucket: str, client: Client, tmp_path: Path) -> None:
    write_all()
    assert len(names()) == len(NAMES) and all(name.startswith("bulk/") for name in names())
    assert not (tmp_path / "media").exists()
    response: Any = client.get("/api/v1/bulk/rulings.jsonl")
    content = b"".join(response.streaming_content)
    assert content.count(b"\n") == len(numbers_by_id()) + sum(len(game.ids()) for game in plain_games().values())
    again = client.get("/api/v1/bulk/rulings.jsonl", headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304


def test_files_that_belong_to_nothing_are_swept_away(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = upload(Owner.objects.create())
    screen_copy(picture)
    for name in ("pictures/orphan.jpg", "prints/orphan.pdf"):
        default_storage.save(name, ContentFile(b"x"))
    assert upkeep.sweep_files() == 0  # they are young
    monkeypatch.setattr(upkeep, "YOUNG", timedelta(seconds=-1))
    assert upkeep.sweep_files() == 2
    assert names() == sorted([name_of(picture), small_name(name_of(picture))])


@pytest.mark.long
def test_a_backup_has_the_bucket_s_files_and_a_restore_puts_them_back(
    bucket: str, client_of_buckets: Any, race_database: Path, tmp_path: Path, settings: Any
) -> None:
    picture = upload(Owner.objects.create())
    content = bytes_of(name_of(picture))
    default_storage.save("prints/passing.pdf", ContentFile(b"x"))
    here = SqliteFile(Path(shutil.copy(race_database, tmp_path / "here.sqlite3")))
    target = tmp_path / "backup.tar"
    write_backup(database=here, media=kept_media.kept_media(), target=target)
    client_of_buckets.create_bucket(Bucket="elsewhere")
    options = {**settings.STORAGES["default"]["OPTIONS"], "bucket_name": "elsewhere"}
    settings.STORAGES = {**settings.STORAGES, "default": {**settings.STORAGES["default"], "OPTIONS": options}}
    assert names() == []
    default_storage.save("pictures/later.jpg", ContentFile(b"later"))
    known = {(app, name) for app, name in here.copy(tmp_path / "copy.sqlite3")}
    for _twice in range(2):
        there = SqliteFile(tmp_path / "there.sqlite3")
        kept = kept_media.kept_media()
        assert isinstance(kept, MediaBucket)
        restore_backup(source=target, database=there, beside=tmp_path, media=kept, known=known)
        assert names() == sorted(["pictures/later.jpg", name_of(picture)])
        assert bytes_of(name_of(picture)) == content


def test_deploy_check_tries_the_bucket(bucket: str, client_of_buckets: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> list[str | None]:
        return [message.id for message in deployment.check_places() if message.id in ("site.E014", "site.E015")]

    assert found() == []
    assert names() == []  # nothing is left behind
    storage: Any = default_storage
    monkeypatch.setitem(storage.object_parameters, "ACL", "public-read")
    assert found() == ["site.E015"]
    monkeypatch.undo()
    for item in client_of_buckets.list_objects_v2(Bucket="grimoire").get("Contents", ()):
        client_of_buckets.delete_object(Bucket="grimoire", Key=item["Key"])
    client_of_buckets.delete_bucket(Bucket="grimoire")
    storage._setup()
    assert found() == ["site.E014"]


def test_half_a_configuration_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIMOIRE_MEDIA_S3_ENDPOINT", "https://s3.example")
    with pytest.raises(ImproperlyConfigured, match="set GRIMOIRE_MEDIA_S3_BUCKET too"):
        media.storage()
    monkeypatch.setenv("GRIMOIRE_MEDIA_S3_BUCKET", "grimoire")
    monkeypatch.setenv("GRIMOIRE_MEDIA_S3_ACCESS_KEY", "key")
    with pytest.raises(ImproperlyConfigured, match="both, or neither"):
        media.storage()
    monkeypatch.setenv("GRIMOIRE_MEDIA_S3_SECRET_KEY", "secret")
    assert media.storage()["OPTIONS"]["default_acl"] is None
    monkeypatch.setattr(media, "find_spec", lambda _name: None)
    with pytest.raises(ImproperlyConfigured, match=r"requirements/s3\.txt"):
        media.storage()

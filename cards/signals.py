"""What happens along with changes of the database: the files of a picture or a print job go when it goes."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.core.files.storage import Storage
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver

from cards.models import Picture, PrintJob
from cards.workshop.uploads import small_name


@receiver(post_delete, sender=Picture)
def delete_files(sender: type[Picture], instance: Picture, **_: Any) -> None:
    """Removes the picture and its small copy, once it is sure that they are wanted no more."""
    if instance.file:
        transaction.on_commit(partial(_remove, instance.file.storage, instance.file.name))


def _remove(storage: Storage, name: str) -> None:
    storage.delete(name)
    storage.delete(small_name(name))


@receiver(post_delete, sender=PrintJob)
def delete_print(sender: type[PrintJob], instance: PrintJob, **_: Any) -> None:
    """Removes the file that was made."""
    if instance.file:
        transaction.on_commit(partial(instance.file.storage.delete, instance.file.name))

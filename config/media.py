"""Where pictures and files lie: in a folder, or on storage with an S3 interface where a bucket is named."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config import env

IN_MEMORY = 4_000_000  # bytes of a file on its way; what is larger waits on the disk


def storage() -> dict[str, Any]:
    """Django's setting for them. Raises ``ImproperlyConfigured`` for half a configuration.

    Nothing of a bucket is public: the site hands everything on itself, to those who may see it. An existing file is
    never written over.
    """
    bucket = env.text("GRIMOIRE_MEDIA_S3_BUCKET", default="")
    options = {
        "bucket_name": bucket,
        "location": env.text("GRIMOIRE_MEDIA_S3_PREFIX", default="").strip("/"),
        "endpoint_url": env.text("GRIMOIRE_MEDIA_S3_ENDPOINT", default="") or None,
        "region_name": env.text("GRIMOIRE_MEDIA_S3_REGION", default="") or None,
        "access_key": env.text("GRIMOIRE_MEDIA_S3_ACCESS_KEY", default="") or None,
        "secret_key": env.secret("GRIMOIRE_MEDIA_S3_SECRET_KEY", default="") or None,
    }
    if not bucket:
        if any(options.values()):
            raise ImproperlyConfigured("GRIMOIRE_MEDIA_S3_… is set: set GRIMOIRE_MEDIA_S3_BUCKET too.")
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    if bool(options["access_key"]) != bool(options["secret_key"]):
        raise ImproperlyConfigured("Set GRIMOIRE_MEDIA_S3_ACCESS_KEY and …_SECRET_KEY both, or neither.")
    if find_spec("storages") is None or find_spec("boto3") is None:
        raise ImproperlyConfigured(
            "GRIMOIRE_MEDIA_S3_BUCKET needs more packages (requirements/s3.txt). Install them with: script/bootstrap s3"
        )
    closed = {"default_acl": None, "querystring_auth": True, "file_overwrite": False}
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": {**options, **closed, "max_memory_size": IN_MEMORY}}

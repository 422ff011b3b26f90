"""Static files in production: each under a name with the hash of its contents, and compressed."""

from __future__ import annotations

from typing import Final

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# "import … from", "export … from" and "import": not "import()", which ours only say in the types of their comments.
IMPORTS: Final = HashedFilesMixin._js_module_import_aggregation_patterns[1][:3]  # type: ignore[attr-defined]  # not in the stubs


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Our own modules import each other by their hashed names too, so that two versions never mix in one page.

    ``support_js_module_import_aggregation`` would do it to all scripts. Those of others (Django's admin) are left as
    they are: some are no modules, and speak of imports in their comments.
    """

    patterns = (
        *HashedFilesMixin.patterns,
        ("js/*.js", IMPORTS),  # in folders below it as well
    )
    max_post_process_passes = 12  # one for each level of imports, and one in which nothing changes

"""Pages of the Grimoire on paper and in pictures: booklets of books, previews of links."""

from pathlib import Path
from typing import Final

from django.conf import settings

FOLDERS: Final = (Path(__file__).parent, Path(settings.BASE_DIR) / "templates" / "grimoire" / "booklets")

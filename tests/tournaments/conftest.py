"""What the tests of tournaments share."""

from tests.tables.conftest import kept_at_once, unlimited  # noqa: F401  (fixtures)

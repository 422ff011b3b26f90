"""What the tests of Mutation sessions share."""

from tests.tables.conftest import push_service, unlimited  # noqa: F401  (fixtures)

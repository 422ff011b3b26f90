"""What tests of tables have."""

from tests.tables.conftest import kept_at_once, no_stream_fails, push_service, receiver, unlimited

__all__ = ["kept_at_once", "no_stream_fails", "push_service", "receiver", "unlimited"]

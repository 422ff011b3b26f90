"""Migrations one after the other, as databases older than version 1.0.0 came by them."""

from __future__ import annotations

from django.db.migrations.loader import MigrationLoader


def unsquashed_loader() -> MigrationLoader:
    """A loader in whose graph squashed migrations replace nothing."""
    loader = MigrationLoader(None, load=False)
    loader.replace_migrations = False
    loader.build_graph()
    return loader

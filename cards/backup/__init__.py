"""Somebody's cards, sets, decks and pictures as ZIPs to take along, and brought in again (``grimoire-backup/1``)."""

"""Telling people whose turn it is when they have no page open: Web Push (RFC 8030, 8291, 8292)."""

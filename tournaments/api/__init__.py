"""Tournaments over the network: reading them, playing in them, organising them."""

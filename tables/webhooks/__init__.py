"""Telling an owner's own programs whose turn it is: webhooks, signed as Standard Webhooks says."""

"""Services of score sheets."""

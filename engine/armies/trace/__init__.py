"""Typed events with the rulings behind them."""

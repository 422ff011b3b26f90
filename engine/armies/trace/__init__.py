"""What happened, as typed events with the rulings behind them."""

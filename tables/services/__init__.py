"""Services of games: creating, joining, acting, consent, bots, sweeping."""

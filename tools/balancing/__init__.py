"""How the site's own cards are balanced: what ``python -m tools.balancing`` does.

docs/contributor/balance.md tells of it.

``matches`` says what is played, ``playing`` plays it and keeps the games; ``regression`` finds what parts add to a
chance of winning, ``costing`` fits the cost model with it, ``strengths`` the strength of each card; ``tables`` prints.
"""

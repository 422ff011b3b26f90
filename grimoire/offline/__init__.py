"""Books that are taken along: packs of puzzles that can be solved without a network, and the answers sent later."""

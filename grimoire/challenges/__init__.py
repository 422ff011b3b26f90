"""Open challenges: pages without a proof, what readers find on them, and who found it."""

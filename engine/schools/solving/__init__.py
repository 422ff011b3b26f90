"""The solver: whether the seat whose turn it is can win in this turn, in which ways, and what fails by a little.

In one's own turn nothing is drawn, so a position with open hands has no chance in it: the turn is a graph of states
(``turn_graph``), gone through to its end. ``prove`` is the way in.
"""

from __future__ import annotations

from engine.schools.solving.proof import SchoolsProof, SchoolsTry, prove, why_no_puzzle

__all__ = ["SchoolsProof", "SchoolsTry", "prove", "why_no_puzzle"]

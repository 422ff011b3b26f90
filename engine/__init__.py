"""Rules engines in plain Python: positions, actions, and a trace that says why; each game has a room.

Start with ``from engine.library import Board``.
"""

from engine import compiled

compiled.use(__path__)  # before any module of the core is imported

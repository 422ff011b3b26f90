"""A game from its set-up to its end, and records that replay it.

``setup.SetUp`` says what is played, ``game.ArmiesGame`` leads through it (what a table needs: ``kernel.protocol``),
``records`` writes it down and reads it back.
"""

"""The composer as buttons of the board editor: making a position unique, tidying it, finding others."""

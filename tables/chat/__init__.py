"""Chat at private tables of friends."""

"""The query language of the catalogue: ``t:creature cost<=3 a:rage set:submersion``, free text, ``or``, ``-``.

``understand`` reads a query; what comes back knows the rows that it asks for (``q``) and says itself in words
(``parts``). ``cards.searching.choices`` goes between queries and the form of filters.
"""

from cards.searching.errors import QueryError
from cards.searching.grammar import LONGEST, Query, understand
from cards.searching.vocabulary import SetName, Vocabulary

__all__ = ["LONGEST", "Query", "QueryError", "SetName", "Vocabulary", "understand"]

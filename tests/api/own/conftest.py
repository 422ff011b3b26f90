"""What the tests of the own API share."""

from __future__ import annotations

import pytest

from tests.api.own.programs import Program
from tests.grimoire.factories import make_owner


@pytest.fixture
def ada() -> Program:
    return Program(make_owner("ada"))

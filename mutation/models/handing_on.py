"""What a released migration names: ``hand_on`` lives in ``sessions``."""

from mutation.models.sessions import hand_on as hand_on

"""Django's cache in Redis, which is empty while Redis cannot be reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache

from operations.redis_client import sturdily

T = TypeVar("T")


class SturdyRedisCache(RedisCache):
    """Nobody is kept from signing in because what counts their failures is away, and nobody waits for it twice."""

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return _else(True, super().add, key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return _else(default, super().get, key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        _else(None, super().set, key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return _else(False, super().touch, key, timeout, version)

    def delete(self, key: Any, version: Any = None) -> bool:
        return _else(False, super().delete, key, version)

    def get_many(self, keys: Any, version: Any = None) -> dict[Any, Any]:
        return _else({}, super().get_many, keys, version)

    def has_key(self, key: Any, version: Any = None) -> bool:
        return _else(False, super().has_key, key, version)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        count: int | None = _else(None, super().incr, key, delta, version)
        if count is None:
            raise ValueError(f"Key '{key}' not found.")  # what Django's caches say of a key that is not there
        return count

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> list[Any]:
        return _else(list(data), super().set_many, data, timeout, version)

    def delete_many(self, keys: Any, version: Any = None) -> None:
        _else(None, super().delete_many, keys, version)

    def clear(self) -> None:
        _else(False, super().clear)


def _else(otherwise: T, work: Callable[..., Any], *arguments: Any) -> T:
    answer: T = sturdily(lambda: work(*arguments), otherwise)
    return answer

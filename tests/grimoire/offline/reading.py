"""Reading packs as a browser does: what a node says can be found and opened by its key alone."""

from __future__ import annotations

import hashlib
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import Any

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR


class PackReader:
    """A pack as somebody plays it."""

    def __init__(self, content: bytes) -> None:
        self.pack: dict[str, Any] = json.loads(content)
        self.root = b64decode(self.pack["root"])

    def opened(self, key: bytes) -> list[Any]:
        name = b64encode(hashlib.sha256(key + b"find").digest()[:6]).decode()
        secret = hashlib.sha256(key + b"read").digest()[:16]
        reader = Cipher(AES(secret), CTR(bytes(16))).decryptor()
        text = reader.update(b64decode(self.pack["nodes"][name])) + reader.finalize()
        says: list[Any] = json.loads(zlib.decompress(text, -15))
        return says

    def end(self, key: bytes) -> list[Any]:
        return self.opened(hashlib.sha256(key + b"end").digest()[:9])

    def plays(self, key: bytes) -> dict[str, bytes]:
        """What can be played at a node, and the keys of where that leads."""
        words = self.pack["words"]
        return {words[action]: b64decode(after) for action, after, _what, _where in self.opened(key)[3]}

    def zones(self, key: bytes, *, at_end: bool = False) -> dict[str, list[Any]]:
        """The board at a node, or at its end."""
        first = self.opened(self.root)[0]
        told = self.end(key)[1] if at_end else self.opened(key)[0]
        names, items = self.pack["zones"], self.pack["items"]
        return {names[number]: [items[place] for place in places] for number, *places in (*first, *told)}

    def lines(self) -> Iterator[tuple[tuple[str, ...], bytes]]:
        """A line to every node, the enemies' turns in it too, and the node's key."""
        seen, waiting = {self.root}, [((), self.root)]
        words = self.pack["words"]
        while waiting:
            line, key = waiting.pop()
            yield line, key
            ways = [((*line, action), after) for action, after in self.plays(key).items()]
            _verdict, _zones, _seats, _status, told, _says, following = self.end(key)
            if following is not None:
                ways.append(((*line, *(words[each[0]] for each in told)), b64decode(following)))
            for longer, after in ways:
                if after not in seen:
                    seen.add(after)
                    waiting.append((longer, after))

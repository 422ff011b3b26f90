"""A bot that plays Clash of Decks: python first_bot.py https://SITE [INVITATION]"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

SITE = sys.argv[1].rstrip("/")
GAMES = f"{SITE}/api/v1/games"


def opened(url, token="", body=None, **headers):
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex} if body is not None else {}
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), headers)
    while True:
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 502, 503):
                raise
            time.sleep(int(refused.headers.get("Retry-After", 1)))
        except OSError:  # sent again with the same key, it is carried out once
            time.sleep(1)


def events(game, token):
    """The kind and the data of each event, across connections that break."""
    last = {}
    while True:
        kind = ""
        try:
            with opened(f"{GAMES}/{game}/stream", token, **last) as stream:
                for line in stream:
                    name, _, value = line.decode().rstrip("\n").partition(": ")
                    if name == "id":
                        last = {"Last-Event-ID": value}
                    elif name == "event":
                        kind = value
                    elif name == "data":
                        yield kind, json.loads(value)
        except OSError:
            time.sleep(1)


if len(sys.argv) > 2:  # https://SITE/play/GAME/join/INVITATION/
    game, _, invitation = sys.argv[2].rstrip("/").split("/")[-3:]
    seat = json.load(opened(f"{GAMES}/{game}/join", body={"invitation": invitation}))
else:
    terms = {"game": "clash-of-decks", "mode": "duel", "format": "preconstructed"}
    seats = {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "greedy"}}
    made = json.load(opened(GAMES, body={**terms, "seats": seats}))
    game, seat = made["id"], {"seat": "A", **made["seats"]["A"]}
print(f"Playing as {seat['seat']}: {SITE}/play/{game}/", flush=True)
for kind, data in events(game, seat["token"]):
    if data.get("result"):
        print("Winners:", data["result"]["winners"])
        break
    if kind in ("state", "step") and data["view"]["actions"]:  # one's own turn; the text of each legal action
        action = random.choice(data["view"]["actions"])
        try:
            opened(f"{GAMES}/{game}/actions", seat["token"], {"version": data["version"], "actions": [action]}).close()
        except urllib.error.HTTPError as refused:
            if json.load(refused)["error"]["code"] != "stale":  # else a later step is on its way
                raise

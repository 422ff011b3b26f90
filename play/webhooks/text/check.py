import base64
import hashlib
import hmac
import time

SECRET = "whsec_..."  # as the site showed it


def is_genuine(headers, body):
    """headers: a mapping with lower-case names; body: the bytes as they came."""
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False  # somebody may have kept it
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = [part.removeprefix("v1,") for part in headers["webhook-signature"].split(" ")]
    return any(hmac.compare_digest(wanted, one) for one in given)

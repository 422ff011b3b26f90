import { createHmac, timingSafeEqual } from "node:crypto";

const SECRET = "whsec_..."; // as the site showed it

// headers: an object with lower-case names; body: a Buffer with the bytes as they came.
export function isGenuine(headers, body) {
  if (Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"])) > 300) {
    return false; // somebody may have kept it
  }
  const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const wanted = createHmac("sha256", key)
    .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`)
    .update(body)
    .digest();
  return headers["webhook-signature"].split(" ").some((part) => {
    const given = Buffer.from(part.slice("v1,".length), "base64");
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

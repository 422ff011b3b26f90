// @ts-check
// The page that stands in for one that cannot be fetched: it keeps trying, and makes room as soon as the site answers.

const EVERY = 4000; // milliseconds
const PATIENCE = 10_000; // milliseconds for an answer
const SITE = "/sw.js"; // small, and the same for everybody
let isAsking = false;

async function ask() {
  if (isAsking) return;
  isAsking = true;
  try {
    await fetch(SITE, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    location.reload();
  } catch {
    // Not yet.
  } finally {
    isAsking = false;
  }
}

addEventListener("online", ask);
document.addEventListener("visibilitychange", ask);
setInterval(ask, EVERY);

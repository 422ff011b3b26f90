// @ts-check
// A session on a television: it follows by itself, and the screen stays on.
import { watchRenewal } from "./mutation/renewal.js";

watchRenewal();

/** Screens that cannot be kept on go dark as they are used to. */
const stayOn = () => {
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => undefined);
};

document.addEventListener("visibilitychange", stayOn);
stayOn();

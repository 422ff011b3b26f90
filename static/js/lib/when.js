// @ts-check
// Moments as the pages of the server write them (config/formats).

const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
const dates = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" });
const times = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hour12: false });

/**
 * 14:05.
 * @param {Date} moment
 */
export const time = (moment = new Date()) => times.format(moment);

/**
 * 22 November 2026.
 * @param {Date} moment
 */
export const day = (moment) => dates.format(moment);

/**
 * 22 November 2026, 14:05.
 * @param {Date} moment
 */
export const when = (moment) => `${day(moment)}, ${time(moment)}`;

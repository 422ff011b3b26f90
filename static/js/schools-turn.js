// @ts-check
// A turn of Clash of Magic Schools on a page of the Grimoire: why something happened, in place. htmx does all else.
import "./board/why.js";

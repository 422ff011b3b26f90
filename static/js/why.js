// @ts-check
// A page on which nothing is new but why something happened, in place. htmx does all else.
import "./board/why.js";

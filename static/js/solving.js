// @ts-check
// The page on which a puzzle is solved. Without this everything works by links and forms.
import "./board/why.js";
import { SolvingPage } from "./solving/page.js";

new SolvingPage();

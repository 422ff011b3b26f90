// @ts-check
// The page of an analysis. Without this everything works by links and forms.
import { AnalysisPage } from "./analysing/page.js";
import "./board/why.js";

new AnalysisPage();

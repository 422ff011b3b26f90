// @ts-check
// A tournament's page follows it by itself.
import { watchRenewal } from "./mutation/renewal.js";

watchRenewal();

// @ts-check
// The document of an editor that is part of a form: the form holds it, no address and no draft of this browser.
import { Store } from "./store.js";

export class FormStore extends Store {
  keep() {}

  hold() {}

  restore() {
    return false;
  }
}

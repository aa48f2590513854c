// Questions that must be answered first.

import * as api from "./api.js";
import { find } from "./element.js";
import { say } from "./words.js";

/// The dialog that asks whether somebody is sure; gives a function that promises the answer.
export function makeConfirm(dialog) {
  let answer = () => {};
  find(".no", dialog).addEventListener("click", () => dialog.close());
  find(".yes", dialog).addEventListener("click", () => dialog.close("yes"));
  dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"));

  return function ask(title, text) {
    find("h2", dialog).textContent = title;
    find("p", dialog).textContent = text;
    dialog.returnValue = "";
    dialog.showModal();
    find(".no", dialog).focus();
    return new Promise((resolve) => (answer = resolve));
  };
}

/// Asks for the token until it is the right one.
export function makeSignIn(dialog) {
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => (dialog.returnValue === "in" ? resolve() : dialog.showModal()));
    find("form", dialog).addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await api.signIn(find("#token").value);
        dialog.close("in");
      } catch (refusal) {
        find(".why", dialog).textContent = say("explanation", { problem: refusal.message, remedy: refusal.remedy });
      }
    });
  });
}

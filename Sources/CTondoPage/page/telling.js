// What happens, said aloud for screen readers; and what went wrong, shown until it is read.

import { Refusal } from "./api.js";
import { element, find } from "./element.js";
import { say } from "./words.js";

const SHOWN_FOR = 12_000;

/// For those who cannot see it.
export function announce(text) {
  find("#news").textContent = text;
}

/// A note at the page's foot; it goes by itself, or when it is closed.
export function note(text, remedy = "") {
  const close = element("button", {
    class: "quiet", type: "button", "aria-label": say("close"), textContent: "×", onclick: () => shown.remove(),
  });
  const shown = element(
    "div", { class: "note", role: "alert" },
    element("p", { class: "why" }, element("strong", { textContent: text }), remedy), close);
  home().append(shown);
  setTimeout(() => shown.remove(), SHOWN_FOR);
}

/// In the dialog that is open, if one is: what lies behind it cannot be seen.
function home() {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (!dialog) return find("#notes");
  return find(".notes", dialog) ?? dialog.appendChild(element("div", { class: "notes" }));
}

/// Runs what may be refused, and shows the refusal; undefined then.
export async function attempt(action) {
  try {
    return await action();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    note(refusal.status === 0 ? say("offline") : refusal.message, refusal.remedy);
    return undefined;
  }
}

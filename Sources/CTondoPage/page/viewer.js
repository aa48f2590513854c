// One face, large: for those who look, and for what went wrong.

import * as api from "./api.js";
import { face, nameOf, wayToPhoto, why } from "./card.js";
import { element, find } from "./element.js";
import { number, say } from "./words.js";

/// Takes over the dialog; `act(name, row)` is told of what a person wants done.
export function makeViewer(dialog, act) {
  let row = null;

  function put(shown) {
    row = shown;
    const { name, folder } = nameOf(row);
    find(".portrait", dialog).replaceChildren(face(row, name, "16rem"));
    find("h2", dialog).textContent = name;
    find(".folder", dialog).textContent = folder;
    find(".state", dialog).textContent = row.state === "ready" ? "" : say(`state.${row.state}`);
    find(".reasons", dialog).replaceChildren(...reasons(row));
    find(".sizes", dialog).replaceChildren(...row.avatars.map(link));
    find(".retry", dialog).hidden = row.state !== "failed";
    find(".place", dialog).hidden = row.file !== null;
    find(".place", dialog).textContent = say(wayToPhoto(row));
  }

  const close = (then) => () => {
    dialog.close();
    if (then) act(then, row);
  };
  find(".close", dialog).addEventListener("click", close());
  find(".place", dialog).addEventListener("click", close("place"));
  find(".retry", dialog).addEventListener("click", close("retry"));

  /// Opens at once on what is known, and fills in what the daemon adds.
  return async function open(known) {
    put(known);
    dialog.showModal();
    find(".place", dialog).focus();
    if (known.file) return;
    const shown = await api.show(known.id).catch(() => null);
    if (shown && row === known) put(shown);
  };
}

const reasons = (row) =>
  [why(row), ...(row.warnings ?? []).map((text) => element("p", { class: "warning", textContent: text }))].filter(Boolean);

const link = ({ url, size, format }) =>
  element("a", { href: url, target: "_blank", rel: "noopener", textContent: `${number(size)} ${format}` });

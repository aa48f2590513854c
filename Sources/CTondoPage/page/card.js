// One face in the gallery.

import { element } from "./element.js";
import { say } from "./words.js";

const SHOWN = "9rem";

/// What tells rows apart: the files that wait or failed are rows of their own beside those of ids.
export const keyOf = (row) => row.file ?? `${row.id}`;

/// The name, and the folder before it.
export function nameOf({ id, file }) {
  const parts = (id ?? file).split("/");
  return { name: parts.at(-1), folder: parts.slice(0, -1).join("/") };
}

/// A card that is filled by `fill`; what is done with it is found by `data-act` on its buttons.
export function makeCard() {
  return element("li", { class: "card" });
}

/// Shows a row in its card; the focus stays where it is.
export function fill(card, row) {
  const acting = card.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  const { name, folder } = nameOf(row);
  card.dataset.state = row.state;
  const parts = [
    element(
      "button",
      { class: "face", type: "button", "data-act": "open", "aria-label": spoken(row, name, folder), tabIndex: -1 },
      face(row, name),
      element("span", { class: "name", textContent: name }),
      element("span", { class: "folder", textContent: folder }),
      row.state === "ready" ? null : element("span", { class: "state", textContent: say(`state.${row.state}`) }),
    ),
    why(row),
    actions(row, name),
  ];
  card.replaceChildren(...parts.filter((part) => part !== null));
  if (acting) card.querySelector(`[data-act="${acting}"]`)?.focus();
}

const spoken = (row, name, folder) =>
  [name, folder, say(`state.${row.state}`), row.error?.problem].filter(Boolean).join(", ");

/// The picture, in the size that the screen needs, or the first letters of who it will show.
export function face(row, name, sizes = SHOWN) {
  if (row.avatars.length === 0) {
    return element("span", { class: "round none", "aria-hidden": "true", textContent: initials(name) });
  }
  const bySize = [...row.avatars].sort((a, b) => a.size - b.size);
  return element("img", {
    class: "round",
    alt: "",
    loading: "lazy",
    decoding: "async",
    sizes,
    srcset: bySize.map(({ url, size }) => `${url} ${size}w`).join(", "),
    src: bySize.at(-1).url,
  });
}

const initials = (name) =>
  name.split(/[\s._-]+/u).filter(Boolean).slice(0, 2).map((word) => [...word][0].toUpperCase()).join("");

/// What is wrong, and what to do about it; null where all is well.
export function why({ error }) {
  return error && element("p", { class: "why" }, element("strong", { textContent: error.problem }), error.remedy);
}

/// What leads to the photo is called: behind a placeholder there may be one or none.
export const wayToPhoto = (row) => (row.placeholder && !row.photo ? "selectPhoto" : "changePhoto");

/// What the edit mode offers; the view mode hides it.
function actions(row, name) {
  const button = (act, key) =>
    element("button", {
      type: "button", "data-act": act, textContent: say(key), "aria-label": say("labelled", { label: say(key), text: name }),
    });
  return element(
    "div", { class: "actions" },
    row.file ? null : button("place", wayToPhoto(row)),
    row.file ? null : button("placeholder", "placeholder"),
    row.state === "failed" ? button("retry", "retry") : null,
    row.id ? button("remove", "remove") : null,
  );
}

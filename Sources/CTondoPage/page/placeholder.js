// A face for those without a photo: initials or a symbol, and how it is drawn.

import * as api from "./api.js";
import { element, find } from "./element.js";
import { attempt } from "./telling.js";
import { say } from "./words.js";

/// How many colours each way of drawing takes.
const COLOURS = { monochrome: 1, hierarchical: 1, palette: 3, gradient: 2 };

/// What is drawn, and how.
const CONTENT = ["initials", "from", "symbol", "image"];
const WAY = ["rendering", "colors", "gradient"];

/// The choice of what the form cannot say.
const SAME = "same";

/// Takes over the dialog; `known` is what the daemon can draw: { symbols, renderings }.
export function makePlaceholders(dialog, known) {
  const form = find("form", dialog);
  const { elements } = form;
  const colours = [elements.first, elements.second, elements.third];
  let etag = null;
  // What was drawn when the form was opened; null where nothing was.
  let drawn = null;
  // The name that the id gives.
  let own = "";

  document.body.classList.toggle("drawing", known.renderings.length > 0);

  function fillChoices() {
    elements.symbol.replaceChildren(...known.symbols.map((name) => option(name, "symbols")));
    const none = find('[value=""]', elements.rendering);
    elements.rendering.replaceChildren(none, ...known.renderings.map((name) => option(name, "renderings")));
  }

  function show() {
    const { kind, rendering } = elements;
    for (const name of ["name", "initials", "symbol"]) {
      elements[name].closest("label").hidden = name !== kind.value;
    }
    elements.initials.required = kind.value === "initials";
    const count = COLOURS[rendering.value] ?? 0;
    colours.forEach((colour, index) => (colour.hidden = index >= count));
    find(".colours", dialog).hidden = count === 0;
  }

  /// The id's name is not written out, so that it goes on following the id.
  function from() {
    const { value } = elements.name;
    const isOwn = value.trim() === "" || (value === own && value !== drawn?.from);
    return isOwn ? "id" : value;
  }

  function content() {
    const { kind, initials, symbol } = elements;
    const all = { name: { from: from() }, initials: { initials: initials.value }, symbol: { symbol: symbol.value } };
    return all[kind.value] ?? pick(drawn, CONTENT);
  }

  function way() {
    const { value } = elements.rendering;
    const [first, second, third] = colours.map((colour) => colour.value);
    const all = {
      "": {},
      monochrome: { rendering: value, colors: [first] },
      hierarchical: { rendering: value, colors: [first] },
      palette: { rendering: value, colors: [first, second, third] },
      gradient: { rendering: value, gradient: { ...drawn?.gradient, from: first, to: second } },
    };
    return all[value] ?? pick(drawn, WAY);
  }

  const wished = () => ({ ...content(), ...way(), ...pick(drawn ?? {}, ["appearance"]) });

  /// What is drawn now, as far as the form can say it.
  function put({ initials, from = "id", symbol, rendering = "", colors = [], gradient }) {
    elements.kind.value = symbol ? "symbol" : initials ? "initials" : "name";
    elements.initials.value = initials ?? "";
    elements.name.value = from === "id" ? own : from;
    if (symbol) elements.symbol.value = symbol;
    elements.rendering.value = gradient ? "gradient" : rendering;
    const given = gradient ? [gradient.from, gradient.to] : colors;
    given.forEach((colour, index) => /^#[0-9a-f]{6}$/i.test(colour) && (colours[index].value = colour));
  }

  /// Offers to leave alone what the form would say otherwise.
  function offerSame(select, keys, said) {
    find(`[value="${SAME}"]`, select)?.remove();
    if (drawn === null || isAlike(said(), pick(drawn, keys))) return;
    select.prepend(element("option", { value: SAME, textContent: say("asItIs") }));
    select.value = SAME;
  }

  /// As long as nobody gives another, the name follows the id.
  function follow() {
    const before = own;
    own = nameIn(elements.id.value);
    if (elements.name.value === before) elements.name.value = own;
  }

  elements.id.addEventListener("input", follow);
  form.addEventListener("change", show);
  find(".close", dialog).addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const value = wished();
    if (isAlike(value, drawn)) return dialog.close();
    const done = await attempt(async () => (await api.putPlaceholder(elements.id.value.trim(), value, etag), true));
    if (done) dialog.close();
    return undefined;
  });

  /// For an id that the daemon shows, or for a new one where it shows none.
  return function open(id, shown) {
    form.reset();
    fillChoices();
    etag = shown?.etag ?? null;
    drawn = shown?.attributes.placeholder ?? null;
    own = nameIn(id);
    elements.id.value = id;
    elements.id.readOnly = shown !== null;
    put(drawn ?? {});
    offerSame(elements.kind, CONTENT, content);
    offerSame(elements.rendering, WAY, way);
    show();
    dialog.showModal();
    (shown ? elements.kind : elements.id).focus();
  };
}

const pick = (object, keys) => Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));

const isAlike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/// As the daemon takes a name from an id.
const nameIn = (id) => id.split("/").at(-1).replace(/[._-]+/g, " ").trim();

const option = (name, group) => element("option", { value: name, textContent: said(name, group) });

/// `person.crop.circle` has its text below `personCropCircle`.
function said(name, group) {
  const key = `${group}.${name.replace(/\.(\w)/g, (_, letter) => letter.toUpperCase())}`;
  const text = say(key);
  return text === `page.${key}` ? name : text;
}

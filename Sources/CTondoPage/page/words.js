// The page's texts, in the language that was chosen or the browser's.

import * as api from "./api.js";

const CHOICE = "tondo.language";

let texts = {};
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/// The language that a person chose here; empty: the browser's.
export const chosenLanguage = () => localStorage.getItem(CHOICE) ?? "";

/// Fetches the texts, and puts them into the page's markup.
export async function learn(code) {
  if (code) localStorage.setItem(CHOICE, code);
  api.speak(chosenLanguage());
  const [said, { language }] = await Promise.all([api.strings(), api.session()]);
  texts = said;
  document.documentElement.lang = language;
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
  write(document);
}

export const number = (value) => numbers.format(value);

/// The text of a key below `page`, with values: `{name}`, `{name, number}`, and
/// `{name, plural, one {# photo} other {# photos}}`, where # is the number.
export function say(key, values = {}) {
  const text = texts[`page.${key}`] ?? `page.${key}`;
  return text.replace(PLACE, (whole, name, kind, forms) => {
    if (kind === "plural") return inPlural(forms, values[name]);
    return kind === "number" ? number(values[name]) : String(values[name] ?? whole);
  });
}

const PLACE = /\{(\w+)(?:, *(number|plural)(?:,((?: *\w+ *\{[^{}]*\})+))?)? *\}/g;

function inPlural(forms, count) {
  const said = Object.fromEntries([...forms.matchAll(/(\w+) *\{([^{}]*)\}/g)].map(([, form, text]) => [form, text]));
  return (said[plurals.select(count)] ?? said.other).replaceAll("#", number(count));
}

/// Fills elements that name their text: `data-say` the content, `data-say-label` and the like an attribute.
export function write(root) {
  for (const element of root.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const [key, attribute] of ATTRIBUTES) {
    for (const element of root.querySelectorAll(`[data-${key}]`)) {
      element.setAttribute(attribute, say(element.getAttribute(`data-${key}`)));
    }
  }
}

const ATTRIBUTES = [
  ["say-label", "aria-label"],
  ["say-hint", "placeholder"],
  ["say-title", "title"],
];

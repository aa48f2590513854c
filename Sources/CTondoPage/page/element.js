// Elements without markup in strings: what people and files are called is never taken for HTML.

/// An element with properties (`class` and `aria-...` and `data-...` as attributes, `on...` as listeners) and children.
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) put(made, key, value);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function put(made, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
  else if (key in made && !key.includes("-")) made[key] = value;
  else made.setAttribute(key === "class" ? "class" : key, value === true ? "" : value);
}

export const find = (selector, root = document) => root.querySelector(selector);

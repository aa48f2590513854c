// What a person who sees little, or taps with a thumb, would stumble over. Gives sentences.

const LEAST_CONTRAST = 4.5;
const LEAST_LARGE_CONTRAST = 3;
const LEAST_TARGET = 44;

const scene = document.querySelector("dialog[open]") ?? document.body;
const isSeen = (element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
  element.getBoundingClientRect().width > 1;
const told = [];
const tell = (element, what) =>
  told.push(`${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}.${element.className}: ${what}`);

const painter = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
function channels(colour) {
  painter.clearRect(0, 0, 1, 1);
  painter.fillStyle = colour;
  painter.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = painter.getImageData(0, 0, 1, 1).data;
  return { red, green, blue, alpha: alpha / 255 };
}

const over = (front, back) => ({
  red: front.red * front.alpha + back.red * (1 - front.alpha),
  green: front.green * front.alpha + back.green * (1 - front.alpha),
  blue: front.blue * front.alpha + back.blue * (1 - front.alpha),
  alpha: 1,
});

function ground(element) {
  if (!element) return channels("Canvas");
  const own = channels(getComputedStyle(element).backgroundColor);
  if (own.alpha === 1) return own;
  return over(own, ground(element.parentElement));
}

const linear = (value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ({ red, green, blue }) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
function contrast(front, back) {
  const [light, dark] = [luminance(over(front, back)), luminance(back)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

function checkContrast(element) {
  const style = getComputedStyle(element);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const found = contrast(channels(style.color), ground(element));
  if (found < (isLarge ? LEAST_LARGE_CONTRAST : LEAST_CONTRAST)) {
    tell(element, `contrast ${found.toFixed(2)} of "${element.textContent.trim().slice(0, 30)}"`);
  }
}

const texts = document.createTreeWalker(scene, NodeFilter.SHOW_TEXT);
let checked = 0;
while (texts.nextNode()) {
  const { parentElement, data } = texts.currentNode;
  if (!data.trim() || parentElement.closest("option, [aria-hidden='true'], script, style") || !isSeen(parentElement)) continue;
  checkContrast(parentElement);
  checked += 1;
}

for (const element of scene.querySelectorAll("button, input, select, a[href], [tabindex]")) {
  if (!isSeen(element) || element.closest("[hidden]")) continue;
  const { width, height } = element.getBoundingClientRect();
  if (Math.round(Math.min(width, height)) < LEAST_TARGET) tell(element, `${Math.round(width)} x ${Math.round(height)} to tap`);
}

const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
for (const id of ids.filter((id, index) => ids.indexOf(id) !== index)) told.push(`two elements are #${id}`);
for (const key of ["aria-labelledby", "aria-describedby", "for", "aria-controls"]) {
  for (const element of document.querySelectorAll(`[${key}]`)) {
    if (!document.getElementById(element.getAttribute(key))) tell(element, `${key} leads nowhere`);
  }
}
for (const image of document.querySelectorAll("img:not([alt])")) tell(image, "no alt");
if (!document.documentElement.lang) told.push("no language");
if (document.querySelectorAll("h1").length !== 1) told.push("not one h1");
if (document.documentElement.scrollWidth > innerWidth) told.push(`scrolls sideways: ${document.documentElement.scrollWidth} of ${innerWidth}`);
if (checked === 0) told.push("nothing was checked");
return told;

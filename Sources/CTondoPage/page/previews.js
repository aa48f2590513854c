// What the avatars will look like, at their real sizes.

import { pictureMatrix } from "./geometry.js";
import { element } from "./element.js";
import { number, say } from "./words.js";

const EVERY = 60;
/// Small avatars are shown as large as they are, the others so that all have room.
const shownSide = (size) => (size <= 128 ? size : Math.min(160, 64 + size / 4));

/// Puts a canvas for each size into `root`; gives the function that draws them.
export function makePreviews(root, sizes, { isRound, ground }) {
  const canvases = [...new Set(sizes)].sort((a, b) => b - a).map((size) => canvas(size, isRound));
  root.replaceChildren(
    ...canvases.map((canvas) =>
      element("figure", {}, canvas, element("figcaption", { textContent: `${number(canvas.width)} px` }))),
  );
  for (const canvas of canvases) canvas.style.width = `${shownSide(canvas.width)}px`;
  let timer = null;
  let latest = [];
  return function draw(...what) {
    latest = what;
    timer ??= setTimeout(() => {
      timer = null;
      for (const canvas of canvases) drawAvatar(canvas, ...latest, ground);
    }, EVERY);
  };
}

export function canvas(size, isRound) {
  return element("canvas", {
    width: size, height: size, class: isRound ? "round" : "", role: "img", "aria-label": say("preview", { size }),
  });
}

/// Draws what is in the hole.
export function drawAvatar(canvas, picture, { degrees, size, square }, ground) {
  if (picture.naturalWidth === 0) return;
  const context = canvas.getContext("2d");
  context.resetTransform();
  context.clearRect(0, 0, canvas.width, canvas.height);
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  const from = { width: picture.naturalWidth, height: picture.naturalHeight };
  context.setTransform(...pictureMatrix(from, size, degrees, square, { x: 0, y: 0, side: canvas.width }));
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0);
}

// A photo that is being placed: what the daemon has of it, and what the person wants.

import * as geometry from "./geometry.js";

const PLACEMENT = ["scale", "position", "offset", "xWidth", "yHeight", "viewport", "crop"];

/// What the daemon shows of an id, as the editor needs it; `picture` is the upright preview's size.
export function photoFrom(shown, picture, settings) {
  const { attributes } = shown;
  const degrees = attributes.rotation ?? 0;
  const size = geometry.turnedSize(uprightSize(shown.original, picture), degrees);
  return {
    id: shown.id,
    etag: shown.etag,
    digest: shown.original.sha256,
    attributes,
    isRound: (attributes.shape ?? settings.shape) === "circle",
    ground: attributes.background ?? settings.background,
    placed: { degrees, size, square: geometry.squareOf(attributes, size) },
  };
}

/// The original's size before the turn. Which side is which is the picture's to say: the manifest's account may still
/// be that of the turn before.
function uprightSize({ width, height }, picture) {
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  return picture.width >= picture.height ? { width: long, height: short } : { width: short, height: long };
}

/// The attributes to save for what is in the hole. What was not moved keeps its numbers as they were written; a
/// placeholder gives way to the photo.
export function attributesFor(photo, placed) {
  const { placeholder, ...attributes } = photo.attributes;
  if (isSame(photo.placed, placed)) return attributes;
  const kept = Object.entries(attributes).filter(([key]) => !PLACEMENT.includes(key));
  return {
    ...geometry.savedPlacement(placed.square, placed.size),
    ...Object.fromEntries(kept),
    rotation: placed.degrees,
  };
}

/// Whether there is nothing to save.
export const isUntouched = (photo, placed) => isSame(photo.placed, placed) && !photo.attributes.placeholder;

function isSame(one, other) {
  return (
    one.degrees === other.degrees &&
    ["x", "y", "side"].every((key) => Math.abs(one.square[key] - other.square[key]) < geometry.TOLERANCE)
  );
}

/// Whether somebody else decided something since: another text alone may be Tondo's own account of its work.
export const isChanged = (before, after) =>
  before.digest !== after.digest || JSON.stringify(before.attributes) !== JSON.stringify(after.attributes);

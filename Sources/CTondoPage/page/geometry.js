// Where the viewfinder lies on a photo: the README's section "Geometry", as pure functions.
//
// Sizes are { width, height } in pixels of the photo, upright and turned; squares are { x, y, side } in the same pixels.
// A hole is { x, y, side } in points of the screen: the place where the square is shown.

/// "Inside" is meant within this many pixels.
export const TOLERANCE = 1e-6;

/// PhotoSelectAndCrop's sheet: it zooms no further, and leaves so many points free where nothing else is said.
const SHEET = { largestScale: 4, inset: 15 };

/// A document's own limits.
const SCALES = { least: 0.1, most: 100 };

/// Decimals of the numbers that are saved.
const DECIMALS = 6;

const between = (least, value, most) => Math.max(least, Math.min(value, most));

const cover = (size) => Math.min(size.width, size.height);

/// The size after so many degrees clockwise, a multiple of 90.
export function turnedSize(size, degrees) {
  return degrees % 180 === 0 ? { ...size } : { width: size.height, height: size.width };
}

/// The square that attributes, as a manifest has them, ask for.
export function squareOf(attributes, size) {
  if (attributes.crop) return centredSquare(attributes.crop);
  const scale = attributes.scale ?? 1;
  const position = positionOf(attributes);
  return attributes.viewport
    ? onSheet(attributes.viewport, scale, position, size)
    : keptInside(relative(scale, position, size), size);
}

function centredSquare({ x, y, size, width, height }) {
  if (size !== undefined) return { x, y, side: size };
  const side = Math.min(width, height);
  return { x: x + (width - side) / 2, y: y + (height - side) / 2, side };
}

function positionOf({ position, offset, xWidth, yHeight }) {
  const given = position ?? offset ?? { x: xWidth, y: yHeight };
  return { x: given.x ?? 0, y: given.y ?? 0 };
}

/// The unit of the position is the viewfinder's diameter, so the same numbers hold at every size.
function relative(scale, position, { width, height }) {
  const side = Math.min(width, height) / scale;
  return {
    x: width / 2 - position.x * side - side / 2,
    y: height / 2 - position.y * side - side / 2,
    side,
  };
}

/// PhotoSelectAndCrop's numbers: points on a screen, on which the whole photo was fitted and then scaled.
function onSheet(viewport, scale, position, { width, height }) {
  const inset = viewport.inset ?? SHEET.inset;
  const fit =
    Math.min(viewport.width / width, viewport.height / height) * Math.min(scale, SHEET.largestScale);
  const shorter = Math.min(viewport.width, viewport.height);
  return {
    x: ((width * fit - shorter) / 2 + inset - position.x) / fit,
    y: ((height * fit - shorter) / 2 + inset - position.y) / fit,
    side: (shorter - 2 * inset) / fit,
  };
}

/// The square moved inside the photo; centred along an axis on which the photo is shorter.
export function keptInside({ x, y, side }, { width, height }) {
  return { x: keptEdge(x, side, width), y: keptEdge(y, side, height), side };
}

function keptEdge(edge, side, length) {
  return side > length ? (length - side) / 2 : between(0, edge, length - side);
}

/// The scale and position, without viewport, that give this square; exact where it lies inside the photo.
export function placementOf({ x, y, side }, { width, height }) {
  return {
    scale: Math.min(width, height) / side,
    position: { x: (width / 2 - x - side / 2) / side, y: (height / 2 - y - side / 2) / side },
  };
}

/// The placement as it is saved: few decimals, around the same point, and still inside the photo where the square was.
export function savedPlacement(square, size) {
  const scale = between(SCALES.least, round(cover(size) / square.side), SCALES.most);
  const side = cover(size) / scale;
  return {
    scale,
    position: {
      x: savedPosition(square.x + square.side / 2, side, size.width),
      y: savedPosition(square.y + square.side / 2, side, size.height),
    },
  };
}

function savedPosition(centre, side, length) {
  const most = Math.max(0, (length / side - 1) / 2);
  const rounded = round(between(-most, (length / 2 - centre) / side, most));
  // Rounded up it would ask for a square that reaches past the edge by a hair, and be warned of.
  return Math.abs(rounded) > most ? Math.sign(rounded) * roundDown(most) + 0 : rounded;
}

// Adding 0 keeps -0 out of the documents.
const round = (value) => Math.round(value * 10 ** DECIMALS) / 10 ** DECIMALS + 0;
const roundDown = (value) => Math.floor(value * 10 ** DECIMALS) / 10 ** DECIMALS;

/// Whether no part of the square lies past the photo's edge.
export function liesInside({ x, y, side }, { width, height }) {
  return (
    x >= -TOLERANCE && y >= -TOLERANCE && x + side <= width + TOLERANCE && y + side <= height + TOLERANCE
  );
}

/// The square in whole pixels, as the manifest's `crop` shows it: { x, y, size }.
export function roundedSquare(square, size) {
  const whole = Math.max(1, awayFromZero(square.side));
  const crop = { x: awayFromZero(square.x), y: awayFromZero(square.y), size: whole };
  if (!liesInside(square, size)) return crop;
  return {
    x: between(0, crop.x, Math.max(0, size.width - whole)),
    y: between(0, crop.y, Math.max(0, size.height - whole)),
    size: whole,
  };
}

const awayFromZero = (value) => Math.sign(value) * Math.floor(Math.abs(value) + 0.5) + 0;

/// What a gesture may show: the photo fills the hole, and is enlarged no further than `maximumScale`.
export function limited(square, size, maximumScale) {
  return zoomed(square, size, maximumScale, 1, { x: 0, y: 0 });
}

/// The photo moved by a part of the hole's side; x to the right, y down.
export function moved(square, size, by) {
  return keptInside(
    { x: square.x - by.x * square.side, y: square.y - by.y * square.side, side: square.side },
    size,
  );
}

/// The photo enlarged by a factor about a point, which stays in its place: parts of the hole's side from its centre.
export function zoomed(square, size, maximumScale, factor, at) {
  const side = between(cover(size) / maximumScale, square.side / factor, cover(size));
  const anchor = { x: 0.5 + at.x, y: 0.5 + at.y };
  return keptInside(
    { x: square.x + anchor.x * (square.side - side), y: square.y + anchor.y * (square.side - side), side },
    size,
  );
}

/// The square that shows the same part of the photo after a quarter turn clockwise; `size` is the one before.
export function turned({ x, y, side }, size) {
  return { x: size.height - y - side, y: x, side };
}

/// The hole of a stage: as large as the margin leaves, in the middle.
export function holeIn(stage, margin) {
  const side = Math.max(1, Math.min(stage.width, stage.height) - 2 * margin);
  return { x: (stage.width - side) / 2, y: (stage.height - side) / 2, side };
}

/// The matrix (a, b, c, d, e, f) that puts an upright picture of the photo, not yet turned, on the screen, turned by
/// `degrees` and so that the square fills the hole.
///
/// The picture may have other pixels than the photo; `size` is the photo's, turned.
export function pictureMatrix(picture, size, degrees, square, hole) {
  const scale = hole.side / square.side;
  const shown = turnedSize(size, degrees);
  const x = (shown.width / picture.width) * scale;
  const y = (shown.height / picture.height) * scale;
  const left = hole.x - square.x * scale;
  const top = hole.y - square.y * scale;
  switch (degrees) {
    case 90: return [0, x, -y, 0, left + size.width * scale, top];
    case 180: return [-x, 0, 0, -y, left + size.width * scale, top + size.height * scale];
    case 270: return [0, -x, y, 0, left, top + size.height * scale];
    default: return [x, 0, 0, y, left, top];
  }
}

/// The square whose picture that matrix put on the screen: the way back, for what the screen shows.
export function squareOnScreen(matrix, picture, size, hole) {
  const [a, b, c, d, e, f] = matrix;
  const ends = [[0, 0], [picture.width, picture.height]].map(([u, v]) => [a * u + c * v + e, b * u + d * v + f]);
  const left = Math.min(ends[0][0], ends[1][0]);
  const top = Math.min(ends[0][1], ends[1][1]);
  const scale = Math.abs(ends[1][0] - ends[0][0]) / size.width;
  return { x: (hole.x - left) / scale, y: (hole.y - top) / scale, side: hole.side / scale };
}

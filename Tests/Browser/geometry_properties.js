// Tried on many photos and squares; `geometry` is the page's module. The same dice at each run.

const ROUNDS = 3000;
const broken = [];
const tried = {};

let seed = 20261130;
function dice() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}
const number = (least, most) => least + (most - least) * dice();
const integer = (least, most) => Math.floor(number(least, most + 1));
const one = (...choices) => choices[integer(0, choices.length - 1)];

const size = () => ({ width: integer(1, one(3, 100, 4000, 30000)), height: integer(1, one(3, 100, 4000, 30000)) });
const cover = ({ width, height }) => Math.min(width, height);
const anySquare = () => ({ x: number(-1e4, 1e4), y: number(-1e4, 1e4), side: number(0.01, 5e4) });
function squareInside(of, leastScale = 1, mostScale = 100) {
  const side = cover(of) / number(leastScale, mostScale);
  return { x: number(0, of.width - side), y: number(0, of.height - side), side };
}
const within = (one, other, pixels) => ["x", "y", "side"].every((key) => Math.abs(one[key] - other[key]) <= pixels);
const near = (one, other, part) =>
  within(one, other, part * Math.max(1, Math.abs(other.x), Math.abs(other.y), Math.abs(other.side)));

function property(name, holds) {
  tried[name] = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const wrong = holds();
    if (wrong) broken.push(`${name}: ${JSON.stringify(wrong)}`);
    tried[name] += 1;
  }
}

property("gestures never leave the hole empty, nor go past the limits", () => {
  const of = size();
  const most = number(1, 20);
  let square = anySquare();
  for (let step = 0; step < 4; step += 1) {
    const by = { x: number(-3, 3), y: number(-3, 3) };
    square = one(
      () => geometry.limited(square, of, most),
      () => geometry.zoomed(square, of, most, Math.exp(number(-3, 3)), by),
      () => geometry.moved(geometry.limited(square, of, most), of, by),
    )();
    const scale = cover(of) / square.side;
    const isFine = geometry.liesInside(square, of) && scale > 1 - 1e-9 && scale < most + 1e-9;
    if (!isFine) return { of, most, square };
  }
  return null;
});

property("what a point of the screen shows stays there while it is scaled", () => {
  const of = size();
  const square = squareInside(of, 2, 3);
  const at = { x: number(-0.5, 0.5), y: number(-0.5, 0.5) };
  const scaled = geometry.zoomed(square, of, 4, number(1, 1.3), at);
  const shown = ({ x, y, side }) => ({ x: x + (0.5 + at.x) * side, y: y + (0.5 + at.y) * side, side: 0 });
  return near(shown(scaled), shown(square), 1e-9) ? null : { of, square, at };
});

property("a moved photo moves the square the other way", () => {
  const of = size();
  const square = squareInside(of, 3, 4);
  const by = { x: number(-0.1, 0.1), y: number(-0.1, 0.1) };
  const moved = geometry.moved(square, of, by);
  const wanted = { x: square.x - by.x * square.side, y: square.y - by.y * square.side, side: square.side };
  return !geometry.liesInside(wanted, of) || near(moved, wanted, 1e-9) ? null : { of, square, by };
});

property("a square inside has a placement that gives it back", () => {
  const of = size();
  const square = squareInside(of);
  return near(geometry.squareOf(geometry.placementOf(square, of), of), square, 1e-9) ? null : { of, square };
});

property("what is saved asks for a square inside, and is the one that was shown", () => {
  const of = size();
  const edges = one(true, false);
  const square = squareInside(of, 1, 4);
  if (edges) Object.assign(square, { x: one(0, of.width - square.side), y: one(0, of.height - square.side) });
  const { scale, position } = geometry.savedPlacement(square, of);
  const side = cover(of) / scale;
  const asked = {
    x: of.width / 2 - position.x * side - side / 2, y: of.height / 2 - position.y * side - side / 2, side,
  };
  const isShort = [scale, position.x, position.y].every((value) => Number(value.toFixed(6)) === value);
  return isShort && geometry.liesInside(asked, of) && within(asked, square, 1e-6 * Math.max(of.width, of.height)) ? null : { of, square, scale, position };
});

property("a square that is saved as it was shown is saved alike again", () => {
  const of = size();
  const first = geometry.savedPlacement(squareInside(of, 1, 4), of);
  const second = geometry.savedPlacement(geometry.squareOf(first, of), of);
  return JSON.stringify(first) === JSON.stringify(second) ? null : { of, first, second };
});

property("the screen shows the square, and tells it back, at any size and turn", () => {
  const degrees = one(0, 90, 180, 270);
  const of = size();
  const square = one(squareInside(of), anySquare());
  const shown = geometry.turnedSize(of, degrees);
  const picture = { width: shown.width * number(0.1, 1), height: shown.height * number(0.1, 1) };
  const hole = geometry.holeIn({ width: number(100, 3000), height: number(100, 3000) }, number(0, 20));
  const matrix = geometry.pictureMatrix(picture, of, degrees, square, hole);
  const back = geometry.squareOnScreen(matrix, picture, of, hole);
  return near(back, square, 1e-6) ? null : { degrees, of, square, back };
});

property("four turns are none, and each keeps what is in the hole", () => {
  const start = { of: size() };
  start.square = squareInside(start.of);
  let now = { ...start };
  for (let turn = 0; turn < 4; turn += 1) {
    now = { square: geometry.turned(now.square, now.of), of: geometry.turnedSize(now.of, 90) };
    if (!geometry.liesInside(now.square, now.of)) return { start, now };
  }
  return near(now.square, start.square, 1e-9) ? null : { start, now };
});

return { broken, tried };

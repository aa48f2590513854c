// The photo behind the mask: what is in the hole, how it is drawn, and what gestures make of it.

import * as geometry from "./geometry.js";
import { find } from "./element.js";
import { followGestures } from "./gestures.js";

const MARGIN = 20;
const GLIDE = 180;
const CENTRE = { x: 0, y: 0 };

/// Takes over the stage's element. `changed()` is called after each change of what is in the hole.
export function makeStage(root, changed) {
  const ground = find(".ground", root);
  const picture = find("img", root);
  const mask = find(".mask", root);
  let placed = null;
  let start = null;
  // How far what is shown still is from what holds.
  let slip = null;
  let isDue = false;

  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  const hole = () => geometry.holeIn({ width: root.clientWidth, height: root.clientHeight }, MARGIN);
  const pictureSize = () => ({ width: picture.naturalWidth, height: picture.naturalHeight });

  function shownSquare() {
    const rest = slip ? 1 - (performance.now() - slip.since) / GLIDE : 0;
    if (rest <= 0) slip = null;
    return slip ? added(placed.square, slip.by, rest ** 2) : placed.square;
  }

  function draw() {
    isDue = false;
    if (!placed) return;
    const at = hole();
    const matrix = geometry.pictureMatrix(pictureSize(), placed.size, placed.degrees, shownSquare(), at);
    picture.style.transform = `matrix(${matrix.join(",")})`;
    for (const element of [ground, mask]) lay(element, at);
    root.classList.toggle("gliding", slip !== null);
    if (slip) drawSoon();
    changed();
  }

  function drawSoon() {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(draw);
  }

  function set(square, { glides = false } = {}) {
    if (glides && !isCalm.matches) {
      slip = { by: added(shownSquare(), square, -1), since: performance.now() };
    }
    placed = { ...placed, square };
    drawSoon();
  }

  /// A saved square may be one that no gesture reaches; the first gesture brings it within reach.
  function limit() {
    const within = geometry.limited(placed.square, placed.size, placed.maximumScale);
    const { x, y, side } = added(within, placed.square, -1);
    if (Math.max(Math.abs(x), Math.abs(y), Math.abs(side)) > geometry.TOLERANCE) set(within, { glides: true });
  }

  function zoom(factor, at = CENTRE, options) {
    limit();
    const { square, size, maximumScale } = placed;
    set(geometry.zoomed(square, size, maximumScale, factor, at), options);
  }

  function pull({ by, factor, at }) {
    if (!start) {
      limit();
      start = placed.square;
    }
    const { size, maximumScale } = placed;
    const zoomed = geometry.zoomed(start, size, maximumScale, factor, part(at));
    set(geometry.moved(zoomed, size, part(by)));
  }

  const part = ({ x, y }) => ({ x: x / hole().side, y: y / hole().side });

  const stage = {
    /// Shows a square of a photo: { degrees, size (turned), square, maximumScale }.
    show(what) {
      [placed, start, slip] = [what, null, null];
      drawSoon();
    },
    /// What is in the hole: { degrees, size, square }.
    get placed() {
      return placed;
    },
    get picture() {
      return picture;
    },
    zoom,
    zoomTo(scale) {
      limit();
      zoom((scale * placed.square.side) / Math.min(placed.size.width, placed.size.height));
    },
    /// By parts of the hole.
    move(by) {
      limit();
      set(geometry.moved(placed.square, placed.size, by));
    },
    reset() {
      set(geometry.squareOf({}, placed.size), { glides: true });
    },
    /// Clockwise, with what is in the hole.
    turn() {
      const size = geometry.turnedSize(placed.size, 90);
      const square = geometry.keptInside(geometry.turned(placed.square, placed.size), size);
      [start, slip] = [null, null];
      placed = { ...placed, degrees: (placed.degrees + 90) % 360, size, square };
      drawSoon();
    },
    clear() {
      placed = null;
    },
  };

  followGestures(root, {
    grab: () => (start = null),
    pull: (hand) => placed && pull(hand),
    zoom: (factor, at) => placed && zoom(factor, part(at)),
    reset: () => placed && stage.reset(),
  });
  // At any size of the window the square is the same.
  new ResizeObserver(drawSoon).observe(root);
  return stage;
}

const added = (a, b, times) => ({
  x: a.x + b.x * times,
  y: a.y + b.y * times,
  side: a.side + b.side * times,
});

function lay(element, { x, y, side }) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${side}px`, height: `${side}px` });
}

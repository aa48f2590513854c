// What fingers, mouse and wheel do on a stage, told in points from its middle.

const SLOP = 3;
const TAP = { apart: 30, within: 350 };
const WHEEL = { plain: 0.0015, pinch: 0.01, line: 16 };

/// Calls `grab()` when fingers come or go; `pull({ by, factor, at })` with what they did since: moved by, and spread
/// by a factor about where they had taken hold; `zoom(factor, at)` for the wheel; `reset()` for two quick taps.
export function followGestures(stage, { grab, pull, zoom, reset }) {
  const fingers = new Map();
  let held = null;
  let isDragged = false;
  let lastTap = null;

  const point = (event) => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
  };

  const takeHold = () => {
    held = fingers.size > 0 ? grip([...fingers.values()]) : null;
    grab();
  };

  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    isDragged = fingers.size > 0;
    fingers.set(event.pointerId, point(event));
    takeHold();
  });

  stage.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, point(event));
    const now = grip([...fingers.values()]);
    const by = { x: now.middle.x - held.middle.x, y: now.middle.y - held.middle.y };
    isDragged ||= Math.hypot(by.x, by.y) > SLOP;
    if (isDragged) pull({ by, factor: now.spread / held.spread, at: held.middle });
  });

  const tap = (event) => {
    const now = { at: point(event), time: event.timeStamp };
    const isSecond =
      lastTap && now.time - lastTap.time < TAP.within && distance(now.at, lastTap.at) < TAP.apart;
    lastTap = isSecond ? null : now;
    if (isSecond) reset();
  };

  const letGo = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (event.type === "pointerup" && !isDragged) tap(event);
    takeHold();
  };
  stage.addEventListener("pointerup", letGo);
  stage.addEventListener("pointercancel", letGo);

  stage.addEventListener(
    "wheel",
    (event) => {
      // The page behind does not scroll, and the browser does not zoom.
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL.line : 1;
      const speed = event.ctrlKey ? WHEEL.pinch : WHEEL.plain;
      zoom(Math.exp(-event.deltaY * lines * speed), point(event));
    },
    { passive: false },
  );
}

/// Where the first two fingers are, and how far apart.
function grip([first, second = first]) {
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    spread: Math.max(1, distance(first, second)),
  };
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

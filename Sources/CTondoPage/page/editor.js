// Move and Scale: the sheet in which a person places the photo.

import * as api from "./api.js";
import { find } from "./element.js";
import { attributesFor, isChanged, isUntouched, photoFrom } from "./photo.js";
import { canvas, drawAvatar, makePreviews } from "./previews.js";
import { makeStage } from "./stage.js";
import { announce, attempt } from "./telling.js";
import { number, say } from "./words.js";

const STEP = { move: 0.05, fine: 0.005, zoom: 1.1, button: 1.25 };
const COMPARED = 96;
const RETRIES = 5;

/// Takes over the dialog. `replace(id)` is asked for another photo, `saved(id)` is told.
export function makeEditor(dialog, settings, { replace, saved }) {
  const stage = makeStage(find(".stage", dialog), changed);
  const slider = find("input[type=range]", dialog);
  const clash = find(".clash", dialog);
  let photo = null;
  // What this person had chosen when somebody else's change was found.
  let mine = null;
  let drawPreviews = null;

  /// The hole and what goes with it, once the preview is there.
  async function put(shown) {
    await load(stage.picture, shown.preview);
    photo = photoFrom(shown, sizeOf(stage.picture), settings);
    dialog.dataset.shape = photo.isRound ? "circle" : "square";
    dress(find(".ground", dialog), photo.ground);
    drawPreviews = makePreviews(
      find(".previews", dialog), settings.outputs.map(({ size }) => size),
      { isRound: photo.isRound, ground: cssColour(photo.ground) });
    stage.show({ ...photo.placed, maximumScale: settings.maximumScale });
  }

  function changed() {
    drawPreviews(stage.picture, stage.placed);
    const { square, size } = stage.placed;
    const scale = Math.min(size.width, size.height) / square.side;
    slider.value = Math.log(scale) / Math.log(settings.maximumScale);
    const told = `${number(Math.round(scale * 100) / 100)} ×`;
    slider.setAttribute("aria-valuetext", told);
    find(".scale", dialog).textContent = told;
  }

  async function use() {
    const placed = stage.placed;
    if (isUntouched(photo, placed)) return dialog.close();
    busy(true);
    const done = await attempt(() => save(placed)).finally(() => busy(false));
    if (!done) return undefined;
    saved(photo.id);
    return dialog.close();
  }

  /// Whether it is saved; somebody else's change is shown instead of being written over.
  async function save(placed) {
    for (let tries = 0; tries < RETRIES; tries += 1) {
      try {
        await api.putAttributes(photo.id, attributesFor(photo, placed), photo.etag);
        return true;
      } catch (refusal) {
        if (refusal.status !== 412) throw refusal;
        const theirs = await api.show(photo.id);
        const now = photoFrom(theirs, sizeOf(stage.picture), settings);
        if (isChanged(photo, now)) return tellOf(theirs, placed);
        photo = { ...photo, etag: now.etag };
      }
    }
    throw new api.Refusal(412, { problem: say("contended.problem"), remedy: say("contended.remedy") });
  }

  async function tellOf(theirs, placed) {
    mine = { placed, digest: photo.digest, view: snapshot(placed) };
    await put(theirs);
    find(".mine", clash).replaceChildren(mine.view);
    find(".theirs", clash).replaceChildren(snapshot(photo.placed));
    // Another photo has no place for what was chosen on this one.
    find(".again", clash).hidden = mine.digest !== photo.digest;
    clash.hidden = false;
    announce(say("clash"));
    find(".take", clash).focus();
    return false;
  }

  function snapshot(placed) {
    const view = canvas(COMPARED, true);
    drawAvatar(view, stage.picture, placed, cssColour(photo.ground));
    return view;
  }

  function again() {
    stage.show({ ...mine.placed, maximumScale: settings.maximumScale });
    clash.hidden = true;
    return use();
  }

  function busy(isBusy) {
    for (const button of dialog.querySelectorAll("footer button")) button.disabled = isBusy;
  }

  const keys = {
    ArrowLeft: (step) => stage.move({ x: -step, y: 0 }),
    ArrowRight: (step) => stage.move({ x: step, y: 0 }),
    ArrowUp: (step) => stage.move({ x: 0, y: -step }),
    ArrowDown: (step) => stage.move({ x: 0, y: step }),
    "+": () => stage.zoom(STEP.zoom),
    "=": () => stage.zoom(STEP.zoom),
    "-": () => stage.zoom(1 / STEP.zoom),
    "0": () => stage.reset(),
    r: () => stage.turn(),
    Enter: use,
  };

  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !stage.placed) return;
    if (event.key === "Enter" && event.target.closest("button")) return;
    if (event.key.startsWith("Arrow") && event.target === slider) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act(event.shiftKey ? STEP.fine : STEP.move);
  });

  slider.addEventListener("input", () => {
    if (stage.placed) stage.zoomTo(settings.maximumScale ** Number(slider.value));
  });

  const buttons = {
    ".nearer": () => stage.zoom(STEP.button, undefined, { glides: true }),
    ".farther": () => stage.zoom(1 / STEP.button, undefined, { glides: true }),
    ".turn": () => stage.turn(),
    ".reset": () => stage.reset(),
    ".cancel": () => dialog.close(),
    ".use": use,
    ".again": again,
    ".take": () => dialog.close(),
    ".replace": () => {
      const { id } = photo;
      dialog.close();
      replace(id);
    },
  };
  for (const [selector, act] of Object.entries(buttons)) find(selector, dialog).addEventListener("click", act);

  dialog.addEventListener("close", () => {
    stage.clear();
    stage.picture.removeAttribute("src");
    clash.hidden = true;
    mine = null;
  });

  /// Opens the sheet on what the daemon shows of an id.
  return async function open(shown) {
    find(".who", dialog).textContent = shown.id;
    dialog.setAttribute("aria-busy", "true");
    busy(true);
    dialog.showModal();
    find(".stage", dialog).focus();
    const isThere = await attempt(async () => (await put(shown), true));
    dialog.removeAttribute("aria-busy");
    busy(false);
    find(".use", dialog).disabled = !isThere;
  };
}

async function load(picture, address) {
  if (picture.getAttribute("src") === address) return;
  picture.src = address;
  await picture.decode().catch(() => {
    throw new api.Refusal(404, { problem: say("noPreview") });
  });
}

const sizeOf = (picture) => ({ width: picture.naturalWidth, height: picture.naturalHeight });

/// A colour that the browser knows; null: nothing is behind the photo.
const cssColour = (name) => (name && name !== "transparent" && CSS.supports("color", name) ? name : null);

function dress(ground, name) {
  const colour = cssColour(name);
  ground.classList.toggle("chequered", colour === null);
  ground.style.backgroundColor = colour ?? "";
}

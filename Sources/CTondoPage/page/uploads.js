// Photos on their way into the inbox.

import * as api from "./api.js";
import { element, find } from "./element.js";
import { announce } from "./telling.js";
import { say } from "./words.js";

const AT_ONCE = 3;

/// Names that the daemon leaves alone: what systems and programs put beside photos.
const IGNORED = /^[.~]|~$|^(Thumbs\.db|desktop\.ini|@eaDir|#recycle|__MACOSX|lost\+found)$/;

/// Takes over the list of uploads.
export function makeUploads() {
  const panel = find("#uploads");
  const list = find("ul", panel);
  const overall = find("#overall");
  const waiting = [];
  const all = new Set();
  let going = 0;

  /// Each is { file, path }.
  function add(items) {
    for (const item of items) {
      const upload = { ...item, part: 0 };
      upload.entry = entry(upload);
      set(upload, "waiting");
      list.append(upload.entry);
      all.add(upload);
      waiting.push(upload);
    }
    panel.hidden = all.size === 0;
    start();
  }

  function entry(upload) {
    return element(
      "li", {},
      element("span", { class: "path", textContent: upload.path }),
      element("progress", { max: 1, value: 0, "aria-label": upload.path }),
      element("p", { class: "why", hidden: true }),
      element("button", {
        class: "again", type: "button", hidden: true, textContent: say("retry"), onclick: () => again(upload),
      }),
    );
  }

  function again(upload) {
    upload.part = 0;
    set(upload, "waiting");
    find(".why", upload.entry).hidden = true;
    find(".again", upload.entry).hidden = true;
    waiting.push(upload);
    start();
  }

  function start() {
    while (going < AT_ONCE && waiting.length > 0) {
      going += 1;
      send(waiting.shift()).then(() => {
        going -= 1;
        start();
      });
    }
  }

  async function send(upload) {
    set(upload, "going");
    try {
      await api.upload(upload.path, upload.file, (part) => tell(upload, part));
      set(upload, "done");
      tell(upload, 1);
    } catch (refusal) {
      set(upload, "failed");
      fail(upload, refusal);
    }
  }

  function tell(upload, part) {
    upload.part = part;
    find("progress", upload.entry).value = part;
    showSoon();
  }

  function set(upload, state) {
    upload.state = state;
    upload.entry.dataset.state = state;
    showSoon();
  }

  /// Once a frame: there may be thousands.
  let isDue = false;
  function showSoon() {
    if (!isDue) requestAnimationFrame(show);
    isDue = true;
  }

  function fail(upload, refusal) {
    const why = find(".why", upload.entry);
    why.textContent = refusal.status === 0 ? say("offline") : told(refusal);
    why.hidden = false;
    find(".again", upload.entry).hidden = false;
    announce(say("labelled", { label: upload.path, text: why.textContent }));
  }

  const inState = (...states) => [...all].filter(({ state }) => states.includes(state));

  function show() {
    isDue = false;
    const open = inState("waiting", "going").length;
    const failed = inState("failed").length;
    overall.value = [...all].reduce((sum, { part, state }) => sum + (state === "failed" ? 1 : part), 0) / (all.size || 1);
    find("#uploads-count").textContent = open > 0
      ? say("uploading", { count: open })
      : failed > 0 ? say("uploadsFailed", { count: failed }) : say("uploaded", { count: all.size });
  }

  find(".close", panel).addEventListener("click", () => {
    for (const upload of inState("done", "failed")) {
      upload.entry.remove();
      all.delete(upload);
    }
    panel.hidden = all.size === 0;
  });

  return { add };
}

const told = ({ message, remedy }) => (remedy ? say("explanation", { problem: message, remedy }) : message);

/// What was chosen in a picker, below a folder.
export const chosen = (files, folder) =>
  [...files]
    .map((file) => ({ file, path: joined(folder, file.webkitRelativePath || file.name) }))
    .filter(({ path }) => !path.split("/").some((part) => IGNORED.test(part)));

/// What was dropped, folders with all that is in them.
export async function dropped(items, folder) {
  // The entries must be taken before the first pause: the browser forgets them after it.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  const found = await Promise.all(entries.map((entry) => within(entry, folder)));
  return found.flat();
}

async function within(entry, folder) {
  if (IGNORED.test(entry.name)) return [];
  const path = joined(folder, entry.name);
  if (entry.isFile) return [{ file: await new Promise((resolve, reject) => entry.file(resolve, reject)), path }];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    // A reader gives a hundred at a time.
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found.flat();
    found.push(...(await Promise.all(some.map((inner) => within(inner, path)))));
  }
}

const joined = (folder, name) => [...folder.split("/").filter(Boolean), name].join("/");

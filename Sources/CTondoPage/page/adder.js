// Adding photos: by picker, and by dropping them anywhere on the page.

import { find } from "./element.js";
import { chosen, dropped } from "./uploads.js";

/// Takes over the dialog and the page's drops; `draw(folder)` is asked for a face without a photo.
export function makeAdder(dialog, uploads, draw) {
  const files = find("#files");
  const directory = find("#directory");
  const folder = find("#folder");
  const veil = find("#drop");
  // The id that gets another photo; null: the photos are new.
  let replaced = null;

  function open() {
    replaced = null;
    files.multiple = true;
    dialog.showModal();
  }

  function take(input) {
    const items = replaced
      ? [...input.files].map((file) => ({ file, path: pathFor(replaced, file.name) }))
      : chosen(input.files, folder.value);
    input.value = "";
    dialog.close();
    uploads.add(items);
  }

  for (const button of document.querySelectorAll("#add, #empty button")) button.addEventListener("click", open);
  find(".close", dialog).addEventListener("click", () => dialog.close());
  find(".placeholder", dialog).addEventListener("click", () => {
    dialog.close();
    draw(folder.value);
  });
  find(".files", dialog).addEventListener("click", () => files.click());
  find(".directory", dialog).addEventListener("click", () => directory.click());
  for (const input of [files, directory]) input.addEventListener("change", () => take(input));

  const hasFiles = (event) => event.dataTransfer?.types.includes("Files") && !find("dialog[open]");

  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    veil.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) veil.hidden = true;
  });
  document.addEventListener("drop", async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    veil.hidden = true;
    uploads.add(await dropped(event.dataTransfer.items, folder.value));
  });

  return {
    /// Asks for another photo of an id.
    replace(id) {
      replaced = id;
      files.multiple = false;
      files.click();
    },
  };
}

/// The daemon knows a photo by its path without the extension.
const pathFor = (id, name) => `${id}.${/\.([^.]+)$/.exec(name)?.[1] ?? "jpg"}`;

// The page: what is on it, put together.

import * as api from "./api.js";
import { makeConfirm, makeSignIn } from "./asking.js";
import { makeEditor } from "./editor.js";
import { element, find } from "./element.js";
import { makeGallery } from "./gallery.js";
import { follow } from "./live.js";
import { makeAdder } from "./adder.js";
import { makePlaceholders } from "./placeholder.js";
import { makeUploads } from "./uploads.js";
import { makeViewer } from "./viewer.js";
import { announce, attempt } from "./telling.js";
import { chosenLanguage, learn, say } from "./words.js";

await learn();
let session = await api.session();
if (session.needsToken && !session.signedIn) {
  await makeSignIn(find("#sign-in"));
  session = await api.session();
}

const confirm = makeConfirm(find("#confirm"));
const uploads = makeUploads();
const openPlaceholder = makePlaceholders(find("#placeholder"), session.placeholders);
const adder = makeAdder(find("#adder"), uploads, (folder) => openPlaceholder(folder && `${folder}/`, null));
const openEditor = makeEditor(find("#editor"), session, {
  replace: (id) => adder.replace(id),
  saved: (id) => announce(say("saved", { name: id })),
});

/// What can be done with a face.
const acts = {
  open: (row) => (isEditing() && !row.file ? acts.place(row) : openViewer(row)),
  async place(row) {
    const shown = await attempt(() => api.show(row.id));
    if (!shown) return;
    if (shown.preview) openEditor(shown);
    else adder.replace(row.id);
  },
  async placeholder(row) {
    const shown = await attempt(() => api.show(row.id));
    if (shown) openPlaceholder(row.id, shown);
  },
  retry: (row) => attempt(() => api.retry(row.id)),
  async remove(row) {
    const isSure = await confirm(say("removeTitle", { name: row.id }), say("removeText"));
    if (isSure) await attempt(() => api.remove(row.id));
  },
};
const act = (name, row) => acts[name](row);
const openViewer = makeViewer(find("#viewer"), act);
const gallery = makeGallery(act);

const isEditing = () => find("#edit").getAttribute("aria-pressed") === "true";

find("#edit").addEventListener("click", () => {
  const now = !isEditing();
  find("#edit").setAttribute("aria-pressed", String(now));
  document.body.classList.toggle("editing", now);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target === find("#search")) find("#search").blur();
  if (event.key !== "/" || event.target.closest("input, select, dialog")) return;
  event.preventDefault();
  find("#search").focus();
});

let stopFollowing = () => {};
function goLive() {
  stopFollowing();
  stopFollowing = follow(document.documentElement.lang, {
    avatar: gallery.apply,
    gone: gallery.gone,
    counts: gallery.tellCounts,
    hello: gallery.refresh,
    state: (isLive) => {
      find("#live").dataset.live = String(isLive);
      find("#live").textContent = say(isLive ? "live" : "reconnecting");
    },
  });
}

const language = find("#language");
language.append(
  ...session.languages.map(({ code, name }) => element("option", { value: code, lang: code, textContent: name })));
language.value = document.documentElement.lang;
language.addEventListener("change", async () => {
  await learn(language.value);
  await gallery.reload();
  goLive();
});

find("#sign-out").hidden = !session.needsToken;
find("#sign-out").addEventListener("click", async () => {
  await attempt(api.signOut);
  location.reload();
});

find("#version").textContent = `Tondo ${session.version}`;
goLive();
await gallery.reload();
document.body.dataset.ready = "true";

// The faces: found, filtered, paged, kept up to date.

import * as api from "./api.js";
import { fill, keyOf, makeCard } from "./card.js";
import { element, find } from "./element.js";
import { attempt, announce } from "./telling.js";
import { say } from "./words.js";

const PAGE = 120;
const MOST = 500;
const TYPING = 200;
const REST = 1000;
const JOB = ".job.json";
/// What is shown with its reasons.
const READ = ["waiting", "failed"];
const AHEAD = "1200px";

/// Takes over the gallery's elements; `act(name, row)` is told of what a person wants done.
export function makeGallery(act) {
  const grid = find("#faces");
  const search = find("#search");
  const filters = find("#filters");
  const shown = new Map();
  const arrived = new Map();
  let query = { state: "", search: "" };
  let next = null;
  // A page that was asked for before the question changed is not wanted any more.
  let asked = 0;
  let isLoading = false;

  async function load() {
    if (isLoading) return;
    isLoading = true;
    const mark = asked;
    await reading(async (news) => {
      const page = await attempt(() => api.list({ ...query, after: next, limit: PAGE }));
      if (!page || mark !== asked) return;
      next = page.next;
      take(page, news);
      show();
    });
    isLoading = false;
    return mark === asked ? undefined : load();
  }

  /// What was heard of while a list is read, which may be older than that: the rows, and null for what is gone.
  const readings = new Set();

  /// Runs `read` with what is heard of meanwhile.
  async function reading(read) {
    const news = new Map();
    readings.add(news);
    try {
      await read(news);
    } finally {
      readings.delete(news);
    }
  }

  function hear(key, row) {
    for (const news of readings) news.set(key, row);
  }

  /// A list's page, but what was heard of while it was read.
  function take({ avatars, counts }, news) {
    showArrived();
    for (const row of avatars) if (!news.has(keyOf(row))) showAloud(row);
    // What lay beyond the end of the list may be within it now.
    for (const [key, row] of news) row ? settle(key, row) : drop(key);
    tellCounts(counts);
  }

  let isStale = false;
  let isRefreshing = false;

  /// Much may have changed: what is shown is read again, and stays where it is.
  async function refresh() {
    isStale = true;
    if (isRefreshing) return;
    isRefreshing = true;
    while (isStale) {
      isStale = false;
      await reading(readAgain);
      await new Promise((resolve) => setTimeout(resolve, REST));
    }
    isRefreshing = false;
  }

  async function readAgain(news) {
    const mark = asked;
    const found = new Set();
    let after = null;
    do {
      const limit = Math.min(MOST, Math.max(PAGE, shown.size - found.size));
      const page = await attempt(() => api.list({ ...query, after, limit }));
      if (!page || mark !== asked) return;
      take(page, news);
      for (const row of page.avatars) found.add(keyOf(row));
      after = page.next;
    } while (after !== null && found.size < shown.size);
    next = after;
    for (const key of shown.keys()) if (!found.has(key) && !news.has(key)) drop(key);
    show();
  }

  function reload() {
    asked += 1;
    next = null;
    arrived.clear();
    shown.clear();
    grid.replaceChildren();
    grid.classList.toggle("reading", READ.includes(query.state));
    return load();
  }

  /// Among all, somebody who is there is shown once, whatever waits for another photo.
  const isTold = ({ id, file, state }) =>
    query.state === "" && state === "waiting" && file.endsWith(JOB) && shown.has(id);

  function put(row) {
    const key = keyOf(row);
    if (row.file && isTold(row)) return drop(key);
    putCard(key, row);
    if (!row.file && query.state === "") drop(jobOf(row));
    return undefined;
  }

  const jobOf = ({ id }) => `inbox/${id}${JOB}`;

  /// A job that waits wears the face of its id.
  function lend(row) {
    const job = row.file ? undefined : shown.get(jobOf(row))?.row;
    if (job) putCard(job.file, { ...job, avatars: row.avatars });
  }

  function putCard(key, row) {
    const known = shown.get(key);
    if (known) {
      const isSame = JSON.stringify(known.row) === JSON.stringify(row);
      known.row = row;
      if (!isSame) fill(known.card, row);
      return;
    }
    const card = makeCard();
    fill(card, row);
    shown.set(key, { row, card });
    card.dataset.key = key;
    grid.insertBefore(card, placeFor(row));
  }

  /// The card before which a row belongs; pages come in order, so that it mostly is the end.
  function placeFor(row) {
    const last = grid.lastElementChild;
    if (!last || compare(rowOf(last), row) < 0) return null;
    let [low, high] = [0, grid.children.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(rowOf(grid.children[middle]), row) < 0) low = middle + 1;
      else high = middle;
    }
    return grid.children[low];
  }

  const rowOf = (card) => shown.get(card.dataset.key).row;

  function drop(key) {
    const known = shown.get(key);
    if (!known) return;
    const hadFocus = known.card.contains(document.activeElement);
    const neighbour = known.card.nextElementSibling ?? known.card.previousElementSibling;
    known.card.remove();
    shown.delete(key);
    if (hadFocus && neighbour) focus(neighbour);
  }

  const isWanted = (row) =>
    (!query.state || row.state === query.state) &&
    (row.id ?? row.file).toLowerCase().includes(query.search.toLowerCase());

  const isBeyond = (row) => next !== null && grid.lastElementChild && compare(rowOf(grid.lastElementChild), row) < 0;

  /// Many changes may come at once: they are shown together, with the next frame.
  function apply(row) {
    if (arrived.size === 0) requestAnimationFrame(showArrived);
    arrived.set(keyOf(row), row);
    hear(keyOf(row), row);
  }

  function showArrived() {
    for (const [key, row] of arrived) settle(key, row);
    arrived.clear();
    show();
  }

  function settle(key, row) {
    lend(row);
    if (isWanted(row) && (shown.has(key) || !isBeyond(row))) return showAloud(row);
    tellChange(shown.get(key)?.row, row);
    return drop(key);
  }

  function showAloud(row) {
    tellChange(shown.get(keyOf(row))?.row, row);
    put(row);
  }

  function tellChange(before, row) {
    // What was quickly done is ready before and after, but not the same.
    if (before && (before.state !== row.state || before.etag !== row.etag)) {
      announce(say("labelled", { label: row.id ?? row.file, text: say(`state.${row.state}`) }));
    }
  }

  function gone({ id, file }) {
    const key = file ?? id;
    arrived.delete(key);
    hear(key, null);
    drop(key);
    show();
  }

  function show() {
    const isEmpty = grid.children.length === 0;
    const isAsked = query.state !== "" || query.search !== "";
    find("#empty").hidden = !isEmpty || isAsked;
    find("#none").hidden = !isEmpty || !isAsked;
    find("#more").hidden = next === null;
    // It tells once more whether the end of the list can be seen; a page may well have been short.
    end.unobserve(find("#more"));
    end.observe(find("#more"));
    if (!find(".face[tabindex='0']", grid)) find(".face", grid)?.setAttribute("tabindex", "0");
  }

  function tellCounts(counts) {
    for (const choice of filters.querySelectorAll("[data-state]")) {
      const { state } = choice.dataset;
      find(".count", choice).textContent = String(counts[state || "all"]);
    }
    const busy = counts.queued + counts.processing;
    find("#busy").textContent = busy > 0 ? say("busyCount", { count: busy }) : "";
  }

  function ask(change) {
    query = { ...query, ...change };
    for (const choice of filters.querySelectorAll("[data-state]")) {
      choice.setAttribute("aria-pressed", String(choice.dataset.state === query.state));
    }
    return reload();
  }

  function focus(card) {
    find(".face[tabindex='0']", grid)?.setAttribute("tabindex", "-1");
    const face = find(".face", card);
    face.setAttribute("tabindex", "0");
    face.focus();
  }

  function step(key, card) {
    const across = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(), ArrowDown: columns() };
    const cards = grid.children;
    if (key === "Home") return cards[0];
    if (key === "End") return cards[cards.length - 1];
    return across[key] && cards[[...cards].indexOf(card) + across[key]];
  }

  const columns = () => getComputedStyle(grid).gridTemplateColumns.split(" ").length;

  grid.addEventListener("keydown", (event) => {
    const card = event.target.closest(".card");
    const to = card && step(event.key, card);
    if (!to) return;
    event.preventDefault();
    focus(to);
  });

  grid.addEventListener("click", (event) => {
    const wanted = event.target.closest("[data-act]");
    if (wanted) act(wanted.dataset.act, rowOf(wanted.closest(".card")));
  });

  grid.addEventListener("focusin", (event) => {
    const face = event.target.closest(".face");
    if (!face || face.tabIndex === 0) return;
    find(".face[tabindex='0']", grid)?.setAttribute("tabindex", "-1");
    face.tabIndex = 0;
  });

  filters.addEventListener("click", (event) => {
    const choice = event.target.closest("[data-state]");
    if (choice) ask({ state: choice.dataset.state });
  });

  let typing = null;
  search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => ask({ search: search.value.trim() }), TYPING);
  });

  const end = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && next !== null && load(),
    { rootMargin: AHEAD },
  );

  return { apply, gone, refresh, reload, tellCounts };
}

/// By id as the daemon orders them: by bytes, which for UTF-8 is by code points; an id before files of its name.
function compare(one, other) {
  return byCodePoints(one.id ?? "", other.id ?? "") || byCodePoints(one.file ?? "", other.file ?? "");
}

function byCodePoints(one, other) {
  if (one === other) return 0;
  const [left, right] = [[...one], [...other]];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return -1;
  if (at >= right.length) return 1;
  return left[at].codePointAt(0) - right[at].codePointAt(0);
}

// Changes as they happen: server-sent events.

const PAUSE = 5000;

/// Calls `on.avatar`, `on.gone` and `on.counts` with what changed, `on.hello` when all may have changed (the first time
/// too: what happened between an earlier list and the connection is told to nobody), and `on.state(isLive)`.
export function follow(language, on) {
  let source = null;
  let pause = null;

  function open() {
    source = new EventSource(`/api/events${language ? `?lang=${language}` : ""}`);
    for (const name of ["avatar", "gone", "counts"]) {
      source.addEventListener(name, (event) => on[name](JSON.parse(event.data)));
    }
    source.addEventListener("hello", () => on.hello());
    source.onopen = () => on.state(true);
    source.onerror = () => {
      on.state(false);
      // A broken connection is taken up by the browser; a refusal is not.
      if (source.readyState === EventSource.CLOSED) pause = setTimeout(open, PAUSE);
    };
  }

  open();
  return function stop() {
    clearTimeout(pause);
    source.close();
  };
}

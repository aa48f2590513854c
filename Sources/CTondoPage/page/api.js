// The daemon's HTTP interface, as functions.

/// What the daemon said no to: a status, what is wrong, and what to do.
export class Refusal extends Error {
  constructor(status, error) {
    super(error?.problem ?? `HTTP ${status}`);
    this.status = status;
    this.remedy = error?.remedy ?? "";
  }
}

/// Each part of a path is escaped for itself.
export const escapedPath = (path) => path.split("/").map(encodeURIComponent).join("/");

let language = "";

/// The language in which the daemon is to answer; empty: the browser's.
export function speak(code) {
  language = code;
}

async function request(method, path, { body, etag } = {}) {
  const headers = {};
  if (language) headers["Accept-Language"] = language;
  if (method !== "GET") headers["X-Tondo"] = "1";
  if (etag) headers["If-Match"] = `"${etag}"`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const call = { method, headers, body: body && JSON.stringify(body), cache: "no-store" };
  const response = await fetch(path, call).catch(() => {
    throw new Refusal(0);
  });
  const document = await response.json().catch(() => null);
  if (!response.ok) throw new Refusal(response.status, document?.error);
  return document;
}

const avatar = (id) => `/api/avatars/${escapedPath(id)}`;

export const session = () => request("GET", "/api/session");
export const signIn = (token) => request("POST", "/api/session", { body: { token } });
export const signOut = () => request("DELETE", "/api/session");
export const strings = () => request("GET", "/api/strings");

export function list({ state, search, after, limit }) {
  const query = new URLSearchParams();
  if (state) query.set("state", state);
  if (search) query.set("search", search);
  if (after) query.set("after", after);
  query.set("limit", limit);
  return request("GET", `/api/avatars?${query}`);
}

export const show = (id) => request("GET", avatar(id));
export const retry = (id) => request("POST", `${avatar(id)}/retry`);
export const remove = (id) => request("DELETE", avatar(id));

/// `etag` is that of the manifest the attributes were taken from: one that changed meanwhile is a refusal with 412.
export const putAttributes = (id, attributes, etag) =>
  request("PUT", `${avatar(id)}/attributes`, { body: attributes, etag });
export const putPlaceholder = (id, placeholder, etag) =>
  request("PUT", `${avatar(id)}/placeholder`, { body: placeholder, etag });

/// Sends a file into the inbox; `progress` is told the part that has gone, 0...1.
///
/// By XMLHttpRequest, since fetch does not tell how much it has sent.
export function upload(path, file, progress) {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open("PUT", `/api/inbox/${escapedPath(path)}`);
    call.setRequestHeader("X-Tondo", "1");
    if (language) call.setRequestHeader("Accept-Language", language);
    call.responseType = "json";
    call.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    call.onload = () =>
      call.status < 300 ? resolve() : reject(new Refusal(call.status, call.response?.error));
    call.onerror = () => reject(new Refusal(0));
    call.send(file);
  });
}

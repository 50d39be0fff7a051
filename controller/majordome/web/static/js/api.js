// Asking the box. Errors are values: {ok, status, data, error: {why, names, where}, retryAfter}. Nothing is thrown.

import { hurry, live } from "./live.js";

const ONE_TRY = 4_000;
const ALL_TRIES = 10_000;
const BETWEEN = 400;

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);
export const put = (path, body = {}) => ask("PUT", path, body);

/** Random enough that no two taps are ever the same. (randomUUID does not exist on plain http.) */
export function randomId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Tell the box something, for the moment that was on the screen. Tried again with the same id for at most 10 s. */
export function say(said, { moment = live.state?.host?.moment, trying } = {}) {
  return surely("/api/say", { moment, said }, trying);
}

/** POST with an id of its own, until there is an answer: the box acts once, however often it hears it. */
export async function surely(path, body, trying = () => {}) {
  const once = { id: randomId(), ...body };
  const until = Date.now() + ALL_TRIES;
  for (;;) {
    const answer = await ask("POST", path, once, Math.min(ONE_TRY, until - Date.now()));
    if (!answer.lost) return answer;
    if (Date.now() + BETWEEN >= until) return answer;
    trying();
    await new Promise((done) => setTimeout(done, BETWEEN));
  }
}

async function ask(method, path, body, within = 2 * ONE_TRY) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), within);
  try {
    const response = await fetch(path, {
      method,
      signal: patience.signal,
      cache: "no-store",
      credentials: "same-origin",
      ...(body !== undefined && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    hurry();
    const data = await response.json().catch(() => null);
    const { ok, status } = response;
    const lost = status === 502 || status === 503 || status === 504;
    const error = ok ? null : (data?.error ?? { why: "no_answer", names: [] });
    return { ok, status, data, error, lost, retryAfter: Number(response.headers.get("Retry-After")) || null };
  } catch {
    return { ok: false, status: 0, data: null, error: { why: "no_answer", names: [] }, lost: true, retryAfter: null };
  } finally {
    clearTimeout(timer);
  }
}

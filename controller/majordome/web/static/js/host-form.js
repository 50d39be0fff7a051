// The form of a new evening as it is being filled in: every keystroke is kept on this phone and on the box.
// Who drew which card stays on this phone.

import { get, put } from "./api.js";
import { tidy } from "./host-paste.js";
import { host, message, redraw, room } from "./host-ui.js";

const KEPT = "majordome.list";
const SOON = 300; // ms: the box hears of it when the hand rests
const OWN = ["game", "settings", "roles", "special", "adding", "pasting"];
let nextKey = 0;
let telling = null;
let asking = false;

/** `form`: null until the box has told how the evening stands. */
export const filling = { form: null, loading: false };

export const seat = (name, age = "", role = null) => ({ key: ++nextKey, name, age: String(age ?? ""), role });
export const alike = (name) => tidy(name).toLocaleLowerCase();
export const listed = (form, name) => form.guests.some((guest) => alike(guest.name) === alike(name));

/** Ask the box how the evening stands, and take up what was being written. */
export async function load(ready) {
  filling.loading = true;
  const answer = await get("/api/evening");
  if (!answer.ok) {
    filling.loading = false;
    return message({ error: answer.error });
  }
  const { guests, roles, draft, ...evening } = answer.data;
  const of = [evening.game, ...guests.map(({ name }) => name)].join("\n");
  const fresh = !room().begun && !room().finished; // dealt, and nobody has pressed yet
  const known = roles === "known";
  const phones = Object.values(host().cards).includes("held");
  filling.form = {
    ...evening,
    of,
    fresh,
    known,
    played: evening.game,
    roles: known ? (fresh ? "kept" : "deal") : phones ? "deal" : "none",
    guests: guests.map(({ name, age }) => seat(name, age)),
    special: {},
    adding: "",
    pasting: null,
    where: null,
    rev: 0,
    step: "guests",
  };
  take(newest(draft, written(of)));
  await ready();
  filling.loading = false;
  redraw();
}

const newest = (box, own) => (!box || (own && own.rev >= box.rev) ? own : box);

function take(draft) {
  const { form } = filling;
  if (!draft || !form.games.some(({ id }) => id === draft.game)) return;
  const roles = draft.rev && draft.roles !== "none" ? draft.roles : form.roles;
  for (const name of OWN) form[name] = draft[name] ?? form[name];
  Object.assign(form, { rev: draft.rev, roles, guests: draft.guests.map(({ name, age, role }) => seat(name, age, role)) });
}

/** What this phone kept of a list for the very same evening. */
function written(of) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    return kept?.of === of && Array.isArray(kept.guests) ? kept : null;
  } catch {
    return null;
  }
}

/** Something was typed or chosen. */
export function change(what = {}) {
  Object.assign(filling.form, { where: null }, what);
  save();
  redraw();
}

export function save() {
  const { form } = filling;
  form.rev += 1;
  const own = Object.fromEntries(OWN.map((name) => [name, form[name]]));
  const guests = form.guests.map(({ name, age, role }) => ({ name, age, role }));
  try {
    localStorage.setItem(KEPT, JSON.stringify({ of: form.of, rev: form.rev, ...own, guests }));
  } catch {
    // A phone that keeps nothing: the box does.
  }
  clearTimeout(telling);
  telling = setTimeout(tell, SOON);
}

/** The form is left: the box hears the last of it now. */
export function flush() {
  if (telling) {
    clearTimeout(telling);
    tell();
  }
}

async function tell() {
  telling = null;
  const { form } = filling;
  if (!form) return;
  const own = Object.fromEntries(OWN.map((name) => [name, form[name]]));
  const guests = form.guests.map(({ name, age }) => ({ name, age }));
  const answer = await put("/api/draft", { rev: form.rev, ...own, guests });
  if (answer.error?.why === "list_changed") follow(true);
}

/** Guests who join are on the box's list first: take them over. Who was on it before and is not here was taken off. */
export async function follow(now = false) {
  const { form } = filling;
  const rev = host()?.draft?.rev ?? 0;
  if (!form || filling.loading || asking || telling || (!now && rev <= form.rev)) return;
  asking = true;
  const answer = await get("/api/evening");
  asking = false;
  const draft = answer.data?.draft;
  if (filling.form !== form || !draft || draft.rev < form.rev) return;
  const here = new Set(form.guests.map((guest) => alike(guest.name)));
  const more = draft.guests.filter(({ name }) => name && !here.has(alike(name)));
  const away = now ? [] : form.guests.filter(({ name }) => !draft.guests.some((other) => alike(other.name) === alike(name)));
  form.rev = draft.rev;
  form.guests = [...form.guests.filter((guest) => !away.includes(guest)), ...more.map(({ name, age }) => seat(name, age))];
  if (form.roles === "none" && form.rev && draft.roles !== "none") form.roles = draft.roles;
  if (now) save();
  redraw();
}

/** An evening has begun with it. */
export function forgetForm() {
  clearTimeout(telling);
  telling = null;
  filling.form = null;
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // Nothing was kept.
  }
}

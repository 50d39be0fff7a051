// A guest who scanned the code of the room: takes a name from the list, or types one, and waits to be let in.

import { get, post } from "./api.js";
import { h } from "./dom.js";
import { t, why } from "./words.js";

const LOOK = 1_500, LOOK_SLOWLY = 5_000; // ms between two looks: while waiting, and while choosing
const LONGEST_NAME = 40;

const door = { stands: "nobody", open: true, new: true, names: [], name: "", number: null };
const form = { typed: "", error: null, busy: false };
let redraw = () => {};
let entered = null;
let looking = null;

/** Ask the box until a host has let this phone in; then `then()`. */
export function startJoining(draw, then) {
  Object.assign(form, { error: null, busy: false });
  [redraw, entered] = [draw, then];
  look();
}

async function look() {
  clearTimeout(looking);
  if (!entered) return;
  const waited = door.stands === "waiting" && door.name;
  const answer = await get("/api/doorstep");
  if (answer.ok) take(answer.data);
  if (!entered) return;
  if (waited && answer.ok && door.stands === "nobody") return knock(waited); // the phone slept: it still wants to come in
  looking = setTimeout(look, door.stands === "waiting" ? LOOK : LOOK_SLOWLY);
}

function take(told) {
  Object.assign(door, told);
  if (door.stands === "in") {
    const done = entered;
    entered = null;
    done?.();
  }
  redraw();
}

async function knock(name) {
  if (form.busy) return;
  Object.assign(form, { busy: true, error: null });
  redraw();
  const answer = await post("/api/doorstep", { name });
  Object.assign(form, { busy: false, error: answer.error });
  if (answer.ok) {
    form.typed = "";
    take(answer.data);
  }
  looking = setTimeout(look, LOOK);
  redraw();
}

export function drawJoining() {
  return h("div", { class: "stack joining", key: "door" }, door.stands === "waiting" ? waiting() : choosing(), h("p", { class: "refusal", role: "alert", key: "refusal" }, form.error ? why(form.error) : ""));
}

function waiting() {
  return [
    h("p", { class: "serif", role: "status", key: "waiting" }, t("card", "join_waiting", door.name)),
    h("p", { class: "big number", key: "number" }, t("card", "join_number", door.number)),
    h("button", { class: "plain", key: "change", onclick: () => ((door.stands = "nobody"), redraw()) }, t("card", "join_change")),
  ];
}

function choosing() {
  if (!door.open) return h("p", { role: "status", key: "closed" }, t("card", "join_closed"));
  const { names } = door;
  return [
    door.stands === "refused" && h("p", { class: "wrong", role: "status", key: "refused" }, t("card", "join_refused")),
    h("h2", { key: "who" }, t("card", "join_title")),
    names.length > 0 && h("p", { key: "listed" }, t("card", "join_listed")),
    names.length > 0 &&
      h(
        "div",
        { class: "names", key: "names", role: "group", "aria-label": t("card", "join_listed") },
        names.map((name) => h("button", { key: name, onclick: () => knock(name) }, h("bdi", {}, name))),
      ),
    door.new ? typing(names.length > 0) : !names.length && h("p", { key: "none" }, t("card", "join_none")),
  ];
}

const typing = (listed) =>
  h(
    "form",
    {
      class: "stack",
      key: "typing",
      onsubmit(event) {
        event.preventDefault();
        if (form.typed.trim()) knock(form.typed);
      },
    },
    h("label", { for: "my-name" }, t("card", listed ? "join_new" : "join_only_new")),
    h("input", { id: "my-name", autocomplete: "given-name", autocapitalize: "words", maxlength: LONGEST_NAME, value: form.typed, oninput: (event) => (form.typed = event.target.value) }),
    h("button", { class: listed ? "outline" : "brass press", "aria-disabled": form.busy && "true" }, t("card", "join_ask")),
  );

// The big button under a finger, a mouse or a key. Only its raw edges are sent: the box itself tells a press from a
// double press and a hold, by the very code that reads the pin.

import { post } from "./api.js";

export const HOLD = 2, LONG_HOLD = 5; // seconds, as in inputs/gestures.py
const RING_AFTER = 0.3;
const TOO_LATE = 700; // milliseconds: a press that waited so long was meant for another beat
const TAP = 90; // how long a screen reader's click holds it down
const AGAIN = 300, TRIES = 20;
const KEYS = [" ", "Enter"];

/** `may()`: whether the box can hear. `held(seconds)`: 0 when let go. `unheard()`: an edge did not reach the box. */
export function bigButton(button, ring, { may, held, unheard }) {
  let down = false, since = 0, frame = 0;
  let line = Promise.resolve(); // edges arrive in the order in which they were made

  function edge(is) {
    if (is === down || (is && !may())) return void (is && !down && unheard());
    const made = performance.now();
    down = is;
    since = made;
    button.classList.toggle("down", is);
    line = line.then(() => send(is, made));
    cancelAnimationFrame(frame);
    is ? fill() : show(0);
  }

  async function send(is, made) {
    if (is) {
      if (performance.now() - made > TOO_LATE || !(await post("/api/twin/button", { down: true })).ok) unheard();
      return;
    }
    // The release must arrive, or the box would believe in a very long hold.
    for (let n = 0; n < TRIES; n++) {
      const answer = await post("/api/twin/button", { down: false });
      if (!answer.lost || down) return;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  function fill() {
    show((performance.now() - since) / 1000);
    if ((performance.now() - since) / 1000 < LONG_HOLD) frame = requestAnimationFrame(fill);
  }

  function show(seconds) {
    const long = seconds > HOLD;
    const part = long ? (seconds - HOLD) / (LONG_HOLD - HOLD) : (seconds - RING_AFTER) / (HOLD - RING_AFTER);
    ring.style.opacity = seconds > RING_AFTER ? 1 : 0;
    ring.classList.toggle("long", long);
    ring.firstElementChild.style.strokeDasharray = `${100 * Math.max(0, Math.min(1, part))} 100`;
    held(seconds);
  }

  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    edge(true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(end, () => edge(false));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    if (event.detail !== 0) return; // a pointer or a key has told already
    edge(true);
    setTimeout(() => edge(false), TAP);
  });
  // The space bar presses wherever nothing else wants it: nobody looks for the button in the dark.
  const ours = ({ target, key }) => KEYS.includes(key) && (target === button || target === document.body);
  addEventListener("keydown", (event) => {
    if (!ours(event) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) edge(true);
  });
  addEventListener("keyup", (event) => {
    if (!KEYS.includes(event.key) || !(down || ours(event))) return;
    event.preventDefault();
    edge(false);
  });
  addEventListener("blur", () => edge(false));
  document.addEventListener("visibilitychange", () => document.hidden && edge(false));
}

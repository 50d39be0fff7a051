// Press and hold: with a finger, with a key, and for those who use a screen reader (which can only activate).

const PRESS_KEYS = new Set([" ", "Enter"]);
const ASKED_TWICE = 5_000; // by screen reader: activate, and once more within this time
const SHOWN = 5_000; // by screen reader: shown for so long

/** A finger that stays is no wish to select text, to look closer or to scroll: iPhones think so. */
const unread = (event) => event.cancelable && event.preventDefault();

/**
 * A button that must be held for a while before it does anything. Returns props for h("button").
 * Made once and kept, so that a page that changes meanwhile does not lose the finger.
 * done() when held long enough; armed(true) when a screen reader has activated it once and must do so again.
 */
export function holdToDo({ ms = 1_000, done, armed = () => {} }) {
  let timer = null;
  let armedUntil = 0;
  let byHand = 0; // when a finger or key last let go: its click is not a screen reader's
  const start = (element) => {
    if (timer || element.getAttribute("aria-disabled") === "true") return;
    element.style.setProperty("--hold-ms", `${ms}ms`);
    element.toggleAttribute("data-holding", true);
    timer = setTimeout(() => {
      stop(element);
      done();
    }, ms);
  };
  const stop = (element) => {
    if (!timer) return;
    byHand = Date.now();
    clearTimeout(timer);
    timer = null;
    element.toggleAttribute("data-holding", false);
  };
  return {
    ontouchstart: unread,
    onpointerdown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      start(event.currentTarget);
    },
    onpointerup: (event) => stop(event.currentTarget),
    onpointercancel: (event) => stop(event.currentTarget),
    onlostpointercapture: (event) => stop(event.currentTarget),
    onblur: (event) => stop(event.currentTarget),
    onkeydown(event) {
      if (!PRESS_KEYS.has(event.key)) return;
      event.preventDefault();
      if (!event.repeat) start(event.currentTarget);
    },
    onkeyup: (event) => PRESS_KEYS.has(event.key) && stop(event.currentTarget),
    oncontextmenu: (event) => event.preventDefault(),
    onclick(event) {
      if (timer || event.detail > 0 || Date.now() - byHand < 700) return;
      if (event.currentTarget.getAttribute("aria-disabled") === "true") return;
      if (Date.now() < armedUntil) {
        armedUntil = 0;
        armed(false);
        done();
      } else {
        armedUntil = Date.now() + ASKED_TWICE;
        armed(true);
      }
    },
  };
}

/**
 * Something secret, shown only while it is held. show(element) and hide(element) are called once each, in turn.
 * Whatever takes the finger away hides it: lifting, sliding off the phone, another window, a dark screen.
 */
export function holdToSee({ show, hide }) {
  let shown = null;
  let timer = null;
  let byHand = 0;
  const open = (element) => {
    if (shown) return;
    shown = element;
    element.toggleAttribute("data-holding", true);
    show(element);
  };
  const close = () => {
    if (!shown) return;
    const element = shown;
    shown = null;
    byHand = Date.now();
    clearTimeout(timer);
    element.toggleAttribute("data-holding", false);
    hide(element);
  };
  const away = () => document.visibilityState === "hidden" && close();
  document.addEventListener("visibilitychange", away);
  addEventListener("pagehide", close);
  addEventListener("blur", close);
  return {
    close,
    props: {
      ontouchstart: unread,
      onpointerdown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        open(event.currentTarget);
      },
      onpointerup: close,
      onpointercancel: close,
      onlostpointercapture: close,
      onblur: close,
      onkeydown(event) {
        if (!PRESS_KEYS.has(event.key)) return;
        event.preventDefault();
        if (!event.repeat) open(event.currentTarget);
      },
      onkeyup: (event) => PRESS_KEYS.has(event.key) && close(),
      oncontextmenu: (event) => event.preventDefault(),
      onclick(event) {
        if (shown || event.detail > 0 || Date.now() - byHand < 700) return;
        open(event.currentTarget);
        timer = setTimeout(close, SHOWN);
      },
    },
  };
}

// The host's phone stays awake while an evening is under way. Over plain HTTP browsers offer no wake lock: a silent film
// of a few black points does it. It starts with the first tap, and is never heard.

const BEFORE_THE_END = 2; // seconds: set back by hand, since Safari lets a phone sleep over a film that loops by itself

let film = null;
let lock = null;
let wanted = false;

function roll() {
  film = document.createElement("video");
  for (const [kind, type] of [["webm", "video/webm"], ["mp4", "video/mp4"]]) {
    const source = document.createElement("source");
    Object.assign(source, { src: `/static/awake.${kind}`, type });
    film.append(source);
  }
  Object.assign(film, { playsInline: true, className: "awake", tabIndex: -1, disableRemotePlayback: true });
  film.setAttribute("playsinline", "");
  film.setAttribute("aria-hidden", "true");
  film.addEventListener("timeupdate", () => {
    if (film.duration && film.currentTime > film.duration - BEFORE_THE_END) film.currentTime = 0;
  });
  film.addEventListener("ended", () => wanted && film.play().catch(() => {}));
  document.body.append(film);
}

async function hold() {
  if (document.visibilityState === "hidden") return;
  if (navigator.wakeLock) {
    lock ??= await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => (lock = null), { once: true });
    if (lock) return;
  }
  if (!film) roll();
  if (film.paused) film.play().catch(() => {}); // before the first tap, or where the phone saves its battery
}

/** From now on, or no more. */
export function keepAwake(on) {
  if (on === wanted) return;
  wanted = on;
  if (on) return hold();
  film?.pause();
  lock?.release();
}

const again = () => wanted && (film?.paused ?? !lock) && hold();
document.addEventListener("pointerup", again);
document.addEventListener("visibilitychange", again);

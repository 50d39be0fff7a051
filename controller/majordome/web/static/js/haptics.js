// A tick under the finger, on phones that can: too short to be heard, and always the same, so that it tells nothing.

const TICK = 8; // ms
const DONE = 16;

const felt = (ms) => {
  try {
    navigator.vibrate?.(ms);
  } catch {
    // Not on this phone.
  }
};

/** The finger has come to something else, or counted one. */
export const tick = () => felt(TICK);

/** What the finger chose is said. */
export const done = () => felt(DONE);

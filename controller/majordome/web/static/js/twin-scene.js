// What of the box shines, rings and shakes: driven by the signals of its props, at the same time as the pins.

import { h } from "./dom.js";
import { seen } from "./game.js";
import { once } from "./room.js";
import { t } from "./words.js";

// Seconds on and off, as props/buzzer.py sounds them.
const PATTERNS = {
  stop: [0.9], turn: [0.35, 0.15, 0.35], vote: [0.18, 0.1, 0.18, 0.1, 0.5], empty: [0.5, 0.2, 0.8],
  alarm: [0.12, 0.08, 0.12, 0.08, 0.12, 0.08, 0.12, 0.08, 0.12, 0.08, 0.12],
};
const SKIES = { night: "#0b1440", day: "#a9cbe6", dusk: "#5b2f52", dawn: "#f0b184" };
const TOPS = ["stop", "turn", "vote"];
const SHOUTED = 1500; // milliseconds

export class Scene {
  constructor(scene, bell, shout) {
    Object.assign(this, { scene, bell, shouted: shout });
    this.beeps = [];
  }

  /** As much red, green and blue as the lamp gives. */
  lamp(light) {
    this.scene.style.setProperty("--lamp", seen(light));
    this.scene.style.setProperty("--lit", (light[0] * 0.3 + light[1] * 0.6 + light[2] * 0.1).toFixed(3));
  }

  flash(light) {
    this.scene.style.setProperty("--flash", seen(light));
    once(this.scene, "flash", 800);
  }

  /** `night`, `day`, `dusk` or `dawn`. */
  sky(sky) {
    this.scene.style.setProperty("--sky", SKIES[sky] ?? SKIES.dusk);
    this.scene.style.setProperty("--stars", sky === "night" ? 1 : 0);
  }

  /** The buzzer: each beep is seen. */
  buzz(pattern) {
    this.quiet();
    let at = 0;
    for (const [n, length] of (PATTERNS[pattern] ?? []).entries()) {
      if (n % 2 === 0) {
        this.beeps.push(setTimeout(() => this.bell.classList.add("rings"), at));
        this.beeps.push(setTimeout(() => this.bell.classList.remove("rings"), at + length * 1000));
      }
      at += length * 1000;
    }
    if (TOPS.includes(pattern)) this.shout("TOP", t("call", pattern));
  }

  shout(word, more = "") {
    this.shouted.replaceChildren(word, h("small", {}, more));
    this.shouted.classList.toggle("long", word.length > 5);
    once(this.shouted, "on", SHOUTED);
  }

  quiet() {
    for (const beep of this.beeps.splice(0)) clearTimeout(beep);
    this.bell.classList.remove("rings");
    this.shouted.classList.remove("on");
  }
}

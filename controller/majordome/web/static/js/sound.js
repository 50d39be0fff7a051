// The page's own voice, when the box gives its sound to the page. The manners are those of props/speaker.py: one voice
// that never talks over itself, calls that cut through, and a bed that ducks under the voice.

const LEVELS = { voice: 1, call: 1, effect: 0.7, bed: 0 };
const DUCKED = 0.3;
const FADE = 0.4, CUT = 0.06; // seconds: the bed comes and goes, a sentence is cut off
const KEPT = 16; // decoded sounds
// A tenth of a second of silence, as the pack has it (Ogg Opus): Apple's browsers read such files since 18.4.
const TRIAL =
  "T2dnUwACAAAAAAAAAAABAAAAAAAAAF3pgQoBE09wdXNIZWFkAQE4AcBdAAAAAABPZ2dTAAAAAAAAAAAAAAEAAAABAAAAh1hgGgEQT3B1c1RhZ3MAAAAAAAAAAE9nZ1MABMASAAAAAAAAAQAAAAIAAAAOwu7UBQMDAwMD+P/++P/++P/++P/++P/+";

export class Sound {
  on = false;
  step = 0; // changes when what was still to be heard is not wanted any more
  script = [];
  effects = [];
  wanted = null; // the bed
  silent = 0; // until then the voice waits
  laid = null;
  deaf = false; // this browser reads no Ogg, and the box makes no WAV of it
  kept = new Map();
  playing = { voice: [], call: [], effect: [], bed: [] };

  /** `changed()` is called when the page may be heard from now on, or no longer. */
  constructor(changed) {
    this.changed = changed;
  }

  /** Browsers let a page be heard only after a first gesture. */
  get locked() {
    return this.on && this.desk.state !== "running";
  }

  /** Call this on any gesture. */
  async unlock() {
    if (this.locked) await this.desk.resume();
    this.lay();
  }

  /** Whether the sound is the page's at all. */
  give(on) {
    if (on === this.on) return;
    this.on = on;
    if (on) this.open();
    else this.hush();
    this.lay();
    this.changed();
  }

  open() {
    if (this.desk) return;
    this.desk = new AudioContext({ latencyHint: "interactive" });
    this.desk.onstatechange = () => this.changed();
    this.levels = {};
    for (const [channel, level] of Object.entries(LEVELS)) {
      this.levels[channel] = new GainNode(this.desk, { gain: level });
      this.levels[channel].connect(this.desk.destination);
    }
    const trial = Uint8Array.from(atob(TRIAL), (letter) => letter.charCodeAt(0));
    this.readsOgg = this.desk.decodeAudioData(trial.buffer).then(() => true, () => false);
  }

  /** What the box orders: {do, clips}. */
  play({ do: what, clips = [], seconds = 0 }) {
    if (what === "bed") this.wanted = clips[0] ?? null;
    if (!this.on || this.locked) return;
    if (what === "say") this.script.push(clips), this.speak();
    else if (what === "call") this.cutThrough(clips);
    else if (what === "wait") this.silent = performance.now() + 1000 * seconds;
    else if (what === "effect") this.effects.push(...clips), this.sound();
    else if (what === "bed") this.lay();
    else if (what === "interrupt") this.interrupt();
    else if (what === "hush") this.hush();
  }

  /** A sentence waits for the end of TOP, or of what is heard now; its parts follow each other without a gap. */
  async speak() {
    if (this.speaking) return;
    this.speaking = true;
    while (this.script.length) {
      const step = this.step, sentence = await this.load(this.script.shift());
      await this.over("call");
      await new Promise((done) => setTimeout(done, this.silent - performance.now()));
      if (step !== this.step) continue;
      this.duck(true);
      let at = this.desk.currentTime;
      for (const clip of sentence) {
        this.start("voice", clip, at);
        at += clip.duration;
      }
      await this.over("voice");
    }
    this.speaking = false;
    this.duck(false);
  }

  /** Heard at once, and the voice is cut off. */
  async cutThrough(clips) {
    this.leaveUnsaid();
    this.stop("voice", "call");
    const step = this.step, [sound] = await this.load(clips);
    if (sound && step === this.step) this.start("call", sound);
  }

  /** One after the other: a gong does not cut off a door. */
  async sound() {
    if (this.sounding) return;
    this.sounding = true;
    while (this.effects.length) {
      const step = this.step, name = this.effects.shift(), [sound] = await this.load([name]);
      if (!sound || step !== this.step) continue;
      this.start("effect", sound);
      this.ticking = name.includes("last_ten");
      await this.over("effect");
    }
    this.sounding = false;
  }

  /** The hourglass stands still or is put away: its last ten seconds are heard no more. */
  stopTicking() {
    if (this.ticking) this.stop("effect");
    this.ticking = false;
  }

  /** A new step has begun. */
  interrupt() {
    this.leaveUnsaid();
    this.effects.length = 0;
    const at = this.desk.currentTime;
    for (const { source, gain } of this.playing.voice) {
      gain.setValueAtTime(1, at);
      gain.linearRampToValueAtTime(0, at + CUT);
      source.stop(at + CUT);
    }
  }

  /** Silence, but for the bed. */
  hush() {
    this.leaveUnsaid();
    this.effects.length = 0;
    this.stop("voice", "effect", "call");
  }

  leaveUnsaid() {
    this.step += 1;
    this.script.length = 0;
  }

  // The bed: one fades away before the next is laid.

  async lay() {
    if (!this.desk || this.laying) return;
    this.laying = true;
    const wanted = () => (this.on ? this.wanted : null);
    while (wanted() !== this.laid) {
      this.level(0);
      await new Promise((done) => setTimeout(done, this.playing.bed.length && FADE * 1000));
      this.stop("bed");
      this.laid = wanted();
      const [sound] = await this.load([this.laid]);
      if (!sound || this.laid !== wanted()) continue;
      this.start("bed", sound, 0, true);
      this.duck(this.playing.voice.length > 0);
    }
    this.laying = false;
  }

  duck(under) {
    if (this.laid && this.laid === this.wanted) this.level(under ? DUCKED : 1);
  }

  level(to) {
    const { gain } = this.levels.bed, at = this.desk.currentTime;
    gain.cancelScheduledValues(at);
    gain.setValueAtTime(gain.value, at);
    gain.linearRampToValueAtTime(to, at + FADE);
  }

  // Files and channels.

  /** The sounds that can be had: one bad file is one word unsaid. */
  async load(clips) {
    const sounds = await Promise.all(clips.filter((clip) => clip?.startsWith("/sounds/")).map((clip) => this.keep(clip)));
    return sounds.filter(Boolean);
  }

  keep(clip) {
    const sound = this.kept.get(clip) ?? this.fetch(clip);
    this.kept.delete(clip);
    this.kept.set(clip, sound); // the longest unused are forgotten first
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    return sound;
  }

  /** As it is, or as WAV where this browser needs it: the box makes one of it. */
  async fetch(clip) {
    try {
      const wav = (await this.readsOgg) ? clip : clip.replace(".ogg", ".wav"), answer = await fetch(wav);
      if (wav !== clip) this.hears(answer.status !== 503);
      if (!answer.ok) throw answer.status;
      return await this.desk.decodeAudioData(await answer.arrayBuffer());
    } catch {
      this.kept.delete(clip); // asked for again the next time
      return null;
    }
  }

  hears(is) {
    if (is !== this.deaf) return;
    this.deaf = !is;
    this.changed();
  }

  start(channel, buffer, at = 0, loop = false) {
    const source = new AudioBufferSourceNode(this.desk, { buffer, loop }), through = new GainNode(this.desk);
    source.connect(through).connect(this.levels[channel]);
    const one = { source, gain: through.gain };
    one.over = new Promise((done) => {
      source.onended = () => {
        this.playing[channel] = this.playing[channel].filter((other) => other !== one);
        done();
      };
    });
    this.playing[channel].push(one);
    source.start(at);
  }

  over(channel) {
    return Promise.all(this.playing[channel].map((one) => one.over));
  }

  stop(...channels) {
    for (const channel of channels) for (const { source } of this.playing[channel]) source.stop();
  }
}

// The vote on the big screen: bars that grow with the count, and a tally that is read out from the fewest to the most.

const READ_OUT = 6, STEP = 1.1, LAST = 1.5; // seconds: for the whole tally at most, for one name, before the last
const SHORT = 20; // candidates that are all shown, voted for or not

export class Vote {
  left = 0; // names of the tally that are still to be read out
  changed = () => {}; // called when one more name is read out

  get reading() {
    return this.left > 0;
  }

  /** A tally has just come: with suspense. (One that was there when the page opened is shown whole.) */
  readOut(tally) {
    this.hush();
    this.left = pointedAt(tally).length;
    const step = Math.min(STEP, READ_OUT / this.left);
    const next = () => {
      this.left -= 1;
      this.changed();
      if (this.reading) this.timer = setTimeout(next, 1000 * (this.left === 1 ? LAST : step));
    };
    if (this.reading) this.timer = setTimeout(next, 600);
  }

  hush() {
    clearTimeout(this.timer);
    this.left = 0;
  }

  /** Rows for the bars: most first in a tally, in a count as they come. */
  rows({ candidates, tally }, counted) {
    const votes = tally ? pointedAt(tally) : counting(candidates, counted);
    const full = Math.max(5, ...votes.map(([, hands]) => hands));
    return votes.map(([name, hands], place) => {
      const hidden = Boolean(tally) && place < this.left;
      return { name, hands, hidden, part: hidden ? 0 : hands / full };
    });
  }
}

const pointedAt = (tally) => tally.filter(([, hands]) => hands > 0).sort((one, other) => other[1] - one[1]);

function counting(candidates, counted) {
  const hands = new Map(counted);
  if (candidates.length > SHORT) return counted;
  return candidates.map((name) => [name, hands.get(name) ?? 0]);
}

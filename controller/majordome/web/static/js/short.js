// Long names in a narrow place: on two lines, or shortened so that no two look alike and none could be another.

const WIDE = 11; // letters that a third of a narrow phone holds
const LINES = 2;

/** On so few lines, broken only where a name may be. */
function fits(name, wide = WIDE) {
  let lines = 1;
  let left = wide;
  for (const part of name.match(/[^- ]+[- ]?|[- ]/g) ?? []) {
    const long = [...part.trimEnd()].length;
    if (long > wide) return false;
    if (long > left) [lines, left] = [lines + 1, wide];
    left -= [...part].length;
  }
  return lines <= LINES;
}

const initial = (word) => `${[...word][0]}.`;

/** Ways to write a name, from the longest to the shortest. */
function ways(name) {
  const [first, ...others] = name.split(" ");
  const parts = first.split("-");
  const folded = parts.length > 1 ? `${parts.slice(0, -1).map(initial).join("-")}-${parts.at(-1)}` : first;
  const initials = others.map(initial).join(" ");
  const letters = [...name];
  const middle = (wide) => `${letters.slice(0, wide - 4).join("")}…${letters.slice(-3).join("")}`;
  return [
    [folded, ...others].join(" "),
    initials && `${first} ${initials}`,
    initials && `${folded} ${initials}`,
    initials && `${initial(first)} ${others.at(-1)}`,
    folded,
    middle(WIDE),
  ].filter(Boolean);
}

/** name -> how it is written. */
export function shortened(names) {
  const meant = new Map(); // how many names could be meant by it
  for (const name of names) for (const way of new Set([name, ...ways(name)])) meant.set(way, (meant.get(way) ?? 0) + 1);
  const best = (name) => (fits(name) ? name : (ways(name).find((way) => fits(way) && meant.get(way) === 1) ?? name));
  return new Map(names.map((name) => [name, best(name)]));
}

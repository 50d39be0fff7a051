// The engraved pictures of the role cards. Every phone asks for all of them, so that no request tells what a card is.

const CARDS = ["alchemist", "charmer", "guest", "heart", "insomniac", "murderer", "shortsighted", "vampire"];
const drawn = new Map();

async function draw(card) {
  const answer = await fetch(new URL(`pictures/${card}.svg`, import.meta.url)).catch(() => null);
  if (answer?.ok) drawn.set(card, new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement);
}

/** Once, while nobody holds a card; one that has not come is left out. */
export const drawAll = () => Promise.all(CARDS.map(draw));

/** The picture of a card, or null. */
export function portrait(card) {
  const picture = drawn.get(card)?.cloneNode(true) ?? null;
  picture?.setAttribute("aria-hidden", "true");
  return picture;
}

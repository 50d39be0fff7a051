// A list of names as people paste it: from a chat, a spreadsheet, a numbered or a dashed list, on lines or between commas.

const LONGEST_NAME = 40;
const BULLET = /^[\s>]*(?:\(?\d{1,3}[.):\]]\s*|\d{1,3}\s*[-–—]\s+|[-–—*•◦▪·✓✔☐☑+]\s*|\[[ x]?\]\s*)+/iu; // "1. ", "2) ", "- ", "• ", "[x] "
const AGE = /^(.*?)[\s,;:(–-]*\b(\d{1,3})\s*(?:ans?|years?|yrs?|y\.?o?\.?)?\s*\)?\s*$/iu; // "Zoé, 34", "Zoé (34 ans)"

export const tidy = (name) => name.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME);

/** [{name, age}], age a number or null. "Ana, 31" is one guest with an age; "Ana, Bob, Cid" are three. */
export function pasted(text) {
  return text
    .replace(/\t/g, ",")
    .split(/[\r\n]+|;(?!\s*\d)/)
    .flatMap(parts)
    .map(one)
    .filter(({ name }) => name);
}

/** A line with commas is a list, but for an age behind its last one. */
function parts(line) {
  const bare = line.replace(BULLET, "");
  const pieces = bare.split(/,|\s+(?:et|and|&)\s+/i).map((piece) => piece.trim());
  const joined = [];
  for (const piece of pieces) {
    if (/^\(?\d{1,3}\s*(?:ans?|years?|y\.?)?\)?$/i.test(piece) && joined.length) joined.push(`${joined.pop()} ${piece}`);
    else joined.push(piece);
  }
  return joined;
}

function one(piece) {
  const bare = piece.replace(BULLET, "").replace(/^["'«“\s]+|["'»”\s.,;:]+$/g, "");
  const [, text, age] = AGE.exec(bare) ?? [null, bare, null];
  return { name: tidy(text), age: age ? Number(age) : null };
}

// Pages are written as what they show: h() builds elements, patch() changes what is there into what should be there.
// Elements that stay keep their focus, their scroll and what is being typed.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path", "rect", "circle", "g", "line", "polygon", "text"]);
const LIVE = new Set(["value", "checked", "disabled", "selected", "open", "inert", "indeterminate"]);

/**
 * An element. props: attributes, `class`, `style` as an object, `key`, live properties, handlers as on...: f, and
 * `own: true` for an element that somebody else fills, shows and hides: patch() leaves it as it is.
 */
export function h(tag, props = {}, ...children) {
  const element = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  element.made = props ?? {};
  for (const [name, value] of Object.entries(element.made)) set(element, name, value);
  element.append(...flat(children));
  return element;
}

/** Children as nodes: null, false and "" are left out, lists are opened, texts become text nodes. */
function flat(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

function set(element, name, value) {
  if (name === "key" || name === "own") return;
  if (name === "style") {
    // By way of the object model: the page's policy allows no style attributes.
    for (const [rule, is] of Object.entries(value)) element.style.setProperty(rule, is);
  } else if (name.startsWith("on")) {
    element[name] = value ?? null;
  } else if (LIVE.has(name)) {
    if (element[name] !== value) element[name] = value;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, value === true ? "" : value);
  }
}

function clear(element, name, was) {
  if (name === "style") for (const rule of Object.keys(was)) element.style.removeProperty(rule);
  else if (name.startsWith("on")) element[name] = null;
  else if (LIVE.has(name)) element[name] = name === "value" ? "" : false;
  else element.removeAttribute(name);
}

/** Make these the children of `parent`. What is still wanted stays where it is: moved, it would lose its focus. */
export function patch(parent, ...children) {
  const keyed = new Map();
  const others = [];
  for (const node of parent.childNodes) {
    if (node.made?.key === undefined) others.push(node);
    else keyed.set(node.made.key, node);
  }
  const wanted = flat(children).map((node) => {
    const old = node.made?.key === undefined ? others.shift() : keyed.get(node.made.key);
    if (!old || !same(old, node)) return node;
    become(old, node);
    return old;
  });
  const kept = new Set(wanted);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  wanted.forEach((node, place) => {
    const there = parent.childNodes[place];
    if (there !== node) parent.insertBefore(node, there ?? null);
  });
}

function same(old, node) {
  if (old.nodeType !== node.nodeType) return false;
  return old.nodeType === Node.TEXT_NODE || (old.nodeName === node.nodeName && old.made?.key === node.made?.key);
}

function become(old, node) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== node.data) old.data = node.data;
    return;
  }
  if (old.made?.own && node.made.own) return; // whoever owns it shows and hides it
  for (const name of Object.keys(old.made ?? {})) if (!(name in node.made)) clear(old, name, old.made[name]);
  for (const [name, value] of Object.entries(node.made)) set(old, name, value);
  old.made = node.made;
  patch(old, ...node.childNodes);
}

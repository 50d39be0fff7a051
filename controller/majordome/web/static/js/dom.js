// Pages are written as what they show: h() builds elements, patch() changes what is there into what should be there.
// Elements that stay keep their focus, their scroll and what is being typed.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path", "rect", "circle", "g", "line", "polygon"]);
const LIVE = new Set(["value", "checked", "disabled", "selected", "open", "inert", "indeterminate"]);

/** An element. props: attributes, `class`, `style` as an object, `key`, live properties, and handlers as on...: f. */
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
  if (name === "key") return;
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

/** Make these the children of `parent`, and keep every element that is still wanted. */
export function patch(parent, ...children) {
  const fresh = flat(children);
  const byKey = new Map();
  for (const node of parent.childNodes) if (node.made?.key !== undefined) byKey.set(node.made.key, node);
  let next = parent.firstChild;
  for (const node of fresh) {
    const key = node.made?.key;
    let old = key === undefined ? next : byKey.get(key);
    if (old && same(old, node)) {
      become(old, node);
    } else {
      old = node;
    }
    if (old === next) next = next.nextSibling;
    else parent.insertBefore(old, next);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
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
  for (const name of Object.keys(old.made ?? {})) if (!(name in node.made)) clear(old, name, old.made[name]);
  for (const [name, value] of Object.entries(node.made)) set(old, name, value);
  old.made = node.made;
  if (!node.made.own) patch(old, ...node.childNodes);
}

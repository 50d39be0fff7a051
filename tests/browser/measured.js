// Rectangles on the glass, measured in the page itself.
({
  faults: (target) => {
    const faults = [];
    const shown = (one) => one.checkVisibility?.() !== false && one.getClientRects().length && !one.closest("[hidden], [inert]");
    const named = (one) => `${one.nodeName.toLowerCase()}.${one.className} “${(one.innerText || one.placeholder || one.ariaLabel || "").slice(0, 30)}”`;
    const open = document.querySelector("dialog[open]");
    const controls = [...(open ?? document).querySelectorAll("button, input:not([type=checkbox]), select, textarea, summary")].filter(shown);
    for (const one of controls) {
      one.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width, height, right, bottom } = one.getBoundingClientRect();
      if (width < target - 0.5 || height < target - 0.5) faults.push(`small: ${named(one)} ${width.toFixed()} x ${height.toFixed()}`);
      if (left < -0.5 || right > innerWidth + 0.5) faults.push(`off the side: ${named(one)}`);
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!there || !(one.contains(there) || there.contains(one) && there.nodeName === "LABEL")) faults.push(`behind ${there && named(there)}: ${named(one)}`);
      if (one.nodeName === "BUTTON" && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)) faults.push(`cut: ${named(one)}`);
    }
    const places = controls.map((one) => [one, one.getBoundingClientRect()]);
    for (const [one, a] of places)
      for (const [other, b] of places) {
        if (one === other || one.contains(other) || other.contains(one) || one.parentElement?.parentElement !== other.parentElement?.parentElement) continue;
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) faults.push(`over each other: ${named(one)} and ${named(other)}`);
      }
    scrollTo(0, 0);
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} wide on ${innerWidth}`);
    const dock = document.querySelector(".dock");
    const said = dock?.querySelector(".refusal"); // comes and goes, and may be as long as it must
    const high = dock && [...dock.children].filter((part) => part !== said).reduce((sum, part) => Math.max(sum, part.getBoundingClientRect().bottom - dock.getBoundingClientRect().top), 0) - (said?.offsetHeight ?? 0);
    if (dock && high > innerHeight / 4) faults.push(`the dock is ${high.toFixed()} of ${innerHeight}: ${dock.innerText}`);
    return [...new Set(faults)];
  },

  // Every text that is seen: whole on the glass, and on no other. A box in a box is no collision.
  laid: (parts) => {
    scrollTo(0, 0);
    const seen = [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.textContent.trim());
    const box = (one) => one.getBoundingClientRect();
    const tall = Math.max(innerHeight, document.documentElement.scrollHeight);
    const faults = seen.length ? [] : ["nothing is to be seen"];
    for (const [n, one] of seen.entries()) {
      const a = box(one);
      if (a.left < -1 || a.right > innerWidth + 1 || a.top < -1 || a.bottom > tall + 1) faults.push(`cut: ${one.textContent} ${a.left.toFixed()} ${a.top.toFixed()} ${a.right.toFixed()} ${a.bottom.toFixed()}`);
      for (const other of seen.slice(n + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const b = box(other), across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 2) faults.push(`“${one.textContent}” on “${other.textContent}” by ${across.toFixed()} x ${down.toFixed()}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} wide on ${innerWidth}`);
    return faults;
  },

  inView: (selector) => {
    scrollTo(0, 0);
    const floor = document.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
    return [...document.querySelectorAll(selector)].filter((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      return top >= -0.5 && bottom <= floor + 0.5 && left >= -0.5 && right <= innerWidth + 0.5;
    }).length;
  },
});

/**
 * Light, dark or high contrast, as chosen on this device, or else as the device prefers.
 *
 * Each has a style sheet, and this script sets which ones apply. It runs before the first paint, so it is no module.
 */
(() => {
  const KEY = "isotop-look";
  // Paper is white.
  const SCREEN = "screen";
  const DARK = `${SCREEN} and (prefers-color-scheme: dark)`;
  const MORE = "(prefers-contrast: more)";
  const ALL = "all";
  const NONE = "not all";
  /** Media queries by choice: for the dark colours, for high contrast, and for both. */
  /** @type {Record<string, string[]>} */
  const SHEETS = {
    "": [DARK, MORE, `${DARK} and ${MORE}`],
    light: [NONE, NONE, NONE],
    dark: [SCREEN, NONE, NONE],
    contrast: [DARK, ALL, DARK],
  };

  /** @param {string} chosen */
  function hold(chosen) {
    const media = SHEETS[chosen] ?? SHEETS[""];
    ["dark", "contrast", "dark-contrast"].forEach((name, index) => {
      /** @type {HTMLLinkElement} */ (document.getElementById(`look-${name}`)).media = media[index];
    });
  }

  /** The browser may forbid storage; then the choice is forgotten. */
  function kept() {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  }

  /** @param {string} chosen */
  function keep(chosen) {
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // It lasts until the page is left.
    }
  }

  function offer() {
    const menu = document.getElementById("display-menu");
    const looks = document.getElementById("looks");
    if (!menu || !looks) return;
    looks.hidden = false;
    const buttons = looks.querySelectorAll("button");
    const mark = (/** @type {string} */ chosen) =>
      buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.look === chosen)));
    mark(kept());
    looks.addEventListener("click", ({target}) => {
      const chosen = target instanceof HTMLElement ? target.closest("button")?.dataset.look : undefined;
      if (chosen === undefined) return;
      keep(chosen);
      hold(chosen);
      mark(chosen);
    });
  }

  /** Close menus by Escape, by a click elsewhere, or after one of their links. */
  function closeMenus() {
    for (const menu of document.querySelectorAll(".display-menu, .nav-menu")) {
      menu.addEventListener("keydown", (event) => {
        if (!(event instanceof KeyboardEvent) || event.key !== "Escape") return;
        event.stopPropagation();
        menu.removeAttribute("open");
        menu.querySelector("summary")?.focus();
      });
      document.addEventListener("click", ({target}) => {
        if (target instanceof Element && (!menu.contains(target) || target.closest("a"))) menu.removeAttribute("open");
      });
    }
  }

  hold(kept());
  addEventListener("storage", ({key}) => key === KEY && hold(kept()));
  addEventListener("DOMContentLoaded", offer);
  addEventListener("DOMContentLoaded", closeMenus);
})();

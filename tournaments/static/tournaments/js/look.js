/**
 * Light, dark or high contrast, as whoever uses this device has chosen it; otherwise as the device says.
 *
 * The colours of each are a style sheet of their own, and this says which of them hold. It runs before anything is
 * painted, so it is no module.
 */
(() => {
  const KEY = "isotop-look";
  const DARK = "(prefers-color-scheme: dark)";
  const MORE = "(prefers-contrast: more)";
  const ALL = "all";
  const NONE = "not all";
  /** By choice: when the dark colours hold, those of high contrast, and those of both. */
  /** @type {Record<string, string[]>} */
  const SHEETS = {
    "": [DARK, MORE, `${DARK} and ${MORE}`],
    light: [NONE, NONE, NONE],
    dark: [ALL, NONE, NONE],
    contrast: [DARK, ALL, DARK],
  };

  /** @param {string} chosen */
  function hold(chosen) {
    const media = SHEETS[chosen] ?? SHEETS[""];
    ["dark", "contrast", "dark-contrast"].forEach((name, index) => {
      /** @type {HTMLLinkElement} */ (document.getElementById(`look-${name}`)).media = media[index];
    });
  }

  /** What a browser keeps may be forbidden, and then is forgotten. */
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
      // It holds until the page is left.
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

  /** A menu is closed by Escape, by a click elsewhere, or on one of its links. */
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

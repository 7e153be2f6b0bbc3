/**
 * Light, dark or high contrast, as chosen on this device, or else as the device prefers; and large type.
 *
 * Each look has a style sheet, and this script sets which ones apply. It runs before the first paint, so it is no module.
 */
(() => {
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
  function holdLook(chosen) {
    const media = SHEETS[chosen] ?? SHEETS[""];
    ["dark", "contrast", "dark-contrast"].forEach((name, index) => {
      /** @type {HTMLLinkElement} */ (document.getElementById(`look-${name}`)).media = media[index];
    });
  }

  /** The functions that apply the choices made on this device, by their keys in its storage. */
  /** @type {Record<string, (chosen: string) => void>} */
  const CHOICES = {
    "isotop-look": holdLook,
    "isotop-type": (chosen) => document.documentElement.toggleAttribute("data-large", chosen === "large"),
  };

  /** The browser may forbid storage; then the choice is forgotten. @param {string} key */
  function kept(key) {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  }

  /** @param {string} key @param {string} chosen */
  function keep(key, chosen) {
    try {
      localStorage.setItem(key, chosen);
    } catch {
      // It lasts until the page is left.
    }
  }

  /** @param {string} key @param {string} chosen */
  function hold(key, chosen) {
    CHOICES[key](chosen);
    for (const button of document.querySelectorAll(`[data-choice="${key}"] button`)) {
      button.setAttribute("aria-pressed", String(/** @type {HTMLButtonElement} */ (button).value === chosen));
    }
  }

  function offer() {
    for (const choices of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-choice]"))) {
      const key = /** @type {string} */ (choices.dataset.choice);
      choices.hidden = false;
      hold(key, kept(key));
      choices.addEventListener("click", ({target}) => {
        const button = target instanceof HTMLElement ? target.closest("button") : null;
        if (!button) return;
        keep(key, button.value);
        hold(key, button.value);
      });
    }
  }

  /** Close menus by Escape, by a click elsewhere, or after one of their links or dialogs. */
  function closeMenus() {
    for (const menu of document.querySelectorAll(".display-menu, .nav-menu")) {
      menu.addEventListener("keydown", (event) => {
        if (!(event instanceof KeyboardEvent) || event.key !== "Escape") return;
        event.stopPropagation();
        menu.removeAttribute("open");
        menu.querySelector("summary")?.focus();
      });
      document.addEventListener("click", ({target}) => {
        if (target instanceof Element && (!menu.contains(target) || target.closest("a, [data-opens]"))) menu.removeAttribute("open");
      });
    }
  }

  for (const key of Object.keys(CHOICES)) hold(key, kept(key));
  addEventListener("storage", ({key}) => key && key in CHOICES && hold(key, kept(key)));
  addEventListener("DOMContentLoaded", offer);
  addEventListener("DOMContentLoaded", closeMenus);
})();

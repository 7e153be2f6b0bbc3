/** Keys of the desk outside of fields: a tab, a field or a button each. Letters that were meant for the line do nothing. */

import {isUsable, takesText} from "./focus.js";
import {paneOf} from "./tab_list.js";

/** Keys that follow each other sooner than this may be text. */
const PAUSE = 1_000;

/** Tell commands from text: a blank, or two letters without a meaning, begin text, which lasts until a pause. */
class StrayText {
  at = -PAUSE;
  unknown = 0;
  isText = false;

  /** Take the next key; return whether it belongs to text. @param {{key: string, now: number, isCommand: boolean, presses: boolean}} typed `presses`: the blank would press the focused button */
  takes({key, now, isCommand, presses}) {
    const follows = now - this.at < PAUSE;
    this.at = now;
    if (!follows) this.clear();
    if (key === " ") this.isText ||= follows || !presses;
    else this.unknown = isCommand ? 0 : this.unknown + 1;
    this.isText ||= this.unknown > 1;
    return this.isText;
  }

  clear() {
    [this.unknown, this.isText] = [0, false];
  }
}

/**
 * @param {HTMLElement} desk
 * @param {{tabs: ReturnType<typeof import("./tab_list.js").mountTabs>, line: HTMLFormElement, undoes: (event: KeyboardEvent) => boolean, onText: () => void}} options
 *   `onText`: keys were ignored as text
 */
export function mountShortcuts(desk, {tabs, line, undoes, onText}) {
  const stray = new StrayText();

  document.addEventListener("keydown", (event) => {
    if (undoes(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return;
    if (takesText(event.target)) {
      if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
      stray.clear();
      return;
    }
    const key = CSS.escape(event.key.toLowerCase());
    // A field may be in a pane that is behind: its tab is selected then.
    const fields = /** @type {HTMLInputElement[]} */ ([...desk.querySelectorAll(`[data-shortcut="${key}"]`)]);
    const field = fields.find((one) => !one.disabled && !one.closest("[hidden]"));
    const tab = tabs.all["12345".indexOf(event.key)];
    const button = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`[data-key~="${key}"]`)]).find(isUsable);
    if (isStray(event, Boolean(tab || field || button)) && !field) {
      event.preventDefault();
      onText();
      return;
    }
    if (!tab && !field && !button) return;
    event.preventDefault();
    if (button) button.click();
    else if (tab) tabs.select(tab);
    else if (field) {
      tabs.select(tabs.all.find((one) => paneOf(one).contains(field)) ?? tabs.current());
      field.focus();
      field.select();
    }
  });

  /** @param {KeyboardEvent} event @param {boolean} isCommand */
  function isStray({key, target, timeStamp}, isCommand) {
    if (line.hidden || key.length > 1) {
      stray.clear();
      return false;
    }
    const presses = target instanceof Element && target.closest("button, a, summary, label, input") !== null;
    return stray.takes({key, now: timeStamp, isCommand, presses});
  }
}

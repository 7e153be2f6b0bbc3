/** The table of an act without a number, and the way to the next one. */

export class TableCursor {
  /** @param {ReturnType<typeof import("./tables.js").mountTables>} tables @param {() => void} onChange */
  constructor(tables, onChange) {
    this.tables = tables;
    this.onChange = onChange;
    /** @type {number | null} */
    this.chosen = null;
    this.picked = false;
  }

  /** @param {number | null} table @param {boolean} [picked] by an arrow or a click: then it stays */
  choose(table, picked = false) {
    this.chosen = table;
    this.picked = picked;
    this.onChange();
  }

  /** Go to the next table that needs keying, after this one and then from the first. @param {number} after */
  goOn(after) {
    const todo = this.tables.queue().filter((table) => table !== after);
    const later = todo.filter((table) => table > after);
    this.choose(todo.length ? Math.min(...(later.length ? later : todo)) : null);
  }

  /** Go to the table before or after; at the end of the page turn it. @param {number} step */
  move(step) {
    const {tables: shown, before, after} = this.tables.shown();
    const at = shown.indexOf(this.chosen ?? 0);
    const next = at < 0 ? shown.at(step > 0 ? 0 : -1) : (shown[at + step] ?? (step > 0 ? after : before));
    if (next) this.choose(next, true);
  }

  /** Tell whether the table is done or gone, so that the line goes on. */
  isLost() {
    if (this.chosen === null) return true;
    const row = this.tables.row(this.chosen);
    return row ? !this.picked && row.dataset.todo === undefined : !this.tables.isComing(this.chosen);
  }
}

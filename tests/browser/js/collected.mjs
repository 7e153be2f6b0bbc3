/** Scripts of `tournaments` find those of `duplicate` beside them once they are collected; here they lie apart. */

import {register} from "node:module";

const beside = new URL("../../../duplicate/static/duplicate/", import.meta.url);
const hooks = `export const resolve = (name, context, next) =>
  next(name.startsWith("../duplicate/") ? new URL(name.slice("../duplicate/".length), "${beside}").href : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

/** Resolve scripts of another app in its source folder: collected, the folders of all apps are side by side. */

import {register} from "node:module";
import {isMainThread} from "node:worker_threads";

const REPOSITORY = new URL("../../../", import.meta.url);
const FOLDERS = {
  tournaments: "tournaments/static/",
  classic: "tournaments/classic/static/",
  club_tables: "tournaments/club_tables/static/",
  duplicate: "duplicate/static/",
  website: "duplicate/website/static/",
};

// Node runs the hooks, which are this module again, in a thread of their own.
if (isMainThread) register(import.meta.url);

export function resolve(name, context, next) {
  const [, app, rest] = /^(?:\.\.\/)+([a-z_]+)(\/.+)$/.exec(name) ?? [];
  const folder = context.parentURL?.includes("/static/") && FOLDERS[app];
  return next(folder ? new URL(folder + app + rest, REPOSITORY).href : name, context);
}

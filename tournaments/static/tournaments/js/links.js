/** Personal links: they carry a token behind the #, where no server and no log sees it. */

const values = () => new URLSearchParams(location.hash.slice(1));

/**
 * Take what the link carries, and remove it from the address. Another link that is opened in the same tab changes what is
 * behind the # alone: the page starts anew with it.
 */
export function takeLink() {
  addEventListener("hashchange", () => values().has("t") && location.reload());
  const carried = values();
  if (carried.has("t")) history.replaceState(null, "", location.pathname);
  return carried;
}

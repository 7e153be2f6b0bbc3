import assert from "node:assert/strict";
import {test} from "node:test";

import {offsetIn, ownTime, timeAt} from "../../../tournaments/static/tournaments/js/moments.js";

globalThis.document = {documentElement: {lang: "en"}};

/** Node reads its zone again when the variable changes. */
const inZone = (zone, work) => {
  process.env.TZ = zone;
  return work();
};

test("the offset of a moment is read from its text", () => {
  const texts = ["2026-10-25T02:30:00+02:00", "2026-10-24T22:00:00-02:30", "2026-10-25T00:30:00+00:00", "2026-10-25T00:30:00Z"];
  assert.deepEqual(texts.map(offsetIn), [120, -150, 0, 0]);
});

for (const [zone, iso, own] of [
  ["Europe/Paris", "2026-10-25T02:30:00+02:00", ""],
  ["Europe/Brussels", "2026-10-25T02:30:00+01:00", ""],
  ["Europe/Paris", "2026-10-25T02:30:00+05:00", "24 Oct, 23:30"],
  ["America/Toronto", "2026-10-25T02:30:00+02:00", "24 Oct, 20:30"],
  ["America/Toronto", "2026-10-25T19:30:00+01:00", "14:30"],
  ["Europe/London", "2026-06-01T00:30:00+02:00", "31 May, 23:30"],
  ["UTC", "2026-06-01T02:30:00+02:00", "00:30"],
]) {
  test(`${iso} in ${zone} is ${own || "the same"}`, () => {
    assert.equal(inZone(zone, () => ownTime(iso)), own);
  });
}

test("a time where the event is has the reader's own beside it, if it is another", () => {
  const place = {zone: "Europe/Paris", city: "Paris", yours: "{time} your time"};
  const moment = Date.parse("2026-10-25T18:30:00Z");
  assert.equal(inZone("Europe/Madrid", () => timeAt(moment, place)), "19:30");
  assert.equal(inZone("America/Toronto", () => timeAt(moment, place)), "19:30 (Paris), 14:30 your time");
  assert.equal(inZone("America/Toronto", () => timeAt(moment, {...place, zone: "Europe/Atlantis"})), "14:30", "a zone that no browser knows");
  assert.equal(inZone("UTC", () => timeAt(Date.parse("2026-10-24T23:00:00Z"), {...place, zone: "UTC"})), "23:00");
  assert.equal(inZone("UTC", () => timeAt(Date.parse("2026-10-25T00:05:00Z"), {...place, zone: "UTC"})), "00:05", "not 24:05");
});

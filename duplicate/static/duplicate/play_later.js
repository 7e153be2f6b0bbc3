/** Tell with which players' tokens this device was in games of the event: who was there does not play them later. */

import {storeFor} from "../tournaments/js/store.js";
import {find, pageData} from "../tournaments/js/text.js";

const tokens = pageData("codes").map((/** @type {string} */ code) => storeFor(code).get("token"));
find("[data-later]").elements.played_with.value = tokens.filter(Boolean).join(" ");

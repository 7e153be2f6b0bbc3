/** The icon on the home screen opens the game that this phone played last, or else the first page. */

import {lastGame} from "../tournaments/js/store.js";

const code = lastGame();
location.replace(code ? `${encodeURIComponent(code)}/` : "/");

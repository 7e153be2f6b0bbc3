"""Scripts of slow networks go out as one file, which does what its modules do."""

import re
import shutil
import subprocess
from pathlib import Path

import playwright
import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage

from deploy.assets.storage import JOINED, join_modules

NODE = shutil.which("node") or Path(playwright.__file__).parent / "driver" / "node"

MODULES = {
    "a/page.js": """/** What it is. */
import {twice} from "./numbers.js";
import {
  LIMIT,
  say,
} from "../b/words.js";

const SIZE = 3;
console.log(say(twice(SIZE)), LIMIT, await Promise.resolve("later"));
""",
    "a/numbers.js": """import {LIMIT} from "../b/words.js";

const SIZE = 2;  // not the other's
/** @param {number} number */
export function twice(number) {
  /** @type {number} */ const result = number * SIZE;
  // A line that stays behind.
  return Math.min(result, LIMIT);
}
""",
    "b/words.js": """export const LIMIT = 100;
export class Word {}
export const say = (/** @type {import("./numbers.js").Number} */ number) => `It is ${number}.`;
""",
}


def run(text, folder):
    script = folder / "joined.mjs"
    script.write_text(text)
    return subprocess.run([NODE, script], capture_output=True, text=True, check=True).stdout


def test_joined_modules_do_the_same_and_keep_their_names_apart(tmp_path):
    joined = join_modules("a/page.js", MODULES.__getitem__)
    assert run(joined, tmp_path) == "It is 6. 100 later\n"
    assert not re.search(r"^(import|export)", joined, re.MULTILINE)
    assert joined.count("LIMIT = 100") == 1
    assert "What it is" not in joined
    assert "stays behind" not in joined
    assert "./" not in joined


@pytest.mark.parametrize(
    "line",
    [
        'import * as all from "./words.js";',
        'import "./words.js";',
        "export {say};",
        "export default 3;",
        'import {say as tell} from "./words.js";',
    ],
)
def test_what_cannot_be_joined_is_refused(line):
    modules = MODULES | {"a/numbers.js": f"{line}\n{MODULES['a/numbers.js']}"}
    with pytest.raises(ValueError, match=r"a/numbers\.js cannot be joined"):
        join_modules("a/page.js", modules.__getitem__)


@pytest.mark.parametrize("name", JOINED)
def test_a_joined_script_asks_for_no_other(name, tmp_path):
    """Static files were collected by the set-up."""
    served = settings.STATIC_ROOT / staticfiles_storage.stored_name(name)
    text = served.read_text()
    assert not re.search(r"^import [^(]", text, re.MULTILINE)
    script = tmp_path / "page.mjs"
    script.write_text(text)
    subprocess.run([NODE, "--check", script], check=True)
    assert served.with_suffix(".js.gz").stat().st_size < 30_000

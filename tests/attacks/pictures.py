"""Pictures that are something else as well, sent as a logo: pixels alone are kept."""

import io
import struct
import zlib

from PIL import Image, PngImagePlugin

from tests.attacks.ground import send_file

SCRIPT = b"<script>alert('evil')</script>"
PAGE, LOGO = "/letterhead/", "/letterhead/logo.png"
KEPT = {"Content-Type": "image/png", "X-Content-Type-Options": "nosniff"}
MOST_PIXELS = 600


def attack(ground):
    taken = 0
    for name, data in _pictures().items():
        answer = send_file(ground.desk, PAGE, {"club": "", "size": "A4"}, {"logo": (name, data)})
        assert answer.status in {302, 422}, f"{name} got {answer.status}"
        taken += answer.status == 302
        logo = ground.desk.get(LOGO)
        if logo.status == 404:
            continue
        assert b"evil" not in logo.body, f"{name} is kept with what is not its picture"
        told = {header: logo.headers[header] for header in KEPT}
        assert told == KEPT, f"{name} is sent as {told}"
        assert "default-src 'self'" in logo.headers["Content-Security-Policy"]
        with Image.open(io.BytesIO(logo.body)) as drawn:
            assert max(drawn.size) <= MOST_PIXELS
            assert not getattr(drawn, "is_animated", False), f"{name} is kept with its other pictures"
            assert not drawn.info, f"{name} is kept with {drawn.info}"
    return f"{taken} of {len(_pictures())} pictures were taken, as pixels alone"


def _pictures():
    plain = Image.new("RGB", (40, 20), "red")
    exif = Image.Exif()
    exif[0x010E] = "evil place"
    about = PngImagePlugin.PngInfo()
    about.add_text("Comment", SCRIPT.decode())
    about.add_itxt("Comment", SCRIPT.decode(), zip=True)
    png, jpeg = _saved(plain, "PNG"), _saved(plain, "JPEG")
    return {
        "a.svg": b'<svg xmlns="http://www.w3.org/2000/svg">' + SCRIPT + b"</svg>",
        "a.gif": b"GIF89a/*" + _saved(plain, "GIF")[8:] + b"*/=alert('evil')",
        "pdf.jpg": b"%PDF-1.4 evil\n" + jpeg,
        "trailing.png": png + SCRIPT,
        "trailing.jpg": jpeg + SCRIPT,
        "text.png": _saved(plain, "PNG", pnginfo=about),
        "comment.jpg": _saved(plain, "JPEG", comment=SCRIPT),
        "exif.jpg": _saved(plain, "JPEG", exif=exif),
        "exif.png": _saved(plain, "PNG", exif=exif),
        "profile.png": _saved(plain, "PNG", icc_profile=SCRIPT * 4),
        "profile.jpg": _saved(plain, "JPEG", icc_profile=SCRIPT * 4),
        "animated.png": _saved(plain, "PNG", save_all=True, append_images=[plain.rotate(180), plain]),
        "huge.png": _png(60_000, 60_000, b""),
        "wide.png": _png(2**31 - 1, 1, b""),
        "flat.png": _png(12_000_000, 1, bytes(36_000_001)),
        "short.png": png[:60],
        "bomb.png": _png(100, 100, bytes(64 << 20)),
        "texts.png": _with_chunk(png, b"zTXt", b"evil\0\0" + zlib.compress(bytes(64 << 20), 9)),
        "profiles.png": _with_chunk(png, b"iCCP", b"evil\0\0" + zlib.compress(bytes(64 << 20), 9)),
        "empty.png": b"",
        "../../evil.png": png,
        "<img src=x onerror=alert('evil')>.png": png,
        "whole.png": png,
    }


def _saved(picture, kind, **more):
    file = io.BytesIO()
    picture.save(file, kind, **more)
    return file.getvalue()


def _png(width, height, rows):
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"IDAT", zlib.compress(rows, 9))
        + _chunk(b"IEND", b"")
    )


def _with_chunk(png, kind, content):
    """Return a PNG with one chunk more, after its first."""
    return png[:33] + _chunk(kind, content) + png[33:]


def _chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

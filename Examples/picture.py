#!/usr/bin/python3
"""Draws the picture of the README: each portrait with its viewfinder, and the avatar that it gave. For maintainers.

    picture.py BEFORE OUT.png

BEFORE is the folder of that name that the demo made. Needs libvips-tools: Pillow reads no AVIF here.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

HEIGHT = 300
AVATAR = 140
GAP = 14
PORTRAITS = Path(__file__).parent / "portraits"


def thumbnail(file):
    with tempfile.TemporaryDirectory() as scratch:
        small = Path(scratch) / "small.png"
        subprocess.run(
            ["vips", "thumbnail", file, small, "10000", "--height", str(HEIGHT)], check=True, stderr=subprocess.DEVNULL)
        return Image.open(small).convert("RGB")


def with_viewfinder(image, manifest):
    scale = image.height / manifest["original"]["height"]
    crop = manifest["crop"]
    # Drawn four times as large, so that the circle is smooth.
    large = image.resize((image.width * 4, image.height * 4))
    x, y, side = (crop[key] * scale * 4 for key in ("x", "y", "size"))
    ImageDraw.Draw(large).ellipse((x, y, x + side, y + side), outline="#ff3b30", width=10)
    return large.resize(image.size, Image.LANCZOS)


def round_avatar(file):
    image = Image.open(file).convert("RGBA").resize((AVATAR, AVATAR), Image.LANCZOS)
    mask = Image.new("L", (AVATAR * 4, AVATAR * 4), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, AVATAR * 4 - 1, AVATAR * 4 - 1), fill=255)
    page = Image.new("RGB", image.size, "white")
    page.paste(image.convert("RGB"), mask=mask.resize(image.size, Image.LANCZOS))
    return page


def main():
    before, out = Path(sys.argv[1]), sys.argv[2]
    pairs = []
    for document in sorted(before.glob("*.json")):
        manifest = json.loads(document.read_text())
        original = PORTRAITS / Path(manifest["original"]["file"]).name
        avatar = round_avatar(before / f"{document.stem}-512.webp")
        pairs.append((with_viewfinder(thumbnail(original), manifest), avatar))
    width = GAP + sum(original.width + AVATAR + 2 * GAP for original, _ in pairs)
    page = Image.new("RGB", (width, HEIGHT + 2 * GAP), "white")
    x = GAP
    for original, avatar in pairs:
        page.paste(original, (x, GAP))
        page.paste(avatar, (x + original.width + GAP, GAP + (HEIGHT - AVATAR) // 2))
        x += original.width + AVATAR + 2 * GAP
    page.save(out, optimize=True)


main()

#!/usr/bin/python3
"""Draws a contact sheet: of each face the avatar before, and after.

    faces.py OUT.png BEFORE AFTER NAME...

BEFORE and AFTER are folders that hold NAME-512.webp. Transparent parts show as a chequered pattern.
"""

import sys
from pathlib import Path

from PIL import Image, ImageDraw

SIDE = 320
GAP = 16
CAPTION = 20


def chequered(size, cell=16):
    board = Image.new("RGBA", size, "white")
    draw = ImageDraw.Draw(board)
    for x in range(0, size[0], cell):
        for y in range(0, size[1], cell):
            if (x + y) // cell % 2:
                draw.rectangle((x, y, x + cell - 1, y + cell - 1), fill="#dddddd")
    return board


def tile(file):
    with Image.open(file) as image:
        avatar = image.convert("RGBA").resize((SIDE, SIDE), Image.LANCZOS)
    return Image.alpha_composite(chequered((SIDE, SIDE)), avatar)


def sheet(folders, names):
    step = SIDE + GAP
    page = Image.new("RGB", (GAP + 2 * step, CAPTION + GAP + len(names) * step), "white")
    draw = ImageDraw.Draw(page)
    for column, title in enumerate(("before", "after")):
        draw.text((GAP + column * step, GAP // 2), title, fill="black")
        for row, name in enumerate(names):
            place = (GAP + column * step, CAPTION + GAP // 2 + row * step)
            page.paste(tile(folders[column] / f"{name}-512.webp").convert("RGB"), place)
    return page


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    out, before, after, *names = sys.argv[1:]
    sheet((Path(before), Path(after)), names).save(out, optimize=True)


main()

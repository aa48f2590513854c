#!/usr/bin/python3
"""Compares avatars of real photos with plain Pillow crops of the same square.

    compare_with_pillow.py TONDO

The photos are those of Examples/ and, where it lies beside the checkout (or where TONDO_CORPUS says), the corpus.
Each is rendered at two placements; the square is worked out here once more, from the formulae of the README.
Fails where the mean difference is 3 (of 255) or more, where the manifest's square is another one,
or where Tondo refuses what Pillow reads. Left out are the formats that Pillow does not read; wider limits stand below.
"""

import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image, ImageChops, ImageCms, ImageOps, ImageStat

CHECKOUT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("TONDO_CORPUS", CHECKOUT.parent / "shared" / "corpus"))
SIDE = 256
LIMIT = 3.0
# More pixels than the three that a Lanczos reaches.
MARGIN = 4
PLACEMENTS = ((1.0, 0.0, 0.0), (1.6, -0.12, 0.05))
# What Debian's Pillow does not read (and, of BMP, Tondo neither); these have tests of their own.
OTHERS = {".heic", ".heif", ".avif", ".avifs", ".bmp"}


def to_srgb(image):
    """The colours as a profile says, without its alpha; 8 bits."""
    profile = image.info.get("icc_profile")
    if image.mode.startswith("I") or image.mode == "F":
        image = image.convert("I").point(lambda value: value / 257).convert("L")
    if image.mode in ("P", "PA", "1", "LA") or "transparency" in image.info:
        image = image.convert("RGBA")
    if image.mode == "RGBA" and image.getextrema()[3][0] == 255:
        image = image.convert("RGB")
    if not profile:
        return image
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        # Of "LA" and gray profiles only the gray is to be converted.
        if source.profile.xcolor_space.strip() == "GRAY" and image.mode == "RGBA":
            image = image.convert("LA")
        bare = image.convert(image.mode.rstrip("A")) if image.mode in ("RGBA", "LA") else image
        colours = ImageCms.profileToProfile(
            bare, source, ImageCms.createProfile("sRGB"), renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode="RGB")
    except ImageCms.PyCMSError:
        return image
    if image.mode in ("RGBA", "LA"):
        colours.putalpha(image.getchannel("A"))
    return colours


def upright(file):
    with Image.open(file) as image:
        image.load()
        # Pillow turns a TIFF while it loads it.
        return to_srgb(image if image.format == "TIFF" else ImageOps.exif_transpose(image))


def square(width, height, scale, x, y):
    side = min(width, height) / scale
    left = width / 2 - x * side - side / 2
    top = height / 2 - y * side - side / 2
    return min(max(left, 0), width - side), min(max(top, 0), height - side), side


def rounded(left, top, side, width, height):
    def half_away(number):
        return math.floor(abs(number) + 0.5) * (1 if number >= 0 else -1)

    size = max(1, half_away(side))
    return {
        "x": max(0, min(half_away(left), width - size)), "y": max(0, min(half_away(top), height - size)), "size": size}


def widened(image, margin):
    """With the pixels of its edge repeated, as Tondo has it where it enlarges; Pillow has no word for that."""
    width, height = image.size
    columns = Image.new(image.mode, (width + 2 * margin, height))
    columns.paste(image.crop((0, 0, 1, height)).resize((margin, height)))
    columns.paste(image, (margin, 0))
    columns.paste(image.crop((width - 1, 0, width, height)).resize((margin, height)), (margin + width, 0))
    rows = Image.new(image.mode, (columns.width, height + 2 * margin))
    rows.paste(columns.crop((0, 0, columns.width, 1)).resize((columns.width, margin)))
    rows.paste(columns, (0, margin))
    last = columns.crop((0, height - 1, columns.width, height))
    rows.paste(last.resize((columns.width, margin)), (0, margin + height))
    return rows


def resized(channel, box):
    left, top, side = box
    return channel.resize((SIDE, SIDE), Image.LANCZOS, (left, top, left + side, top + side))


def enlarged(image, box):
    """In floats: with bytes, Pillow cuts off what overshoots between its two passes."""
    left, top, side = box
    channels = widened(image, MARGIN).split()
    box = (left + MARGIN, top + MARGIN, side)
    return Image.merge("RGB", [resized(channel.convert("F"), box).convert("L") for channel in channels])


def plain_crop(image, box):
    if "A" not in image.mode and box[2] < SIDE:
        return enlarged(image.convert("RGB"), box)
    if "A" not in image.mode:
        return resized(image.convert("RGB"), box)
    avatar = resized(image.convert("RGBA"), box)
    page = Image.new("RGB", avatar.size, "white")
    page.paste(avatar, mask=avatar.getchannel("A"))
    return page


def render(tondo, file, placement, out):
    scale, x, y = placement
    run = subprocess.run(
        [tondo, "render", file, "--scale", str(scale), f"--position={x},{y}", "--size", str(SIDE), "--format", "png",
         "--background", "white", "--out", out, "--json"],
        capture_output=True, text=True, timeout=120)
    if run.returncode:
        raise ValueError(run.stderr.strip().splitlines()[-1])
    manifest = json.loads(run.stdout)
    with Image.open(Path(out) / manifest["avatars"][0]["file"]) as avatar:
        return manifest, avatar.convert("RGB")


def difference(tondo, file, placement, image):
    box = square(*image.size, *placement)
    with tempfile.TemporaryDirectory() as out:
        manifest, avatar = render(tondo, file, placement, out)
    expected = rounded(*box, *image.size)
    if manifest["crop"] != expected:
        raise ValueError(f"the square is {manifest['crop']}, not {expected}")
    return max(ImageStat.Stat(ImageChops.difference(avatar, plain_crop(image, box))).mean)


def compare(tondo, file):
    """The largest of the channels' mean differences at both placements, or what is wrong."""
    try:
        image = upright(file)
        return max(difference(tondo, file, placement, image) for placement in PLACEMENTS)
    except Exception as error:  # Pillow raises many kinds on damaged files.
        return error


def photos():
    found = sorted(file for file in (CHECKOUT / "Examples" / "portraits").iterdir() if file.suffix != ".json")
    if not (CORPUS / "INDEX.tsv").exists():
        print(f"no corpus beside the checkout: only the {len(found)} photos of Examples/ are compared")
        return found
    with open(CORPUS / "INDEX.tsv", newline="", encoding="utf-8") as index:
        rows = csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE)
        # Rows that promise no picture, or leave the choice, are for other tests.
        names = [row["file"] for row in rows if "decode; upright" in row["EXPECTED"]]
    return found + [CORPUS / name for name in names]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tondo = str(Path(sys.argv[1]).resolve())
    Image.MAX_IMAGE_PIXELS = None
    everything = photos()
    files = [file for file in everything if file.suffix not in OTHERS]
    bad = 0
    with ThreadPoolExecutor(2) as pool:
        for file, result in zip(files, pool.map(lambda file: compare(tondo, file), files)):
            differs = not isinstance(result, float) or result >= LIMIT
            bad += differs
            if differs or "TONDO_VERBOSE" in os.environ:
                shown = f"{result:.2f}" if isinstance(result, float) else result
                print(f"{'DIFFERS ' if differs else ''}{file.name}: {shown}")
    print(f"avatars against Pillow: {len(files) - bad} agree, {bad} differ, "
          f"{len(everything) - len(files)} are of formats that Pillow does not read")
    sys.exit(1 if bad or not files else 0)


main()

"""Builds the photos that are measured: real pictures, scaled to camera sizes, with a sensor's noise.

    corpus.py FOLDER [--quick]

Public pictures are small or smoothed, and a smooth JPEG decodes faster than a camera's. So noise is added until the
file is as large as a camera's. The seed is fixed: the same libraries make the same files. Nothing of this is committed.
"""

import io
import json
import subprocess
import sys
from pathlib import Path

import numpy
from PIL import Image, ImageCms

BACKGROUNDS = Path("/usr/share/backgrounds")
PORTRAITS = Path(__file__).resolve().parents[2] / "Examples" / "portraits"
ORIENTATIONS = (1, 6, 8)
QUALITY = 90
# name: how many, width, height, and the bytes of the first and last file as a JPEG.
KINDS = {
    "jpeg12": (12, 4032, 3024, 2.6e6, 5.1e6),
    "jpeg24": (4, 6000, 4000, 7.3e6, 10e6),
    "jpeg2": (4, 1632, 1224, 0.5e6, 0.9e6),
    "progressive12": (2, 4032, 3024, 3e6, 4e6),
    "webp12": (2, 4032, 3024, 3e6, 4e6),
    "png12": (1, 4032, 3024, 3e6, 3e6),
    "heic12": (1, 4032, 3024, 3e6, 3e6),
}
QUICK = {"jpeg2": (2, 1632, 1224, 0.6e6, 0.8e6)}
ENDINGS = {"progressive12": "jpg", "webp12": "webp", "png12": "png", "heic12": "heic"}


def sources(quick):
    if quick:
        return sorted(PORTRAITS.glob("*.jpg")) + sorted(PORTRAITS.glob("*.png"))
    import skimage
    import sklearn.datasets
    science = Path(skimage.__file__).parent / "data"
    flowers = Path(sklearn.datasets.__file__).parent / "images"
    found = sorted(BACKGROUNDS.glob("*_by_*.jpg")) + sorted((BACKGROUNDS / "mate/nature").glob("*.jpg"))
    found += [BACKGROUNDS / "mate/abstract/Elephants_5640x3172.jpg"]
    found += [science / name for name in ("rocket.jpg", "astronaut.png", "chelsea.png", "coffee.png", "motorcycle_left.png")]
    return found + [flowers / name for name in ("china.jpg", "flower.jpg")]


def covered(file, width, height):
    """The middle of the picture, at exactly this size."""
    with Image.open(file) as opened:
        picture = opened.convert("RGB")
    scale = max(width / picture.width, height / picture.height)
    side = (width / scale, height / scale)
    left, top = (picture.width - side[0]) / 2, (picture.height - side[1]) / 2
    return picture.resize((width, height), Image.LANCZOS, (left, top, left + side[0], top + side[1]))


def blurred(noise):
    """3x3: 1 2 1, 2 8 2, 1 2 1, as if it had gone through a camera's demosaicing."""
    padded = numpy.pad(noise, 1, mode="wrap")
    corners = padded[:-2, :-2] + padded[:-2, 2:] + padded[2:, :-2] + padded[2:, 2:]
    edges = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    return (corners + 2 * edges + 8 * noise) / 12


def noises(width, height, dice):
    luma = blurred(dice.standard_normal((height, width), numpy.float32))
    halves = [dice.standard_normal((height // 2, width // 2), numpy.float32) / 2 for _ in range(2)]
    return [luma] + [half.repeat(2, 0).repeat(2, 1) for half in halves]


def noisy(picture, noise, strength):
    planes = numpy.asarray(picture.convert("YCbCr"), numpy.float32)
    summed = [planes[..., index] + strength * noise[index] for index in range(3)]
    rounded = numpy.clip(numpy.stack(summed, -1) + 0.5, 0, 255).astype(numpy.uint8)
    return Image.fromarray(rounded, "YCbCr").convert("RGB")


def encoded(picture, **options):
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=QUALITY, subsampling=2, **options)
    return buffer.getvalue()


def of_size(picture, wanted, dice):
    """With as much noise as makes a JPEG of this many bytes, within 3 %."""
    noise = noises(*picture.size, dice)
    low, high = 0.0, 40.0
    for _ in range(9):
        strength = (low + high) / 2
        result = noisy(picture, noise, strength)
        size = len(encoded(result))
        if abs(size - wanted) < 0.03 * wanted:
            break
        low, high = (strength, high) if size < wanted else (low, strength)
    return result


def display_p3():
    import pyvips
    return bytes(pyvips.Operation.call("profile_load", "p3"))


def in_p3(picture, profile):
    return ImageCms.profileToProfile(picture, ImageCms.createProfile("sRGB"), io.BytesIO(profile))


def exif(orientation):
    data = Image.Exif()
    data[0x0112] = orientation
    return data


def write(picture, file, kind, orientation, profile):
    if kind == "heic12":
        plain = file.with_suffix(".png")
        picture.save(plain, compress_level=1)
        subprocess.run(["heif-enc", "-q", "60", "-o", file, plain], check=True, stdout=subprocess.DEVNULL)
        plain.unlink()
    elif kind == "png12":
        picture.save(file, compress_level=6)
    elif kind == "webp12":
        picture.save(file, quality=QUALITY, method=2)
    else:
        options = {"icc_profile": profile} if profile else {}
        file.write_bytes(encoded(picture, exif=exif(orientation), progressive=kind == "progressive12", **options))


def build(folder, quick):
    pictures, dice, listed = sources(quick), numpy.random.default_rng(20), []
    p3 = None if quick else display_p3()
    for kind, (count, width, height, smallest, largest) in (QUICK if quick else KINDS).items():
        for index in range(count):
            wanted = smallest + (largest - smallest) * index / max(1, count - 1)
            # Steps of 7 mix the sources: their number has no factor 7.
            picture = of_size(covered(pictures[len(listed) * 7 % len(pictures)], width, height), wanted, dice)
            jpeg = ENDINGS.get(kind, "jpg") == "jpg"
            profile = p3 if jpeg and index % 3 == 2 else None
            orientation = ORIENTATIONS[index % 3] if jpeg else 1
            file = folder / f"{kind}-{index:02}.{ENDINGS.get(kind, 'jpg')}"
            write(in_p3(picture, profile) if profile else picture, file, kind, orientation, profile)
            listed.append({
                "file": str(file), "kind": kind, "width": width, "height": height, "orientation": orientation,
                "tagged": bool(profile)})
            print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB", file=sys.stderr)
    (folder / "corpus.json").write_text(json.dumps(listed, indent=1))


build(Path(sys.argv[1]), "--quick" in sys.argv)

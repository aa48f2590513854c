"""How near finished files are to the slow way: a full decode, then one Lanczos from the exact square, in floats.

    quality.py < PAIRS > MEASURED

PAIRS: {"jobs": [job...], "files": {engine: [file or null for each job]}}. MEASURED: {engine: [PSNR, SSIM]}, and, under
"ceiling", the reference itself once encoded as the avatars are.
"""

import json
import sys
import tempfile

import numpy
from PIL import Image, ImageOps


def lanczos(distance):
    return numpy.where(abs(distance) < 3, numpy.sinc(distance) * numpy.sinc(distance / 3), 0)


def resampled(pixels, size, start, side):
    """Along the first axis: Lanczos with three lobes, widened by the reduction; edges are repeated."""
    scale = side / size
    centres = start + (numpy.arange(size) + 0.5) * scale
    reach = 3 * max(scale, 1)
    taps = numpy.floor(centres - reach)[:, None].astype(int) + numpy.arange(int(2 * reach) + 2)
    weights = lanczos((taps + 0.5 - centres[:, None]) / max(scale, 1))
    weights = (weights / weights.sum(1, keepdims=True)).astype(numpy.float32)
    taps = numpy.clip(taps, 0, len(pixels) - 1)
    return sum(weights[:, tap, None, None] * pixels[taps[:, tap]] for tap in range(taps.shape[1]))


def reference(job):
    with Image.open(job["file"]) as opened:
        pixels = numpy.asarray(ImageOps.exif_transpose(opened).convert("RGB"))
    size = job["outputs"][0]["size"]
    rows = resampled(pixels, size, job["top"], job["side"])
    return numpy.clip(resampled(rows.swapaxes(0, 1), size, job["left"], job["side"]).swapaxes(0, 1), 0, 255)


def read(file):
    with Image.open(file) as opened:
        return numpy.asarray(opened.convert("RGB"), numpy.float32)


def psnr(one, other):
    return 10 * numpy.log10(255 ** 2 / numpy.mean((one - other) ** 2))


def averaged(plane):
    """A gaussian of 11 pixels, sigma 1.5."""
    kernel = numpy.exp(-numpy.arange(-5, 6) ** 2 / 4.5)
    kernel /= kernel.sum()
    for axis in (0, 1):
        plane = numpy.apply_along_axis(numpy.convolve, axis, plane, kernel, "valid")
    return plane


def ssim(one, other):
    one, other = (pixels @ (0.299, 0.587, 0.114) for pixels in (one, other))
    mean, mean2 = averaged(one), averaged(other)
    spread, spread2 = averaged(one * one) - mean ** 2, averaged(other * other) - mean2 ** 2
    shared = averaged(one * other) - mean * mean2
    low, high = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return numpy.mean((2 * mean * mean2 + low) * (2 * shared + high)
                      / ((mean ** 2 + mean2 ** 2 + low) * (spread + spread2 + high)))


def encoded(pixels, output):
    with tempfile.NamedTemporaryFile(suffix=f".{output['format']}") as file:
        Image.fromarray((pixels + 0.5).astype(numpy.uint8)).save(file.name, quality=output["quality"])
        return read(file.name)


def main():
    asked = json.load(sys.stdin)
    found = {}
    for index, job in enumerate(asked["jobs"]):
        truth = reference(job)
        avatars = {"ceiling": encoded(truth, job["outputs"][0])}
        avatars |= {engine: read(files[index]) for engine, files in asked["files"].items() if files[index]}
        for engine, avatar in avatars.items():
            found.setdefault(engine, []).append((psnr(avatar, truth), ssim(avatar, truth)))
    json.dump({engine: numpy.mean(numbers, 0).tolist() for engine, numbers in found.items()}, sys.stdout)


main()

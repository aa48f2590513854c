"""What people take instead of Tondo, as a process that makes the same avatars of the same squares.

    peer.py pyvips|pillow|opencv

Prints a line with its versions, then answers each line, a JSON job, with an empty one, or ends with what it cannot do.
Each peer is used as its manual advises for speed: it decodes reduced, to no less than twice the largest avatar; it
decodes once for all sizes; one thread.
"""

import functools
import io
import json
import sys


def stored(job, shrink=1):
    """The square in the file's own pixels, before it is turned upright."""
    width, height, left, top, side = (job[key] for key in ("width", "height", "left", "top", "side"))
    x, y = {1: (left, top), 6: (top, height - left - side), 8: (width - top - side, left)}[job["orientation"]]
    return x / shrink, y / shrink, side / shrink


def shrink(job, largest=8):
    """The largest reduction that leaves twice the pixels of the largest avatar."""
    factor = 1
    while factor * 2 <= largest and job["side"] / (factor * 2) >= 2 * job["outputs"][0]["size"]:
        factor *= 2
    return factor


def with_pyvips():
    import pyvips
    # Else the second round of some formats finds the first one's pixels, and decodes nothing.
    pyvips.cache_set_max(0)
    version = ".".join(str(pyvips.version(part)) for part in range(3))
    bare = {"keep": "none"} if pyvips.at_least_libvips(8, 15) else {"strip": True}
    turns = {6: "d90", 8: "d270"}

    def load(job):
        if job["file"].endswith(".jpg"):
            return pyvips.Image.new_from_file(job["file"], shrink=shrink(job), access="sequential"), shrink(job)
        if job["file"].endswith(".webp"):
            return pyvips.Image.new_from_file(job["file"], scale=1 / shrink(job), access="sequential"), shrink(job)
        return pyvips.Image.new_from_file(job["file"], access="sequential"), 1

    def make(job):
        image, factor = load(job)
        x, y, side = (int(number) for number in stored(job, factor))
        avatar = image.crop(x, y, side, side).resize(job["outputs"][0]["size"] / side, kernel="lanczos3").copy_memory()
        if job["tagged"]:
            avatar = avatar.icc_transform("srgb", embedded=True, intent="relative")
        if job["orientation"] in turns:
            avatar = avatar.rot(turns[job["orientation"]])
        for output in job["outputs"]:
            avatar = avatar.resize(output["size"] / avatar.width, kernel="lanczos3").copy_memory()
            avatar.write_to_file(output["file"], Q=output["quality"], **bare)

    return f"libvips {version}", make


def with_pillow():
    from PIL import Image, ImageCms, __version__, features
    simd = "post" in __version__
    turns = {6: Image.Transpose.ROTATE_270, 8: Image.Transpose.ROTATE_90}

    @functools.cache
    def transform(profile):
        return ImageCms.buildTransform(io.BytesIO(profile), ImageCms.createProfile("sRGB"), "RGB", "RGB")

    def make(job):
        largest = job["outputs"][0]["size"]
        image = Image.open(job["file"])
        scale = 2 * largest / job["side"]
        image.draft("RGB", (int(job["width"] * scale), int(job["height"] * scale)))
        x, y, side = stored(job, job["width"] / image.width)
        avatar = image.resize((largest, largest), Image.LANCZOS, (x, y, x + side, y + side), reducing_gap=2.0)
        if job["tagged"]:
            avatar = ImageCms.applyTransform(avatar, transform(image.info["icc_profile"]))
        if job["orientation"] in turns:
            avatar = avatar.transpose(turns[job["orientation"]])
        for output in job["outputs"]:
            if output["size"] != avatar.width:
                avatar = avatar.resize((output["size"],) * 2, Image.LANCZOS)
            avatar.save(output["file"], quality=output["quality"])

    return f"{'Pillow-SIMD' if simd else 'Pillow'} {__version__}, libjpeg-turbo {features.version('libjpeg_turbo')}", make


def with_opencv():
    import cv2
    cv2.setNumThreads(1)
    flags = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
    turns = {6: cv2.ROTATE_90_CLOCKWISE, 8: cv2.ROTATE_90_COUNTERCLOCKWISE}

    def make(job):
        factor = shrink(job, 4)
        image = cv2.imread(job["file"], flags[factor] | cv2.IMREAD_IGNORE_ORIENTATION)
        x, y, side = (int(number) for number in stored(job, factor))
        avatar = image[y:y + side, x:x + side]
        if job["orientation"] in turns:
            avatar = cv2.rotate(avatar, turns[job["orientation"]])
        for output in job["outputs"]:
            avatar = cv2.resize(avatar, (output["size"],) * 2, interpolation=cv2.INTER_AREA)
            quality = cv2.IMWRITE_WEBP_QUALITY if output["file"].endswith("webp") else cv2.IMWRITE_JPEG_QUALITY
            cv2.imwrite(output["file"], avatar, [quality, output["quality"]])

    return f"OpenCV {cv2.__version__}", make


def main():
    version, make = {"pyvips": with_pyvips, "pillow": with_pillow, "opencv": with_opencv}[sys.argv[1]]()
    print(version, flush=True)
    for line in sys.stdin:
        try:
            make(json.loads(line))
        except Exception as problem:
            sys.exit(f"    {str(problem).splitlines()[0]}")
        print(flush=True)


if __name__ == "__main__":
    main()

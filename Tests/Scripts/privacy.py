#!/usr/bin/python3
"""Proves with exiftool that avatars carry nothing of what a photo says of its people and places.

    privacy.py TONDO

Photos of each kind that exiftool can write are given EXIF with a position and a thumbnail, XMP, IPTC and a comment.
From each, avatars of all formats are made, round and square. In these, exiftool may find what the format itself needs,
named below tag by tag, and nothing else; an unknown tag fails.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

PORTRAITS = Path(__file__).resolve().parents[2] / "Examples" / "portraits"
SECRET = "Jane-Doe-at-home"
PRIVATE = [
    f"-EXIF:Artist={SECRET}", f"-EXIF:ImageDescription={SECRET}", f"-EXIF:UserComment={SECRET}", "-EXIF:Make=Acme",
    "-EXIF:SerialNumber=123456", "-EXIF:DateTimeOriginal=2026:01:02 03:04:05",
    "-GPS:GPSLatitude=48.858", "-GPS:GPSLatitudeRef=N", "-GPS:GPSLongitude=2.294", "-GPS:GPSLongitudeRef=E",
    f"-XMP-dc:Creator={SECRET}", f"-XMP-dc:Description={SECRET}", f"-XMP-photoshop:City={SECRET}",
    f"-IPTC:By-line={SECRET}", f"-IPTC:Caption-Abstract={SECRET}", f"-Comment={SECRET}",
]
# What exiftool says of any file, and what each format's own header holds: sizes, depths, versions of the format.
ANY = {
    "SourceFile", "ExifTool:ExifToolVersion", "Composite:ImageSize", "Composite:Megapixels", "File:FileType",
    "File:FileTypeExtension", "File:MIMEType", "File:ImageWidth", "File:ImageHeight"}
OWN = {
    "jpg": {"File:EncodingProcess", "File:BitsPerSample", "File:ColorComponents", "File:YCbCrSubSampling",
            "JFIF:JFIFVersion", "JFIF:ResolutionUnit", "JFIF:XResolution", "JFIF:YResolution"},
    "png": {"PNG:ImageWidth", "PNG:ImageHeight", "PNG:BitDepth", "PNG:ColorType", "PNG:Compression", "PNG:Filter",
            "PNG:Interlace", "PNG:Palette", "PNG:Transparency", "PNG-pHYs:PixelUnits",
            "PNG-pHYs:PixelsPerUnitX", "PNG-pHYs:PixelsPerUnitY"},
    "webp": {"RIFF:ImageWidth", "RIFF:ImageHeight", "RIFF:VP8Version", "RIFF:HorizontalScale", "RIFF:VerticalScale",
             "RIFF:WebP_Flags", "RIFF:AlphaPreprocessing", "RIFF:AlphaFiltering", "RIFF:AlphaCompression",
             "RIFF:AlphaIsUsed"},
    "avif": {"QuickTime:" + name for name in (
        "MajorBrand", "MinorVersion", "CompatibleBrands", "HandlerType", "ColorProfiles", "ColorPrimaries",
        "TransferCharacteristics", "MatrixCoefficients", "QuickTime_ColorRep_0x000a", "AuxiliaryImageType",
        "AV1ConfigurationVersion", "SeqProfile", "SeqLevelIdx0", "SeqTier0", "ChromaFormat", "ChromaSamplePosition",
        "InitialDelaySamples", "ImageSpatialExtent", "ImagePixelDepth", "MediaDataSize", "MediaDataOffset",
        "MediaData")} | {"Meta:PrimaryItemReference"},
}


def tags(file):
    run = subprocess.run(
        ["exiftool", "-j", "-a", "-u", "-U", "-G1", "-ee", "--System:All", file], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)[0]


def photo(name, folder):
    """A portrait in the format of the name, with much that is nobody's business."""
    file, source = folder / name, PORTRAITS / "jane.jpg"
    if name.endswith(".avif"):
        shutil.copy(PORTRAITS / "omar.avif", file)
    else:
        with Image.open(source) as image:
            small = image.convert("RGB").resize((600, 800))
        small.save(file)
        small.resize((60, 80)).save(folder / "thumbnail.jpg")
    words = list(PRIVATE)
    if name.endswith(".jpg"):
        words.append(f"-ThumbnailImage<={folder / 'thumbnail.jpg'}")
    subprocess.run(["exiftool", "-q", "-m", "-overwrite_original", *words, file], check=True, stderr=subprocess.DEVNULL)
    found = tags(file)
    if not any("GPSLatitude" in tag for tag in found) or not any(tag.startswith("XMP-dc:") for tag in found):
        sys.exit(f"{name} could not be given its metadata: the test would prove nothing")
    return file


def leaks(file):
    kind, found = file.suffix[1:], tags(file)
    wrong = [tag for tag in found if tag not in ANY | OWN[kind]]
    if SECRET.encode() in file.read_bytes():
        wrong.append("the words themselves")
    return wrong


def avatars(tondo, file, shape, folder):
    out = folder / f"{file.suffix[1:]}-{shape}"
    for kind in ("jpeg", "png", "webp", "avif"):
        (out / kind).mkdir(parents=True)
        subprocess.run(
            [tondo, "render", file, "--shape", shape, "--size", "96", "--format", kind, "--out", out / kind],
            check=True, capture_output=True)
        yield next(path for path in (out / kind).iterdir() if path.suffix != ".json")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tondo, count, bad = str(Path(sys.argv[1]).resolve()), 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind in ("jpg", "png", "webp", "avif"):
            file = photo(f"photo.{kind}", folder)
            for shape in ("square", "circle"):
                for avatar in avatars(tondo, file, shape, folder):
                    count += 1
                    wrong = leaks(avatar)
                    bad += bool(wrong)
                    if wrong:
                        print(f"LEAKS {kind} to {avatar.suffix[1:]}, {shape}: {', '.join(wrong)}")
    print(f"metadata, read back with exiftool: {count - bad} avatars are clean, {bad} are not")
    sys.exit(1 if bad or not count else 0)


main()

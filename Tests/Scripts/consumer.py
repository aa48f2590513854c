"""Takes RegionJPEG into another package as people do, by its repository and a version, and decodes a photo with it.

    consumer.py PHOTO

The checkout as it is, uncommitted changes too, becomes a repository with a version. The photo, a baseline JPEG in colour, comes
out as Pillow decodes it.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

CHECKOUT = Path(__file__).resolve().parents[2]

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "consumer",
  dependencies: [.package(url: "%s", from: "1.0.0")],
  targets: [.executableTarget(name: "consumer", dependencies: [.product(name: "RegionJPEG", package: "tondo")])])
"""

# Writes the luma of the right lower quarter of a photo, at half its size, as a PGM.
PROGRAM = """import Foundation
import RegionJPEG

let bytes = try Array(Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
let header = try JPEGHeader(bytes.span)
let (width, height) = (header.width, header.height)
let quarter = Region(columns: width / 2..<width, rows: height / 2..<height)
var decoder = RegionDecoder()
let decoded = try decoder.decode(quarter, at: Scale(luma: 4, chroma: 4), of: header, bytes.span)
precondition(decoded.state == .sound)
let luma = decoded.planes[0]
var image = Data("P5 \\(luma.width) \\(luma.height) 255\\n".utf8)
for row in 0..<luma.height {
  let start = luma.offset + row * luma.stride
  image += decoded.samples[start..<(start + luma.width)]
}
try image.write(to: URL(filePath: CommandLine.arguments[2]))
print("\\(luma.x),\\(luma.y)")
"""


def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def publish(repository):
    """The checkout's files, as version 1.0.0."""
    for name in run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=CHECKOUT).split("\0"):
        if (CHECKOUT / name).is_file():
            (repository / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, repository / name)
    git = ["git", "-c", "user.name=consumer", "-c", "user.email=consumer@example.com", "-c", "commit.gpgsign=false",
           "-c", "core.hooksPath=/dev/null"]
    run(*git, "init", "-q", cwd=repository)
    run(*git, "add", "-A", cwd=repository)
    run(*git, "commit", "-q", "-m", "All of it", cwd=repository)
    run(*git, "tag", "1.0.0", cwd=repository)


def main():
    photo = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        repository, package = Path(folder, "tondo"), Path(folder, "consumer")
        repository.mkdir()
        publish(repository)
        (package / "Sources/consumer").mkdir(parents=True)
        (package / "Package.swift").write_text(MANIFEST % repository.as_uri())
        (package / "Sources/consumer/main.swift").write_text(PROGRAM)
        # A debug build, in which the library may want to be fast all the same.
        subprocess.run(["swift", "build"], cwd=package, check=True)
        made = package / "quarter.pgm"
        x, y = map(int, run(package / ".build/debug/consumer", photo, made, cwd=package).split(","))
        compare(photo, Image.open(made), x, y)


def compare(photo, quarter, x, y):
    whole = Image.open(photo)
    whole.draft("YCbCr", (whole.width // 2, whole.height // 2))
    box = (x, y, x + quarter.width, y + quarter.height)
    assert box[2:] == whole.size, f"{box} of {whole.size}"
    difference = ImageStat.Stat(ImageChops.difference(quarter, whole.getchannel("Y").crop(box)))
    assert difference.mean[0] < 1, f"the luma is off by {difference.mean[0]:.2f} of 255"
    print(f"RegionJPEG, by version, decoded {quarter.width} x {quarter.height} of {photo.name}: "
          f"within {difference.mean[0]:.2f} of Pillow's")


main()

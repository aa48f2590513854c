#!/bin/bash
# Renders the portraits from their drawings. For maintainers: the rendered files are committed.
#
# Needs librsvg2-bin, libvips-tools, libimage-exiftool-perl, libavif-bin and fonts-dejavu-core.
set -euo pipefail
cd "$(dirname "$0")"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The drawing as it should be seen.
upright() { rsvg-convert "drawings/$1.svg" -o "$scratch/$1.png"; }

# The same, lying on its side, as a phone's sensor stores a portrait: a quarter turn to the right makes it upright.
lying() {
  upright "$1"
  vips rot "$scratch/$1.png" "$scratch/$1-lying.png" d270
}

# A photo as phones make it: the turn is written into EXIF, beside a place and a date that must not get out.
draw_jpeg() {
  lying jane
  vips jpegsave "$scratch/jane-lying.png[]" portraits/jane.jpg --Q 80 --optimize-coding --strip
  exiftool -q -overwrite_original -Orientation#=6 -Make=Tondo -Model=Drawing \
    -DateTimeOriginal='2026:11:30 12:00:00' \
    -GPSLatitude=48.8584 -GPSLatitudeRef=N -GPSLongitude=2.2945 -GPSLongitudeRef=E portraits/jane.jpg
}

# The turn is a property of the picture item here: irot, in quarter turns to the left.
draw_avif() {
  lying omar
  avifenc --min 18 --max 28 --speed 4 --jobs 2 --irot 3 "$scratch/omar-lying.png" portraits/omar.avif \
    >"$scratch/avifenc.log"
}

# Not turned, and wider than high.
draw_png() {
  upright zoe
  vips pngsave "$scratch/zoe.png" portraits/zoe.png --compression 9 --strip
}

mkdir -p portraits
draw_jpeg
draw_avif
draw_png
ls -l portraits

"""The README's table and chart of speed, out of what was measured."""

import html
import re
import statistics
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
README = CHECKOUT / "README.md"
EXAMPLES = CHECKOUT / "Examples"
TONDO = "Tondo's worker"
# As the table calls what is compared with, and what the measurement calls it.
PEERS = [
    ("libvips 8.14", "libvips 8.14 (Debian)"), ("libvips 8.18", "libvips, newest wheel"),
    ("Pillow", "Pillow, draft mode"), ("Pillow-SIMD", "Pillow-SIMD (AVX2), draft mode"),
    ("Tondo by libjpeg-turbo", "Tondo's worker, by libjpeg-turbo"),
]
PHOTOS = [
    ("JPEG, 12 MP", "12 MP JPEG to JPEG"), ("JPEG, 24 MP", "24 MP JPEG to JPEG"), ("JPEG, 2 MP", "2 MP JPEG to JPEG"),
    ("JPEG, 12 MP, progressive", "12 MP progressive JPEG to JPEG"), ("JPEG, 12 MP, to WebP", "12 MP JPEG to WebP"),
    ("WebP, 12 MP", "12 MP WebP to JPEG"), ("PNG, 12 MP", "12 MP PNG to JPEG"),
]
CHARTED = PHOTOS[:3]


def ratio(found, title, peer):
    """Tondo's CPU time to a peer's: the median of the rounds; None where one of them was not measured."""
    engines = found.get(title, {})
    if TONDO not in engines or peer not in engines:
        return None
    return statistics.median(mine / its for mine, its in zip(engines[TONDO].cpu, engines[peer].cpu))


def table(found):
    lines = ["| photo | " + " | ".join(f"to {name}" for name, _ in PEERS) + " |", "|---" * (len(PEERS) + 1) + "|"]
    for name, title in PHOTOS:
        ratios = [ratio(found, title, peer) for _, peer in PEERS]
        if any(ratios):
            lines.append(f"| {name} | " + " | ".join(f"{value:.2f}" if value else "-" for value in ratios) + " |")
    return lines


PICTURE = """<picture>
  <source media="(prefers-color-scheme: dark)" srcset="Examples/speed-dark.svg">
  <img src="Examples/speed-light.svg" alt="CPU time of a photo to three avatars: Tondo and others" width="700">
</picture>"""

# Of the chart, in its own units.
LEFT, WIDTH, BAR, GAP, HEAD = 190, 700, 18, 6, 34
LIGHT = {"text": "#1f2328", "quiet": "#59636e", "bar": "#b6bec8", "own": "#0969da"}
DARK = {"text": "#f0f6fc", "quiet": "#9198a1", "bar": "#4b535d", "own": "#4493f8"}


def rows(found, title):
    """What each engine takes for a photo, in milliseconds, the fastest first."""
    names = {peer: name for name, peer in PEERS} | {TONDO: "Tondo"}
    measured = found[title]
    times = {name: 1000 * statistics.median(measured[peer].cpu) / len(measured[peer].jobs)
             for peer, name in names.items() if peer in measured}
    return sorted(times.items(), key=lambda pair: pair[1])


def text(x, y, words, colour, anchor="start", weight="normal"):
    return (f'<text x="{x:.0f}" y="{y:.0f}" fill="{colour}" text-anchor="{anchor}" font-weight="{weight}">'
            f"{html.escape(words)}</text>")


def group(found, name, title, top, colours):
    """A heading and its bars; the longest is as wide as there is room."""
    parts, times = [text(0, top + 16, f"{name}: CPU time of a photo", colours["text"], weight="bold")], rows(found, title)
    longest = max(time for _, time in times)
    for index, (engine, time) in enumerate(times):
        y, width = top + HEAD + index * (BAR + GAP), (WIDTH - LEFT - 70) * time / longest
        own = engine == "Tondo"
        parts += [
            text(LEFT - 10, y + 14, engine, colours["text"], "end", "bold" if own else "normal"),
            f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR}" rx="2" fill="{colours["own" if own else "bar"]}"/>',
            text(LEFT + width + 8, y + 14, f"{time:.1f} ms", colours["quiet"])]
    return parts, top + HEAD + len(times) * (BAR + GAP) + 16


def chart(found, colours):
    parts, top = [], 4
    for name, title in CHARTED:
        if title in found:
            added, top = group(found, name, title, top, colours)
            parts += added
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}" '
            f'font-family="-apple-system, Segoe UI, Noto Sans, Helvetica, Arial, sans-serif" font-size="13">\n'
            "<title>CPU time of a photo to three avatars</title>\n" + "\n".join(parts) + "\n</svg>\n")


def between(page, mark, lines):
    """The page with other lines between the two comments that bear a name."""
    pattern = re.compile(f"(<!-- {mark} -->\n).*?(<!-- end of {mark} -->)", re.DOTALL)
    return pattern.sub(lambda match: match[1] + "\n".join(lines) + "\n" + match[2], page)


def write(found, where, kept, readme=README, pictures=EXAMPLES):
    """`kept`: how much of the worker's gain the daemon keeps."""
    (pictures / "speed-light.svg").write_text(chart(found, LIGHT))
    (pictures / "speed-dark.svg").write_text(chart(found, DARK))
    memory = [f"{found[title][TONDO].memory / 1e6:.0f} MB ({name})" for name, title in CHARTED if title in found]
    note = [f"Measured on {where}."]
    if memory:
        note.append(f"The most memory that a worker had: {', '.join(memory)}. The daemon keeps {kept:.2f} of what its workers gain "
                    "by RegionJPEG.")
    readme.write_text(between(readme.read_text(), "speed", [*table(found), "", *note, "", PICTURE]))

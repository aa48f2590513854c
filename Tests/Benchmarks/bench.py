#!/usr/bin/python3
"""Measures Tondo's worker against what people take instead, on the same photos, squares and avatars, in turn.

    bench.py TONDO WORKER [--quick] [--all]

Absolute times drift by a fifth within minutes on a shared machine. So every number that matters is a ratio of CPU
times of the same round, in which each engine makes each photo once before any makes the next.
  --quick  two photos and Debian's Pillow alone: shows that the benchmark works, not who is fast
  --all    also command lines and OpenCV
Virtual environments and photos are kept in .build/bench; a second run needs no network. The results go to RESULTS.md, and
with their chart to the README.
"""

import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import daemon
import page
from engines import Floor, PatientTondo, Peer, Program, Resident, Tondo, magick, vipsthumbnail

HERE = Path(__file__).resolve().parent
CACHE = HERE.parents[1] / ".build" / "bench"
RESULTS = HERE / "RESULTS.md"
JPEGS = [{"size": size, "format": "jpeg", "quality": 85} for size in (512, 256, 96)]
WEBPS = [{"size": size, "format": "webp", "quality": 80} for size in (512, 256, 96)]
# title, the corpus' kind, at most how many photos, what is made, rounds
CLASSES = [
    ("12 MP JPEG to JPEG", "jpeg12", 12, JPEGS, 5),
    ("24 MP JPEG to JPEG", "jpeg24", 4, JPEGS, 3),
    ("2 MP JPEG to JPEG", "jpeg2", 4, JPEGS, 5),
    ("12 MP progressive JPEG to JPEG", "progressive12", 2, JPEGS, 3),
    ("12 MP WebP to JPEG", "webp12", 2, JPEGS, 3),
    ("12 MP PNG to JPEG", "png12", 1, JPEGS, 3),
    ("12 MP HEIC to JPEG", "heic12", 1, JPEGS, 3),
    ("12 MP JPEG to WebP", "jpeg12", 4, WEBPS, 3),
]
# venv: what pip is told, and in which environment. libvips must come from the wheel in one and from Debian in the other.
VENVS = {
    "newest": (["pyvips[binary]", "numpy", "pillow", "scikit-image", "scikit-learn"],
               {"PKG_CONFIG_LIBDIR": "/nonexistent", "PKG_CONFIG_PATH": ""}),
    "debian": (["pyvips"], {}),
    "simd": (["--no-binary", "pillow-simd", "pillow-simd"], {"CC": "cc -mavx2"}),
    "opencv": (["opencv-python-headless"], {}),
}


def python(venv):
    """The interpreter of a virtual environment, which is made where it is missing."""
    folder = CACHE / venv
    if not (folder / "complete").exists():
        print(f"making the environment {folder.name}", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        packages, variables = VENVS[venv]
        subprocess.run(["/usr/bin/python3", "-m", "venv", folder], check=True)
        subprocess.run(
            [folder / "bin/pip", "install", "-q", "--no-cache-dir", "--disable-pip-version-check", *packages],
            env=os.environ | variables, check=True)
        (folder / "complete").touch()
    return folder / "bin/python"


def corpus(quick):
    folder = CACHE / ("quick" if quick else "corpus")
    if not (folder / "corpus.json").exists():
        print("making the photos: some minutes, once", file=sys.stderr)
        folder.mkdir(parents=True, exist_ok=True)
        interpreter = sys.executable if quick else python("newest")
        subprocess.run([interpreter, HERE / "corpus.py", folder, *(["--quick"] if quick else [])], check=True)
    return json.loads((folder / "corpus.json").read_text())


def floor():
    program = CACHE / "floor"
    subprocess.run(["cc", "-O2", "-o", program, HERE / "floor.c", "-ljpeg", "-lwebp"], check=True)
    return Floor(program)


def engines(worker, quick, everything):
    """What starts each engine. The first peer is the one that the ratios are to."""
    if quick:
        return [
            lambda: Peer("Pillow of Debian", sys.executable, "pillow", "Pillow 9."), lambda: Tondo(worker),
            lambda: PatientTondo(worker), floor]
    # Before anything is measured: compiling beside it would disturb.
    debian, newest, simd = (python(venv) for venv in ("debian", "newest", "simd"))
    starts = [
        lambda: Peer("libvips 8.14 (Debian)", debian, "pyvips", "libvips 8.14."),
        lambda: Tondo(worker),
        lambda: PatientTondo(worker),
        lambda: Peer("libvips, newest wheel", newest, "pyvips", "libvips 8.18."),
        lambda: Peer("Pillow, draft mode", newest, "pillow", "Pillow 1"),
        lambda: Peer("Pillow-SIMD (AVX2), draft mode", simd, "pillow", "Pillow-SIMD "),
        floor,
    ]
    if not everything:
        return starts
    opencv = python("opencv")
    gm = magick(["gm", "convert"], lambda size: ["-size", size])
    im = magick(["convert", "-limit", "thread", "1"], lambda size: ["-define", f"jpeg:size={size}"])
    return starts + [
        lambda: Peer("OpenCV, reduced", opencv, "opencv", "OpenCV "),
        lambda: Program("vipsthumbnail: whole photo, 1 size", ["vipsthumbnail", "--vips-version"], vipsthumbnail),
        lambda: Program("GraphicsMagick, size hint", ["gm", "version"], gm),
        lambda: Program("ImageMagick, size hint", ["convert", "-version"], im),
    ]


def job(photo, outputs, folder):
    """A square of 70 % of the shorter side, at 35 % and 60 % of the room that is left, upright."""
    turned = photo["orientation"] in (6, 8)
    width, height = (photo["height"], photo["width"]) if turned else (photo["width"], photo["height"])
    side = int(0.7 * min(width, height))
    files = [{**output, "file": str(folder / f"{Path(photo['file']).stem}-{output['size']}.{output['format']}")}
             for output in outputs]
    return {**photo, "left": int(0.35 * (width - side)), "top": int(0.6 * (height - side)), "side": side, "outputs": files}


def run(engine, todo):
    """The cost of one job; what the last run made is removed first."""
    for output in todo["outputs"]:
        Path(output["file"]).unlink(missing_ok=True)
    return engine.run(todo)


def can(engine, todo):
    """Warms up, and finds out whether it reads this format at all."""
    if isinstance(engine, Floor):
        return todo["kind"].startswith(("jpeg", "prog", "webp"))
    if isinstance(engine, PatientTondo) and not todo["kind"].startswith("jpeg"):
        return False
    try:
        run(engine, todo)
        return True
    except (RuntimeError, BrokenPipeError):
        if isinstance(engine, Tondo):
            raise
        return False


class Measured:
    """One engine on one class."""

    def __init__(self, engine, jobs):
        self.engine, self.jobs = engine, jobs
        self.cpu, self.wall, self.two = [], [], None
        self.memory = self.quality = None

    def begin(self):
        self.cpu.append(0.0)
        self.wall.append(0.0)

    def once(self, index):
        cost = run(self.engine, self.jobs[index])
        self.cpu[-1] += cost.cpu
        self.wall[-1] += cost.wall


def measure(starts, photos, outputs, rounds, scratch):
    measured = []
    for number, start in enumerate(starts):
        engine, folder = start(), scratch / str(number)
        folder.mkdir()
        jobs = [job(photo, outputs, folder) for photo in photos]
        if can(engine, jobs[0]):
            measured.append(Measured(engine, jobs))
        else:
            engine.close()
            print(f"  {engine.name}: not this format", file=sys.stderr)
    for turn in range(rounds):
        for one in measured:
            one.begin()
        for index in range(len(photos)):
            # Whoever comes first finds the file's pages and the processor's caches cold: take turns.
            first = (turn + index) % len(measured)
            for one in measured[first:] + measured[:first]:
                one.once(index)
    for one in measured:
        one.memory = one.engine.close()
    return measured


def two_workers(starts, photos, outputs, scratch):
    """Photos a second with one process and with two, in turn: {name: (one, two)}, medians of three rounds."""
    speeds = {}
    pairs = [(start(), start()) for start in starts[:-1]]
    for _ in range(3):
        for pair in pairs:
            if not isinstance(pair[0], Resident):
                continue
            found = []
            for count in (1, 2):
                threads = []
                begin = time.perf_counter()
                for seat, engine in enumerate(pair[:count]):
                    folder = scratch / f"seat{seat}"
                    folder.mkdir(exist_ok=True)
                    jobs = [job(photo, outputs, folder) for photo in photos]
                    threads.append(threading.Thread(target=lambda e=engine, j=jobs: [run(e, one) for one in j]))
                    threads[-1].start()
                for thread in threads:
                    thread.join()
                found.append(count * len(photos) / (time.perf_counter() - begin))
            speeds.setdefault(pair[0].name, []).append(found)
    for pair in pairs:
        for engine in pair:
            engine.close()
    return {name: [statistics.median(column) for column in zip(*rounds)] for name, rounds in speeds.items()}


def judge(measured, quick):
    """PSNR and SSIM, on the photos without a profile: not every peer converts colours."""
    plain = [index for index, todo in enumerate(measured[0].jobs) if not todo["tagged"]]
    able = [one for one in measured if not isinstance(one.engine, Floor) and "whole photo" not in one.engine.name]
    asked = {"jobs": [measured[0].jobs[index] for index in plain], "files": {
        one.engine.name: [one.jobs[index]["outputs"][0]["file"] for index in plain] for one in able}}
    run = subprocess.run(
        [sys.executable if quick else python("newest"), HERE / "quality.py"], input=json.dumps(asked),
        capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)
    for one in able:
        one.quality = found[one.engine.name]
    return found["ceiling"]


def spread(values, digits=2):
    return f"**{statistics.median(values):.{digits}f}** [{min(values):.{digits}f} - {max(values):.{digits}f}]"


def row(title, one, base, speed):
    ratios = [mine / its for mine, its in zip(one.cpu, base.cpu)]
    count = len(one.jobs)
    quality = f"{one.quality[0]:.2f} | {one.quality[1]:.4f}" if one.quality else "- | -"
    two = f"{speed[1]:.1f} ({speed[1] / speed[0]:.2f}x)" if speed else "-"
    return (f"| {title} | {one.engine.name} | {spread(ratios)} | {1000 * statistics.median(one.cpu) / count:.1f} | "
            f"{count / statistics.median(one.wall):.1f} | {two} | {one.memory / 1e6:.0f} | {quality} |")


def table(starts, photos, quick, versions, found):
    """Lines for the report; `found` gets what was measured: by title, and by engine."""
    lines = ["| photos | engine | CPU ratio | CPU ms | photos/s | two workers | peak MB | PSNR dB | SSIM |",
             "|---|---|---|---|---|---|---|---|---|"]
    for title, kind, most, outputs, rounds in CLASSES:
        chosen = [photo for photo in photos if photo["kind"] == kind][:most]
        if not chosen:
            continue
        print(title, file=sys.stderr)
        with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
            measured = measure(starts, chosen, outputs, 1 if quick else rounds, Path(scratch))
            ceiling = judge(measured, quick) if kind != "heic12" else None
            speeds = two_workers(starts, chosen, outputs, Path(scratch)) if title == CLASSES[0][0] and not quick else {}
        found[title] = {one.engine.name: one for one in measured}
        for one in measured:
            versions[one.engine.name] = one.engine.version
            lines.append(row(title, one, measured[0], speeds.get(one.engine.name)))
        if ceiling:
            lines.append(f"| {title} | slow reference, encoded once | - | - | - | - | - | {ceiling[0]:.2f} | {ceiling[1]:.4f} |")
    return lines


def machine():
    info = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(": ")[1] for line in info if line.startswith("model name")), platform.machine())
    release = platform.freedesktop_os_release()["PRETTY_NAME"]
    return f"{model}, {os.cpu_count()} cores, Linux {platform.release()}, {release}; load before the run {os.getloadavg()[0]:.1f}"


def main():
    tondo, worker = (str(Path(program).resolve()) for program in sys.argv[1:3])
    quick, everything = "--quick" in sys.argv, "--all" in sys.argv
    CACHE.mkdir(parents=True, exist_ok=True)
    photos, versions, where = corpus(quick), {}, machine()
    revision = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=HERE, capture_output=True, text=True).stdout
    found = {}
    lines = table(engines(worker, quick, everything), photos, quick, versions, found)
    overhead, kept = daemon.overhead(
        tondo, worker, [job(photo, JPEGS, CACHE) for photo in photos if photo["kind"] == photos[0]["kind"]], CACHE,
        1 if quick else 3)
    versions[Tondo.name] = revision.strip() or "no git"
    versions.pop(PatientTondo.name, None)
    report = "\n".join([
        f"Measured {time.strftime('%Y-%m-%d')} on {where}.", "", *lines, "", *overhead, "",
        "Versions: " + "; ".join(f"{name}: {version}" for name, version in versions.items()) + "."])
    print(report)
    if quick:
        # The same, to be looked at, but not kept.
        shutil.copy(page.README, CACHE)
        page.write(found, where, kept, CACHE / page.README.name, CACHE)
    else:
        page.write(found, where, kept)
        # The section of `make bench-scale` stays.
        _, mark, rest = RESULTS.read_text().partition("\n## ")
        RESULTS.write_text((HERE / "PREAMBLE.md").read_text() + "\n" + report + "\n" + mark + rest)


if __name__ == "__main__":
    main()

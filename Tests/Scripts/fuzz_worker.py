#!/usr/bin/python3
"""Feeds mutated photos to a worker that was built with AddressSanitizer.

    fuzz_worker.py WORKER [COPIES]

COPIES (500) seeded mutations of the photos of each format, from Examples/ and the corpus beside the checkout (or where
TONDO_CORPUS says). A worker must answer each one. Where it dies, the copy is kept in .build/fuzz; fails where the
report's first frame below the sanitizer and libc is in our sources, or where there is no report at all.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(CHECKOUT / "Tests" / "Benchmarks"))

from engines import Tondo  # noqa: E402

CORPUS = Path(os.environ.get("TONDO_CORPUS", CHECKOUT.parent / "shared" / "corpus"))
KEPT = CHECKOUT / ".build" / "fuzz"
FORMATS = {
    "jpeg": {".jpg", ".jpeg"}, "png": {".png"}, "webp": {".webp"}, "gif": {".gif"}, "tiff": {".tif", ".tiff"},
    "heic": {".heic", ".heif"}, "avif": {".avif", ".avifs"}}
LARGEST = 400_000
# Interceptors and allocators stand above the code that called them.
FRAMES = re.compile(r"^\s*#\d+ 0x[0-9a-f]+ (?:in )?(.*)$", re.MULTILINE)
RUNTIME = ("asan", "sanitizer", "__interceptor", "libc.so", "memcpy", "memmove", "malloc", "free", "compiler-rt")


def sources(endings):
    files = [file for folder in (CHECKOUT / "Examples" / "portraits", CORPUS) if folder.is_dir()
             for file in sorted(folder.iterdir()) if file.suffix.lower() in endings]
    return [file for file in files if 0 < file.stat().st_size <= LARGEST]


def mutated(data, dice):
    """Flips, extreme bytes, a piece cut out, doubled or zeroed, an end cut off; most of them near the header."""
    data = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        reach = len(data) if dice.random() < 0.5 else min(len(data), 1024)
        at, length = dice.randrange(max(1, reach)), dice.choice((1, 2, 4, 16, 256))
        match dice.randrange(7):
            case 0: data[at:at + 1] = bytes([data[at] ^ 1 << dice.randrange(8)])
            case 1: data[at:at + 1] = bytes([dice.choice((0, 1, 0x7F, 0x80, 0xFE, 0xFF))])
            case 2: del data[at:at + length]
            case 3: data[at:at] = data[at:at + length]
            case 4: data[at:at + length] = bytes(min(length, len(data) - at))
            case 5: data[at:at + 4] = dice.randbytes(4)
            case 6: del data[max(1, dice.randrange(len(data))):]
        if len(data) < 8:
            break
    return bytes(data)


def job(file, out, dice):
    side = dice.choice((1, 40, 300, 3000))
    kind = dice.choice(("jpeg", "jpeg", "png", "webp"))
    return {
        "file": str(file), "left": dice.randrange(-20, 60), "top": dice.randrange(-20, 60), "side": side,
        "outputs": [{"file": str(out / str(size)), "size": size, "format": kind, "quality": 80} for size in (96, 32)]}


class Patient(Tondo):
    """A refusal is an answer too."""

    rendered = 0

    def check(self, answer, job):
        Patient.rendered += "rendered" in json.loads(answer)


class Case:
    def __init__(self, worker, folder):
        self.worker, self.folder, self.engine = worker, folder, None
        self.log = folder / "asan"
        os.environ["ASAN_OPTIONS"] = f"log_path={self.log}:detect_leaks=0:allocator_may_return_null=1"
        os.environ["SWIFT_BACKTRACE"] = "enable=no"

    def survives(self, todo):
        self.engine = self.engine or Patient(self.worker)
        for output in todo["outputs"]:
            Path(output["file"]).unlink(missing_ok=True)
        try:
            self.engine.run(todo)
            return True
        except (RuntimeError, ConnectionError):
            self.engine.process.wait()
            self.engine = None
            return False

    def report(self):
        """What the sanitizer wrote, once."""
        logs = sorted(self.folder.glob("asan.*"))
        text = "".join(log.read_text(errors="replace") for log in logs)
        for log in logs:
            log.unlink()
        return text


def verdict(report):
    """Whose code it is that the sanitizer met first: the topmost frame that is no part of the sanitizer or of libc."""
    for frame in FRAMES.findall(report):
        if not any(word in frame for word in RUNTIME):
            return ("ours: " if "/Sources/" in frame else "a library's: ") + frame
    return "ours: " + ("no report" if not report else report.splitlines()[0])


def kind_of_death(file, todo, case):
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = KEPT / f"{file.stem}-{len(list(KEPT.iterdir()))}{file.suffix}"
    shutil.copy(file, kept)
    report = case.report()
    kept.with_suffix(kept.suffix + ".txt").write_text(json.dumps(todo) + "\n" + report)
    return verdict(report)


def fuzz(name, copies, case):
    found, dice = sources(FORMATS[name]), random.Random(f"tondo {name}")
    deaths, Patient.rendered = [], 0
    for index in range(copies if found else 0):
        original = found[index % len(found)]
        file = case.folder / f"{original.stem}{original.suffix}"
        file.write_bytes(mutated(original.read_bytes(), dice))
        todo = job(file, case.folder, dice)
        if not case.survives(todo):
            deaths.append(kind_of_death(file, todo, case))
        file.unlink()
    ours = sum(death.startswith("ours") for death in deaths)
    print(f"{name}: {copies if found else 0} copies of {len(found)} photos; "
          f"{Patient.rendered} rendered, {len(deaths)} deaths, {ours} in our code", flush=True)
    for death in sorted(set(deaths)):
        print(f"  {deaths.count(death)} x {death}", flush=True)
    return ours


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    worker, copies = str(Path(sys.argv[1]).resolve()), int((sys.argv[2:] or [500])[0])
    with tempfile.TemporaryDirectory() as name:
        case = Case(worker, Path(name))
        ours = sum([fuzz(kind, copies, case) for kind in FORMATS])
    sys.exit(1 if ours else 0)


main()

#!/usr/bin/python3
"""Measures the memory of a daemon and its workers while originals come in by the thousand.

    memory.py TONDO [ORIGINALS] [--note]

ORIGINALS defaults to 10000: small photos, each of other bytes, dropped as fast as they are made. `--note` puts the figures
into RESULTS.md.
"""

import io
import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image

from bench import CACHE, machine
from scale import FOLDERS, note, number

HEADING = "## Memory over many originals"
BATCH = 500
SAMPLES = 10


def photo(turn):
    """JPEG bytes that no other number has."""
    colour = (turn & 255, turn >> 8 & 255, turn >> 16 & 255)
    picture = Image.new("RGB", (64, 64), colour)
    file = io.BytesIO()
    picture.save(file, "JPEG", comment=str(turn).encode())
    return file.getvalue()


def drop(root, numbers):
    for turn in numbers:
        folder = root / "inbox" / f"team-{turn % FOLDERS:04}"
        folder.mkdir(exist_ok=True)
        (folder / f"person-{turn:07}.jpg").write_bytes(photo(turn))


def wait(tondo, root, count):
    """Until so many are ready."""
    while True:
        said = subprocess.run([tondo, "status", "--json", "--root", root], capture_output=True, text=True, check=True).stdout
        state = json.loads(said)
        if state["failed"]:
            raise RuntimeError(f"some failed: {said}")
        if state["ready"] == count:
            return
        time.sleep(0.2)


def family(pid):
    """The daemon and its workers."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    every = [child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    return pid, sorted(set(map(int, children + every)))


def sample(pid):
    """Resident MB of the daemon, and of its largest worker."""
    daemon, workers = family(pid)
    return number(daemon, "VmRSS") / 1000, max(number(worker, "VmRSS") for worker in workers) / 1000


def measure(tondo, root, count):
    """A row for each tenth: originals so far, daemon's MB, largest worker's MB, originals per second."""
    root.mkdir()
    (root / "tondo.json").write_text(json.dumps({"settle": 0.05}))
    daemon = subprocess.Popen([tondo, "watch", "--root", root], stderr=subprocess.DEVNULL)
    rows, done, begin = [], 0, time.perf_counter()
    try:
        while not (root / "inbox").is_dir():
            time.sleep(0.02)
        while done < count:
            batch = min(BATCH, count - done)
            drop(root, range(done, done + batch))
            done += batch
            wait(tondo, root, done)
            if done * SAMPLES // count > len(rows):
                rows.append((done, *sample(daemon.pid), done / (time.perf_counter() - begin)))
                print("%7d originals: daemon %.1f MB, largest worker %.1f MB, %.0f a second" % rows[-1], file=sys.stderr)
    finally:
        daemon.send_signal(signal.SIGTERM)
        status = daemon.wait()
    if status:
        raise RuntimeError(f"the daemon ended with status {status}")
    return rows


def report(rows):
    lines = [
        HEADING, "",
        f"Made by `make bench-memory ORIGINALS={rows[-1][0]}` on {time.strftime('%Y-%m-%d')} on {machine()}: photos of 64 x 64 pixels, three "
        f"avatars each, dropped {BATCH} at a time; what is resident once each tenth is done.", "",
        "| originals so far | daemon MB | largest worker MB |", "|---|---|---|"]
    lines += ["| %d | %.1f | %.1f |" % row[:3] for row in rows]
    return "\n".join(lines)


def main():
    tondo = str(Path(sys.argv[1]).resolve())
    numbers = [int(word) for word in sys.argv[2:] if word.isdigit()]
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        rows = measure(tondo, Path(scratch) / "root", numbers[0] if numbers else 10000)
        print(report(rows))
        if "--note" in sys.argv:
            note(HEADING, report(rows))


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Measures `tondo import` of very many people by a table: rate, memory, and what it costs beside the workers.

    bulk.py TONDO [ORIGINALS] [--daemon] [--note]

ORIGINALS defaults to 2000: photos of 2 megapixels, made of 200 distinct ones, each of other bytes. The import is killed twice on
the way (kill -9) and started again; at the end every manifest is looked at. Without `--daemon` the import does the work itself.
`--note` puts the figures into RESULTS.md.
"""

import hashlib
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from PIL import Image

from bench import CACHE, machine
from engines import cpu_clock
from scale import FOLDERS, note, number

HEADING = "## Importing very many originals"
DISTINCT = 200
SIZE = (1600, 1250)
SAMPLES = 10
# Of the originals, when the import is killed.
KILLS = (0.3, 0.6)
# Of the workers' processor time; in a short run the starts weigh too much to judge by it.
LIMIT = 0.05
ENOUGH = 10_000


def photo(turn):
    """A JPEG of 2 megapixels that looks like a photo to an encoder: smooth shapes with some noise."""
    noise = Image.effect_noise((SIZE[0] // 4, SIZE[1] // 4), 40).resize(SIZE, Image.BILINEAR)
    tint = Image.new("L", SIZE, turn)
    picture = Image.merge("RGB", (noise, Image.blend(noise, tint, 0.5), Image.blend(noise, tint, 0.8)))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=85)
    return file.getvalue()


def identifier(turn):
    return f"team-{turn % FOLDERS:04}/person-{turn:07}"


def shelve(library, count):
    """The photos, each of its own bytes by a comment at its beginning, and the table."""
    with ProcessPoolExecutor() as pool:
        photos = list(pool.map(photo, range(min(DISTINCT, count))))
    for turn in range(min(FOLDERS, count)):
        (library / f"team-{turn:04}").mkdir(parents=True)
    digests = {}
    with open(library / "people.csv", "w", encoding="utf-8") as table:
        table.write("id,original,scale,department\n")
        for turn in range(count):
            comment = str(turn).encode()
            source = photos[turn % len(photos)]
            content = source[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2) + comment + source[2:]
            (library / f"{identifier(turn)}.jpg").write_bytes(content)
            digests[identifier(turn)] = hashlib.sha256(content).hexdigest()
            table.write(f"{identifier(turn)},{identifier(turn)}.jpg,1.5,nobody asks\n")
    return digests


class Family:
    """Processor time and memory of processes and of the workers that they start."""

    def __init__(self):
        self.seconds = {}
        self.parts = {}
        self.peaks = {}

    def look(self, role, pid):
        try:
            self.parts[(pid, "own")] = role
            self.seconds[(pid, "own")] = time.clock_gettime(cpu_clock(pid))
            self.peaks[role] = max(self.peaks.get(role, 0), number(pid, "VmHWM") / 1000)
            for child in children(pid):
                self.parts[(child, "own")] = "workers"
                self.seconds[(child, "own")] = time.clock_gettime(cpu_clock(child))
                self.peaks["workers"] = max(self.peaks.get("workers", 0), number(child, "VmHWM") / 1000)
        except (OSError, IndexError, StopIteration):
            # It has ended between two looks; what was seen last counts.
            pass

    def threads(self, role, pid, name):
        """The time of the threads of this name, which import within the process that also works."""
        for task in Path(f"/proc/{pid}/task").glob("*"):
            try:
                if (task / "comm").read_text().strip() == name:
                    fields = (task / "stat").read_text().rsplit(")", 1)[1].split()
                    ticks = int(fields[11]) + int(fields[12])
                    self.parts[(pid, int(task.name))] = role
                    self.seconds[(pid, int(task.name))] = ticks / os.sysconf("SC_CLK_TCK")
            except OSError:
                pass

    def total(self, role):
        return sum(seconds for key, seconds in self.seconds.items() if self.parts[key] == role)


def children(pid):
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]


def manifests(root):
    return sum(1 for folder in os.scandir(root / "avatars") if folder.is_dir()
               for file in os.scandir(folder.path) if file.name.endswith(".json"))


class Run:
    def __init__(self, tondo, scratch, count, with_daemon):
        self.tondo, self.count, self.with_daemon = tondo, count, with_daemon
        self.root, self.library = scratch / "root", scratch / "library"
        self.family, self.rows = Family(), []
        self.daemon = None
        self.restarts = 0
        self.next = 1

    def start_daemon(self):
        self.daemon = subprocess.Popen([self.tondo, "watch", "--root", self.root], stderr=subprocess.DEVNULL)
        while not (self.root / ".tondo" / "ledger.sqlite").exists():
            time.sleep(0.05)

    def start(self):
        words = [self.tondo, "import", self.library / "people.csv", "--root", self.root, "--json"]
        return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)

    def look(self, process):
        self.family.look("import" if self.with_daemon else "import and daemon", process.pid)
        # In one process with the daemon, its own thread is what the import costs.
        if not self.with_daemon:
            self.family.threads("import", process.pid, "tondo.import")
        if self.daemon:
            self.family.look("daemon", self.daemon.pid)

    def follow(self, process, kills):
        """To the import's end, or to the moment when it is to be killed; answers what it said last."""
        last = {}
        looked = 0.0
        for line in process.stdout:
            event = json.loads(line)
            if event["event"] == "row" and event["outcome"] in ("failed", "skipped"):
                raise RuntimeError(f"a row came to nothing: {line}")
            if event["event"] not in ("progress", "end"):
                continue
            last = event
            if time.monotonic() - looked > 2:
                looked = time.monotonic()
                self.look(process)
                done = manifests(self.root)
                if done * SAMPLES // self.count >= self.next:
                    self.next = done * SAMPLES // self.count + 1
                    self.sample(done)
                if kills and done >= kills[0] * self.count:
                    kills.pop(0)
                    self.restarts += 1
                    process.send_signal(signal.SIGKILL)
                    break
        process.stdout.close()
        return process.wait(), last

    def sample(self, done):
        peaks = self.family.peaks
        row = (done, peaks.get("import", peaks.get("import and daemon", 0)), peaks.get("daemon", 0), peaks.get("workers", 0),
               done / (time.perf_counter() - self.begun))
        self.rows.append(row)
        print("%7d made: import %.1f MB, daemon %.1f MB, largest worker %.1f MB, %.1f a second" % row, file=sys.stderr)

    def measure(self):
        self.root.mkdir()
        if self.with_daemon:
            self.start_daemon()
        kills = list(KILLS)
        self.begun = time.perf_counter()
        try:
            while True:
                process = self.start()
                status, last = self.follow(process, kills)
                if status == -signal.SIGKILL:
                    continue
                if status or last.get("event") != "end":
                    raise RuntimeError(f"the import ended with status {status}: {last}")
                break
        finally:
            if self.daemon:
                self.look_at_the_end()
        self.seconds = time.perf_counter() - self.begun
        self.again()

    def look_at_the_end(self):
        self.family.look("daemon", self.daemon.pid)
        self.daemon.send_signal(signal.SIGTERM)
        if self.daemon.wait():
            raise RuntimeError("the daemon ended badly")

    def again(self):
        """A second import finds nothing to do."""
        begun = time.perf_counter()
        said = subprocess.run(
            [self.tondo, "import", self.library / "people.csv", "--root", self.root], capture_output=True, text=True, check=True)
        if said.stdout != f"0 imported, {self.count} unchanged, 0 skipped, 0 failed\n":
            raise RuntimeError(f"the second import: {said.stdout}{said.stderr}")
        self.seconds_again = time.perf_counter() - begun

    def check(self, digests):
        """Each manifest, and that it tells of the right photo and the right files."""
        for person, digest in digests.items():
            manifest = json.loads((self.root / "avatars" / f"{person}.json").read_text())
            original = self.root / manifest["original"]["file"]
            if manifest["original"]["sha256"] != digest or original.stat().st_size != manifest["original"]["bytes"]:
                raise RuntimeError(f"{person}: {original} is another photo")
            if manifest["attributes"]["scale"] != 1.5:
                raise RuntimeError(f"{person}: {manifest['attributes']}")
            for avatar in manifest["avatars"]:
                if (self.root / "avatars" / person).parent.joinpath(avatar["file"]).stat().st_size != avatar["bytes"]:
                    raise RuntimeError(f"{person}: {avatar}")
        left = [file for file in (self.root / "inbox").rglob("*") if not file.is_dir()]
        if manifests(self.root) != self.count or left or any((self.root / "failed").iterdir()):
            raise RuntimeError(f"{manifests(self.root)} manifests; left in the inbox: {left[:5]}")


def report(run):
    own, workers = run.family.total("import"), run.family.total("workers")
    where = "by a daemon" if run.with_daemon else "without a daemon"
    lines = [
        HEADING, "",
        f"Made by `make bench-import ORIGINALS={run.count}` on {time.strftime('%Y-%m-%d')} on {machine()}: photos of "
        f"{SIZE[0]} x {SIZE[1]} pixels by CSV, {where}, three avatars each; killed {run.restarts} times on the way and started again. "
        "Memory is the most that was resident so far.", "",
        "| made so far | import MB | daemon MB | largest worker MB |", "|---|---|---|---|"]
    lines += ["| %d | %.1f | %s | %.1f |" % (row[0], row[1], "%.1f" % row[2] if row[2] else "-", row[3]) for row in run.rows]
    lines += [
        "", "| | |", "|---|---|",
        f"| originals a second, all restarts included | {run.count / run.seconds:.1f} |",
        f"| processor time of the import itself | {own:.1f} s |",
        f"| of the workers | {workers:.1f} s |",
        f"| the import's share | {own / workers:.1%} |",
        f"| the same import again, with nothing to do | {run.seconds_again:.1f} s |"]
    return "\n".join(lines)


def main():
    tondo = str(Path(sys.argv[1]).resolve())
    numbers = [int(word) for word in sys.argv[2:] if word.isdigit()]
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        run = Run(tondo, Path(scratch), numbers[0] if numbers else 2000, "--daemon" in sys.argv)
        run.library.mkdir()
        digests = shelve(run.library, run.count)
        run.measure()
        run.check(digests)
        print(report(run))
        share = run.family.total("import") / run.family.total("workers")
        if run.count >= ENOUGH and share >= LIMIT:
            raise SystemExit(f"the import takes {share:.1%} of what the workers take: more than {LIMIT:.0%}")
        if "--note" in sys.argv:
            note(HEADING, report(run))


if __name__ == "__main__":
    main()

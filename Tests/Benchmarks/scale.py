#!/usr/bin/python3
"""Measures how a daemon starts on a root with very many avatars: time and memory until it is ready.

    scale.py TONDO [AVATARS] [--note]

Three avatars an id, as the default settings have it, each with its own files: AVATARS defaults to 30000, and `--note` puts
the figures into RESULTS.md. Cold figures need root, and are left out without.
  rebuilt  there is no ledger: it is made again from the folders
  good     the ledger knows it all
Each is measured with a warm page cache and with a cold one; beside it the tree is listed and looked at, then read, by a
program that does nothing else.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bench import CACHE, RESULTS, machine

FOLDERS = 1000
OUTPUTS = 3
TEMPLATE = ("team-0000", "person-0000000")
HEADING = "## A root with very many avatars"


def template(tondo, scratch):
    """What the daemon makes of one small photo: the files that all others are copies of, and their folders."""
    root = Path(scratch) / "template"
    folder, name = TEMPLATE
    (root / "inbox" / folder).mkdir(parents=True)
    subprocess.run(
        ["/usr/bin/python3", "-c", "import sys; from PIL import Image; Image.new('RGB', (8, 8), 'teal').save(sys.argv[1])",
         root / "inbox" / folder / f"{name}.png"], check=True)
    subprocess.run([tondo, "watch", "--once", "--root", root], check=True, stderr=subprocess.DEVNULL)
    files = [file for place in ("originals", "avatars") for file in (root / place / folder).iterdir()]
    # The manifest is written last, as Tondo does it: it is newer than what it tells of.
    files.sort(key=lambda file: file.suffix == ".json")
    assert len(files) == OUTPUTS + 2, files
    found = [(str(file.relative_to(root)), file.read_bytes()) for file in files]
    shutil.rmtree(root)
    return found


def copy(files, root, numbers):
    """One id after the other, of these numbers."""
    for number in numbers:
        team, person = f"team-{number % FOLDERS:04}", f"person-{number:07}"
        for path, content in files:
            path = path.replace(TEMPLATE[0], team).replace(TEMPLATE[1], person)
            if path.endswith(".json"):
                text = content.decode().replace(TEMPLATE[0], team).replace(TEMPLATE[1], person)
                content = text.encode()
            target = os.open(f"{root}/{path}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
            os.write(target, content)
            os.close(target)


def make(tondo, root, ids, scratch):
    files = template(tondo, scratch)
    for place in ("inbox", "originals", "avatars"):
        for number in range(min(FOLDERS, ids)):
            (root / place / f"team-{number:04}").mkdir(parents=True)
    processes = os.cpu_count() or 1
    # A process has folders of its own: two in one folder wait for each other.
    shares = [[number for number in range(ids) if number % FOLDERS % processes == share] for share in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        for done in [pool.submit(copy, files, root, share) for share in shares]:
            done.result()


def drop_caches():
    """Answers whether it could."""
    os.sync()
    try:
        Path("/proc/sys/vm/drop_caches").write_text("3")
        return True
    except OSError:
        return False


def number(pid, key):
    """A figure of /proc/PID/status, in its own unit."""
    found = re.search(rf"^{key}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.M)
    if not found:
        # It has ended, and nobody has waited for it yet.
        raise ProcessLookupError(f"process {pid} has no {key} any more")
    return int(found[1])


def start(tondo, root, ids):
    """Seconds to READY, the most memory until then in MB, and CPU seconds; the daemon is stopped again."""
    begin = time.perf_counter()
    daemon = subprocess.Popen([tondo, "watch", "--root", root], stderr=subprocess.PIPE, text=True)
    try:
        for line in daemon.stderr:
            if re.search(r"\bready; ", line):
                break
        seconds = time.perf_counter() - begin
        memory = number(daemon.pid, "VmHWM") / 1000
        clock = time.clock_gettime((~daemon.pid << 3) | 2)
        said = subprocess.run([tondo, "status", "--root", root], capture_output=True, text=True, check=True).stdout
        if not said.startswith(f"{ids} ready, 0 waiting, 0 queued, 0 processing, 0 failed"):
            raise RuntimeError(f"ready, and not all is: {said}")
    finally:
        daemon.send_signal(signal.SIGTERM)
        began = time.perf_counter()
        rest = daemon.stderr.read()
        status, took = daemon.wait(), time.perf_counter() - began
        if status or took > 10:
            raise RuntimeError(f"it took {took:.1f} s to stop, with status {status}: {rest}")
    if ": made in" in rest or "written again" in rest:
        raise RuntimeError(f"something was done: {rest[:1000]}")
    return seconds, memory, clock


def walk(root, read):
    """Seconds to look at each file, or to read each, in order of the folders."""
    begin = time.perf_counter()
    for folder, _, names, descriptor in os.fwalk(root):
        for name in names:
            if read:
                file = os.open(name, os.O_RDONLY, dir_fd=descriptor)
                os.read(file, 1 << 16)
                os.close(file)
            else:
                os.stat(name, dir_fd=descriptor, follow_symlinks=False)
    return time.perf_counter() - begin


def forget(root):
    shutil.rmtree(root / ".tondo", ignore_errors=True)


def measure(tondo, root, ids):
    """Rows of the table: what, then warm and cold figures."""
    rows = {}
    forget(root)
    walk(root, read=True)
    rows["ledger rebuilt", "warm"] = start(tondo, root, ids)
    rows["good ledger", "warm"] = start(tondo, root, ids)
    for name, read in (("listed and looked at", False), ("read", True)):
        rows[name, "warm"] = (walk(root, read), None, None)
    if not drop_caches():
        return rows
    rows["good ledger", "cold"] = start(tondo, root, ids)
    forget(root)
    drop_caches()
    rows["ledger rebuilt", "cold"] = start(tondo, root, ids)
    for name, read in (("listed and looked at", False), ("read", True)):
        drop_caches()
        rows[name, "cold"] = (walk(root, read), None, None)
    return rows


def report(rows, avatars, ids):
    def cell(value, digits):
        return "-" if value is None else f"{value:.{digits}f}"
    lines = [
        HEADING, "",
        f"Made by `make bench-scale AVATARS={avatars}` on {time.strftime('%Y-%m-%d')}: {avatars} avatars of {ids} ids in {min(FOLDERS, ids)} "
        f"folders, {ids * (OUTPUTS + 2)} files with originals and manifests, on {machine()}. From the start of the process to READY: all "
        "watches stand, and everything was compared once. Below it what a program (Python) takes that does nothing but look at, or "
        "read, each of these files.", "",
        "| | page cache | seconds | peak MB | CPU seconds |", "|---|---|---|---|---|"]
    for (name, cache), (seconds, memory, clock) in rows.items():
        lines.append(f"| {name} | {cache} | {seconds:.1f} | {cell(memory, 0)} | {cell(clock, 1)} |")
    return "\n".join(lines)


def note(heading, text):
    """Puts the section into RESULTS.md, in place of an earlier one of this heading."""
    before, _, old = RESULTS.read_text().partition(heading)
    after = old[start:] if (start := old.find("\n## ")) >= 0 else ""
    RESULTS.write_text(before.rstrip() + "\n\n" + text + "\n" + after)


def main():
    tondo = str(Path(sys.argv[1]).resolve())
    numbers = [int(word) for word in sys.argv[2:] if word.isdigit()]
    avatars = numbers[0] if numbers else 30000
    ids = -(-avatars // OUTPUTS)
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        root = Path(scratch) / "root"
        begin = time.perf_counter()
        make(tondo, root, ids, scratch)
        print(f"made in {time.perf_counter() - begin:.0f} s", file=sys.stderr)
        text = report(measure(tondo, root, ids), avatars, ids)
        print(text, flush=True)
        if "--note" in sys.argv:
            note(HEADING, text)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Asserts that a daemon without work sleeps: no thread of it or of its workers wakes up, and none uses the processor.

    idle.py TONDO [SECONDS]

Photos are made and edited first, so that all parts have run once. SECONDS is the window, 60 where it is not given. How
busy the machine is does not matter: wake-ups are counted, and the time is that of the processor.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PORTRAITS = Path(__file__).resolve().parents[2] / "Examples/portraits"
MILLISECONDS = 10
PATIENCE = 120


def fail(text):
    sys.exit(f"idle: {text}")


def wait(what, condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            fail(f"not within {PATIENCE} seconds: {what}")
        time.sleep(0.1)


def children(task):
    """What a thread has started; nothing where it has ended meanwhile."""
    try:
        return [int(child) for child in (task / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def processes(daemon):
    """The daemon and all below it."""
    found = [daemon]
    for pid in found:
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += children(task)
    return found


def threads(pids):
    return [task for pid in pids for task in Path(f"/proc/{pid}/task").iterdir()]


def settle(daemon):
    """Waits until threads that linger after the last work have ended."""
    known, since = None, time.monotonic()
    end = since + PATIENCE
    while time.monotonic() - since < 8:
        now = {task.name for task in threads(processes(daemon))}
        if now != known:
            known, since = now, time.monotonic()
        if time.monotonic() > end:
            fail("threads come and go")
        time.sleep(0.5)


def look(pids):
    """Nanoseconds of the processor, and how often each thread was woken up."""
    clocks = sum(time.clock_gettime_ns((~pid << 3) | 2) for pid in pids)
    wakes = {}
    for task in threads(pids):
        status = (task / "status").read_text()
        wakes[f"{task.parent.parent.name} {(task / 'comm').read_text().strip()} {task.name}"] = sum(
            int(count) for count in re.findall(r"voluntary_ctxt_switches:\s+(\d+)", status))
    return clocks, wakes


def work(tondo, root):
    """Photos, an edit, and a job that goes on waiting."""
    def ready(count):
        said = subprocess.run([tondo, "status", "--root", root], capture_output=True, text=True).stdout
        return said.startswith(f"{count} ready, 1 waiting, 0 queued, 0 processing")

    shutil.copytree(PORTRAITS, root / "inbox", ignore=shutil.ignore_patterns("*.json"), dirs_exist_ok=True)
    (root / "inbox/nobody.job.json").write_text("{}")
    count = len({file.stem for file in PORTRAITS.iterdir() if file.suffix != ".json"})
    wait("all photos are made", lambda: ready(count))
    manifest = root / "avatars/jane.json"
    before = manifest.read_text()
    manifest.write_text(re.sub(r'"scale": [\d.]+', '"scale": 2.5', before))
    wait("the edit is done", lambda: '"scale": 2.5' in manifest.read_text() and manifest.read_text() != before
         and '"processed"' in manifest.read_text() and ready(count))


def visit(page):
    """Somebody looks at the page, listens for a moment, and goes."""
    for path in ("/", "/api/avatars", "/api/previews/jane", "/api/events"):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            client.connect(str(page))
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            if not client.recv(64).startswith(b"HTTP/1.1 200"):
                fail(f"the page does not answer {path}")


def main():
    tondo = str(Path(sys.argv[1]).resolve())
    window = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        root.mkdir()
        page = Path(folder) / "http.sock"
        (root / "tondo.json").write_text(json.dumps({"http": {"listen": f"unix:{page}"}}))
        daemon = subprocess.Popen([tondo, "watch", "--root", root], stderr=subprocess.DEVNULL)
        try:
            wait("the root is made ready", lambda: (root / "inbox").is_dir())
            work(tondo, root)
            visit(page)
            settle(daemon.pid)
            pids = processes(daemon.pid)
            if len(pids) < 2:
                fail("there are no workers to look at")
            clocks, wakes = look(pids)
            time.sleep(window)
            clocks, later = look(pids)[0] - clocks, look(pids)[1]
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait()
    woken = {name: count - wakes.get(name, 0) for name, count in later.items() if count != wakes.get(name, 0)}
    print(f"idle: {len(pids)} processes with {len(later)} threads, {window:.0f} seconds: {clocks / 1e6:.3f} ms of the processor, "
          f"{sum(woken.values())} wake-ups")
    if woken:
        fail(f"woken up: {woken}")
    if clocks > MILLISECONDS * 1e6:
        fail(f"more than {MILLISECONDS} ms")


main()

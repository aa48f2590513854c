#!/usr/bin/python3
"""Measures what the web page's visitors cost a batch, and whether any of them is turned away.

    visitors.py TONDO [PHOTOS]

Batches of photos are made in turns, with nobody looking and while avatars, lists and the page are asked for 200 times a
second (wrk, from Debian). Reported are ratios, for machines differ; PHOTOS is 100 where it is not given. Needs wrk.
"""

import itertools
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

RATE = 200
SECONDS = 30
PORT = int(os.environ.get("PORT", "28673"))
ADDRESS = f"http://127.0.0.1:{PORT}"

# wrk asks as fast as it can: each connection waits so long between two requests that all together ask at the rate.
LUA = """
local paths = {%s}
local number = 0
request = function()
  number = number + 1
  return wrk.format("GET", paths[number %% #paths + 1])
end
delay = function() return %d end
"""
CONNECTIONS = 40

numbers = itertools.count()


def photo(number, folder):
    """A 2 MP JPEG whose bytes no other has."""
    base = (folder / "base.jpg").read_bytes()
    return base[:2] + b"\xff\xfe\x00\x06" + number.to_bytes(4, "big") + base[2:]


def make_base(folder):
    from PIL import Image

    Image.effect_noise((1600, 1200), 60).convert("RGB").save(folder / "base.jpg", quality=88)


def status(tondo, root):
    return json.loads(subprocess.run(
        [tondo, "status", "--json", "--root", root], capture_output=True, check=True).stdout)


def batch(tondo, root, folder, name, count):
    """Seconds from the last rename into the inbox until all are ready."""
    before = status(tondo, root)["ready"]
    waiting = folder / name
    waiting.mkdir()
    for number in range(count):
        (waiting / f"{number}.jpg").write_bytes(photo(next(numbers), folder))
    start = time.monotonic()
    os.rename(waiting, Path(root) / "inbox" / name)
    while status(tondo, root)["ready"] < before + count:
        time.sleep(0.2)
    return time.monotonic() - start


def load(folder, paths, seconds):
    script = folder / "load.lua"
    script.write_text(LUA % (", ".join(f'"{path}"' for path in paths), CONNECTIONS * 900 // RATE))
    return subprocess.Popen(
        ["wrk", "-t", "1", "-c", str(CONNECTIONS), "-d", f"{seconds}s", "--latency", "-s", script, ADDRESS],
        stdout=subprocess.PIPE, text=True)


def read(text):
    """Requests, failures and the 99th percentile in milliseconds of what wrk says."""
    requests, seconds = re.search(r"(\d+) requests in ([\d.]+)s", text).groups()
    failed = sum(map(int, re.findall(r"(?:connect|read|write|timeout) (\d+)", text)))
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    slowest, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    scale = {"us": 0.001, "ms": 1, "s": 1000}[unit]
    return int(requests), float(seconds), failed + int(refused.group(1) if refused else 0), float(slowest) * scale


def processor(pid):
    """Seconds of the processor that a process has used so far."""
    return time.clock_gettime((~pid << 3) | 2)


def ask(path):
    with urllib.request.urlopen(ADDRESS + path) as answer:
        return answer.read()


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    if not words:
        sys.exit(__doc__)
    tondo, count = words[0], int(words[1]) if len(words) > 1 else 100
    if not shutil.which("wrk"):
        sys.exit("visitors: wrk is missing: apt install wrk")
    with tempfile.TemporaryDirectory(prefix="tondo-http-") as scratch:
        folder = Path(scratch)
        root = str(folder / "root")
        os.mkdir(root)
        Path(root, "tondo.json").write_text(
            json.dumps({"settle": 0.2, "http": {"listen": f"127.0.0.1:{PORT}"}}))
        make_base(folder)
        daemon = subprocess.Popen([tondo, "watch", "--root", root], stderr=subprocess.DEVNULL)
        try:
            measure(tondo, root, folder, count, daemon.pid)
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait(30)


def measure(tondo, root, folder, count, daemon):
    end = time.monotonic() + 30
    while True:
        try:
            ask("/healthz")
            break
        except OSError:
            if time.monotonic() > end:
                sys.exit("visitors: the page does not come up")
            time.sleep(0.1)
    batch(tondo, root, folder, "warm", 20)
    rows = json.loads(ask("/api/avatars"))["avatars"]
    paths = [avatar["url"] for row in rows for avatar in row["avatars"]] + ["/", "/api/avatars?limit=20"]
    turns, asked, failures, slow, spent = [], 0, 0, 0.0, 0.0
    while spent < SECONDS:
        # Whether somebody looks first or last changes each time: what else the machine does meets both alike.
        pair = {}
        for looks in (False, True) if len(turns) % 2 else (True, False):
            before, wrk = processor(daemon), load(folder, paths, 3600) if looks else None
            took = batch(tondo, root, folder, f"{'busy' if looks else 'quiet'}{len(turns)}", count)
            pair[looks] = took, processor(daemon) - before
            if wrk:
                wrk.send_signal(signal.SIGINT)
                requests, seconds, failed, slowest = read(wrk.communicate()[0])
                asked, failures, slow, spent = asked + requests, failures + failed, max(slow, slowest), spent + seconds
        turns.append(pair)
    extra = sum(turn[True][1] - turn[False][1] for turn in turns)
    print(f"requests a second while a batch runs: {asked / spent:.0f}, for {spent:.0f} s")
    print(f"failed requests: {failures} of {asked}")
    print(f"99 of 100 requests answered within: {slow:.1f} ms")
    print(f"processor time of the daemon for each request: {1000 * extra / asked:.3f} ms")
    rates = [turn[False][0] / turn[True][0] for turn in turns]
    print(f"rate of the batch, beside that with nobody looking: {statistics.median(rates):.3f} (median of {len(rates)})")
    if failures:
        sys.exit("visitors: requests failed")


main()

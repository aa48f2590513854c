#!/usr/bin/python3
"""Shows that a directory's export of any size is read in little memory.

    large_ldif.py TONDO [GIGABYTES]

An LDIF of so many gigabytes (4 where nothing is said) is written into the temporary folder: entries with photos of all
sizes, folded and on one line, up to a photo of half a gigabyte. `tondo import --dry-run` reads it, twice as always; what it
needs at most is asked of the kernel, and must not be more than 64 MiB.
"""

import base64
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PORTRAIT = Path(__file__).resolve().parents[2] / "Examples" / "portraits" / "jane.jpg"
LIMIT = 64 << 20
PIECE = 3 << 18


def write(file, goal):
    """Answers how many entries there are."""
    photo = PORTRAIT.read_bytes()
    count = 0
    while file.tell() < goal:
        # What lies behind a JPEG's end belongs to its file, too.
        padding = (512 << 20) if count == 7 else (count * 37 % 64) << 16
        write_entry(file, count, photo, min(padding, goal // 4), is_folded=count % 2 == 0)
        count += 1
    return count


def write_entry(file, number, photo, padding, is_folded):
    file.write(f"dn: uid=p{number},ou=people,dc=example,dc=org\nuid: p{number}\njpegPhoto:: ".encode())
    photo += bytes(-len(photo) % 3)
    write_base64(file, photo, is_folded)
    # All of it is folded at the same width, which both lengths are multiples of.
    for start in range(0, padding, PIECE):
        write_base64(file, bytes(PIECE), is_folded)
    file.write(b"\n\n")


def write_base64(file, data, is_folded):
    text = base64.b64encode(data)
    if is_folded:
        text = b"\n ".join(text[start:start + 76] for start in range(0, len(text), 76)) + b"\n "
    file.write(text)


def main():
    tondo = Path(sys.argv[1]).resolve()
    gigabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 4
    with tempfile.TemporaryDirectory(prefix="tondo-ldif-") as work:
        source, root = Path(work) / "people.ldif", Path(work) / "root"
        root.mkdir()
        subprocess.run([tondo, "watch", "--once", "--root", root], check=True, capture_output=True)
        (root / "tondo.json").write_text('{ "limits": { "bytes": 1073741824 } }')
        with source.open("wb") as file:
            count = write(file, int(gigabytes * (1 << 30)))
        started = time.monotonic()
        done = subprocess.run(
            [tondo, "import", source, "--root", root, "--dry-run", "--quiet"], capture_output=True, text=True)
        seconds = time.monotonic() - started
        size = os.path.getsize(source)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    if done.returncode != 0:
        sys.exit(f"the import ended with {done.returncode}:\n{done.stderr}")
    print(f"{size / (1 << 30):.1f} GiB of LDIF, {count} entries: {most / (1 << 20):.0f} MiB of memory, "
          f"{2 * size / (1 << 20) / seconds:.0f} MiB/s")
    if most > LIMIT:
        sys.exit(f"that is more than {LIMIT >> 20} MiB")


main()

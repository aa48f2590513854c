#!/usr/bin/python3
"""Runs what README.md tells people to run.

    readme.py BUILD

BUILD is the folder that holds the two programs. Checked are, in a scratch copy of what the README names:

- blocks marked sh: one script, in order, which must succeed;
- JSON below a comment `check: NAME`: `tondo check` must find it good under that name;
- JSON below a comment `status: ID`: `tondo status --json ID` must have the same keys, with values of the same kinds;
- the manifest among these: it must be what the photo and the job give that the README names;
- the table of checked values: `tondo render` must decide the same squares;
- links and pictures: they must exist, and headings that are linked to as well.

Lines that `.ci/run` runs itself are left out. Blocks marked console need root and are for reading.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
# Builds take long, and are made by CI just before.
RUN_BY_CI = {"make build", "make demo", "make test"}
SECONDS = 180
# Photos of these sizes, for the table of checked values.
PHOTOS = {"3024x4032": "jane.jpg", "4032x3024": "zoe.png"}


def fail(text):
    sys.exit(f"readme: {text}")


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def script(text):
    lines = [line for block in blocks(text, "sh") for line in block.splitlines()]
    return "set -euo pipefail\n" + "".join(line + "\n" for line in lines if line not in RUN_BY_CI)


def run_script(text, scratch):
    """Runs in a process group of its own, so that nothing of it outlives the check."""
    log = scratch / "log"
    with open(log, "wb") as output:
        shell = subprocess.Popen(
            ["bash", "-xc", script(text)], cwd=scratch, start_new_session=True, stdin=subprocess.DEVNULL, stdout=output,
            stderr=output, env={**os.environ, "TMPDIR": str(scratch)})
        try:
            code = shell.wait(SECONDS)
        except subprocess.TimeoutExpired:
            code = f"no end after {SECONDS} seconds"
        finally:
            try:
                os.killpg(shell.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
    if code:
        print(log.read_text(encoding="utf-8", errors="replace"))
        fail(f"the commands ended with {code}")


def marked(text, mark):
    return re.findall(rf"^<!-- {mark}: (\S+) -->\n```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def check_documents(text, tondo, scratch):
    documents = marked(text, "check")
    if len(documents) + len(marked(text, "status")) != len(blocks(text, "json")):
        fail("a JSON block has no comment that tells its name")
    for name, content in documents:
        file = scratch / name
        file.write_text(content, encoding="utf-8")
        if subprocess.run([tondo, "check", file], check=False).returncode:
            fail(f"the example {name} is not good")
    return dict(documents)


def check_manifest(documents, tondo, scratch):
    """The manifest must be what the photo and the job give that the README names."""
    inbox = scratch / "root/inbox"
    inbox.mkdir(parents=True)
    shutil.copy(CHECKOUT / "Examples/portraits/jane.jpg", inbox)
    (inbox / "jane.job.json").write_text(documents["jane.job.json"], encoding="utf-8")
    subprocess.run([tondo, "watch", "--once", "--root", scratch / "root"], check=True, stderr=subprocess.DEVNULL)
    made = json.loads((scratch / "root/avatars/jane.json").read_text(encoding="utf-8"))
    shown = json.loads(documents["jane.json"])
    for manifest in (made, shown):
        # The time is another, and another kind of processor or libvips may give other bytes.
        del manifest["processed"]
        for avatar in manifest["avatars"]:
            del avatar["bytes"], avatar["sha256"]
    if made != shown:
        fail(f"the manifest should be {json.dumps(made)}")


def form(value):
    """What kinds of values lie where; of lists the first element tells."""
    if isinstance(value, dict):
        return {key: form(inner) for key, inner in value.items()}
    return [form(inner) for inner in value[:1]] if isinstance(value, list) else type(value).__name__


def check_status(text, tondo, scratch):
    """Of a daemon that runs, on the root that was made for the manifest."""
    root = scratch / "root"
    daemon = subprocess.Popen([tondo, "watch", "--root", root], stderr=subprocess.PIPE, text=True)
    try:
        for line in daemon.stderr:
            if "ready; " in line:
                break
        for ident, content in marked(text, "status"):
            said = subprocess.run([tondo, "status", "--json", ident, "--root", root], check=True, capture_output=True).stdout
            if form(json.loads(said)) != form(json.loads(content)):
                fail(f"the status should have the form of {said.decode()}")
    finally:
        daemon.terminate()
        daemon.communicate()


def check_geometry(text, tondo):
    number = r"(-?[\d.]+)"
    row = re.compile(
        rf"^\| (\d+x\d+) \| (none|\S+, \d+) \| {number} \| {number}, {number} \| {number} \| {number} \| {number} \|$",
        re.MULTILINE)
    rows = row.findall(text)
    if len(rows) != 7:
        fail(f"the table of checked values has {len(rows)} rows that can be read")
    for photo, viewport, scale, x, y, *square in rows:
        command = [tondo, "render", CHECKOUT / "Examples/portraits" / PHOTOS[photo], "--dry-run", "--json",
                   "--scale", scale, f"--position={x},{y}"]
        if viewport != "none":
            command += ["--viewport", viewport.replace(" ", "")]
        crop = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["crop"]
        if [str(crop[key]) for key in ("x", "y", "size")] != square:
            fail(f"{photo}, viewport {viewport}, scale {scale}, position {x}, {y} gives {crop}")


def check_links(text):
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    headings = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
    for link in re.findall(r"\]\(([^)]+)\)", text):
        if link.startswith("#"):
            known = link[1:] in headings
        else:
            known = link.startswith("https://") or (CHECKOUT / link).exists()
        if not known:
            fail(f"the link {link} leads nowhere")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = Path(sys.argv[1]).resolve()
    tondo = build / "tondo"
    text = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    check_links(text)
    check_geometry(text, tondo)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        shutil.copytree(CHECKOUT / "Examples", scratch / "Examples")
        (scratch / ".build").mkdir()
        (scratch / ".build/release").symlink_to(build)
        run_script(text, scratch)
        check_manifest(check_documents(text, tondo, scratch), tondo, scratch)
        check_status(text, tondo, scratch)
    print("readme: every command, example, checked value and link is good")


main()

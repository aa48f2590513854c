#!/usr/bin/python3
"""Tries what lies in Examples/ and no other check runs.

    examples.py TONDO

- ios-export: compiled here without the app's package, it writes photos and jobs of which Tondo makes the app's own squares;
- nginx.conf: nginx takes it, serves the avatars, and keeps manifests and error texts to itself.
"""

import json
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
EXAMPLES = CHECKOUT / "Examples"
# Unpacked by make, not installed.
NGINX = CHECKOUT / ".build/tools/nginx/usr/sbin/nginx"
TYPES = CHECKOUT / ".build/tools/nginx-common/etc/nginx/mime.types"
# Photo, scale, position and screen, and the square that is cut: rows of the table of checked values.
EXPORTS = [
    ("jane.jpg", (1.5, 30, -20, 390, 844), {"x": 426, "y": 1189, "size": 1861}),
    ("zoe.png", (2, 30, -20, 390, 844), {"x": 930, "y": 685, "size": 1861}),
]


def check(condition, text):
    if not condition:
        sys.exit(f"examples: {text}")


def export(tondo, scratch):
    """Answers the root that holds the avatars."""
    program = scratch / "export"
    subprocess.run(
        ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-o", program,
         EXAMPLES / "ios-export" / "TondoExport.swift", CHECKOUT / "Tests" / "Scripts" / "export.swift"], check=True)
    root = scratch / "root"
    (root / "inbox" / "app").mkdir(parents=True)
    words = [word for name, numbers, _ in EXPORTS for word in (EXAMPLES / "portraits" / name, *map(str, numbers))]
    subprocess.run([program, root / "inbox" / "app", *words], check=True)
    subprocess.run([tondo, "watch", "--once", "--root", root], check=True, stderr=subprocess.DEVNULL)
    for name, _, square in EXPORTS:
        manifest = json.loads((root / "avatars" / "app" / name).with_suffix(".json").read_text())
        check(manifest["crop"] == square, f"{name}: {manifest['crop']} instead of {square}")
        check(manifest["attributes"]["viewport"]["inset"] == 15, f"{name}: {manifest['attributes']}")
    print(f"ios-export: {len(EXPORTS)} photos, cropped as the app does")
    return root


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def configuration(root, scratch, port):
    """The example, within what a server has around it, on this root."""
    for folder in (root, root / "avatars"):
        folder.chmod(0o755)
    scratch.chmod(0o755)
    snippet = (EXAMPLES / "nginx.conf").read_text()
    check(snippet.count("/var/lib/tondo/avatars/") == 1, "nginx.conf names the avatars' folder otherwise than once")
    (scratch / "tondo.conf").write_text(snippet.replace("/var/lib/tondo/avatars/", f"{root}/avatars/"))
    temporary = "".join(f"{kind}_temp_path {scratch}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (scratch / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {scratch}/nginx.pid;\nerror_log {scratch}/nginx.log;\nevents {{}}\n"
        f"http {{\naccess_log off;\ninclude {TYPES};\n{temporary}"
        f"server {{\nlisten 127.0.0.1:{port};\ninclude {scratch}/tondo.conf;\n}}\n}}\n")
    return scratch / "nginx.conf"


def fetch(port, path):
    """Status, type and bytes."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            return answer.status, answer.headers.get_content_type(), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, None, b""


def wait_for(port, server):
    while server.poll() is None:
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit("examples: nginx does not start")


def serve(root, scratch):
    port = free_port()
    file = configuration(root, scratch, port)
    server = subprocess.Popen([NGINX, "-e", scratch / "nginx.log", "-c", file])
    try:
        wait_for(port, server)
        image = (root / "avatars" / "app" / "jane-512.webp").read_bytes()
        check(fetch(port, "/avatars/app/jane-512.webp") == (200, "image/webp", image), "nginx does not serve an avatar as it is")
        (root / "avatars" / "app" / "jane.error.txt").write_text("private")
        for name in ("jane.json", "jane.error.txt", "..%2f..%2ftondo.json", "nobody-512.webp"):
            status = fetch(port, f"/avatars/app/{name}")[0]
            # What leads out of the folder is the page's to answer, which is not there.
            check(status in (404, 502), f"nginx answers {status} to {name}")
        # Nothing listens there in this test.
        check(fetch(port, "/")[0] == 502, "nginx does not hand the page's requests on")
    finally:
        server.send_signal(signal.SIGQUIT)
        server.wait()
    print("nginx.conf: avatars are served, documents are not")


def main():
    tondo = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        serve(export(tondo, scratch), scratch)


if __name__ == "__main__":
    main()

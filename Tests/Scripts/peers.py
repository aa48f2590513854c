#!/usr/bin/python3
"""Takes people from a real directory and a real address book into a root, and gives them back.

    peers.py TONDO [FOLDER]

The directory is OpenLDAP's slapd, which listens on loopback for as long as this takes; FOLDER is where its package is
unpacked (.build/tools/slapd). It is filled with ldapadd, read with ldapsearch, and changed with ldapmodify; what it holds
then is what was exported, byte for byte. Cards are written here, and read again with vobject. Whatever was exported,
imported again, gives the same squares.
"""

import base64
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path

import vobject
from PIL import Image

PEOPLE = "ou=people,dc=example,dc=org"
ADMIN = ["-x", "-D", "cn=admin,dc=example,dc=org", "-w", "secret"]
SETTINGS = {
    "outputs": [{"size": 240, "format": "jpeg"}, {"size": 96, "format": "jpeg", "maxBytes": 102400}], "settle": 0.05}
CONFIGURATION = """
include {schema}/core.schema
include {schema}/cosine.schema
include {schema}/inetorgperson.schema
# No schema that comes with the server has it.
attributetype ( 1.2.840.113556.1.4.8035 NAME 'thumbnailPhoto' SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 )
objectclass ( 1.3.6.1.4.1.4203.666.1 NAME 'pictured' SUP top AUXILIARY MAY thumbnailPhoto )
modulepath {modules}
moduleload back_mdb
database mdb
suffix "dc=example,dc=org"
rootdn "cn=admin,dc=example,dc=org"
rootpw secret
directory {data}
"""


def photo(seed, size=(640, 800), kind="JPEG"):
    """No two are alike, and every part of one looks different."""
    image = Image.new("RGB", size)
    image.putdata([((x * 255 // size[0] + seed * 40) % 256, y * 255 // size[1], (seed * 90) % 256)
                   for y in range(size[1]) for x in range(size[0])])
    stream = BytesIO()
    image.save(stream, kind, quality=90)
    return stream.getvalue()


class Directory:
    """A server of its own, ended with the block."""

    def __init__(self, package, work):
        self.package, self.work, self.process = package, work, None

    def __enter__(self):
        data = self.work / "directory"
        data.mkdir()
        modules, schema = self.package / "usr/lib/ldap", self.package / "etc/ldap/schema"
        (self.work / "slapd.conf").write_text(CONFIGURATION.format(schema=schema, modules=modules, data=data))
        # Somebody may be faster with a port that was free a moment ago.
        for _ in range(20):
            self.address = f"ldap://127.0.0.1:{free_port()}"
            if self.start():
                return self
        sys.exit(f"slapd does not start:\n{(self.work / 'slapd.log').read_text()}")

    def start(self):
        libraries = [*self.package.glob("usr/lib/*-linux-gnu"), os.environ.get("LD_LIBRARY_PATH", "")]
        environment = os.environ | {"LD_LIBRARY_PATH": ":".join(map(str, libraries))}
        with (self.work / "slapd.log").open("a") as log:
            self.process = subprocess.Popen(
                [self.package / "usr/sbin/slapd", "-d", "0", "-f", self.work / "slapd.conf", "-h", self.address],
                env=environment, stdout=log, stderr=log)
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:
            if subprocess.run(["ldapwhoami", "-H", self.address, *ADMIN], capture_output=True).returncode == 0:
                return True
            time.sleep(0.05)
        self.__exit__()
        return False

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()

    def change(self, program, text):
        run([program, "-H", self.address, *ADMIN], input=text)

    def search(self, *words):
        return run(["ldapsearch", "-LLL", "-H", self.address, *ADMIN, "-b", PEOPLE, *words])

    def photos(self, attribute="jpegPhoto"):
        """By the entries' uid."""
        found = {}
        for record in self.search("-o", "ldif-wrap=no", "(uid=*)", "uid", attribute).decode().split("\n\n"):
            values = dict(re.findall(r"^(\w+)(:: .*|: .*)$", record, re.M))
            if attribute in values:
                found[value(values["uid"]).decode()] = value(values[attribute])
        return found


def value(text):
    return base64.b64decode(text[3:]) if text.startswith("::") else text[2:].encode()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run(command, input=None, status=0):
    done = subprocess.run([str(word) for word in command], input=input, capture_output=True)
    if done.returncode != status:
        sys.exit(f"{command} ended with {done.returncode}, not {status}:\n{done.stdout.decode()}{done.stderr.decode()}")
    return done.stdout


def check(what, is_so):
    if not is_so:
        sys.exit(f"FAILED: {what}")


def same(what, left, right):
    check(f"{what}: {left!r:.200} is not {right!r:.200}", left == right)


class Root:
    def __init__(self, tondo, folder):
        self.tondo, self.folder = tondo, folder
        folder.mkdir()
        (folder / "tondo.json").write_text(json.dumps(SETTINGS))
        # It is made ready.
        self.run("watch", "--once")

    def run(self, *words, status=0):
        return run([self.tondo, words[0], *words[1:], "--root", self.folder], status=status)

    def take(self, file, *words, status=0):
        """The report, by line."""
        report = self.folder.with_suffix(".report.jsonl")
        self.run("import", file, "--report", report, "--quiet", *words, status=status)
        lines = [json.loads(line) for line in report.read_text().splitlines()]
        report.unlink()
        return lines

    def manifest(self, name):
        return json.loads((self.folder / "avatars" / f"{name}.json").read_text())

    def original(self, name):
        return (self.folder / self.manifest(name)["original"]["file"]).read_bytes()

    def avatar(self, name, size):
        return (self.folder / "avatars" / f"{name}-{size}.jpg").read_bytes()


def entry(name, words, attribute, *photos):
    lines = [f"dn:: {base64.b64encode(name.encode()).decode()}", "objectClass: inetOrgPerson", "objectClass: pictured",
             "sn: Doe", *(f"{key}:: {base64.b64encode(text.encode()).decode()}" for key, text in words.items()),
             *(f"{attribute}:: {base64.b64encode(image).decode()}" for image in photos)]
    return "\n".join(lines) + "\n\n"


def check_directory(tondo, package, work):
    jane, zoe, doe, thumbnail = (photo(seed) for seed in range(4))
    with Directory(package, work) as server:
        server.change("ldapadd", (
            "dn: dc=example,dc=org\nobjectClass: domain\ndc: example\n\n"
            f"dn: {PEOPLE}\nobjectClass: organizationalUnit\nou: people\n\n"
            + entry(f"uid=jane,{PEOPLE}", {"uid": "jane", "cn": "Jane"}, "jpegPhoto", jane)
            + entry(f"uid=zoé,{PEOPLE}", {"uid": "zoé", "cn": "Zoé"}, "jpegPhoto", zoe)
            + entry(f"uid=Doe\\, John+cn=J,{PEOPLE}", {"uid": "Doe, John", "cn": "J"}, "jpegPhoto", doe)
            + entry(f"uid=tom,{PEOPLE}", {"uid": "tom", "cn": "Tom"}, "thumbnailPhoto", thumbnail)
            + entry(f"uid=none,{PEOPLE}", {"uid": "none", "cn": "None"}, "jpegPhoto")
            + entry(f"uid=text,{PEOPLE}", {"uid": "text", "cn": "Text"}, "thumbnailPhoto", b"not a photo")).encode())
        dump = work / "people.ldif"
        dump.write_bytes(server.search())
        root = Root(tondo, work / "of-directory")
        report = root.take(dump, status=65)
        outcomes = {row["id"]: row["outcome"] for row in report if row["id"]}
        same("the report", outcomes, {
            "jane": "imported", "zoé": "imported", "Doe, John": "imported", "tom": "imported", "none": "skipped",
            "text": "failed"})
        for name, image in {"jane": jane, "zoé": zoe, "Doe, John": doe, "tom": thumbnail}.items():
            same(f"the original of {name}", root.original(name), image)

        changes = work / "changes.ldif"
        # The entry's own name has a second part, which the pattern does not know.
        names = ["jane", "zoé", "tom"]
        root.run("export", "ldif", *names, "--dn", f"uid={{id}},{PEOPLE}", "--size", "240", "--out", changes)
        server.change("ldapmodify", changes.read_bytes())
        found = server.photos()
        for name in names:
            check(f"{name} is within 102,400 bytes", len(found[name]) <= 102400)
            same(f"the directory's photo of {name}", found[name], root.avatar(name, 240))
        same("the photo of Doe, John", found["Doe, John"], doe)

        # Both the changes and what the server makes of them come in again.
        for number, text in enumerate((changes.read_bytes(), server.search("(!(uid=text))"))):
            dump.write_bytes(text)
            again = Root(tondo, work / f"again-{number}")
            again.take(dump)
            for name in names:
                same(f"the original of {name}", again.original(name), root.avatar(name, 240))
                same("the whole of it is seen", again.manifest(name)["crop"], {"x": 0, "y": 0, "size": 240})
    print("OpenLDAP: what was taken from it and given back is what it holds")


def check_cards(tondo, work):
    """One with a crop of Apple's, which counts its rows from the bottom, one without."""
    jane, zoe = photo(5, (600, 900)), photo(6)
    digest = base64.b64encode(hashlib.md5(jane).digest()).decode()
    book = work / "people.vcf"
    crop = f"X-ABCROP-RECTANGLE=ABClipRect_1&100&500&300&300&{digest}"
    book.write_text(
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:jane\r\nFN:Jane\r\nPHOTO;ENCODING=b;{crop}:{folded(jane)}END:VCARD\r\n"
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoé Doe\\, M.D.\r\nPHOTO;ENCODING=b;TYPE=JPEG:{folded(zoe)}END:VCARD\r\n",
        encoding="utf-8", newline="")
    root = Root(tondo, work / "of-cards")
    root.take(book)
    names = {"jane": jane, "Zoé Doe, M.D.": zoe}
    same("Apple's crop", root.manifest("jane")["crop"], {"x": 100, "y": 100, "size": 300})

    cards = exported(root, work, "--size", "240")
    for name, image in names.items():
        same(f"the card's photo of {name}", cards[name].photo.value, root.avatar(name, 240))
        check("it holds no crop", "X-ABCROP-RECTANGLE" not in cards[name].photo.params)

    cards = exported(root, work, "--with-original")
    for name, image in names.items():
        same(f"the card's original of {name}", cards[name].photo.value, image)
        square = root.manifest(name)["crop"]
        rows = root.manifest(name)["original"]["height"]
        same("its crop", cards[name].photo.params["X-ABCROP-RECTANGLE"][0].split("&"), [
            "ABClipRect_1", str(square["x"]), str(rows - square["y"] - square["size"]), str(square["size"]),
            str(square["size"]), base64.b64encode(hashlib.md5(image).digest()).decode()])

    again = Root(tondo, work / "cards-again")
    again.take(work / "exported.vcf")
    for name in names:
        same(f"the square of {name}", again.manifest(name)["crop"], root.manifest(name)["crop"])
        same(f"the avatar of {name}", again.avatar(name, 96), root.avatar(name, 96))
    print("vobject: cards hold what was exported, and give the same squares when they are imported again")


def exported(root, work, *words):
    """What another program reads of an export, by name."""
    file = work / "exported.vcf"
    root.run("export", "vcard", *words, "--out", file, "--force")
    cards = {card.uid.value: card for card in vobject.readComponents(file.read_text(encoding="utf-8"))}
    for name, card in cards.items():
        same("the name", card.fn.value, name)
    return cards


def folded(image):
    text = base64.b64encode(image).decode()
    return "\r\n " + "\r\n ".join(text[start:start + 74] for start in range(0, len(text), 74)) + "\r\n"


def main():
    tondo = Path(sys.argv[1]).resolve()
    package = Path(sys.argv[2] if len(sys.argv) > 2 else ".build/tools/slapd").resolve()
    work = Path(tempfile.mkdtemp(prefix="tondo-peers-"))
    try:
        check_cards(tondo, work)
        check_directory(tondo, package, work)
    finally:
        shutil.rmtree(work)


main()

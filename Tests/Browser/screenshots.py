#!/usr/bin/python3
"""Takes the README's pictures of the page: Examples/gallery.png and Examples/move-and-scale.png.

    screenshots.py [FOLDER]

With a FOLDER it takes all scenes there instead, on desktop and phone, in light and dark, for a person to look at.
"""

import base64
import io
import sys
from pathlib import Path

from PIL import Image

from sheet import Sheet
from support import CHECKOUT, DESKTOP, PHONE, PageTest, browser, resize, wait

PEOPLE = {
    "staff/jane": ("jane.jpg", {"scale": 1.5, "position": {"x": 0.13, "y": 0.25}}),
    "staff/omar": ("omar.avif", {"scale": 1.9, "position": {"x": 0, "y": -0.1}}),
    "staff/zoe": ("zoe.png", {"crop": {"x": 1770, "y": 130, "width": 2000, "height": 2000}}),
}
WITHOUT = {
    "board/Amélie Roux": {"from": "id"},
    "board/Bo Lindqvist": {"from": "id", "rendering": "monochrome", "colors": ["#7a4e8a"]},
    "guests/Visitor": {"symbol": "person", "rendering": "gradient", "gradient": {"from": "#2f6f9f", "to": "#123b5a"}},
    "staff/Nadia Benali": {"from": "id"},
}
README = (1000, 660)


class Scenes(PageTest):
    def runTest(self):
        """Only to be set up and taken down."""

    def setUp(self):
        super().setUp()
        for identity, (name, job) in PEOPLE.items():
            self.daemon.drop(name, identity + Path(name).suffix, job)
        for identity, placeholder in WITHOUT.items():
            self.daemon.call("PUT", f"/api/avatars/{identity}/placeholder", placeholder)
            self.daemon.ready(identity)

    def shoot(self, target):
        Sheet(self).rest()
        wait("all faces are there", lambda: self.script(
            "return [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')"))
        shot = self.browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
        Image.open(io.BytesIO(base64.b64decode(shot["data"]))).convert("RGB").save(target, optimize=True)

    def for_readme(self, folder):
        resize(self.browser, README)
        self.open()
        self.script("document.activeElement.blur()")
        self.shoot(folder / "gallery.png")
        self.sheet().rest()
        self.shoot(folder / "move-and-scale.png")

    def sheet(self):
        sheet = Sheet(self).open("staff/jane")
        wait("the previews are drawn", lambda: self.script("""
            return [...document.querySelectorAll(".previews canvas")].every((canvas) =>
              canvas.getContext("2d").getImageData(canvas.width / 2, canvas.width / 2, 1, 1).data[3] === 255)"""))
        return sheet

    def all_scenes(self, folder):
        (self.daemon.root / "inbox/note.jpg").write_text("no photo at all")
        (self.daemon.root / "inbox/nobody.job.json").write_text("{}")
        for name, size, touch in (("desktop", DESKTOP, False), ("phone", PHONE, True)):
            for dark in (False, True):
                self.browser.quit()
                self.browser = browser(size, dark=dark, touch=touch)
                self.scenes(folder, f"{name}-{'dark' if dark else 'light'}")
        self.browser.quit()
        self.browser = browser((844, 390), touch=True)
        self.open()
        self.sheet()
        self.shoot(folder / "phone-on-its-side.png")

    def scenes(self, folder, kind):
        self.open()
        self.card("failed/note.jpg")
        self.shoot(folder / f"{kind}-gallery.png")
        self.edit()
        self.shoot(folder / f"{kind}-edit.png")
        self.sheet()
        self.shoot(folder / f"{kind}-sheet.png")
        self.script("document.querySelector('#editor').close()")
        self.find('#filters [data-state="failed"]').click()
        wait("one is left", lambda: len(self.all(".card")) == 1)
        self.shoot(folder / f"{kind}-failed.png")
        self.script("document.querySelector('.face').click()")
        self.shoot(folder / f"{kind}-viewer.png")
        self.script("document.querySelector('#viewer').close(); document.querySelector('#add').click()")
        self.shoot(folder / f"{kind}-adding.png")


def main():
    scenes = Scenes()
    try:
        scenes.setUp()
        if len(sys.argv) > 1:
            folder = Path(sys.argv[1])
            folder.mkdir(parents=True, exist_ok=True)
            scenes.all_scenes(folder)
        else:
            scenes.for_readme(CHECKOUT / "Examples")
    finally:
        scenes.doCleanups()


if __name__ == "__main__":
    main()

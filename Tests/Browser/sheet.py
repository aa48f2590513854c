"""The Move and Scale sheet, as a person uses it, and the contract's geometry, written once more to judge it by."""

import base64
import io
import math

from PIL import Image

from support import PageTest, wait


SIZE = (3024, 4032)
JANE = "staff/jane"
START = {"scale": 1.8, "position": {"x": 0.25, "y": 0.4}}
# What gestures are rounded to when they are saved, and what is measured on the screen.
SAVED = 2e-6
SEEN = 0.002


def turned(size, degrees):
    return size if degrees % 180 == 0 else size[::-1]


def frame(attributes, size):
    """The square (x, y, side) that attributes ask for: section "Geometry" of the README."""
    width, height = size
    if "crop" in attributes:
        crop = attributes["crop"]
        side = crop["size"] if "size" in crop else min(crop["width"], crop["height"])
        return (crop["x"] + (crop.get("width", side) - side) / 2, crop["y"] + (crop.get("height", side) - side) / 2,
                side)
    scale = attributes.get("scale", 1)
    position = attributes.get("position", {"x": 0, "y": 0})
    if "viewport" in attributes:
        screen = attributes["viewport"]
        fit = min(screen["width"] / width, screen["height"] / height) * min(scale, 4)
        shorter, inset = min(screen["width"], screen["height"]), screen.get("inset", 15)
        return (((width * fit - shorter) / 2 + inset - position["x"]) / fit,
                ((height * fit - shorter) / 2 + inset - position["y"]) / fit, (shorter - 2 * inset) / fit)
    side = min(width, height) / scale
    return (kept(width / 2 - position["x"] * side - side / 2, side, width),
            kept(height / 2 - position["y"] * side - side / 2, side, height), side)


def kept(edge, side, length):
    return (length - side) / 2 if side > length else max(0, min(edge, length - side))


class Sheet:
    def __init__(self, test):
        self.test = test
        self.browser = test.browser

    def open(self, identity):
        self.test.edit()
        self.test.act(identity, "[data-act=place]")
        self.await_photo()
        return self

    def await_photo(self):
        wait("the sheet shows the photo", lambda: self.browser.execute_script("""
            const sheet = document.querySelector("#editor");
            return sheet.open && !sheet.hasAttribute("aria-busy") && sheet.querySelector(".mask").style.width
              && !sheet.querySelector(".use").disabled"""))

    def is_open(self):
        return self.browser.execute_script("return document.querySelector('#editor').open")

    def await_close(self):
        wait("the sheet is closed", lambda: not self.is_open())

    def click(self, selector):
        self.test.find(f"#editor {selector}").click()

    def use(self):
        self.click(".use")
        self.await_close()

    def rest(self):
        """Waits until nothing glides any more."""
        self.browser.execute_async_script("""
            const done = arguments[0];
            const look = () => document.querySelector(".gliding") ? requestAnimationFrame(look) : done();
            requestAnimationFrame(() => requestAnimationFrame(look));""")

    def rectangle(self, selector):
        """Left, top, width and height on the screen."""
        return self.browser.execute_script("""
            const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
            return [left, top, width, height];""", f"#editor {selector}")

    def hole(self):
        return self.rectangle(".mask")

    def middle(self):
        left, top, width, height = self.hole()
        return left + width / 2, top + height / 2

    def square(self, size):
        """What is in the hole, in pixels of the photo, measured on the screen; `size` is the photo's, turned."""
        self.rest()
        left, top, side, _ = self.hole()
        x, y, width, _ = self.rectangle("img")
        points = width / size[0]
        return (left - x) / points, (top - y) / points, side / points

    # Mouse

    def mouse(self, kind, x, y, **more):
        self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, **more})

    def drag(self, by, steps=8):
        x, y = self.middle()
        self.mouse("mousePressed", x, y)
        for step in range(1, steps + 1):
            self.mouse("mouseMoved", x + by[0] * step / steps, y + by[1] * step / steps, buttons=1)
        self.mouse("mouseReleased", x + by[0], y + by[1])
        self.rest()

    def double_click(self):
        x, y = self.middle()
        for count in (1, 2):
            self.mouse("mousePressed", x, y, clickCount=count)
            self.mouse("mouseReleased", x, y, clickCount=count)
        self.rest()

    def wheel(self, at, delta, control=False):
        """`at` is from the hole's middle."""
        x, y = self.middle()
        self.mouse("mouseWheel", x + at[0], y + at[1], deltaX=0, deltaY=delta, modifiers=2 if control else 0)
        self.rest()

    # Fingers

    def touch(self, kind, *points):
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

    def swipe(self, by, steps=8):
        x, y = self.middle()
        self.touch("touchStart", (x, y))
        for step in range(1, steps + 1):
            self.touch("touchMove", (x + by[0] * step / steps, y + by[1] * step / steps))
        self.touch("touchEnd")
        self.rest()

    def pinch(self, at, apart, to, steps=8):
        """Two fingers, `apart` points from each other, spread to `to`, about a point from the hole's middle."""
        x, y = (middle + off for middle, off in zip(self.middle(), at))
        fingers = [((x - half, y - half / 2), (x + half, y + half / 2)) for half in (
            math.sqrt(0.8) * (apart + (to - apart) * step / steps) / 2 for step in range(steps + 1))]
        self.touch("touchStart", *fingers[0])
        for pair in fingers[1:]:
            self.touch("touchMove", *pair)
        self.touch("touchEnd")
        self.rest()

    def double_tap(self):
        for _ in range(2):
            self.touch("touchStart", self.middle())
            self.touch("touchEnd")
        self.rest()

    # Pictures

    def picture(self):
        """What the hole shows."""
        self.rest()
        left, top, side, _ = self.hole()
        shot = self.browser.execute_cdp_cmd("Page.captureScreenshot", {
            "format": "png", "clip": {"x": left, "y": top, "width": side, "height": side, "scale": 1}})
        return Image.open(io.BytesIO(base64.b64decode(shot["data"]))).convert("RGB")


class EditorTest(PageTest):
    job = START

    def setUp(self):
        super().setUp()
        self.daemon.drop("jane.jpg", f"{JANE}.jpg", self.job)
        self.open()
        self.sheet = Sheet(self).open(JANE)

    def saved(self):
        """Uses the photo; the attributes, once the avatars are made of them."""
        before = self.daemon.show(JANE)["attributes"]
        self.sheet.use()
        return self.daemon.ready(JANE, lambda shown: shown["attributes"] != before)["attributes"]

    def assert_placed(self, attributes, scale, x, y, within=SAVED):
        self.assertNotIn("viewport", attributes)
        self.assertNotIn("crop", attributes)
        self.assertAlmostEqual(attributes["scale"], scale, delta=within)
        self.assertAlmostEqual(attributes["position"]["x"], x, delta=within)
        self.assertAlmostEqual(attributes["position"]["y"], y, delta=within)

    def assert_square(self, wanted, size=SIZE):
        found = self.sheet.square(size)
        for one, other in zip(found, wanted):
            self.assertAlmostEqual(one, other, delta=SEEN * wanted[2], msg=f"{found} is not {wanted}")

    def scaled(self, attributes, factor, at):
        """Section "Geometry" for a photo scaled by a factor about a point: parts of the hole from its middle."""
        scale, position = attributes["scale"], attributes["position"]
        place = {}
        for axis, length, off in zip("xy", SIZE, at):
            side = min(SIZE) / scale
            held = length / 2 - position[axis] * side + off * side
            place[axis] = (length / 2 - (held - off * side / factor)) / (side / factor)
        return scale * factor, place["x"], place["y"]

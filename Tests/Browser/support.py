"""A real daemon on a root of its own, and a real browser in front of its page."""

import io
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

CHECKOUT = Path(__file__).resolve().parents[2]
PORTRAITS = CHECKOUT / "Examples/portraits"
PROGRAM = Path(os.environ.get("TONDO", CHECKOUT / ".build/debug/tondo")).resolve()

# Seconds; for a machine that does much else.
PATIENCE = float(os.environ.get("PATIENCE", 120))

DESKTOP = (1200, 900)
PHONE = (390, 844)


def wait(what, condition):
    """Gives what `condition` gives, once that is something."""
    end = time.monotonic() + PATIENCE
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"not within {PATIENCE} seconds: {what}")
        time.sleep(0.05)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Daemon:
    """`tondo watch` with a page, on a new root."""

    def __init__(self, **settings):
        self.folder = Path(tempfile.mkdtemp(prefix="tondo-browser."))
        self.root = self.folder / "root"
        self.root.mkdir()
        self.address = f"http://127.0.0.1:{free_port()}"
        http = {"listen": self.address.removeprefix("http://"), **settings.pop("http", {})}
        settings = {"settle": 0.2, "shape": "circle", "http": http, **settings}
        (self.root / "tondo.json").write_text(json.dumps(settings))
        self.log = open(self.folder / "log", "w+")
        try:
            self.resume()
        except BaseException:
            self.stop()
            raise

    def resume(self):
        self.process = subprocess.Popen(
            [PROGRAM, "watch", "--root", self.root], stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)
        wait("the page is served", self.is_there)

    def is_there(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the daemon ended: {(self.folder / 'log').read_text()}")
        try:
            return self.get("/api/session") is not None
        except (urllib.error.URLError, ConnectionError):
            return False

    def interrupt(self):
        """Until `resume`."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)

    def stop(self):
        self.interrupt()
        self.log.close()
        shutil.rmtree(self.folder)

    def call(self, method, path, body=None, headers=()):
        """The answer's bytes."""
        request = urllib.request.Request(
            self.address + urllib.parse.quote(path, safe="/?=&"), method=method,
            data=None if body is None else json.dumps(body).encode(), headers={"X-Tondo": "1", **dict(headers)})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read()

    def get(self, path):
        return self.call("GET", path)

    def show(self, identity):
        """What the daemon has of an id; None while it has nothing."""
        try:
            return json.loads(self.get(f"/api/avatars/{identity}"))
        except urllib.error.HTTPError as refusal:
            if refusal.code == 404:
                return None
            raise

    def ready(self, identity, wanted=lambda shown: True):
        """The same, once it is ready and as it is wanted."""
        def look():
            shown = self.show(identity)
            return shown if shown and shown["state"] == "ready" and wanted(shown) else None

        return wait(f"{identity} is ready", look)

    def drop(self, name, path, job=None):
        """A portrait into the inbox, with its attributes."""
        target = self.root / "inbox" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if job is not None:
            target.with_suffix(".job.json").write_text(json.dumps(job))
        shutil.copyfile(PORTRAITS / name, target)
        identity = str(Path(path).with_suffix(""))
        return self.ready(identity, lambda shown: job is None or applied(shown, job))

    def put(self, identity, attributes):
        """What somebody else does meanwhile."""
        before = self.ready(identity)
        if applied(before, attributes):
            return before
        written = json.loads(self.call(
            "PUT", f"/api/avatars/{identity}/attributes", attributes, {"If-Match": f'"{before["etag"]}"'}.items()))["etag"]
        # It is ready as long as nobody has looked at what was written; once its avatars are made there is another manifest.
        return self.ready(identity, lambda shown: applied(shown, attributes) and shown["etag"] != written)

    def avatar(self, identity, size):
        """The published image."""
        shown = self.ready(identity)
        url = next(avatar["url"] for avatar in shown["avatars"] if avatar["size"] == size)
        return Image.open(io.BytesIO(self.get(url))).convert("RGBA")


def applied(shown, attributes):
    return all(shown["attributes"].get(key) == value for key, value in attributes.items())


def browser(size=DESKTOP, dark=False, calm=False, language="en-US", touch=False):
    options = webdriver.ChromeOptions()
    for option in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "hide-scrollbars",
                   "force-color-profile=srgb", f"lang={language}", f"window-size={size[0]},{size[1]}"):
        options.add_argument(f"--{option}")
    options.add_experimental_option("prefs", {"intl.accept_languages": language})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options)
    made.set_script_timeout(PATIENCE)
    resize(made, size, touch)
    made.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
        {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}]})
    return made


def resize(made, size, touch=False, ratio=1):
    made.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": size[0], "height": size[1], "deviceScaleFactor": ratio, "mobile": touch})
    made.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch, "maxTouchPoints": 2})


class PageTest(unittest.TestCase):
    """Each test has a daemon and a browser of its own."""

    settings = {}
    options = {}

    def setUp(self):
        self.daemon = Daemon(**self.settings)
        self.addCleanup(self.daemon.stop)
        self.browser = browser(**self.options)
        self.addCleanup(self.browser.quit)
        self.addCleanup(self.check_console)

    def check_console(self):
        """Whatever else a test is about: the console stays free of errors."""
        told = [entry for entry in self.browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        self.assertEqual([entry for entry in told if not self.is_expected(entry["message"])], [])

    def is_expected(self, message):
        """Chromium tells of each answer that is a refusal; a test says which one it provokes."""
        return any(part in message for part in self.expected)

    expected = ()

    def open(self):
        self.browser.get(self.daemon.address)
        wait("the page is there", lambda: self.script("return document.body?.dataset.ready"))

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def card(self, key):
        return wait(f"a card for {key}", lambda: next(iter(self.all(f'.card[data-key="{key}"]')), None))

    def act(self, key, selector):
        """Clicks on something of a card, which may be drawn anew at any moment."""
        wait(f"{selector} of {key} is clicked", lambda: self.script("""
            const there = document.querySelector(`.card[data-key="${arguments[0]}"] ${arguments[1]}`);
            there?.click();
            return there !== null;""", key, selector))

    def face(self, key):
        """The address of a card's picture, once it is seen."""
        return wait(f"the face of {key} is seen", lambda: self.script("""
            const image = document.querySelector(`.card[data-key="${arguments[0]}"] img`);
            return image?.complete && image.naturalWidth > 0 && image.currentSrc;""", key))

    def shown(self, selector):
        """The element, once it can be seen."""
        return wait(f"{selector} is shown", lambda: next(
            (element for element in self.all(selector) if element.is_displayed()), None))

    def press(self, *keys):
        self.browser.switch_to.active_element.send_keys(*keys)

    def edit(self):
        """Into the edit mode."""
        if self.find("#edit").get_attribute("aria-pressed") == "false":
            self.find("#edit").click()

"""Photos sent by picker and by dropping them on the page."""

import shutil
import unittest

from PIL import Image

from sheet import Sheet
from support import PORTRAITS, PageTest, wait


class UploadTest(PageTest):
    def setUp(self):
        super().setUp()
        self.photos = self.daemon.folder / "photos"
        self.photos.mkdir()
        self.open()

    def photo(self, name, colour=(200, 80, 40), size=(60, 80)):
        target = self.photos / name
        target.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", size, colour).save(target)
        return target

    def pick(self, *files, folder=""):
        self.find("#add").click()
        self.shown("#adder")
        self.find("#folder").send_keys(folder)
        self.find("#files").send_keys("\n".join(str(file) for file in files))

    def drop(self, *files):
        """What a hand does that drags files out of another program."""
        data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.browser.execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": 400, "y": 300, "data": data})

    def uploads(self):
        return {entry.find_element("css selector", ".path").text: entry for entry in self.all("#uploads li")}

    def await_state(self, path, state):
        wait(f"{path} is {state}", lambda: path in self.uploads()
             and self.uploads()[path].get_attribute("data-state") == state)


class AddingTests(UploadTest):
    def test_a_photo_is_added_by_picker(self):
        self.pick(PORTRAITS / "jane.jpg")
        self.await_state("jane.jpg", "done")
        self.daemon.ready("jane")
        self.card("jane")
        self.assertEqual((self.daemon.root / "originals/jane.jpg").read_bytes(), (PORTRAITS / "jane.jpg").read_bytes())

    def test_several_go_into_a_folder(self):
        self.pick(self.photo("anna.png"), self.photo("bert.png", (0, 90, 0)), folder="staff/new")
        self.daemon.ready("staff/new/anna")
        self.daemon.ready("staff/new/bert")
        self.assertEqual(self.find("#uploads-count").text, "2 photos sent")

    def test_files_and_folders_are_dropped(self):
        self.photo("team/anna.png")
        self.photo("team/hall/bert.png", (0, 90, 0))
        (self.photos / "team/.hidden.png").write_text("")
        (self.photos / "team/Thumbs.db").write_text("")
        self.drop(self.photos / "team", self.photo("zoe.png", (0, 0, 90)))
        for identity in ("team/anna", "team/hall/bert", "zoe"):
            self.daemon.ready(identity)
            self.card(identity)
        self.assertEqual(set(self.uploads()), {"team/anna.png", "team/hall/bert.png", "zoe.png"})

    def test_each_shows_how_far_it_is_and_three_go_at_once(self):
        files = []
        for number in range(7):
            file = self.photos / f"face-{number}.png"
            # Noise cannot be made small: something to send.
            Image.effect_noise((200, 200), 80 + number).save(file)
            files.append(file)
        self.browser.execute_cdp_cmd("Network.enable", {})
        self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 60_000})
        self.script("""
            window.most = 0;
            window.parts = new Set();
            new MutationObserver(() => {
              most = Math.max(most, document.querySelectorAll('#uploads [data-state="going"]').length);
              document.querySelectorAll("#uploads li progress").forEach(({ value }) => parts.add(value));
            }).observe(document.querySelector("#uploads"), { subtree: true, attributes: true, childList: true });""")
        self.drop(*files)
        wait("all are sent", lambda: self.find("#uploads-count").text == "7 photos sent")
        self.assertEqual(self.script("return most"), 3)
        self.assertTrue(any(0 < part < 1 for part in self.script("return [...parts]")))
        self.assertEqual(self.script("return document.querySelector('#overall').value"), 1)

    def test_a_folder_in_the_picker_keeps_its_shape(self):
        self.photo("team/hall/bert.png")
        self.find("#add").click()
        self.find("#directory").send_keys(str(self.photos / "team"))
        self.daemon.ready("team/hall/bert")


class RefusedUploadTests(UploadTest):
    settings = {"limits": {"bytes": 200_000}}
    expected = ("413",)

    def test_what_is_refused_says_why_and_the_others_go_on(self):
        large = self.photos / "large.jpg"
        shutil.copyfile(PORTRAITS / "jane.jpg", large)
        self.drop(large, self.photo("anna.png"))
        self.daemon.ready("anna")
        self.await_state("large.jpg", "failed")
        entry = self.uploads()["large.jpg"]
        self.assertRegex(entry.find_element("css selector", ".why").text, "200.?000")
        self.assertTrue(entry.find_element("css selector", ".again").is_displayed())
        self.find("#uploads .close").click()
        wait("the list is put away", lambda: not self.find("#uploads").is_displayed())


class ReplacingTests(UploadTest):
    def test_another_photo_takes_the_place_of_the_first(self):
        self.daemon.drop("jane.jpg", "staff/jane.jpg")
        Sheet(self).open("staff/jane")
        before = self.daemon.show("staff/jane")["original"]["sha256"]
        self.script("HTMLInputElement.prototype.click = () => {}")
        self.find("#editor .replace").click()
        self.find("#files").send_keys(str(PORTRAITS / "zoe.png"))
        self.await_state("staff/jane.png", "done")
        self.daemon.ready("staff/jane", lambda shown: shown["original"]["sha256"] != before)
        self.assertEqual(len(list((self.daemon.root / "replaced/staff").iterdir())), 1)


if __name__ == "__main__":
    unittest.main()

"""The gallery: what is there, as it changes, by mouse and keyboard."""

import json
import shutil
import unittest

from PIL import Image

from support import PORTRAITS, PageTest, wait

RIGHT, LEFT, DOWN, UP, END, HOME = "\ue014", "\ue012", "\ue015", "\ue013", "\ue010", "\ue011"
ENTER, ESCAPE = "\ue007", "\ue00c"


class GalleryTest(PageTest):
    def keys(self):
        """Of the cards, as they stand."""
        return self.script("return [...document.querySelectorAll('#faces .card')].map(({ dataset }) => dataset.key)")

    def wait_for(self, *keys):
        wait(f"the cards are {keys}", lambda: self.keys() == list(keys))

    def counts(self):
        return {choice.get_attribute("data-state"): choice.text.split()[-1] for choice in self.all("#filters button")}

    def choose(self, state):
        self.find(f'#filters [data-state="{state}"]').click()

    def tiny(self, *paths):
        """Photos that cost nothing."""
        for number, path in enumerate(paths):
            target = self.daemon.root / "inbox" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            Image.new("RGB", (24, 32), (number * 7 % 256, 90, 160)).save(target)


class ListTests(GalleryTest):
    def test_an_empty_root_says_what_to_do(self):
        self.open()
        self.assertIn("No faces yet", self.shown("#empty").text)
        self.assertEqual(self.counts()[""], "0")

    def test_what_is_dropped_comes_by_itself_and_in_order(self):
        self.open()
        self.daemon.drop("zoe.png", "staff/zoe.png")
        self.wait_for("staff/zoe")
        self.daemon.drop("jane.jpg", "staff/jane.jpg")
        self.wait_for("staff/jane", "staff/zoe")
        wait("the count follows", lambda: self.counts()["ready"] == "2")
        self.face("staff/jane")
        self.assertEqual(self.script("return getComputedStyle(document.querySelector('.card img')).borderRadius"), "50%")
        self.assertFalse(self.find("#empty").is_displayed())

    def test_the_face_is_as_large_as_the_screen_needs(self):
        self.daemon.drop("jane.jpg", "jane.jpg")
        self.open()
        self.assertIn("jane-256.webp", self.face("jane"))

    def test_what_failed_says_why_and_can_be_tried_again(self):
        (self.daemon.root / "inbox/note.jpg").write_text("no photo at all")
        self.daemon.drop("jane.jpg", "jane.jpg")
        self.open()
        wait("one has failed", lambda: self.counts()["failed"] == "1")
        self.choose("failed")
        self.wait_for("failed/note.jpg")
        why = self.shown(".card .why")
        error = json.loads(self.daemon.get("/api/avatars?state=failed"))["avatars"][0]["error"]
        self.assertEqual(why.text.lower(), f"{error['problem']}\n{error['remedy']}".lower())
        # Mended, it is taken.
        shutil.copyfile(PORTRAITS / "zoe.png", self.daemon.root / "failed/note.jpg")
        self.act("failed/note.jpg", "[data-act=retry]")
        self.daemon.ready("note")
        self.wait_for()
        self.choose("ready")
        self.wait_for("jane", "note")

    def test_a_job_without_its_photo_waits(self):
        (self.daemon.root / "inbox/nobody.job.json").write_text("{}")
        self.open()
        self.choose("waiting")
        wait("it is shown", lambda: any("nobody" in card.text for card in self.all(".card")))

    def test_search_finds_parts_of_ids_whatever_their_case(self):
        self.tiny("staff/Anna.png", "staff/bert.png", "hall/anna.png")
        for identity in ("staff/Anna", "staff/bert", "hall/anna"):
            self.daemon.ready(identity)
        self.open()
        self.find("#search").send_keys("ANN")
        self.wait_for("hall/anna", "staff/Anna")
        self.find("#search").send_keys("xyz")
        self.wait_for()
        self.assertEqual(self.shown("#none").text, "Nothing matches.")

    def test_all_pages_come_as_one_scrolls(self):
        names = [f"many/face-{number:03}" for number in range(300)]
        self.tiny(*(f"{name}.png" for name in names))
        for name in names:
            self.daemon.ready(name)
        self.open()
        self.assertLess(len(self.keys()), len(names))

        def scrolled():
            self.script("scrollTo(0, document.body.scrollHeight)")
            return len(self.keys()) == len(names)

        wait("all faces are there", scrolled)
        self.assertEqual(self.keys(), names)

    def test_a_face_is_removed_after_one_was_asked(self):
        self.tiny("anna.png", "bert.png")
        self.daemon.ready("anna")
        self.daemon.ready("bert")
        self.open()
        self.edit()
        self.act("anna", "[data-act=remove]")
        self.assertIn("anna", self.shown("#confirm h2").text)
        self.find("#confirm .no").click()
        self.assertEqual(self.keys(), ["anna", "bert"])
        self.act("anna", "[data-act=remove]")
        self.shown("#confirm .yes").click()
        self.wait_for("bert")
        self.assertIsNone(self.daemon.show("anna"))
        self.assertFalse((self.daemon.root / "originals/anna.png").exists())


class ModeTests(GalleryTest):
    def test_to_view_is_faces_alone_and_to_edit_is_more(self):
        self.daemon.drop("jane.jpg", "jane.jpg")
        self.open()
        self.card("jane")
        self.assertFalse(self.find(".actions").is_displayed())
        self.edit()
        self.assertEqual(self.shown("[data-act=place]").text, "Change photo")
        self.act("jane", "[data-act=place]")
        self.shown("#editor")

    def test_a_face_opens_large_and_leads_to_the_sheet(self):
        self.daemon.drop("jane.jpg", "staff/jane.jpg")
        self.open()
        self.act("staff/jane", ".face")
        self.assertEqual(self.shown("#viewer h2").text, "jane")
        self.assertEqual([link.text for link in self.all("#viewer .sizes a")], ["512 webp", "256 webp", "96 jpeg"])
        self.find("#viewer .place").click()
        self.shown("#editor")


class KeyTests(GalleryTest):
    def setUp(self):
        super().setUp()
        self.names = [f"face-{number:02}" for number in range(30)]
        self.tiny(*(f"{name}.png" for name in self.names))
        for name in self.names:
            self.daemon.ready(name)
        self.open()

    def focused(self):
        return self.script("return document.activeElement.closest('.card')?.dataset.key ?? document.activeElement.id")

    def test_arrows_move_among_the_faces(self):
        self.script("document.querySelector('.face').focus()")
        across = self.script("""
            const tops = [...document.querySelectorAll(".card")].map(({ offsetTop }) => offsetTop);
            return tops.filter((top) => top === tops[0]).length;""")
        at = 0
        for key, step in [(RIGHT, 1), (RIGHT, 1), (LEFT, -1), (DOWN, across), (UP, -across)]:
            self.press(key)
            at += step
            self.assertEqual(self.focused(), self.names[at])
        self.press(END)
        self.assertEqual(self.focused(), self.names[-1])
        self.press(RIGHT)
        self.assertEqual(self.focused(), self.names[-1])
        self.press(HOME)
        self.assertEqual(self.focused(), self.names[0])

    def test_a_slash_leads_to_the_search_and_escape_out_of_it(self):
        self.find("body").send_keys("/")
        self.assertEqual(self.focused(), "search")
        self.assertEqual(self.find("#search").get_attribute("value"), "")
        self.press(ESCAPE)
        self.assertNotEqual(self.focused(), "search")

    def test_enter_opens_and_escape_closes_to_where_one_was(self):
        self.script("document.querySelector('.face').focus()")
        self.press(RIGHT)
        self.press(ENTER)
        self.shown("#viewer")
        self.press(ESCAPE)
        wait("it is closed", lambda: not self.find("#viewer").is_displayed())
        self.assertEqual(self.focused(), self.names[1])

    def test_one_tab_goes_past_all_faces(self):
        self.assertEqual(len(self.all(".face[tabindex='0']")), 1)


class LateTests(GalleryTest):
    """The list is read at once; the connection that tells of changes may come later."""

    def hold(self, name):
        """Pages opened from now on have what goes by this name only when `release` is called."""
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": HELD[name]})

    def test_what_happens_between_the_list_and_the_connection_is_not_missed(self):
        self.tiny("anna.png")
        self.daemon.ready("anna")
        self.hold("connection")
        self.open()
        self.wait_for("anna")
        self.tiny("bert.png")
        self.daemon.ready("bert")
        self.script("release()")
        self.wait_for("anna", "bert")

    def test_what_happens_while_the_list_is_on_its_way_is_not_missed(self):
        self.tiny("anna.png")
        self.daemon.ready("anna")
        self.hold("list")
        self.browser.get(self.daemon.address)
        wait("the list is on its way", lambda: self.script("return window.held === 'answered'"))
        wait("it is live", lambda: self.find("#live").get_attribute("data-live") == "true")
        self.tiny("bert.png")
        self.daemon.ready("bert")
        self.wait_for("anna", "bert")
        self.daemon.call("DELETE", "/api/avatars/anna")
        self.wait_for("bert")
        self.script("release()")
        wait("the page is there", lambda: self.script("return document.body.dataset.ready"))
        self.wait_for("bert")


HELD = {
    "connection": """
        const Real = EventSource;
        const released = new Promise((resolve) => (window.release = resolve));
        window.EventSource = class extends EventTarget {
          constructor(url) {
            super();
            released.then(() => (this.real = new Real(url))).then(() => this.pass());
          }
          pass() {
            this.real.onopen = () => this.onopen();
            this.real.onerror = () => this.onerror();
            for (const name of ["avatar", "gone", "counts", "hello"]) {
              this.real.addEventListener(name, ({ data }) => this.dispatchEvent(new MessageEvent(name, { data })));
            }
          }
          close() { this.real?.close(); }
          get readyState() { return this.real?.readyState ?? 0; }
        };""",
    # The first one alone, and late on its way back.
    "list": """
        const real = window.fetch;
        const released = new Promise((resolve) => (window.release = resolve));
        window.fetch = async (address, ...rest) => {
          if (!address.startsWith("/api/avatars?") || window.held) return real(address, ...rest);
          window.held = "asked";
          const answer = await real(address, ...rest);
          window.held = "answered";
          await released;
          return answer;
        };""",
}


class LiveTests(GalleryTest):
    expected = ("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")

    def test_a_daemon_that_comes_back_is_followed_again(self):
        self.tiny("anna.png")
        self.daemon.ready("anna")
        self.open()
        wait("it is live", lambda: self.find("#live").get_attribute("data-live") == "true")
        self.daemon.interrupt()
        wait("that is noticed", lambda: self.find("#live").get_attribute("data-live") == "false")
        self.tiny("bert.png")
        self.daemon.resume()
        self.wait_for("anna", "bert")
        self.assertEqual(self.find("#live").get_attribute("data-live"), "true")


if __name__ == "__main__":
    unittest.main()

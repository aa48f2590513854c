"""English and French, by the browser's wish or one's own."""

import json
import re
import unittest

from sheet import Sheet
from support import CHECKOUT, DESKTOP, PHONE, PageTest, resize, wait

PAGE = CHECKOUT / "Sources/CTondoPage/page"
SCREENS = (DESKTOP, PHONE, (320, 640), (740, 360))
# Of keys that are put together: their beginnings.
GROUPS = ("state.", "symbols.", "renderings.")


class LanguageTest(PageTest):
    def setUp(self):
        super().setUp()
        self.daemon.drop("jane.jpg", "jane.jpg")
        (self.daemon.root / "inbox/note.jpg").write_text("no photo at all")
        self.open()
        self.card("failed/note.jpg")

    def texts(self):
        return self.script("""
            const said = [...document.querySelectorAll("[data-say]")].map(({ textContent }) => textContent);
            const labels = ["aria-label", "placeholder"].flatMap((name) =>
              [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)));
            return [...said, ...labels, document.body.innerText];""")

    def assert_no_key_is_seen(self):
        self.assertEqual([text for text in self.texts() if not text or re.search(r"page\.\w|{", text)], [])


class EnglishTests(LanguageTest):
    def test_the_words_are_those_of_the_app(self):
        self.assertEqual(self.script("return document.documentElement.lang"), "en")
        self.assertEqual(self.find("#add").text, "Add photo")
        self.assertEqual(self.find("#edit").text, "Edit")
        Sheet(self).open("jane")
        self.assertEqual(self.find("#editor h2").text, "Move and Scale")
        self.assertEqual(self.find("#editor .use").text, "Use photo")
        self.assertEqual(self.find("#editor .cancel").text, "Cancel")
        self.assertEqual(self.find("#editor .replace").text, "Select a photo")
        self.assert_no_key_is_seen()

    def test_another_language_is_chosen_and_kept(self):
        self.script("""
            const choice = document.querySelector("#language");
            choice.value = "fr";
            choice.dispatchEvent(new Event("change"));""")
        wait("it is French", lambda: self.find("#add").text == "Ajouter une photo")
        wait("the faces are French", lambda: "Échec" in self.card("failed/note.jpg").text)
        self.assertEqual(self.script("return document.documentElement.lang"), "fr")
        self.assert_no_key_is_seen()
        self.open()
        self.assertEqual(self.find("#add").text, "Ajouter une photo")


# Words that are torn apart, or for which their element is too narrow.
BROKEN = """
    return [...document.querySelectorAll(arguments[0])].filter((element) => element.checkVisibility()).flatMap((element) => {
      const box = element.getBoundingClientRect();
      const room = parseFloat(getComputedStyle(element).paddingLeft);
      const text = element.firstChild;
      return [...text.data.matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const boxes = [...range.getClientRects()];
        return boxes.length !== 1 || boxes[0].left < box.left + room || boxes[0].right > box.right - room;
      }).map(([word]) => word);
    });"""


class FrenchTests(LanguageTest):
    options = {"language": "fr-FR"}

    def test_words_stay_whole_where_there_is_little_room(self):
        for identity in ("omar", "zoe"):
            self.daemon.call("PUT", f"/api/avatars/{identity}/placeholder", {"from": "id"})
            self.daemon.ready(identity)
            self.card(identity)
        self.edit()
        for size in SCREENS:
            with self.subTest(size):
                resize(self.browser, size, touch=True)
                self.assertEqual(self.script(BROKEN, ".actions button"), [])
                Sheet(self).open("jane")
                self.assertEqual(self.script(BROKEN, "#editor h2, #editor .replace, #editor .reset"), [])
                self.find("#editor .cancel").click()

    def test_a_colon_has_a_space_before_it(self):
        self.assertEqual(self.card("jane").find_element("css selector", "[data-act=place]").get_attribute("aria-label"),
                         "Changer la photo\u00a0: jane")

    def test_a_french_browser_gets_french(self):
        self.assertEqual(self.script("return document.documentElement.lang"), "fr")
        self.assertEqual(self.find("#add").text, "Ajouter une photo")
        self.assertEqual(self.find("#edit").text, "Modifier")
        Sheet(self).open("jane")
        self.assertEqual(self.find("#editor .use").text, "Utiliser la photo")
        self.assertEqual(self.find("#editor .scale").text, "1 ×")
        self.assert_no_key_is_seen()

    def test_reasons_are_french_too(self):
        self.find('#filters [data-state="failed"]').click()
        shown = json.loads(self.daemon.call("GET", "/api/avatars?state=failed", None, {"Accept-Language": "fr"}.items()))
        error = shown["avatars"][0]["error"]
        why = self.shown(".card .why")
        self.assertEqual(why.text.lower(), f"{error['problem']}\n{error['remedy']}".lower())
        english = json.loads(self.daemon.call("GET", "/api/avatars?state=failed", None, {"Accept-Language": "en"}.items()))
        self.assertNotEqual(english["avatars"][0]["error"], error)


class KeyTests(PageTest):
    def test_the_page_asks_for_what_there_is_and_for_all_of_it(self):
        source = "\n".join(file.read_text() for file in PAGE.iterdir())
        asked = set(re.findall(r'data-say(?:-\w+)?="([\w.]+)"', source)) | set(re.findall(r'"(\w+(?:\.\w+)?)"', source))
        there = {key.removeprefix("page.") for key in json.loads(self.daemon.get("/api/strings"))}
        said = set(re.findall(r'data-say(?:-\w+)?="([\w.]+)"', source)) | set(re.findall(r'\bsay\("([\w.]+)"', source))
        self.assertGreater(len(said), 60)
        self.assertEqual(said - there, set())
        self.assertEqual({key for key in there - asked if not key.startswith(GROUPS)}, set())


class OneOrManyTests(LanguageTest):
    def test_plurals(self):
        said = self.browser.execute_async_script("""
            const done = arguments[0];
            import("/assets/words.js").then(async ({ learn, say }) => {
              const all = {};
              for (const code of ["en", "fr"]) {
                await learn(code);
                all[code] = [0, 1, 2, 1500].map((count) => say("uploaded", { count }));
              }
              done(all);
            });""")
        self.assertEqual(said["en"], ["0 photos sent", "1 photo sent", "2 photos sent", "1,500 photos sent"])
        self.assertEqual(said["fr"][:3], ["0 photo envoyée", "1 photo envoyée", "2 photos envoyées"])
        self.assertRegex(said["fr"][3], "^1.500 photos envoyées$")


if __name__ == "__main__":
    unittest.main()

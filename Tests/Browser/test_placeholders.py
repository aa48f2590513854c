"""Faces for those without a photo, asked for on the page."""

import shutil
import unittest

from sheet import Sheet
from support import PORTRAITS, PageTest, wait

# Documents, and what the form shows of them.
AS_WRITTEN = (
    ({"from": "id"}, "name", ""),
    ({"from": "Björn Åkesson", "colors": ["systemYellow"]}, "name", "same"),
    ({"initials": "007", "colors": ["black", "systemGreen"]}, "initials", "same"),
    ({"symbol": "person.2", "rendering": "palette", "colors": ["systemBlue", "systemGray"]}, "symbol", "same"),
    ({"symbol": "star", "rendering": "gradient", "gradient": {
        "from": "#102030", "to": "#405060", "start": "top", "end": "bottom"}, "appearance": "dark"},
     "symbol", "gradient"),
    ({"image": "hall.png"}, "same", ""),
    ({}, "same", ""),
)


class PlaceholderTests(PageTest):
    def setUp(self):
        super().setUp()
        self.open()

    def fill(self, **fields):
        self.script("""
            const { elements } = document.querySelector("#placeholder form");
            for (const [name, value] of Object.entries(arguments[0])) {
              elements[name].value = value;
              elements[name].dispatchEvent(new Event("change", { bubbles: true }));
            }""", fields)

    def save(self):
        self.find("#placeholder .main").click()
        wait("the dialog is closed", lambda: not self.find("#placeholder").is_displayed())

    def ask(self, identity, placeholder):
        """Has a face drawn, and gives its document."""
        self.daemon.call("PUT", f"/api/avatars/{identity}/placeholder", placeholder)
        return self.daemon.ready(identity)["attributes"]["placeholder"]

    def values(self, *names):
        return self.script("""
            const { elements } = document.querySelector("#placeholder form");
            return arguments[0].map((name) => elements[name].value);""", names)

    def open_for(self, identity):
        self.edit()
        self.act(identity, "[data-act=placeholder]")
        self.shown("#placeholder")

    def test_somebody_without_a_photo_gets_initials(self):
        self.find("#add").click()
        self.find("#folder").send_keys("board")
        self.find("#adder .placeholder").click()
        self.shown("#placeholder")
        self.assertEqual(self.find("#placeholder [name=id]").get_attribute("value"), "board/")
        self.fill(id="board/Amélie Roux")
        self.save()
        shown = self.daemon.ready("board/Amélie Roux")
        self.assertTrue(shown["placeholder"])
        self.assertEqual(shown["attributes"]["placeholder"], {"from": "id"})
        self.face("board/Amélie Roux")
        # Its job goes on waiting, is neither shown nor counted beside it, and wears its face where jobs are shown.
        wait("one card is shown", lambda: len(self.all(".card")) == 1)
        wait("all are one", lambda: self.find('#filters [data-state=""]').text.split() == ["All", "1"])
        self.find('#filters [data-state="waiting"]').click()
        self.assertEqual(self.find('#filters [data-state="waiting"]').text.split(), ["Waiting", "1"])
        self.face("inbox/board/Amélie Roux.job.json")

    def test_who_waits_gets_a_face_while_one_looks(self):
        self.find('#filters [data-state="waiting"]').click()
        self.ask("visitor", {"symbol": "star"})
        self.face("inbox/visitor.job.json")

    def test_a_photo_gives_way_to_a_symbol_and_comes_back(self):
        before = self.daemon.drop("jane.jpg", "jane.jpg", {"scale": 1.8, "position": {"x": 0.25, "y": 0.4}})
        self.open_for("jane")
        self.fill(kind="symbol", symbol="star", rendering="gradient", first="#102030", second="#405060")
        self.assertFalse(self.find("#placeholder [name=third]").is_displayed())
        self.save()
        shown = self.daemon.ready("jane", lambda shown: shown["placeholder"])
        self.assertEqual(shown["attributes"]["placeholder"], {
            "symbol": "star", "rendering": "gradient",
            "gradient": {**shown["attributes"]["placeholder"]["gradient"], "from": "#102030", "to": "#405060"}})
        drawn = shown["avatars"][0]["sha256"]
        wait("the symbol is seen", lambda: self.script(
            "return document.querySelector('.card img')?.srcset.includes(arguments[0])", drawn))
        self.assertEqual(self.find("[data-act=place]").text, "Change photo")
        self.find("#edit").click()
        self.act("jane", ".face")
        self.assertEqual(self.shown("#viewer .place").text, "Change photo")
        self.find("#viewer .close").click()
        Sheet(self).open("jane").use()
        after = self.daemon.ready("jane", lambda shown: not shown["placeholder"])
        self.assertEqual(after["attributes"], before["attributes"])
        self.assertEqual(after["avatars"], before["avatars"])

    def test_what_is_drawn_is_seen_again_in_the_dialog(self):
        self.ask("visitor", {"initials": "BL", "rendering": "monochrome", "colors": ["#7a4e8a"]})
        wait("no photo is there to change", lambda: self.script(
            "return document.querySelector('[data-act=place]')?.textContent === 'Select a photo'"))
        self.open_for("visitor")
        self.assertEqual(self.values("kind", "initials", "rendering", "first"),
                         ["initials", "BL", "monochrome", "#7a4e8a"])
        self.fill(initials="LB")
        self.save()
        self.daemon.ready("visitor", lambda shown: shown["attributes"]["placeholder"]["initials"] == "LB")

    def test_a_form_that_is_saved_as_it_was_opened_changes_nothing(self):
        (self.daemon.root / "placeholders").mkdir()
        shutil.copyfile(PORTRAITS / "zoe.png", self.daemon.root / "placeholders/hall.png")
        for number, (placeholder, kind, rendering) in enumerate(AS_WRITTEN):
            with self.subTest(placeholder):
                identity = f"visitor-{number}"
                self.assertEqual(self.ask(identity, placeholder), placeholder)
                before = self.daemon.show(identity)["etag"]
                self.open_for(identity)
                self.assertEqual(self.values("kind", "rendering"), [kind, rendering])
                self.save()
                self.daemon.ready(identity)
                self.assertEqual(self.daemon.show(identity)["etag"], before)

    def test_what_was_not_changed_stays_as_it_was_written(self):
        way = {"colors": ["black", "systemGreen"], "appearance": "dark"}
        self.ask("bond", {"initials": "007", **way})
        self.open_for("bond")
        self.fill(kind="name", name="James Bond")
        self.save()
        self.daemon.ready("bond", lambda shown: shown["attributes"]["placeholder"] == {"from": "James Bond", **way})
        self.open_for("bond")
        self.fill(rendering="monochrome", first="#102030")
        self.save()
        self.daemon.ready("bond", lambda shown: shown["attributes"]["placeholder"] == {
            "from": "James Bond", "rendering": "monochrome", "colors": ["#102030"], "appearance": "dark"})

    def test_the_name_is_the_ids_until_another_is_given(self):
        self.ask("staff/ana.silva", {"symbol": "leaf"})
        self.open_for("staff/ana.silva")
        self.fill(kind="name")
        self.assertEqual(self.values("name"), ["ana silva"])
        self.save()
        self.daemon.ready("staff/ana.silva", lambda shown: shown["attributes"]["placeholder"] == {"from": "id"})

    def test_nothing_of_one_form_is_left_in_the_next(self):
        self.ask("one", {"initials": "BL", "rendering": "gradient", "gradient": {"from": "#102030", "to": "#405060"}})
        self.ask("two", {"from": "id"})
        self.open_for("one")
        self.find("#placeholder .close").click()
        self.open_for("two")
        self.assertEqual(self.values("kind", "initials", "rendering", "first", "second"),
                         ["name", "", "", "#2f6f9f", "#f2c14e"])

    def test_the_name_of_somebody_who_is_there_does_not_look_as_if_it_could_be_changed(self):
        self.ask("visitor", {"from": "id"})
        self.open_for("visitor")
        self.assertEqual(self.script("""
            const { id, kind } = document.querySelector("#placeholder form").elements;
            return [id.readOnly, getComputedStyle(id).borderTopColor, document.activeElement === kind];"""),
            [True, "rgba(0, 0, 0, 0)", True])


if __name__ == "__main__":
    unittest.main()

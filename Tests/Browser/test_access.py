"""For everybody: names for screen readers, contrast, room for thumbs, in light and dark, on desktop and phone."""

import unittest

from sheet import Sheet
from support import CHECKOUT, PHONE, PageTest, wait

AUDIT = (CHECKOUT / "Tests/Browser/audit.js").read_text()
NAMED = {"button", "link", "textbox", "searchbox", "slider", "combobox", "dialog", "alertdialog", "image", "application",
         "progressbar", "navigation", "ColorWell"}


class AccessTest(PageTest):
    def setUp(self):
        super().setUp()
        self.daemon.drop("jane.jpg", "staff/jane.jpg", {"scale": 1.8, "position": {"x": 0.25, "y": 0.4}})
        (self.daemon.root / "inbox/note.jpg").write_text("no photo at all")
        (self.daemon.root / "inbox/nobody.job.json").write_text("{}")
        self.open()
        self.card("failed/note.jpg")

    def check(self, scene):
        with self.subTest(scene):
            self.assertEqual(self.script(AUDIT), [])
            self.assertEqual(self.nameless(), [])

    def nameless(self):
        """What the browser tells screen readers of without saying what it is."""
        nodes = self.browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        return [node["role"]["value"] for node in nodes
                if not node.get("ignored") and node.get("role", {}).get("value") in NAMED
                and not node.get("name", {}).get("value", "").strip()]

    def close(self, dialog):
        self.script("document.querySelector(arguments[0]).close()", dialog)


class SceneTests(AccessTest):
    def test_every_scene(self):
        self.check("the gallery")
        self.edit()
        self.check("the edit mode")
        self.find("#add").click()
        self.check("adding")
        self.close("#adder")
        self.act("staff/jane", "[data-act=remove]")
        self.check("removing")
        self.close("#confirm")
        Sheet(self).open("staff/jane")
        self.check("Move and Scale")
        self.close("#editor")
        self.act("staff/jane", "[data-act=placeholder]")
        self.script("""
            const { kind, rendering } = document.querySelector("#placeholder form").elements;
            [kind.value, rendering.value] = ["symbol", "palette"];
            kind.dispatchEvent(new Event("change", { bubbles: true }));""")
        self.check("a placeholder")
        self.close("#placeholder")
        for state in ("failed", "waiting"):
            self.find(f'#filters [data-state="{state}"]').click()
            wait("one is left", lambda: len(self.all(".card")) == 1)
            self.check(state)
            self.script("document.querySelector('.face').click()")
            self.shown("#viewer")
            self.check(f"one that is {state}")
            self.close("#viewer")

    def test_changes_are_said_aloud(self):
        news = self.find("#news")
        self.assertEqual(news.get_attribute("role"), "status")
        self.daemon.put("staff/jane", {"scale": 2, "position": {"x": 0, "y": 0}})
        wait("it is said", lambda: "staff/jane" in self.script("return arguments[0].textContent", news))

    def test_the_focus_is_seen(self):
        self.press("\ue004")
        style = self.script("""
            const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
            return [outlineStyle, parseFloat(outlineWidth)];""")
        self.assertEqual(style[0], "solid")
        self.assertGreaterEqual(style[1], 2)


class AuditTests(AccessTest):
    def test_the_audit_sees_what_is_wrong(self):
        self.script("""
            const small = document.createElement("button");
            small.textContent = "small";
            Object.assign(small.style, { padding: "0", minWidth: "0", minHeight: "0", width: "30px", height: "20px" });
            const faint = document.createElement("p");
            faint.textContent = "faint";
            faint.style.color = "#999";
            document.querySelector("main").append(small, faint, document.createElement("button"));""")
        told = self.script(AUDIT)
        self.assertTrue(any("faint" in line for line in told), told)
        self.assertTrue(any("30 x 20" in line for line in told), told)
        self.assertEqual(self.nameless(), ["button"])


class DarkTests(SceneTests):
    options = {"dark": True}

    def test_it_is_dark(self):
        self.assertEqual(self.script("return getComputedStyle(document.body).backgroundColor"), "rgb(24, 22, 20)")


class PhoneTests(SceneTests):
    options = {"size": PHONE, "touch": True}


class DarkPhoneTests(SceneTests):
    options = {"size": PHONE, "touch": True, "dark": True}


if __name__ == "__main__":
    unittest.main()

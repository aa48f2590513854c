"""Move and Scale: what gestures do is what is saved, and what is saved is what is seen again."""

import unittest

from PIL import Image, ImageChops, ImageDraw, ImageStat

from sheet import JANE, SAVED, SIZE, START, EditorTest, frame, turned
from support import PHONE, resize, wait

class GestureTests(EditorTest):
    def test_a_drag_moves_the_photo_as_far_as_the_pointer(self):
        side = self.sheet.hole()[2]
        self.sheet.drag((40, -25))
        self.assert_placed(self.saved(), 1.8, 0.25 + 40 / side, 0.4 - 25 / side)

    def test_a_drag_past_the_edge_ends_there(self):
        self.sheet.drag((3000, 3000))
        attributes = self.saved()
        side = 3024 / 1.8
        self.assert_placed(attributes, 1.8, (3024 / side - 1) / 2, (4032 / side - 1) / 2)
        self.assertEqual(self.daemon.show(JANE)["warnings"], [])

    def test_a_photo_pulled_too_far_is_under_the_pointer_on_the_way_back(self):
        x, y = self.sheet.middle()
        side = self.sheet.hole()[2]
        self.sheet.mouse("mousePressed", x, y)
        for by in (100, 400, 900, 200, 10):
            self.sheet.mouse("mouseMoved", x + by, y, buttons=1)
        self.sheet.mouse("mouseReleased", x + 10, y)
        self.assert_placed(self.saved(), 1.8, 0.25 + 10 / side, 0.4)

    def test_the_wheel_scales_about_the_pointer_and_scrolls_nothing(self):
        self.script("document.body.style.minHeight = '4000px'; scrollTo(0, 300)")
        self.assertEqual(self.script("return scrollY"), 300)
        side = self.sheet.hole()[2]
        self.sheet.wheel((60, -40), -240)
        attributes = self.saved()
        self.assertEqual(self.script("return scrollY"), 300)
        self.assertGreater(attributes["scale"], 2)
        factor = attributes["scale"] / 1.8
        # The wheel turns at whole points.
        self.assert_placed(attributes, *self.scaled(START, factor, (60 / side, -40 / side)), within=1 / side)

    def test_a_pinch_on_a_trackpad_scales_the_photo_and_not_the_page(self):
        self.sheet.wheel((0, 0), -20, control=True)
        self.assertEqual(self.script("return visualViewport.scale"), 1)
        self.assertEqual(self.script("return devicePixelRatio"), 1)
        self.assertGreater(self.saved()["scale"], 1.9)

    def test_scaling_ends_at_one_and_at_the_largest(self):
        self.sheet.wheel((0, 0), -9000)
        self.assert_square((*frame({**START, "scale": 4, "position": {
            axis: value for axis, value in zip("xy", self.scaled(START, 4 / 1.8, (0, 0))[1:])}}, SIZE),))
        self.sheet.wheel((0, 0), 9000)
        self.assertAlmostEqual(self.saved()["scale"], 1, delta=SAVED)

    def test_keys(self):
        for keys, expected in [
            ("→→", (1.8, 0.35, 0.4)), ("←", (1.8, 0.3, 0.4)), ("↓", (1.8, 0.3, 0.45)), ("↑↑", (1.8, 0.3, 0.35)),
        ]:
            for key in keys:
                self.press({"→": "\ue014", "←": "\ue012", "↓": "\ue015", "↑": "\ue013"}[key])
            scale, x, y = expected
            self.assert_square(frame({"scale": scale, "position": {"x": x, "y": y}}, SIZE))
        self.press("\ue008", "\ue014", "\ue000")
        self.assert_square(frame({"scale": 1.8, "position": {"x": 0.305, "y": 0.35}}, SIZE))
        start = {"scale": 1.8, "position": {"x": 0.305, "y": 0.35}}
        self.press("+")
        scale, x, y = self.scaled(start, 1.1, (0, 0))
        self.assert_square(frame({"scale": scale, "position": {"x": x, "y": y}}, SIZE))
        self.press("-")
        self.press("\ue007")
        self.sheet.await_close()
        shown = self.daemon.ready(JANE, lambda shown: shown["attributes"]["position"]["x"] != 0.25)
        self.assert_placed(shown["attributes"], 1.8, 0.305, 0.35)

    def test_zero_resets(self):
        self.press("0")
        self.assert_placed(self.saved(), 1, 0, 0)

    def test_a_double_click_resets(self):
        self.sheet.double_click()
        self.assert_placed(self.saved(), 1, 0, 0)

    def test_a_click_changes_nothing(self):
        x, y = self.sheet.middle()
        self.sheet.mouse("mousePressed", x, y)
        self.sheet.mouse("mouseReleased", x, y)
        self.assert_square(frame(START, SIZE))

    def test_buttons_and_the_slider(self):
        self.sheet.click(".nearer")
        scale, x, y = self.scaled(START, 1.25, (0, 0))
        self.assert_square(frame({"scale": scale, "position": {"x": x, "y": y}}, SIZE))
        self.sheet.click(".farther")
        self.assert_square(frame(START, SIZE))
        self.sheet.click(".reset")
        self.assert_square(frame({}, SIZE))
        slider = self.find("#editor input[type=range]")
        self.script("arguments[0].value = 0.5; arguments[0].dispatchEvent(new Event('input'))", slider)
        wait("the scale is told", lambda: slider.get_attribute("aria-valuetext") == "2 ×")
        self.assert_placed(self.saved(), 2, 0, 0)

    def test_escape_saves_nothing(self):
        before = self.daemon.show(JANE)
        self.sheet.drag((50, 50))
        self.press("\ue00c")
        self.sheet.await_close()
        self.assertEqual(self.daemon.show(JANE), before)

    def test_cancel_saves_nothing(self):
        before = self.daemon.show(JANE)
        self.sheet.drag((50, 50))
        self.sheet.click(".cancel")
        self.sheet.await_close()
        self.assertEqual(self.daemon.show(JANE), before)

    def test_what_was_not_changed_is_not_saved(self):
        before = self.daemon.show(JANE)
        self.sheet.use()
        self.assertEqual(self.daemon.show(JANE), before)

    def test_the_other_attributes_are_kept(self):
        self.sheet.click(".cancel")
        self.daemon.put(JANE, {**START, "shape": "square", "background": "#336699"})
        self.sheet.open(JANE)
        self.sheet.drag((20, 0))
        attributes = self.saved()
        self.assertEqual((attributes["shape"], attributes["background"]), ("square", "#336699"))


class TurnTests(EditorTest):
    def test_a_turn_keeps_the_face_in_the_hole(self):
        before = self.sheet.picture()
        self.sheet.click(".turn")
        after = self.sheet.picture()
        self.assertLess(difference(before.rotate(-90), after), 3)
        attributes = self.saved()
        self.assertEqual(attributes["rotation"], 90)
        # What was to the right is below.
        self.assert_placed(attributes, 1.8, -0.4, 0.25)
        self.assertLess(difference(after.resize((256, 256), Image.LANCZOS), self.daemon.avatar(JANE, 256)), 6)

    def test_each_turn_is_seen_again(self):
        for degrees in (90, 180, 270):
            self.sheet.click(".turn")
            size = turned(SIZE, degrees)
            shown = self.sheet.square(size)
            self.sheet.use()
            self.daemon.ready(JANE, lambda shown: shown["attributes"].get("rotation", 0) == degrees)
            self.sheet.open(JANE)
            self.assert_square(shown, size)
        self.sheet.click(".turn")
        attributes = self.saved()
        self.assertEqual(attributes.get("rotation", 0), 0)
        self.assert_placed(attributes, 1.8, 0.25, 0.4)


def difference(one, other):
    """The mean difference of what lies in the circle, of 255."""
    mask = Image.new("L", one.size, 0)
    edge = one.size[0] * 0.01
    ImageDraw.Draw(mask).ellipse((edge, edge, one.size[0] - edge, one.size[1] - edge), fill=255)
    means = ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB")), mask).mean
    return sum(means) / 3


class PictureTests(EditorTest):
    def test_the_avatar_is_what_the_hole_showed(self):
        self.sheet.drag((35, 20))
        self.sheet.wheel((30, 30), -120)
        shown = self.sheet.picture().resize((256, 256), Image.LANCZOS)
        self.saved()
        self.assertLess(difference(shown, self.daemon.avatar(JANE, 256)), 6)

    def test_the_previews_are_what_the_avatars_will_be(self):
        self.sheet.drag((-30, 10))
        hole = self.sheet.picture().resize((96, 96), Image.LANCZOS)
        preview = wait("the preview shows what the hole shows", lambda: next(
            (image for image in [self.preview(96)] if difference(image, hole) < 6), None))
        self.saved()
        self.assertLess(difference(preview, self.daemon.avatar(JANE, 96)), 8)

    def preview(self, size):
        pixels = self.script("""
            const [size] = arguments;
            const canvas = [...document.querySelectorAll("#editor .previews canvas")].find(({ width }) => width === size);
            return [...canvas.getContext("2d").getImageData(0, 0, size, size).data];""", size)
        return Image.frombytes("RGBA", (size, size), bytes(pixels))

    def test_the_new_avatar_is_seen_in_the_gallery(self):
        before = self.face(JANE)
        self.sheet.drag((60, 0))
        self.saved()
        wait("the card shows the new avatar", lambda: self.face(JANE) != before)


class AgainTests(EditorTest):
    """Only gestures are limited: what was saved is shown as it is."""

    placements = [
        ("as it was saved", {"scale": 1.8, "position": {"x": 0.25, "y": 0.4}}),
        ("beyond what gestures reach", {"scale": 9.5, "position": {"x": 1.5, "y": -2.25}}),
        ("below one", {"scale": 0.5, "position": {"x": 0, "y": 0}}),
        ("past the edge", {"crop": {"x": -400, "y": 3000, "size": 1800}}),
        ("a rectangle", {"crop": {"x": 700, "y": 900, "width": 1600, "height": 1200}}),
        ("on an iPhone", {"scale": 1.5, "position": {"x": 30, "y": -20}, "viewport": {"width": 390, "height": 844, "inset": 15}}),
        ("turned", {"scale": 2, "position": {"x": 0.2, "y": -0.1}, "rotation": 90}),
    ]

    def test_what_was_saved_is_seen_again_at_any_size_of_the_window(self):
        self.sheet.click(".cancel")
        for name, attributes in self.placements:
            with self.subTest(name):
                self.daemon.put(JANE, attributes)
                self.see(attributes)

    def see(self, attributes):
        size = turned(SIZE, attributes.get("rotation", 0))
        before = self.daemon.show(JANE)
        resize(self.browser, (1200, 900))
        self.sheet.open(JANE)
        for window in ((1200, 900), PHONE, (844, 390), (1700, 1000)):
            resize(self.browser, window)
            self.assert_square(frame(attributes, size), size)
        self.sheet.use()
        self.assertEqual(self.daemon.show(JANE), before)

    def test_the_first_gesture_brings_the_square_within_reach(self):
        self.sheet.click(".cancel")
        for name, attributes in self.placements[1:4]:
            with self.subTest(name):
                self.daemon.put(JANE, attributes)
                self.sheet.open(JANE)
                self.press("\ue014")
                self.sheet.rest()
                attributes = self.saved()
                self.assertTrue(1 <= attributes["scale"] <= 4)
                self.assertEqual(self.daemon.show(JANE)["warnings"], [])


class TouchTests(EditorTest):
    options = {"size": PHONE, "touch": True}

    def test_a_finger_moves_the_photo(self):
        side = self.sheet.hole()[2]
        self.sheet.swipe((25, 30))
        self.assert_placed(self.saved(), 1.8, 0.25 + 25 / side, 0.4 + 30 / side)

    def test_two_fingers_scale_about_their_middle(self):
        side = self.sheet.hole()[2]
        self.sheet.pinch((20, -30), 100, 150)
        self.assertEqual(self.script("return visualViewport.scale"), 1)
        attributes = self.saved()
        self.assert_placed(attributes, *self.scaled(START, 1.5, (20 / side, -30 / side)), within=0.01)
        factor = attributes["scale"] / 1.8
        self.assert_placed(attributes, *self.scaled(START, factor, (20 / side, -30 / side)), within=0.002)

    def test_two_fingers_together_end_at_one(self):
        self.sheet.pinch((0, 0), 300, 20)
        self.assertAlmostEqual(self.saved()["scale"], 1, delta=SAVED)

    def test_a_double_tap_resets(self):
        self.sheet.double_tap()
        self.assert_placed(self.saved(), 1, 0, 0)


class CalmTests(EditorTest):
    options = {"calm": True}

    def test_nothing_glides_where_motion_is_to_be_reduced(self):
        self.script("""
            window.glided = false;
            new MutationObserver(() => { glided ||= document.querySelector(".gliding") !== null; })
              .observe(document.querySelector(".stage"), { attributes: true });""")
        self.sheet.click(".reset")
        self.sheet.rest()
        self.assert_square(frame({}, SIZE))
        self.assertFalse(self.script("return glided"))
        self.assertEqual(self.script("return document.getAnimations().length"), 0)


if __name__ == "__main__":
    unittest.main()

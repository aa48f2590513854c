"""Two people at one photo: nothing that either of them decided is lost."""

import unittest

from sheet import JANE, SIZE, START, EditorTest, frame
from support import wait

THEIRS = {"scale": 3, "position": {"x": 0.5, "y": 0.9}}


class ClashTests(EditorTest):
    # The refusal with which the page learns of it.
    expected = ("412",)

    def setUp(self):
        super().setUp()
        self.sheet.drag((40, 0))
        self.mine = self.sheet.square(SIZE)
        self.theirs = self.daemon.put(JANE, THEIRS)["attributes"]
        self.sheet.click(".use")
        self.shown("#editor .clash")

    def test_theirs_is_shown_and_nothing_is_written_over(self):
        self.assert_square(frame(THEIRS, SIZE))
        self.assertEqual(self.daemon.show(JANE)["attributes"], self.theirs)
        self.assertEqual(len(self.all("#editor .clash canvas")), 2)

    def test_mine_can_be_applied_again(self):
        self.sheet.click(".clash .again")
        self.sheet.await_close()
        attributes = self.daemon.ready(JANE, lambda shown: shown["attributes"] != self.theirs)["attributes"]
        for one, other in zip(frame(attributes, SIZE), self.mine):
            self.assertAlmostEqual(one, other, delta=0.002 * self.mine[2])

    def test_theirs_can_be_kept(self):
        before = self.daemon.show(JANE)
        self.sheet.click(".clash .take")
        self.sheet.await_close()
        self.assertEqual(self.daemon.show(JANE), before)

    def test_one_can_go_on_from_theirs(self):
        side = self.sheet.hole()[2]
        self.sheet.drag((-20, 0))
        self.assert_placed(self.saved(), 3, 0.5 - 20 / side, 0.9)

    def test_a_third_change_is_noticed_too(self):
        third = self.daemon.put(JANE, {"scale": 1.2, "position": {"x": 0, "y": 0}})["attributes"]
        self.sheet.click(".clash .again")
        wait("theirs is shown again", lambda: abs(self.sheet.square(SIZE)[2] - 3024 / 1.2) < 5)
        self.assertEqual(self.daemon.show(JANE)["attributes"], third)
        self.sheet.click(".clash .again")
        self.sheet.await_close()
        attributes = self.daemon.ready(JANE, lambda shown: shown["attributes"] != third)["attributes"]
        self.assertAlmostEqual(frame(attributes, SIZE)[0], self.mine[0], delta=0.002 * self.mine[2])


class AccountTests(EditorTest):
    expected = ("412",)

    def test_what_the_daemon_writes_of_its_own_work_is_no_clash(self):
        before = self.daemon.show(JANE)
        self.sheet.drag((40, 0))
        # The same text, made again: another manifest, and nobody's decision.
        self.daemon.call("POST", f"/api/avatars/{JANE}/retry")
        self.daemon.ready(JANE, lambda shown: shown["etag"] != before["etag"])
        side = self.sheet.hole()[2]
        self.assert_placed(self.saved(), 1.8, START["position"]["x"] + 40 / side, START["position"]["y"])


if __name__ == "__main__":
    unittest.main()

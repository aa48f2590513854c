"""Where a token is set, nothing is shown without it."""

import unittest

from support import PageTest, wait

TOKEN = "c0rrect-h0rse-battery-stap1e"


class SignInTests(PageTest):
    settings = {"http": {"token": TOKEN}}
    # Of the wrong token.
    expected = ("403",)

    def open(self):
        self.browser.get(self.daemon.address)

    def enter(self, token):
        field = self.shown("#token")
        field.clear()
        field.send_keys(token)
        self.find("#sign-in button").click()

    def await_page(self):
        wait("the page is there", lambda: self.script("return document.body?.dataset.ready"))

    def test_a_wrong_token_says_so_and_the_right_one_opens(self):
        self.open()
        self.enter("wrong")
        wait("it says why", lambda: self.find("#sign-in .why").text)
        self.assertIsNone(self.script("return document.body.dataset.ready ?? null"))
        self.enter(TOKEN)
        self.await_page()
        self.assertFalse(self.find("#sign-in").is_displayed())
        self.assertEqual(self.script("return document.cookie"), "")

    def test_one_stays_signed_in_until_one_signs_out(self):
        self.open()
        self.enter(TOKEN)
        self.await_page()
        self.open()
        self.await_page()
        self.find("#sign-out").click()
        self.shown("#token")


if __name__ == "__main__":
    unittest.main()

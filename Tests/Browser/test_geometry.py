"""The page's geometry against the table that the daemon's is tested with, and what holds for all squares."""

import json
import unittest

from support import CHECKOUT, PageTest

TABLE = json.loads((CHECKOUT / "Tests/Fixtures/geometry.json").read_text())
PROPERTIES = (CHECKOUT / "Tests/Browser/geometry_properties.js").read_text()


class GeometryTests(PageTest):
    def run_module(self, body, *arguments):
        """What `body` gives, which may use `geometry` and `given`."""
        self.open()
        return self.browser.execute_async_script(f"""
            const [given, done] = [arguments[0], arguments[arguments.length - 1]];
            import("/assets/geometry.js").then((geometry) => {{ {body} }})
              .then((result) => done({{ result }}), (error) => done({{ error: String(error) }}));""", *arguments)

    def test_the_checked_values_are_those_of_the_daemon(self):
        told = self.run_module("""
            const square = ([x, y, side]) => ({ x, y, side });
            const size = ([width, height]) => ({ width, height });
            const list = ({ x, y, side, size }) => [x, y, side ?? size];
            return given.map(({ image, attributes, square: exact }) => {
              const found = attributes ? geometry.squareOf(attributes, size(image)) : square(exact);
              return { square: list(found), crop: list(geometry.roundedSquare(found, size(image))) };
            });""", TABLE["frames"] + TABLE["rounded"])
        rows = TABLE["frames"] + TABLE["rounded"]
        self.assertNotIn("error", told)
        self.assertEqual(len(told["result"]), len(rows))
        for row, found in zip(rows, told["result"]):
            with self.subTest(row):
                self.assertEqual(found["crop"], row["crop"])
                self.assertEqual(found["square"], row.get("square", found["square"]))

    def test_what_holds_for_all_squares(self):
        told = self.run_module(PROPERTIES)
        self.assertNotIn("error", told)
        self.assertEqual(told["result"]["broken"], [])
        self.assertGreater(min(told["result"]["tried"].values()), 1000)


if __name__ == "__main__":
    unittest.main()

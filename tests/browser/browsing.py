"""What the tests of the search page share: a browser that types, clicks and looks, and axe-core's accessibility rules."""
import hashlib
import io
import os
import sys
import tarfile
import unittest
import urllib.request

import serving

AXE_URL = "https://registry.npmjs.org/axe-core/-/axe-core-4.10.3.tgz"
AXE_SHA256 = "0f2b4d7dcdf7d1219df8d1959ad68e565f51d14c3f0d88bb71cd59abeb956292"
WORDS = ["river", "stone", "window", "garden", "letter", "morning", "captain", "bridge", "silver", "winter", "teacher", "market"]


def text(number):
    chosen = [WORDS[(number * 7 + i * i) % len(WORDS)] for i in range(60)]
    return " ".join(chosen) + " near the harbour, as number%d says." % number


def axe():
    """axe-core's script; None if it cannot be fetched."""
    folder = os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "pith-tests")
    path = os.path.join(folder, os.path.basename(AXE_URL))
    if not os.path.exists(path):
        try:
            with urllib.request.urlopen(AXE_URL, timeout=30) as answer:
                data = answer.read()
        except OSError as error:
            print("axe-core: %s" % error, file=sys.stderr)
            return None
        os.makedirs(folder, exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
    with open(path, "rb") as file:
        data = file.read()
    if hashlib.sha256(data).hexdigest() != AXE_SHA256:
        os.remove(path)
        raise AssertionError("axe-core: its checksum is %s" % hashlib.sha256(data).hexdigest())
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


def violations(driver, script):
    """What axe-core, the script, holds against the page that the browser shows, if it is serious."""
    driver.execute_cdp_cmd("Runtime.evaluate", {"expression": script})
    found = driver.execute_async_script(
        "const done = arguments[0]; axe.run({exclude: ['iframe']}, {iframes: false}).then(r => done(r.violations.map(v => [v.impact, v.id, "
        "v.nodes.map(n => n.html).slice(0, 3)])))")
    return [violation for violation in found if violation[0] in ("serious", "critical")]


class Browsing(unittest.TestCase):
    look = {}
    served = None  # what open() opens

    @classmethod
    def setUpClass(cls):
        cls.driver = serving.browser(**cls.look)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def open(self, target=""):
        self.driver.get(self.served.url + target)

    def all(self, selector):
        return [e for e in self.driver.find_elements("css selector", selector) if e.is_displayed()]

    def one(self, selector):
        found = self.all(selector)
        self.assertEqual(len(found), 1, selector)
        return found[0]

    def words(self, element):
        """The visible part of its text."""
        unseen = "".join(e.text for e in element.find_elements("css selector", ".unseen"))
        return element.text.replace(unseen, "").strip() if unseen else element.text.strip()

    def link(self, words, within="body"):
        found = [a for a in self.all(within + " a") if self.words(a) == words]
        self.assertEqual(len(found), 1, words)
        return found[0]

    def titles(self):
        return [e.text for e in self.all(".hit h2")]

    def count(self):
        return self.one(".bar .count").text

    def type(self, words):
        box = self.one("#q")
        box.clear()
        self.leaving(lambda: box.send_keys(words + "\n"))

    def leaving(self, action):
        """Does something that leads to another page, and waits for it: keys, unlike clicks, do not wait by themselves."""
        from selenium.common.exceptions import WebDriverException
        from selenium.webdriver.support import expected_conditions
        from selenium.webdriver.support.wait import WebDriverWait
        old = self.driver.find_element("css selector", "html")
        action()
        # While leaving, ChromeDriver may know neither the old page nor the new one: ask again.
        wait = WebDriverWait(self.driver, 20, ignored_exceptions=(WebDriverException,))
        wait.until(expected_conditions.staleness_of(old))

    def unharmed(self):
        messages = [m["message"] for m in self.driver.get_log("browser") if "favicon" not in m["message"]]
        self.assertEqual(messages, [])

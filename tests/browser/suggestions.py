"""Suggestions in the search page, and the search box in a page of another origin."""
import http.server
import os
import tempfile
import threading

import serving
from browsing import Browsing, axe, text, violations

HOSTILE = "Quokka \"><img src=x onerror=window.hit=1><script>window.hit=1</script>"


def pages():
    def page(url, title, headings=()):
        sections = "".join("<h2 id='%s'>%s</h2><p>%s</p>" % (anchor, heading, text(len(title) + number))
                           for number, (anchor, heading) in enumerate(headings))
        return url, ("<html lang=en><head><title>{0}</title></head><body><main><h1>{0}</h1><p>{1}</p>{2}</main></body></html>"
                     .format(title.replace("<", "&lt;"), text(len(title)), sections))
    return [page("http://a.example/hosts", "Virtual hosts", [("names", "Names of hosts"), ("log", "Virtual log files")]),
            page("http://a.example/machines", "Virtual machines", [("start", "Starting one")]),
            page("http://b.example/reality", "Virtual reality"),
            page("http://b.example/quokka", HOSTILE)]


class Typing(Browsing):
    """What both the page and the box need."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.addClassCleanup(cls.driver.quit)
        cls.serving = serving.Serving(serving.pith_program())
        cls.addClassCleanup(cls.serving.close)
        cls.serving.ingest(pages())

    @classmethod
    def tearDownClass(cls):
        pass

    def until(self, true, what=""):
        from selenium.webdriver.support.wait import WebDriverWait
        WebDriverWait(self.driver, 20).until(lambda _: true(), what)

    def press(self, *keys):
        from selenium.webdriver.common.action_chains import ActionChains
        ActionChains(self.driver).send_keys(*keys).perform()

    def accessible(self):
        script = axe()
        if script is None:
            self.skipTest("axe-core could not be fetched")
        self.assertEqual(violations(self.driver, script), [])

    def not_hit(self):
        self.assertIsNone(self.driver.execute_script("return window.hit || null"))


class Suggestions(Typing):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.serving.start()

    def setUp(self):
        self.driver.get(self.serving.url)
        self.box = self.one("#q")

    def options(self):
        return [option.text for option in self.all("#suggestions [role=option]")]

    def typed(self, words, count):
        self.box.send_keys(words)
        self.until(lambda: len(self.options()) == count, words)

    def active(self):
        """The text of the option that the box names as active; None: the box itself."""
        name = self.box.get_attribute("aria-activedescendant")
        if not name:
            return None
        option = self.driver.find_element("id", name)
        self.assertEqual(option.get_attribute("aria-selected"), "true")
        self.assertEqual(self.driver.switch_to.active_element, self.box)
        return option.text

    def test_keys(self):
        from selenium.webdriver.common.keys import Keys
        self.assertEqual(self.box.get_attribute("aria-expanded"), "false")
        self.typed("virt", 4)
        self.assertEqual(self.box.get_attribute("aria-expanded"), "true")
        self.assertEqual(self.driver.find_element("id", "suggested").get_attribute("textContent"), "4 suggestions")
        options = self.options()
        self.assertEqual(options[3], "Virtual log files Virtual hosts")
        self.assertIsNone(self.active())
        for key, active in ((Keys.ARROW_DOWN, 0), (Keys.ARROW_DOWN, 1), (Keys.ARROW_UP, 0), (Keys.ARROW_UP, None), (Keys.ARROW_UP, 3),
                            (Keys.ARROW_DOWN, None)):
            self.press(key)
            self.assertEqual(self.active(), None if active is None else options[active])
        self.press(Keys.ESCAPE)
        self.assertEqual(self.options(), [])
        self.assertEqual(self.box.get_attribute("aria-expanded"), "false")
        self.assertEqual(self.box.get_attribute("value"), "virt")
        self.typed("ual m", 1)
        self.leaving(lambda: self.press(Keys.ENTER))
        self.assertIn("q=virtual+m", self.driver.current_url)

    def test_a_suggestion_leads_to_its_page(self):
        from selenium.webdriver.common.keys import Keys
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.typed("virtual lo", 1)
        # a.example does not exist: Chromium shows an error for the address that it was to open.
        self.leaving(lambda: self.press(Keys.ARROW_DOWN, Keys.ENTER))
        self.until(lambda: self.driver.current_url == "http://a.example/hosts#log", "opened")

    def test_a_click(self):
        self.typed("virtual ma", 1)
        self.leaving(lambda: self.all("#suggestions [role=option]")[0].click())
        self.until(lambda: self.driver.current_url == "http://a.example/machines", "opened")

    def test_the_site_that_is_searched(self):
        self.driver.get(self.serving.url + "?q=harbour&site=b.example")
        self.box = self.one("#q")
        self.box.clear()
        self.typed("virt", 1)
        self.assertEqual(self.options(), ["Virtual reality"])

    def test_only_the_last_words_are_asked_for(self):
        self.driver.execute_script("""
            window.asked = []; const real = window.fetch;
            window.fetch = (url, options) => { asked.push([url, options.signal]); return real(url, options); };""")
        self.typed("virtual", 4)
        asked = self.driver.execute_script("return asked.filter(([, signal]) => !signal.aborted).map(([url]) => url)")
        self.assertEqual(asked, ["./api/v1/suggest?q=virtual&site="])

    def test_leaving_the_box_closes_the_list(self):
        from selenium.webdriver.common.keys import Keys
        self.typed("virt", 4)
        self.press(Keys.TAB)
        self.assertEqual(self.options(), [])

    def test_hostile_titles_are_text(self):
        self.typed("quok", 1)
        self.assertEqual(self.options(), [HOSTILE])
        self.not_hit()
        self.unharmed()

    def test_axe(self):
        self.typed("virt", 4)
        self.accessible()


class Box(Typing):
    """A page of another origin with the script tag of deploy/web/searchbox.html."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=cls.folder.name)

            def log_message(self, *_):
                pass

        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        cls.addClassCleanup(cls.server.shutdown)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.origin = "http://127.0.0.1:%d" % cls.server.server_address[1]
        with open(os.path.join(cls.serving.directory, "pith.yaml"), "w") as file:
            file.write('serve: {cors: ["%s"], base_path: /search}\n' % cls.origin)
        cls.serving.start()
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../deploy/web/searchbox.html")) as file:
            snippet = file.read()
        assert 'src="https://search.example.org/box.js" data-site="example.org"' in snippet
        for name, site in (("all", ""), ("one", ' data-site="b.example"')):
            box = snippet.replace('src="https://search.example.org/box.js" data-site="example.org"', 'src="%sbox.js"%s' % (cls.serving.url, site))
            with open(os.path.join(cls.folder.name, name + ".html"), "w") as file:
                file.write('<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A site</title></head><body>'
                           "<header><h1>A site of somebody else</h1>%s</header><main><p>Text.</p></main></body></html>" % box)

    def links(self):
        return [(a.text, a.get_attribute("href")) for a in self.all(".pith-box a")]

    def status(self):
        return self.driver.find_element("css selector", ".pith-box [role=status]").text

    def search(self, words, page="all"):
        self.driver.get("%s/%s.html" % (self.origin, page))
        self.one(".pith-box input").send_keys(words)

    def test_suggestions_and_hits(self):
        from selenium.webdriver.common.keys import Keys
        self.search("virt")
        self.until(lambda: self.status() == "4 found", "suggestions")
        self.assertIn(("Virtual log files", "http://a.example/hosts#log"), self.links())
        self.one(".pith-box input").send_keys("ual machines", Keys.ENTER)
        self.until(lambda: [link for _, link in self.links()] == ["http://a.example/machines"], "hits")
        self.assertIn("morning", self.one(".pith-box li").text)
        self.one(".pith-box input").clear()
        self.one(".pith-box input").send_keys("x", Keys.BACKSPACE)
        self.until(lambda: self.status() == "" and not self.links(), "nothing is typed")
        self.unharmed()

    def test_one_site(self):
        self.search("virt", "one")
        self.until(self.links, "suggestions")
        self.assertEqual([name for name, _ in self.links()], ["Virtual reality"])

    def test_hostile_titles_are_text(self):
        self.search("quok")
        self.until(self.links, "suggestions")
        self.assertEqual(self.links()[0][0], HOSTILE)
        self.not_hit()

    def test_links_lead_to_the_web_only(self):
        self.search("")
        self.driver.execute_script("""
            window.fetch = async () => ({ json: async () => ({ suggestions: [
              { text: "bad", link: "javascript:window.hit=1", kind: "title" }, { text: "good", link: "https://a.example/", kind: "title" }] }) });""")
        self.one(".pith-box input").send_keys("any")
        self.until(self.links, "suggestions")
        self.assertEqual([name for name, _ in self.links()], ["good"])

    def test_another_origin_gets_nothing(self):
        self.driver.get("%s/all.html" % self.origin.replace("127.0.0.1", "localhost"))
        self.one(".pith-box input").send_keys("virt")
        self.until(lambda: self.status() == "No answer", "refused")
        self.driver.get_log("browser")  # has the refusal

    def test_axe(self):
        self.search("virt")
        self.until(self.links, "suggestions")
        self.accessible()

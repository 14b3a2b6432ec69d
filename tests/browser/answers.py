"""What the search page shows besides plain hits, in headless Chromium: recommended pages, sections, the template's line, what
a forgiving query did."""
import html
import http.server
import threading
import urllib.parse

import serving
from browsing import Browsing, axe, text, violations


class Answers(Browsing):
    """A server has the pages, so that links lead there. Titles, headings and the footer have markup as text."""
    SCRIPT = "<script>window.hit=1</script>"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        paths = {}

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                page = paths.get(self.path, "").encode()
                self.send_response(200 if page else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

            def log_message(self, *_):
                pass

        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.site = "http://localhost:%d" % cls.server.server_address[1]
        paths["/boats.html"] = cls.page("Boats", (
            ("<h2 id=fares>Fares %s</h2>" % html.escape(cls.SCRIPT), "A kayak and a canoe cost the same."),
            ("<h2 id=lost>Lost paddles</h2>", "Who lost the paddle of a kayak or canoe buys another."),
            ("<h2>Repairs</h2>", "A leaking canoe or kayak needs resin.")))
        for number in range(12):
            paths["/page-%d.html" % number] = cls.page("Stop %d %s" % (number, html.escape(cls.SCRIPT)), (
                ("<h2>About it</h2>", "Only stop%d is here." % number), ("<h2>Near it</h2>", "See number%d." % number)))
        cls.serving = serving.Serving(serving.pith_program())
        cls.serving.best_bets("where to stop => %s/page-7.html\n" % cls.site)
        cls.serving.ingest((cls.site + path, page) for path, page in paths.items())
        cls.serving.start()

    @classmethod
    def tearDownClass(cls):
        cls.serving.close()
        cls.server.shutdown()
        cls.server.server_close()
        super().tearDownClass()

    @classmethod
    def page(cls, title, sections):
        body = "".join("%s<p>%s</p>%s" % (heading, first, "".join("<p>%s</p>" % text(n) for n in range(40)))
                       for heading, first in sections)
        return ("<!DOCTYPE html><html lang=en><head><title>%s</title></head><body><div class=menu><a href=/>Home</a></div><main><h1>%s</h1>"
                "<p>%s</p>%s</main><div class=foot><p>Kayak telephone: 042-10 50 00 %s</p></div></body></html>"
                % (title, title, text(50), body, html.escape(cls.SCRIPT)))

    def search(self, words):
        self.driver.get(self.serving.url + "?" + urllib.parse.urlencode({"q": words}))

    def is_text(self):
        """Markup of pages was shown as text, and did nothing."""
        self.assertEqual(self.driver.find_elements("css selector", "main script"), [])
        self.assertIsNone(self.driver.execute_script("return window.hit || null"))

    def test_a_recommended_page_comes_first(self):
        self.search("Where to stop")
        first, *others = self.all(".hit")
        self.assertEqual(first.find_element("css selector", ".bet").text, "Recommended")
        link = first.find_element("css selector", "h2 a")
        self.assertEqual(link.text, "Stop 7 " + self.SCRIPT)
        self.assertEqual(urllib.parse.urldefrag(link.get_attribute("href")).url, self.site + "/page-7.html")
        self.assertTrue(others)
        self.assertEqual([e for hit in others for e in hit.find_elements("css selector", ".bet")], [])
        self.is_text()
        link.click()
        self.assertEqual(self.driver.title, "Stop 7 " + self.SCRIPT)
        self.search("stop where to")
        self.assertEqual(self.all(".bet"), [])

    def test_sections_lead_to_themselves(self):
        self.search("kayak canoe")
        self.assertEqual(self.titles(), ["Boats"])
        self.is_text()
        shown = {self.one(".trail").text.split("\n")[-1]: self.link("Boats")}
        shown.update((a.text, a) for a in self.all(".hit .sections a"))
        self.assertEqual(len(shown), 3)
        targets = {name.removeprefix("In section").strip(): a.get_attribute("href") for name, a in shown.items()}
        self.assertEqual(targets, {"Fares " + self.SCRIPT: self.site + "/boats.html#fares",
                                   "Lost paddles": self.site + "/boats.html#lost",
                                   "Repairs": self.site + "/boats.html#:~:text=Repairs"})
        for name, target in targets.items():
            self.search("kayak canoe")
            self.driver.find_element("css selector", '.hit a[href="%s"]' % target).click()
            heading = next(e for e in self.all("h2") if e.text == name)
            top = self.driver.execute_script("return arguments[0].getBoundingClientRect().top", heading)
            height = self.driver.execute_script("return innerHeight")
            self.assertTrue(-1 < top < height, (name, top))
            self.assertGreater(self.driver.execute_script("return scrollY"), 0, name)

    def test_the_template_answers_above_the_hits(self):
        self.search("telephone")
        line = self.one(".template")
        site = urllib.parse.urlsplit(self.site).netloc
        self.assertEqual(line.text, "On most pages of %s\nKayak telephone: 042-10 50 00 %s" % (site, self.SCRIPT))
        self.assertEqual([mark.text for mark in line.find_elements("css selector", "mark")], ["telephone"])
        self.assertTrue(self.count().startswith("No hits"), self.count())
        self.is_text()
        # Pages have the one word only.
        self.search("telephone kayak")
        self.assertLess(self.one(".template").rect["y"], self.all(".hit")[0].rect["y"])
        for words in ("telephone number3", "kayak"):
            self.search(words)
            self.assertTrue(self.all(".hit"))
            self.assertEqual(self.all(".template"), [])

    def test_what_a_forgiving_query_did(self):
        self.search("kayk stop3 " + self.SCRIPT)
        self.assertIn('no page has "kayk"', self.one(".note").text.lower())
        self.is_text()
        self.search("paddle stop3 stop4")
        self.assertIn("none with all words", self.count())
        hit = next(hit for hit in self.all(".hit") if "Stop 3" in hit.text)
        lacking = [a for a in hit.find_elements("css selector", ".details a") if a.find_elements("css selector", "del")]
        self.assertEqual([a.text for a in lacking], ["paddle", "stop4"])
        lacking[0].click()
        self.assertEqual(self.one("#q").get_attribute("value"), "paddle stop3 stop4 +paddle")
        self.assertEqual(self.titles(), ["Boats"])

    def test_they_fit_and_can_be_read(self):
        script = axe()
        for look in ({}, {"dark": True}, {"width": 380, "height": 800}):
            driver = serving.browser(**look)
            try:
                for words in ("where to stop", "kayak canoe", "telephone", "kayk stop3", "paddle stop3 stop4"):
                    driver.get(self.serving.url + "?" + urllib.parse.urlencode({"q": words}))
                    size = driver.execute_cdp_cmd("Page.getLayoutMetrics", {})
                    self.assertLessEqual(size["cssContentSize"]["width"], size["cssLayoutViewport"]["clientWidth"], words)
                    if script:
                        self.assertEqual(violations(driver, script), [], (look, words))
            finally:
                driver.quit()

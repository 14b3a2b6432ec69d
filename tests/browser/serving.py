"""A `pith serve` on a free port, and a Chromium to view it. Used by `run` and `screenshots`."""
import json
import os
import shutil
import subprocess
import sys
import tempfile


def pith_program():
    program = os.environ.get("PITH_PROGRAM") or (sys.argv[1] if len(sys.argv) > 1 else "")
    if not program or not os.access(program, os.X_OK):
        sys.exit("usage: %s PITH    PITH: the program" % sys.argv[0])
    return os.path.abspath(program)


def missing():
    """The first requirement that is missing; empty if there is none."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "python3-selenium is not installed"
    for name in ("chromium", "chromedriver"):
        if not shutil.which(name):
            return "%s is not installed (Debian: chromium-driver)" % name
    return ""


class Serving:
    """An index in a temporary directory, served while the object lives."""

    def __init__(self, program):
        self.program = program
        self.directory = tempfile.mkdtemp(prefix="pith-browser-")
        self.process = None

    def pith(self, *arguments, **options):
        return subprocess.run([self.program, *arguments], cwd=self.directory, check=True, capture_output=True, text=True, **options)

    def ingest(self, pages):
        """`pages`: (URL, HTML) pairs."""
        lines = "".join(
            json.dumps({"url": url, "status": 200, "headers": {"Content-Type": "text/html; charset=utf-8"}, "body": body}) + "\n"
            for url, body in pages)
        self.pith("ingest", "-", input=lines)

    def best_bets(self, lines):
        """Sets the project's best bets; see deploy/manual/queries.md."""
        for name, content in (("best-bets.txt", lines), ("pith.yaml", "search: {best_bets: [best-bets.txt]}\n")):
            with open(os.path.join(self.directory, name), "w") as file:
                file.write(content)

    def start(self):
        self.process = subprocess.Popen([self.program, "serve", "--port", "0", "--json"], cwd=self.directory,
                                        stdout=subprocess.PIPE, text=True)
        self.url = json.loads(self.process.stdout.readline())["url"]
        return self

    def close(self):
        if self.process:
            self.process.terminate()
            self.process.wait(10)
            self.process.stdout.close()
        shutil.rmtree(self.directory, ignore_errors=True)


class Died(Exception):
    """The browser itself has ended: says nothing about the page."""


def reporting(chrome):
    """The class of a browser, made to raise Died once its ChromeDriver has ended."""
    import urllib3

    class Reporting(chrome):
        def execute(self, *arguments, **options):
            try:
                return super().execute(*arguments, **options)
            except urllib3.exceptions.HTTPError:  # nobody listens any more
                try:
                    status = self.service.process.wait(5)
                except subprocess.TimeoutExpired:
                    status = None
                if status is None:
                    raise
                raise Died("chromedriver ended with status %d" % status)
    return Reporting


def browser(width=1280, height=900, dark=False, javascript=True):
    """Raises Died, from whatever is asked of it, once it has ended."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
                     "--force-device-scale-factor=1", "--lang=en"):
        options.add_argument(argument)
    if not javascript:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = reporting(webdriver.Chrome)(service=Service(shutil.which("chromedriver")), options=options)
    driver.set_page_load_timeout(60)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                           {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    return driver

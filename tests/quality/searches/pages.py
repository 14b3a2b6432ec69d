"""The pages that Pith has indexed, as a folder for other search engines, and which URL each file has."""
import json
import re
import shutil
from urllib.parse import quote, unquote

from pith import Failed


def url_key(prefix, path):
    """The URL of a file as `pith ingest --url` makes it, without percent-encoding; see crawler_adapter/inputs/folder_url.h."""
    folder, _, name = path.rpartition("/")
    file, mark, query = re.match(r"(.*?)(?:(\?|%3[Ff]|@(?=.*=))(.*))?$", name, re.DOTALL).groups()
    if mark or re.search(r"\.(php|asp|aspx|jsp|cgi|pl|cfm|do|py|shtml)\.html$", file):
        file, query = (file, re.sub(r"\.html$", "", query)) if mark else (file.removesuffix(".html"), None)
    file = "" if file in ("index.html", "index.htm") else file
    return unquote(prefix + (folder + "/" if folder else "") + file + ("?" + query if mark else ""))


class Pages:
    """folder: a copy of the files of all pages in the two indexes, copies of pages included, and of nothing else."""

    def __init__(self, source, prefix, kept, folder):
        """source: what was ingested under the prefix; kept: what `pith measure --keep` has left."""
        self.folder = folder
        places = json.loads((kept / "indexes.json").read_text(encoding="utf-8"))["places"]
        self._places = {unquote(url): place[0] for url, place in places.items()}
        self._url_of_file = {}
        for path in sorted(path for path in source.rglob("*") if path.is_file()):
            file = path.relative_to(source).as_posix()
            if place := self._places.get(url_key(prefix, file)):
                self._url_of_file[file] = place
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, folder / file)
        lacking = set(self._places.values()) - set(self._url_of_file.values())
        if lacking:
            raise Failed(f"{source}: no file for {len(lacking)} of its pages, for example {min(lacking)}; url_key in "
                         "tests/quality/searches/pages.py has to know how its name is made")

    def place_of(self, url):
        """The URL that finds the page: another one if it was folded into its copy."""
        return self._places.get(unquote(url), url)

    def hits_of(self, files):
        """[(file, score)] as [(URL, score)]. Of a page's copies, the best hit stays, as if the engine had folded them."""
        hits = {}
        for file, score in files:
            if file not in self._url_of_file:
                raise Failed(f"{self.folder}: a search engine has found {quote(file)}, which it was not given")
            hits.setdefault(self._url_of_file[file], score)
        return list(hits.items())

"""Documentation in Debian's packages: which, and where it is.

Searched in /usr/share/doc and, for systems that leave it out, below $PITH_DOCS, where `dpkg-deb -x` has unpacked
packages.
"""
import dataclasses
import gzip
import os
import pathlib
import re
import subprocess


@dataclasses.dataclass(frozen=True)
class Site:
    """Crawled over HTTP."""
    package: str
    folder: str  # below /usr/share/doc
    first: str
    title: str


@dataclasses.dataclass(frozen=True)
class Manual:
    """Read from its folder, and asked what its index asks."""
    package: str
    folder: str
    title: str
    url: str      # of the folder
    kind: str     # of index_queries.KINDS
    index: tuple  # pages with the index, below the folder
    left_out: tuple = ()  # further files not to be ingested: patterns

    @property
    def first(self):
        return self.index[0]


SITES = [
    Site("python3.11-doc", "python3.11/html", "index.html", "Python: Sphinx, English"),
    Site("sqlite3-doc", "sqlite3", "index.html", "SQLite: made by hand, English"),
    Site("apache2-doc", "apache2-doc/manual", "fr/index.html", "Apache: XML and XSLT, French"),
]
MANUALS = [
    Manual("python3.11-doc", "python3.11/html", "Python (Sphinx)", "https://docs.python.org/3.11/", "sphinx",
           ("genindex-all.html",), ("genindex*", "py-modindex.html", "search.html")),
    Manual("postgresql-doc-15", "postgresql-doc-15/html", "PostgreSQL (DocBook)", "https://www.postgresql.org/docs/15/",
           "docbook", ("bookindex.html",)),
    Manual("octave-doc", "octave/octave.html", "Octave (Texinfo)", "https://docs.octave.org/v7.3.0/", "texinfo",
           ("Concept-Index.html", "Function-Index.html"),
           ("Operator-Index.html", "Graphics-Properties-Index.html", "XREF*.html")),
    Manual("sqlite3-doc", "sqlite3", "SQLite (keywords)", "https://www.sqlite.org/", "list", ("keyword_index.html",)),
    Manual("apache2-doc", "apache2-doc/manual/en", "Apache (directives)", "https://httpd.apache.org/docs/2.4/en/",
           "list", ("mod/directives.html",), ("quickreference.html",)),
]


def folder_of(entry):
    """Its folder; None if it is nowhere."""
    for root in (pathlib.Path("/"), *map(pathlib.Path, filter(None, [os.environ.get("PITH_DOCS")]))):
        folder = root / "usr/share/doc" / entry.folder
        if (folder / entry.first).is_file():
            return folder
    return None


def advice(entry):
    """What to do if there is no folder."""
    return (f"/usr/share/doc/{entry.folder}/{entry.first}; apt-get install {entry.package}, or if this system leaves "
            f"documentation out: export PITH_DOCS=DIR; apt-get download {entry.package}; "
            f"dpkg-deb -x {entry.package}_*.deb $PITH_DOCS")


def version_of(entry):
    """The version of the package that its folder comes from."""
    folder = folder_of(entry)
    root = pathlib.Path(str(folder).partition("/usr/share/doc/")[0] or "/")
    try:
        with gzip.open(root / "usr/share/doc" / entry.package / "changelog.Debian.gz", "rt", errors="replace") as lines:
            return re.match(r".*\((.*?)\)", lines.readline())[1]
    except OSError:
        pass
    asked = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", entry.package], capture_output=True, text=True)
    return asked.stdout if root == pathlib.Path("/") and asked.stdout else "of unknown version"

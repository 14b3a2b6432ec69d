"""Main content of web pages: by itself, with what a site's pages have in common, and searched.

>>> import pith
>>> page = "<title>Ships</title><nav><a href=/>Home</a></nav><main><h1>Ships</h1><p>Ships cross the sea.</p></main>"
>>> doc = pith.extract(page, url="https://example.org/ships")
>>> doc.title, doc.status
('Ships', 'main')
>>> print(doc.text)
Ships
Ships cross the sea.

Every call releases the interpreter's lock while Pith works, so threads run side by side. Objects may be used by several
threads, except iterators. After a fork, a child makes its own.
"""

from ._library import PithError
from .cache import Cache
from .chunk import Chunk
from .config import Config
from .document import Block, Document, extract
from .index import Hit, Hits, Index, Suggestion
from .inputs import Chunks, Documents, Page, Pages, chunks, documents, pages
from .site import Site

__version__ = "0.1.0"
__all__ = [
    "Block", "Cache", "Chunk", "Chunks", "Config", "Document", "Documents", "Hit", "Hits", "Index", "Page", "Pages",
    "PithError", "Site", "Suggestion", "chunks", "documents", "extract", "pages",
]

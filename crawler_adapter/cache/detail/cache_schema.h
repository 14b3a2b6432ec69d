// On-disk format of the page cache, version 15: tables of pages.sqlite. deploy/manual/formats.md describes them,
// and what each version added.
#pragma once

namespace pith::crawl {

inline constexpr int cache_version = 15;  // PRAGMA user_version

inline constexpr const char* cache_schema = R"sql(
CREATE TABLE page(
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,        -- normalised
  site TEXT NOT NULL,
  status INTEGER NOT NULL,
  redirect_to TEXT NOT NULL,       -- normalised; '' for none
  content_type TEXT NOT NULL,
  charset TEXT NOT NULL,
  etag TEXT NOT NULL,
  last_modified TEXT NOT NULL,
  fetched INTEGER NOT NULL,        -- seconds since 1970
  digest TEXT NOT NULL,            -- SHA-256 of the body, hexadecimal; '' without a body
  size INTEGER NOT NULL,
  crawl TEXT NOT NULL,             -- which crawl met it last,
  run INTEGER NOT NULL,            -- and in which of its runs
  state TEXT NOT NULL,             -- pending, main, fallback, whole, skipped
  reason TEXT NOT NULL,
  confidence REAL NOT NULL DEFAULT 0,
  page_words INTEGER NOT NULL DEFAULT 0,
  content_words INTEGER NOT NULL DEFAULT 0,
  fingerprint TEXT NOT NULL DEFAULT '',
  document_digest TEXT NOT NULL DEFAULT '',
  in_index INTEGER NOT NULL DEFAULT 0,
  links BLOB,                      -- hash_url of ranked sibling links, 8 bytes each, little-endian, sealed; NULL: not yet known
  robots TEXT NOT NULL DEFAULT '', -- values of X-Robots-Tag, one a line
  shape BLOB,                      -- of the markup (core/extract/site/page_sketch.h), sealed; NULL: not yet known
  -- Of extracted pages:
  canonical TEXT NOT NULL DEFAULT '',      -- what <link rel=canonical> names, normalised; '' for none
  content_digest TEXT NOT NULL DEFAULT '', -- core/extract/content_signature.h; '': nothing to compare
  simhash INTEGER NOT NULL DEFAULT 0,
  folded_into TEXT NOT NULL DEFAULT '',    -- URL of the page that is indexed instead of this one; '' for none
  checksum INTEGER NOT NULL DEFAULT 0,     -- of url, status, redirect_to, content_type, charset, digest, size, robots
  keyed_simhash BLOB,                      -- of extracted pages: 32 bytes, little-endian; NULL: of no near duplicate
  has_headline INTEGER NOT NULL DEFAULT 0, -- 1: core/page/headline.h; of extracted pages
  aside_words INTEGER NOT NULL DEFAULT 0,  -- of extracted pages, as are
  template_words INTEGER NOT NULL DEFAULT 0,
  link_texts BLOB,                         -- of extracted pages: plugin/site/link_texts.h, sealed; NULL: unknown
  inbound_digest TEXT NOT NULL DEFAULT '', -- of the inbound texts that the index has of it; '': none
  settled INTEGER NOT NULL DEFAULT 0 -- 1: run_end.h
);
CREATE INDEX page_site ON page(site, url);
CREATE INDEX page_redirect ON page(redirect_to) WHERE redirect_to <> '';
CREATE INDEX page_pending ON page(site) WHERE state = 'pending';
CREATE INDEX page_removal ON page(id) WHERE in_index = 1 AND state = 'skipped';

CREATE TABLE body(
  page INTEGER PRIMARY KEY REFERENCES page(id) ON DELETE CASCADE,
  bytes BLOB NOT NULL,             -- zstd frame with checksum
  dictionary INTEGER REFERENCES dictionary(id)  -- what the frame was made with; NULL: nothing
);
CREATE INDEX body_dictionary ON body(dictionary) WHERE dictionary IS NOT NULL;
CREATE TABLE dictionary(           -- body_dictionaries.h
  id INTEGER PRIMARY KEY,          -- random
  site TEXT UNIQUE,                -- whose new bodies it is for; NULL: none
  bytes BLOB NOT NULL              -- zstd frame with checksum
);
CREATE TABLE dictionary_copy(      -- apart, so that one bad sector does not take both
  dictionary INTEGER PRIMARY KEY REFERENCES dictionary(id) ON DELETE CASCADE,
  bytes BLOB NOT NULL
);
CREATE TRIGGER body_removed AFTER DELETE ON body WHEN OLD.dictionary IS NOT NULL BEGIN
  DELETE FROM dictionary WHERE id = OLD.dictionary
    AND NOT EXISTS(SELECT 1 FROM body WHERE dictionary = OLD.dictionary);
END;
CREATE TABLE body_size(            -- apart from the bytes, so that bounds are checked without reading them
  page INTEGER PRIMARY KEY REFERENCES page(id) ON DELETE CASCADE,
  site TEXT NOT NULL,
  fetched INTEGER NOT NULL,
  stored INTEGER NOT NULL
);
CREATE INDEX body_size_age ON body_size(fetched, page);
CREATE INDEX body_size_site ON body_size(site, fetched, page);

CREATE TABLE site(
  name TEXT PRIMARY KEY,
  change INTEGER NOT NULL DEFAULT 0,      -- grows with every page that is new, changed or gone
  processed INTEGER NOT NULL DEFAULT -1,  -- the change up to which extraction has worked
  options TEXT NOT NULL DEFAULT '',       -- digest of the options that it worked with
  refused INTEGER NOT NULL DEFAULT 0,     -- captures of pages beyond the bound on a site's pages
  bodies INTEGER NOT NULL DEFAULT 0,      -- kept up to date by the triggers below
  stored INTEGER NOT NULL DEFAULT 0
);
CREATE TRIGGER body_size_added AFTER INSERT ON body_size BEGIN
  UPDATE site SET bodies = bodies + 1, stored = stored + NEW.stored WHERE name = NEW.site;
END;
CREATE TRIGGER body_size_removed AFTER DELETE ON body_size BEGIN
  UPDATE site SET bodies = bodies - 1, stored = stored - OLD.stored WHERE name = OLD.site;
END;

CREATE TABLE sample(               -- pages that their site's model is learned from
  page INTEGER PRIMARY KEY REFERENCES page(id) ON DELETE CASCADE,
  site TEXT NOT NULL,
  inputs TEXT NOT NULL,            -- digest of all that the summary was made from
  summary BLOB NOT NULL            -- plugin/site/site_survey.cpp, sealed; of '' if the page teaches nothing
);
CREATE INDEX sample_site ON sample(site);
CREATE TABLE site_model(           -- what a site's model said when it was learned last
  site TEXT PRIMARY KEY,
  version INTEGER NOT NULL,        -- grows whenever the templates change
  templates BLOB NOT NULL,         -- shapes of their leaders (core/extract/site/page_sketch.h), sealed
  pages INTEGER NOT NULL,          -- of the sample
  fresh INTEGER NOT NULL,          -- pages of the sample that were new or changed at the last time that there were any,
  explained INTEGER NOT NULL,      -- and those of them that were like a template known before
  redesigned INTEGER NOT NULL      -- when the first page was fetched that was not, since most were not; 0: never
) WITHOUT ROWID;

CREATE TABLE template_document(    -- sites with a document of their template in the index, or tried
  site TEXT PRIMARY KEY,
  inputs TEXT NOT NULL             -- digest of all that it was made from
) WITHOUT ROWID;

CREATE TABLE fetch_budget(         -- requests of the sibling fetch
  site TEXT NOT NULL,
  day INTEGER NOT NULL,            -- since 1970, UTC; days long past are dropped
  used INTEGER NOT NULL,
  PRIMARY KEY(site, day)
) WITHOUT ROWID;

CREATE TABLE withdrawal(           -- pages whose server answered otherwise, until the run has ended; pages that are held
  page INTEGER PRIMARY KEY REFERENCES page(id) ON DELETE CASCADE,
  crawl TEXT NOT NULL,
  run INTEGER NOT NULL,
  held INTEGER NOT NULL DEFAULT 0,     -- 1: run_end.h
  status INTEGER NOT NULL DEFAULT 0,   -- of the answer, as is all that follows; 0: the run did not find the page
  redirect_to TEXT NOT NULL DEFAULT '',
  content_type TEXT NOT NULL DEFAULT '',
  charset TEXT NOT NULL DEFAULT '',
  robots TEXT NOT NULL DEFAULT '',
  etag TEXT NOT NULL DEFAULT '',
  last_modified TEXT NOT NULL DEFAULT '',
  fetched INTEGER NOT NULL DEFAULT 0,
  digest TEXT NOT NULL DEFAULT '',
  size INTEGER NOT NULL DEFAULT 0,
  bytes BLOB                           -- of a success: a zstd frame with checksum
);
CREATE INDEX withdrawal_notice ON withdrawal(digest) WHERE held AND digest <> '';

CREATE TABLE crawl(
  name TEXT PRIMARY KEY,
  run INTEGER NOT NULL
);
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);
)sql";

// From version 1 to 2. The pages' headers are unknown until the pages are captured again.
inline constexpr const char* cache_step_2 = R"sql(
ALTER TABLE page ADD COLUMN robots TEXT NOT NULL DEFAULT '';
CREATE TABLE fetch_budget(
  site TEXT NOT NULL,
  day INTEGER NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY(site, day)
) WITHOUT ROWID;
)sql";

inline constexpr const char* cache_step_3 = R"sql(
ALTER TABLE page ADD COLUMN shape BLOB;
ALTER TABLE page ADD COLUMN canonical TEXT NOT NULL DEFAULT '';
ALTER TABLE page ADD COLUMN content_digest TEXT NOT NULL DEFAULT '';
ALTER TABLE page ADD COLUMN simhash INTEGER NOT NULL DEFAULT 0;
ALTER TABLE page ADD COLUMN folded_into TEXT NOT NULL DEFAULT '';
CREATE TABLE sample(
  page INTEGER PRIMARY KEY REFERENCES page(id) ON DELETE CASCADE,
  site TEXT NOT NULL,
  inputs TEXT NOT NULL,
  summary BLOB NOT NULL
);
CREATE INDEX sample_site ON sample(site);
CREATE TABLE site_model(
  site TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  templates BLOB NOT NULL,
  pages INTEGER NOT NULL,
  fresh INTEGER NOT NULL,
  explained INTEGER NOT NULL,
  redesigned INTEGER NOT NULL
) WITHOUT ROWID;
)sql";

inline constexpr const char* cache_step_4 = R"sql(
CREATE TABLE template_document(
  site TEXT PRIMARY KEY,
  inputs TEXT NOT NULL
) WITHOUT ROWID;
UPDATE site SET processed = -1;
)sql";

inline constexpr const char* cache_step_5 = R"sql(
ALTER TABLE page ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
UPDATE page SET links = sealed(links), shape = sealed(shape),
  checksum = page_checksum(url, status, redirect_to, content_type, charset, digest, size, robots);
ALTER TABLE site ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
UPDATE sample SET summary = sealed(summary);
UPDATE site_model SET templates = sealed(templates);
)sql";

// Near duplicates are known again after their pages have been extracted again.
inline constexpr const char* cache_step_6 = "ALTER TABLE page ADD COLUMN keyed_simhash BLOB";

// It decides which of several pages with the same content is preferred. It is known after the pages have been extracted
// again.
inline constexpr const char* cache_step_7 = "ALTER TABLE page ADD COLUMN standing INTEGER NOT NULL DEFAULT 0";

// Known after the pages have been extracted again.
inline constexpr const char* cache_step_8 = R"sql(
ALTER TABLE page ADD COLUMN aside_words INTEGER NOT NULL DEFAULT 0;
ALTER TABLE page ADD COLUMN template_words INTEGER NOT NULL DEFAULT 0;
)sql";

// Known after the pages have been extracted again.
inline constexpr const char* cache_step_9 = R"sql(
ALTER TABLE page ADD COLUMN link_texts BLOB;
ALTER TABLE page ADD COLUMN mentions TEXT NOT NULL DEFAULT '';
)sql";

inline constexpr const char* cache_step_10 = R"sql(
ALTER TABLE body ADD COLUMN dictionary INTEGER REFERENCES dictionary(id);
CREATE INDEX body_dictionary ON body(dictionary) WHERE dictionary IS NOT NULL;
CREATE TABLE dictionary(
  id INTEGER PRIMARY KEY,
  site TEXT UNIQUE,
  bytes BLOB NOT NULL
);
CREATE TABLE dictionary_copy(
  dictionary INTEGER PRIMARY KEY REFERENCES dictionary(id) ON DELETE CASCADE,
  bytes BLOB NOT NULL
);
CREATE TRIGGER body_removed AFTER DELETE ON body WHEN OLD.dictionary IS NOT NULL BEGIN
  DELETE FROM dictionary WHERE id = OLD.dictionary
    AND NOT EXISTS(SELECT 1 FROM body WHERE dictionary = OLD.dictionary);
END;
)sql";

inline constexpr const char* cache_step_11 = R"sql(
ALTER TABLE page RENAME COLUMN account TO state;
ALTER TABLE page RENAME COLUMN standing TO has_headline;
ALTER TABLE page RENAME COLUMN mentions TO inbound_digest;
CREATE TABLE withdrawal(
  page INTEGER PRIMARY KEY REFERENCES page(id) ON DELETE CASCADE,
  run INTEGER NOT NULL,
  status INTEGER NOT NULL,
  redirect_to TEXT NOT NULL,
  content_type TEXT NOT NULL,
  fetched INTEGER NOT NULL
);
)sql";

inline constexpr const char* cache_step_12 = R"sql(
DROP TABLE withdrawal;
CREATE TABLE withdrawal(
  page INTEGER PRIMARY KEY REFERENCES page(id) ON DELETE CASCADE,
  crawl TEXT NOT NULL,
  run INTEGER NOT NULL,
  held INTEGER NOT NULL DEFAULT 0,
  status INTEGER NOT NULL DEFAULT 0,
  redirect_to TEXT NOT NULL DEFAULT '',
  content_type TEXT NOT NULL DEFAULT '',
  charset TEXT NOT NULL DEFAULT '',
  robots TEXT NOT NULL DEFAULT '',
  etag TEXT NOT NULL DEFAULT '',
  last_modified TEXT NOT NULL DEFAULT '',
  fetched INTEGER NOT NULL DEFAULT 0,
  digest TEXT NOT NULL DEFAULT '',
  size INTEGER NOT NULL DEFAULT 0,
  bytes BLOB
);
ALTER TABLE crawl ADD COLUMN first_new INTEGER NOT NULL DEFAULT 0;
DELETE FROM meta WHERE key LIKE 'bodies:%' OR key LIKE 'held:%';
)sql";

inline constexpr const char* cache_step_13 = R"sql(
ALTER TABLE page ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
UPDATE page SET settled = iif(state <> 'skipped', 1, 2) WHERE (state <> 'skipped' OR folded_into <> '') AND NOT EXISTS(
  SELECT 1 FROM crawl JOIN meta ON meta.key = 'held:' || crawl.name
  WHERE crawl.name = page.crawl AND crawl.first_new <= page.id);
ALTER TABLE crawl DROP COLUMN first_new;
)sql";

// Before, runs of two crawls had the same numbers.
inline constexpr const char* cache_step_14 =
    "UPDATE page SET settled = 0 WHERE settled < 0; DELETE FROM meta WHERE key LIKE 'ended:%'";

inline constexpr const char* cache_step_15 =
    "CREATE INDEX IF NOT EXISTS withdrawal_notice ON withdrawal(digest) WHERE held AND digest <> ''";

// The key of keyed_simhash, different in each cache. With another key, all pages must be extracted again.
inline constexpr const char* draw_content_key = "INSERT OR IGNORE INTO meta VALUES('content_key', hex(randomblob(8)))";

}  // namespace pith::crawl

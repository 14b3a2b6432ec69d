/* Pith's C interface: main content of pages, models of sites, inputs, the page cache and the index, for any language.
 *
 *   pith_error error = {0};
 *   pith_config *config = pith_config_open(pith_text("pith.yaml"), &error);
 *   pith_page page = {.body = {html, html_size}, .url = pith_text("https://example.org/a"), .status = 200};
 *   pith_document *document = config ? pith_extract(config, NULL, &page, &error) : NULL;
 *   pith_bytes markdown = pith_document_view(document, PITH_MARKDOWN);
 *   if (document) fwrite(markdown.data, 1, markdown.size, stdout);
 *   else fprintf(stderr, "%s: %s\n", error.code, error.message);
 *   pith_document_free(document); pith_config_free(config); pith_error_clear(&error);
 *
 * For all of it:
 * - Texts are UTF-8 with a length, and may hold any byte; what is not UTF-8 in a text of yours is replaced. A body is
 *   any bytes. What you pass is only read, and not kept after the call.
 * - A function that fails returns NULL or a negative number, and fills `error` unless that is NULL: give it one that is
 *   zero, or cleared, and clear it when done. No function prints, exits, aborts, or throws. Hostile pages are expected:
 *   extract.limits.max_seconds and the other bounds of the configuration hold.
 * - Handles are used by any number of threads at a time, except where "one thread" is said. Freeing is for one thread,
 *   after all others are done. Every pith_..._free() accepts NULL.
 * - After fork(), a child may use configurations, sites and documents, if no other thread was in a call; of all else,
 *   only what it has opened itself.
 * - Results that are JSON have the members that deploy/manual documents for the command of the same name. New ones may
 *   come; readers ignore what they do not know.
 * - The interface is that of PITH_ABI: a library with the same number has all of its functions, with the same meaning.
 */
#ifndef PITH_H
#define PITH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PITH_ABI 1
#if defined(__GNUC__)
#define PITH_API __attribute__((visibility("default")))
#else
#define PITH_API
#endif

/* "0.1.0" */
PITH_API const char* pith_version(void);

/* Bytes that belong to somebody else. Of Pith's: valid as long as the handle that they come from. */
typedef struct pith_bytes {
  const char* data; /* may be NULL if size is 0 */
  size_t size;
} pith_bytes;

static inline pith_bytes pith_text(const char* text) {
  pith_bytes bytes = {text, text ? strlen(text) : 0};
  return bytes;
}

/* What went wrong: a short stable word ("not_html", "bad_config"), and a line for people that names the thing and says
 * what to do. Both end with a 0 byte; NULL: nothing went wrong. */
typedef struct pith_error {
  char* code;
  char* message;
} pith_error;

PITH_API void pith_error_clear(pith_error* error);

/* A result that is JSON or another text. */
typedef struct pith_result pith_result;
PITH_API pith_bytes pith_result_bytes(const pith_result* result);
PITH_API void pith_result_free(pith_result* result);

/* --- Configuration --- */

typedef struct pith_config pith_config;

/* `path` of a pith.yaml; empty: the defaults, whatever files there are. Errors: no_config, bad_config. */
PITH_API pith_config* pith_config_open(pith_bytes path, pith_error* error);
/* The same from the text of such a file. Relative paths start from the working directory. */
PITH_API pith_config* pith_config_parse(pith_bytes yaml, pith_error* error);
/* Sets a key, as --set of the program does: "extract.limits.max_seconds", "5". Returns 0, or -1 with bad_config. One
 * thread, before anything was made with the configuration. */
PITH_API int pith_config_set(pith_config* config, pith_bytes key, pith_bytes value, pith_error* error);
/* What was made with it stays usable. */
PITH_API void pith_config_free(pith_config* config);

/* --- Pages --- */

/* A page as it was received. Zero is "unknown" for all. */
typedef struct pith_page {
  pith_bytes url;     /* absolute, of the request */
  pith_bytes headers; /* of the response, a line each: "Content-Type: text/html\nX-Robots-Tag: noindex" */
  pith_bytes body;    /* encoded as the headers say, or decoded already */
  int64_t fetched;    /* seconds since 1970 */
  int32_t status;     /* HTTP; negative: no answer */
  int32_t cut;        /* nonzero: the body is only the beginning of the page */
} pith_page;

typedef struct pith_document pith_document;
typedef struct pith_site pith_site;

typedef enum pith_view {
  PITH_TEXT = 0,     /* the main content, a block a line */
  PITH_MARKDOWN = 1, /* the same as Markdown */
  PITH_HTML = 2,     /* the same as HTML that is safe to show */
  PITH_JSON = 3,     /* what `pith extract --format json` prints */
  PITH_METADATA = 4  /* the same without content, html, markdown, structure and template */
} pith_view;

/* The page's main content, as the configuration says for its host: with what its site has in common, or, if `site` is
 * NULL, by itself. A page without text gives a document, too: its status is "skipped", and its reason says why. Without
 * a URL, relative links are left out, and the site is not used. Errors: those of a body that is no page (not_html, pdf,
 * binary, ...); too_deep, too_large, too_slow, unknown_encoding, bad_url. */
PITH_API pith_document* pith_extract(const pith_config* config, const pith_site* site, const pith_page* page,
                                     pith_error* error);
/* Made when it is asked for the first time. Of an unknown view: nothing. */
PITH_API pith_bytes pith_document_view(const pith_document* document, pith_view view);

/* How large chunks are. All zero, and NULL: as the defaults of `pith export --chunks`. */
typedef struct pith_chunk_size {
  uint32_t tokens;  /* of a chunk, at most; 0: 400 */
  uint32_t overlap; /* of these, how many may repeat the end of the chunk before */
  double per_word;  /* how many tokens a word counts; 0: 1.3 */
} pith_chunk_size;
/* The content in chunks, for embeddings: a JSON array of what `pith export --chunks` writes a line each, with `id`,
 * `trail`, `content`, `markdown`, `tokens`. */
PITH_API pith_result* pith_document_chunks(const pith_document* document, const pith_chunk_size* size,
                                           pith_error* error);
PITH_API void pith_document_free(pith_document* document);

/* --- Sites --- */

/* Learns what the pages of a site have in common. Holds some kB of each of at most some hundred pages, whatever the
 * number of pages. One thread. */
typedef struct pith_learner pith_learner;
PITH_API pith_learner* pith_learner_new(const pith_config* config, pith_error* error);
/* Returns 1 if the page is learned from, 0 if not: it is no page, has no text, or there are enough like it. Errors:
 * bad_url. */
PITH_API int pith_learner_add(pith_learner* learner, const pith_page* page, pith_error* error);
/* What was learned by now. */
PITH_API pith_site* pith_learner_site(const pith_learner* learner, pith_error* error);
PITH_API void pith_learner_free(pith_learner* learner);

/* A site as bytes, some 10 to 60 kB, and back. Errors of loading: bad_model; other_version: made by another version of
 * Pith, or with other settings. */
PITH_API pith_result* pith_site_save(const pith_site* site, pith_error* error);
PITH_API pith_site* pith_site_load(const pith_config* config, pith_bytes bytes, pith_error* error);
/* The number of pages that it was learned from. */
PITH_API size_t pith_site_pages(const pith_site* site);
PITH_API void pith_site_free(pith_site* site);

/* --- Inputs --- */

/* Reads the pages of any input of `pith ingest`: WARC, WACZ, ARC, JSON lines, a folder, ... One thread. */
typedef struct pith_reader pith_reader;
/* `type`: the input's name; empty: it is found out. Errors: no_input, unknown_input. */
PITH_API pith_reader* pith_reader_open(const pith_config* config, pith_bytes path, pith_bytes type, pith_error* error);
/* The next page, whose bytes are valid until the next call. Returns 1; 0 after the last one; 2 if there is none after
 * `milliseconds` (negative: waits for ever). Damage is no error: see the report. */
PITH_API int pith_reader_next(pith_reader* reader, pith_page* page, int64_t milliseconds, pith_error* error);
/* JSON, once the reader has ended: records, pages, left_out by reason, losses, and the first of these. */
PITH_API pith_result* pith_reader_report(const pith_reader* reader, pith_error* error);
PITH_API void pith_reader_free(pith_reader* reader);

/* --- Documents --- */

/* Makes documents of the pages in files, site by site, as `pith shuffle` and `pith map` do: of any size, with nothing
 * kept but a temporary file as large as the compressed pages. One thread. */
typedef struct pith_documents pith_documents;
/* `threads`: that work on a site. `chunks`: if not NULL, chunks of this size instead of pages. Errors: no_input,
 * unknown_input. */
PITH_API pith_documents* pith_documents_open(const pith_config* config, const pith_bytes* paths, size_t count,
                                             pith_bytes type, unsigned threads, const pith_chunk_size* chunks,
                                             pith_error* error);
/* The next line, valid until the next call: a page or chunk as `pith map` writes it, JSON. Returns as
 * pith_reader_next(). */
PITH_API int pith_documents_next(pith_documents* documents, pith_bytes* line, int64_t milliseconds, pith_error* error);
/* JSON, once the files have been read, before the first line: records, pages, left_out by reason, losses. */
PITH_API pith_result* pith_documents_report(const pith_documents* documents, pith_error* error);
PITH_API void pith_documents_free(pith_documents* documents);

/* --- The page cache --- */

/* Takes the pages of a crawl to the page cache (cache.path) without slowing it: they wait in a bounded queue of 64 MB,
 * and what finds no room while the cache cannot be written to is counted as lost. */
typedef struct pith_recorder pith_recorder;
/* `crawl`: a name; runs with the same name are one crawl, of which pages that are no longer there leave the index.
 * Empty: nothing ever leaves it. Errors: those of the cache (not_writable, newer_version, ...). */
PITH_API pith_recorder* pith_recorder_open(const pith_config* config, pith_bytes crawl, pith_error* error);
/* Never fails; waits for at most two seconds for room, while the cache is being written to. */
PITH_API void pith_recorder_submit(pith_recorder* recorder, const pith_page* page);
/* Writes what waits, and ends the run. `complete`: the crawl has seen all that it could, so that pages which it no
 * longer found are gone (deploy/manual/crawl.md). Returns JSON: captured (pages, redirects, errors),
 * ignored (no HTML), left_out by reason (too_large, ...), lost, messages, and of a named crawl: complete (not if
 * anything was lost), retired, held, missing.
 * After it, only freeing is left; freeing alone ends the run as one that was killed. */
PITH_API pith_result* pith_recorder_close(pith_recorder* recorder, int complete, pith_error* error);
PITH_API void pith_recorder_free(pith_recorder* recorder);

/* --- The index --- */

typedef struct pith_index pith_index;

/* A parameter of a search. */
typedef struct pith_parameter {
  pith_bytes name, value;
} pith_parameter;

/* The index at index.path, as of now. Errors: index_missing, index_damaged, index_version. */
PITH_API pith_index* pith_index_open(const pith_config* config, pith_error* error);
/* Shows what was committed since. Returns 1 if there was anything, 0 if not. */
PITH_API int pith_index_reopen(pith_index* index, pith_error* error);
/* The parameters and the answers are those of the JSON API (deploy/manual/serve.md): /api/v1/search and
 * /api/v1/suggest. Errors: bad_parameter, query_..., index_read. */
PITH_API pith_result* pith_index_search(const pith_index* index, const pith_parameter* parameters, size_t count,
                                        pith_error* error);
PITH_API pith_result* pith_index_suggest(const pith_index* index, const pith_parameter* parameters, size_t count,
                                         pith_error* error);
/* A page from the index alone, in the view of `pith get --format`. Without one: NULL, with not_found. */
PITH_API pith_result* pith_index_get(const pith_index* index, pith_bytes url, pith_view view, pith_error* error);
/* The number of pages; -1: error. */
PITH_API int64_t pith_index_count(const pith_index* index, pith_error* error);
PITH_API void pith_index_free(pith_index* index);

#ifdef __cplusplus
}
#endif
#endif

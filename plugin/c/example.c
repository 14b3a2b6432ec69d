/* Extracts pages: example FILE...; the first lines of each page's main content, with what its siblings have in common.
 *
 *   cc example.c -lpith -o example && ./example a.html b.html c.html
 */
#include <pith.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(const pith_error* error) {
  fprintf(stderr, "%s: %s\n", error->code, error->message);
  return 1;
}

static pith_bytes read_file(const char* path) {
  char* bytes = NULL;
  size_t size = 0;
  FILE* file = fopen(path, "rb");
  if (file && fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0) {
    size = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(size);
    if (bytes && fread(bytes, 1, size, file) != size) size = 0;
  }
  if (file) fclose(file);
  return (pith_bytes){bytes, bytes ? size : 0};
}

int main(int count, char** files) {
  pith_error error = {0};
  pith_config* config = pith_config_open(pith_text(""), &error);
  pith_learner* learner = config ? pith_learner_new(config, &error) : NULL;
  pith_page* pages = calloc((size_t)count, sizeof *pages);
  char url[4096];
  int failed = 0;
  if (!learner || !pages) return fail(&error);
  for (int i = 1; i < count; ++i) {
    pages[i].body = read_file(files[i]);
    snprintf(url, sizeof url, "http://localhost/%d.html", i);
    pages[i].url = pith_text(url);
    if (pith_learner_add(learner, &pages[i], &error) < 0) return fail(&error);
  }
  pith_site* site = pith_learner_site(learner, &error);
  if (!site) return fail(&error);
  printf("learned from %zu pages\n", pith_site_pages(site));
  for (int i = 1; i < count; ++i) {
    snprintf(url, sizeof url, "http://localhost/%d.html", i);
    pages[i].url = pith_text(url);
    pith_document* document = pith_extract(config, site, &pages[i], &error);
    if (document) {
      const pith_bytes text = pith_document_view(document, PITH_TEXT);
      printf("%s: %.*s\n", files[i], (int)(text.size < 200 ? text.size : 200), text.data ? text.data : "");
    } else {
      failed = fail(&error);
    }
    pith_document_free(document);
    free((char*)pages[i].body.data);
  }
  pith_site_free(site);
  pith_learner_free(learner);
  pith_config_free(config);
  pith_error_clear(&error);
  free(pages);
  return failed;
}

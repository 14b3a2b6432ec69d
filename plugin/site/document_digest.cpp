#include "plugin/site/document_digest.h"

#include <fmt/format.h>

#include "core/system/digest.h"
#include "plugin/site/versions.h"

namespace pith::pipeline {

std::string digest_document(const index::PageRecord& record, const ExtractedPage& page, const std::string& settings) {
  const Metadata& m = page.metadata;
  std::string all = document_version + settings;
  for (const std::string& part : {record.url,
                                  record.site,
                                  record.digest,
                                  page.reason,
                                  page.extractor,
                                  m.title,
                                  m.other_title,
                                  m.author,
                                  m.published,
                                  m.modified,
                                  m.tags,
                                  m.categories,
                                  m.image,
                                  m.licence,
                                  m.language,
                                  m.description,
                                  m.canonical,
                                  m.site_name,
                                  page.blocks.text,
                                  page.structure,
                                  page.html,
                                  page.anchors,
                                  page.asides.text,
                                  page.template_text,
                                  std::string(name_of(page.status)),
                                  std::string(page.type ? name_of(*page.type) : ""),
                                  fmt::format("{}", page.confidence)})
    all += fmt::format("{}:{}", part.size(), part);
  if (page.shown)
    for (const std::string& part :
         {page.shown->blocks.text, page.shown->structure, page.shown->html, page.shown->description})
      all += fmt::format("{}:{}", part.size(), part);
  return sha256_hex(all);
}

}  // namespace pith::pipeline

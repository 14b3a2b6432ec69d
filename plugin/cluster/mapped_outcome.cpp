#include "plugin/cluster/mapped_outcome.h"

#include <array>
#include <nlohmann/json.hpp>

#include "core/text/json_number.h"
#include "crawler_adapter/inputs/frame_bytes.h"

namespace pith::map {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const crawl::ExtractedRow& row) {
  return {{"canonical", row.canonical},     {"digest", row.content.digest},
          {"simhash", row.content.simhash}, {"words", row.content.words},
          {"keyed", row.content.keyed},     {"has_headline", row.has_headline},
          {"page_words", row.page_words},   {"links", row.links}};
}

crawl::ExtractedRow row_of(const ordered_json& json, const index::PageRecord& record) {
  crawl::ExtractedRow row;
  row.url = record.url;
  row.content.body = record.digest;
  json.at("canonical").get_to(row.canonical);
  json.at("digest").get_to(row.content.digest);
  get_whole_to(json.at("simhash"), row.content.simhash);
  get_whole_to(json.at("words"), row.content.words);
  get_whole_to(json.at("keyed"), row.content.keyed);
  json.at("has_headline").get_to(row.has_headline);
  get_whole_to(json.at("page_words"), row.page_words);
  get_whole_to(json.at("links"), row.links);
  return row;
}

}  // namespace

void PageCounts::add(const PageOutcome& outcome) {
  ++pages;
  if (!outcome.row) {
    ++skipped[outcome.reason];
    return;
  }
  ++extracted[outcome.status];
  page_words += outcome.page_words;
  content_words += outcome.content_words;
  aside_words += outcome.aside_words;
  template_words += outcome.template_words;
}

std::string frame_of(const PageOutcome& outcome, std::string_view document) {
  ordered_json head = {
      {"site", outcome.record.site},
      {"url", outcome.record.url},
      {"fetched", outcome.record.fetched},
      {"digest", outcome.record.digest},
      {"file", outcome.place.file},
      {"offset", outcome.place.offset},
      {"status", outcome.status},
      {"reason", outcome.reason},
      {"stands_for", outcome.stands_for},
      {"words", std::array{outcome.page_words, outcome.content_words, outcome.aside_words, outcome.template_words}}};
  if (outcome.row) head["row"] = to_json(*outcome.row);
  return ingest::frame_bytes(head.dump(-1, ' ', false, ordered_json::error_handler_t::replace), document);
}

Result<PageOutcome> read_outcome(std::string_view head) {
  try {
    const ordered_json json = ordered_json::parse(head);
    PageOutcome out;
    json.at("site").get_to(out.record.site);
    json.at("url").get_to(out.record.url);
    json.at("fetched").get_to(out.record.fetched);
    json.at("digest").get_to(out.record.digest);
    json.at("file").get_to(out.place.file);
    get_whole_to(json.at("offset"), out.place.offset);
    json.at("status").get_to(out.status);
    json.at("reason").get_to(out.reason);
    json.at("stands_for").get_to(out.stands_for);
    std::array<std::int64_t, 4> words{};
    get_whole_to(json.at("words"), words);
    out.page_words = words[0];
    out.content_words = words[1];
    out.aside_words = words[2];
    out.template_words = words[3];
    if (json.contains("row")) out.row = row_of(json.at("row"), out.record);
    return out;
  } catch (const ordered_json::exception& error) {
    return Error{"bad_frame", std::string("is not a page of `pith map --models`: ") + error.what()};
  }
}

}  // namespace pith::map

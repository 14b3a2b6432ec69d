// Pages as bytes: decoding, parsing, extractors, whole extractions, and all views of the results.
//
// Input: the page. Its last byte chooses the extractor of a whole extraction, others that only choose nodes, the number
// of siblings (copies of the page, each without a different stretch of it), and whether they form a site's model.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dom/parse.h"
#include "core/extract/extract_page.h"
#include "core/extract/main_content/detail/features/features.h"
#include "core/extract/main_content/detail/main_content.h"
#include "core/extract/main_content/model.h"
#include "core/extract/registry.h"
#include "core/extract/site/site_model.h"
#include "core/extract/site/template_text.h"
#include "core/page/detail/metadata_fields.h"
#include "core/render/chunks.h"
#include "core/render/render.h"
#include "core/render/structure.h"
#include "core/text/words.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/clean_html.h"
#include "tests/support/site_sample.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

constexpr Limits limits = {.max_bytes = 64 << 10, .max_depth = 200, .max_nodes = 20'000, .max_attributes = 64};

struct Made {
  const ExtractorInfo* info;
  std::shared_ptr<const Extractor> extractor;
};

const std::vector<Made>& all_extractors() {
  static const std::vector<Made> all = [] {
    std::vector<Made> made;
    for (const ExtractorInfo& info : extractors()) made.push_back({&info, std::move(*make_extractor(info.name))});
    return made;
  }();
  return all;
}

std::vector<Document> siblings_of(std::string_view html, unsigned count) {
  std::vector<Document> siblings;
  for (unsigned i = 1; i <= count; ++i) {
    std::string other(html);
    other.erase(std::min(other.size(), other.size() * i / (count + 1)), other.size() / (count + 2));
    if (auto sibling = parse_html(sanitize_utf8(other), limits)) siblings.push_back(std::move(*sibling));
  }
  return siblings;
}

SiteModel model_of(const std::vector<const Document*>& pages) {
  static const SiteModel::SiteAnalysers analysers = test::default_site_analyser();
  std::vector<SampledPage> sample;
  for (const Document* page : pages)
    sample.push_back(test::sampled_page(sample.size() + 1, PageView(*page), analysers));
  return SiteModel(std::move(sample), analysers);
}

void check_tree(const Document& page) {
  require(page.size() > 0 && page.size() <= limits.max_nodes, "as many nodes as allowed");
  require(page.end_of(0) == page.size(), "the root holds all nodes");
  for (NodeId n = 0; n < page.size(); ++n) {
    const Node& node = page[n];
    require(n == 0 ? node.parent == no_node : node.parent < n && page.end_of(n) <= page.end_of(node.parent),
            "a node lies inside of its parent");
    if (n > 0) require(node.depth == page[node.parent].depth + 1, "a node's depth is its parent's and one");
    require_utf8(page.text(n), "texts are UTF-8");
    for (const auto& a : page.attributes(n)) require_utf8(page.value(a), "attributes are UTF-8");
  }
}

// What follows the blocks of the content in a structure.
void check_rest(StructureReader& reader, const Blocks& asides) {
  std::size_t listed = 0, counted = 0;
  while (const StructureEntry* entry = reader.next()) {
    require(entry->role != Role::content, "content comes first");
    if (entry->role == Role::aside) (entry->blocks > 0 ? counted : listed) += std::max(entry->blocks, 1u);
  }
  require(!reader.damaged(), "a structure can be read");
  require(listed <= max_listed_asides && listed + counted == asides.blocks.size(), "every aside is listed or counted");
}

void check_blocks(const Blocks& blocks, const Blocks& asides, const std::string& structure) {
  require_utf8(blocks.text, "the text is UTF-8");
  StructureReader reader(structure);
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < blocks.blocks.size(); ++i) {
    const Block& block = blocks.blocks[i];
    require(i == 0 ? block.begin == 0 : block.begin == end + 1 && blocks.text[end] == '\n', "blocks follow each other");
    require(block.begin < block.end && block.end <= blocks.text.size(), "a block lies inside of the text");
    end = block.end;
    const StructureEntry* entry = reader.next();
    require(entry && entry->role == Role::content, "structure has an entry a block", structure);
    require(entry->begin == block.begin_chars && entry->end == block.end_chars, "structure tells the offsets");
    require(block.end_chars - block.begin_chars ==
                code_points(std::string_view(blocks.text).substr(block.begin, block.end - block.begin)),
            "offsets count code points");
    for (const std::uint32_t heading : block.trail)
      require(heading < i && blocks.blocks[heading].region == Region::heading, "a trail holds headings above");
  }
  check_rest(reader, asides);
  const auto json = structure_json(structure);
  require(json && nlohmann::json::accept(*json), "a structure is JSON", structure);
  require(blocks.blocks.empty() ? blocks.text.empty() : end == blocks.text.size(), "the text is the blocks'");
}

// Of the whole page, content or not.
void check_chunks(const Document& page, std::uint32_t tokens) {
  NodeSet all(page);
  all.add_subtree(page, 0);
  const Blocks blocks = read_blocks(page, all);
  std::string joined;
  std::uint32_t end = 0;
  for (const Chunk& chunk : cut_chunks(page, all, std::nullopt, "en", {.tokens = tokens})) {
    require(chunk.begin >= end && chunk.end > chunk.begin, "chunks follow each other", chunk.text);
    require(code_points(chunk.text) == chunk.end - chunk.begin, "a chunk tells its offsets", chunk.text);
    require_utf8(chunk.markdown, "a chunk is UTF-8");
    end = chunk.end;
    joined += chunk.text + "\n";
  }
  require(words_of(joined) == words_of(blocks.text), "every word is in one chunk", joined);
}

void check_extracted(const ExtractedPage& out) {
  require(out.confidence >= 0 && out.confidence <= 1 && !out.reason.empty(), "confidence and reason");
  require((out.status == Status::skipped) <= out.blocks.text.empty(), "a skipped page has no content", out.reason);
  require(out.content_words <= out.page_words, "the content is part of the page");
  const Metadata& m = out.metadata;
  for (const std::string* text : {&m.title, &m.author, &m.published, &m.language, &m.description, &m.site_name})
    require(text->size() <= max_metadata_bytes && is_valid_utf8(*text), "metadata is bounded and UTF-8", *text);
  for (const std::string* text : {&out.markdown, &out.anchors, &out.template_text})
    require_utf8(*text, "every view is UTF-8");
  check_clean_html(out.html);
  if (out.status == Status::skipped) return;
  check_blocks(out.blocks, out.asides, out.structure);
  require(out.content_words + out.aside_words + out.template_words <= out.page_words, "a word has one role");
  if (out.shown) check_clean_html(out.shown->html);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = view_of(data, size);
  const unsigned choice = choice_of(bytes);
  const Decoded decoded = decode_html(bytes);
  const auto page = parse_html(decoded.text, limits);
  if (!page) return 0;
  check_tree(*page);
  check_chunks(*page, 1 + choice % 64);

  const std::vector<Document> others = siblings_of(decoded.text, choice % 4);
  std::vector<const Document*> siblings;
  for (const Document& other : others) siblings.push_back(&other);
  const std::size_t chosen = choice / 8 % all_extractors().size();
  for (std::size_t i = chosen % 6; i < all_extractors().size(); i += 6) {
    const Made& made = all_extractors()[i];
    const Extraction found = made.extractor->extract({*page, siblings});
    require(found.content.universe() == page->size(), "the content is of the page", made.info->name);
  }

  const Made& made = all_extractors()[chosen];
  ExtractOptions options;
  options.extractor_name = made.info->versioned_name();
  options.extractor = made.extractor;
  static const auto url = parse_url("https://example.org/dir/page.html");
  const bool with_model = choice & 4 && !siblings.empty();
  if (!with_model) {
    check_extracted(extract_page({.page = *page, .siblings = siblings, .url = &*url}, options));
    return 0;
  }
  const SiteModel model = model_of(siblings);
  ExtractionTrace trace(*page);
  const ExtractedPage out = extract_page({.page = *page, .url = &*url, .site = {&model, 99}, .trace = &trace}, options);
  check_extracted(out);
  for (const RunJudgement& run : trace.judged.runs)
    require(run.begin < run.end && run.end <= page->size() && run.probability >= 0 && run.probability <= 1,
            "a judgement is of the page's nodes");
  const PageView view(*page);
  TemplateText text;
  text.add(view, model.texts_of(0), NodeSet(*page));
  require_utf8(text.text(), "the template's text is UTF-8");
  return 0;
}

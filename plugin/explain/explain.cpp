#include "plugin/explain/explain.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "crawler_adapter/page/crawl_errors.h"
#include "plugin/site/page_clock.h"
#include "plugin/site/run_errors.h"

namespace pith::explain {

namespace {

Error beyond(const Bounds& bounds) {
  return too_large("too_large", "the page is too large to be explained here (at most " + std::to_string(bounds.bytes) +
                                    " bytes, " + std::to_string(bounds.nodes) +
                                    " nodes); `pith explain URL` takes any");
}

}  // namespace

Result<ExplainedPage> explain_page(const pipeline::LoadedPage& page, const Bounds& bounds) {
  if (page.compared.page->size() > bounds.nodes) return beyond(bounds);
  ExtractOptions options = page.setup->extract;
  options.want_markdown = true;
  const auto url = parse_url(page.url);
  const std::vector<const Document*> siblings = page.compared.sibling_pointers();
  KeyPage timed = pipeline::key_page(page, siblings, url ? &*url : nullptr);
  // Weighing reasons takes several times as long as indexing: so check first whether the indexer has enough time.
  constexpr double times_as_long = 5;
  const double seconds = page.setup->limits.max_seconds;
  pipeline::PageClock clock(seconds), long_clock(times_as_long * seconds);
  timed.stop = &clock;
  extract_page(timed, options);
  if (clock.now())
    return too_large("too_slow", "extracting the page takes too long (extract.limits.max_seconds): it is skipped");
  timed.stop = &long_clock;
  ExplainedPage out{page.url, page.compared.page, pith::explain_page(timed, options), page.left_out};
  if (long_clock.now()) return too_large("too_slow", "explaining the page takes too long (extract.limits.max_seconds)");
  return out;
}

Result<ExplainedPage> explain_url(const config::Config& config, const std::string& url, const Bounds& bounds) {
  const auto normalised = parse_url(url);
  if (!normalised)
    return wrong_request(pipeline::code::usage, url.empty()
                                                    ? "the page's URL is missing: /explain?url=https://example.org/"
                                                    : url + ": not an http or https URL");
  const auto page = pipeline::load_page(config, normalised->str(), pipeline::CacheAccess::read_only, bounds.bytes);
  if (!page) return page.error().kind == ErrorKind::too_large ? beyond(bounds) : page.error();
  if (!*page) return pipeline::why_not_cached(config, *normalised);
  return explain_page(**page, bounds);
}

std::string explanation_json(const ExplainedPage& page) {
  using Json = nlohmann::ordered_json;
  const PageExplanation& e = page.explanation;
  Json sums = Json::object(), blocks = Json::array();
  for (std::size_t v = 0; v < verdict_count; ++v)
    sums[std::string(name_of(static_cast<Verdict>(v)))] = {{"blocks", e.sums[v].blocks}, {"words", e.sums[v].words}};
  for (const ExplainedBlock& block : e.blocks) {
    Json reasons = Json::array();
    for (const Reason& reason : block.reasons) reasons.push_back({{"text", reason.text}, {"weight", reason.weight}});
    blocks.push_back({{"verdict", name_of(block.verdict)},
                      {"by", block.by},
                      {"probability", block.probability ? Json(*block.probability) : Json()},
                      {"words", block.words},
                      {"on_pages", block.on_pages},
                      {"region", name_of(block.region)},
                      {"tag", block.tag},
                      {"path", block.path},
                      {"text", block.text},
                      {"reasons", reasons}});
  }
  const Json out = {{"url", page.url},
                    {"left_out", page.left_out.empty() ? Json() : Json(page.left_out)},
                    {"status", name_of(e.page.status)},
                    {"reason", e.page.reason},
                    {"confidence", e.page.confidence},
                    {"type", e.page.type ? Json(name_of(*e.page.type)) : Json()},
                    {"extractor", e.page.extractor},
                    {"threshold", e.threshold ? Json(*e.threshold) : Json()},
                    {"marks", e.page.marks},
                    {"siblings", e.page.siblings_used},
                    {"compared", e.compared},
                    {"of_template", e.same_template},
                    {"sums", sums},
                    {"blocks", blocks}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace pith::explain

// What a page says about itself: JSON-LD alone and in a page, dates, meta elements, breadcrumbs. Input: JSON or a page.
#include <cstdint>
#include <string>
#include <vector>

#include "core/dom/parse.h"
#include "core/page/breadcrumb.h"
#include "core/page/detail/dates.h"
#include "core/page/detail/metadata_jsonld.h"
#include "core/page/metadata.h"
#include "core/text/language.h"
#include "core/text/white_space.h"
#include "tests/fuzz/check.h"

using namespace pith;
using namespace pith::fuzz;

namespace {

void check_value(std::string_view value) {
  require_utf8(value, "metadata is UTF-8");
  require(value.size() <= max_metadata_bytes, "metadata is bounded", value);
  require(collapse_space(value) == value, "white space of metadata is collapsed", value);
}

void check_date(const std::string& date) {
  require(date.empty() || parse_date(date) == date, "a date is its own form", date);
}

void check(const Metadata& metadata) {
  for (const std::string* value : {&metadata.title, &metadata.author, &metadata.published, &metadata.language,
                                   &metadata.description, &metadata.site_name})
    check_value(*value);
  check_date(metadata.published);
  for (const std::string* url : {&metadata.canonical, &metadata.canonical_link})
    require(url->empty() || parse_url(*url)->str() == *url, "a canonical is normalised", *url);
}

void check_breadcrumb(const std::vector<std::string>& names) {
  require(names.size() <= max_breadcrumb_names, "a breadcrumb has few names");
  for (const std::string& name : names) {
    check_value(name);
    require(!name.empty() && name.size() <= max_breadcrumb_name_bytes, "its names are short", name);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = sanitize_utf8(view_of(data, size));

  const std::string_view scripts[] = {text, text};
  const MetadataFields fields = read_json_ld(scripts, [](std::string_view title) { return title.size() % 2 == 0; });
  for (const std::string* value :
       {&fields.title, &fields.published, &fields.language, &fields.description, &fields.site_name})
    check_value(*value);
  require(fields.authors.size() <= 20, "authors are few");
  for (const std::string& author : fields.authors) check_value(author);
  check_date(fields.published);
  check_date(parse_date(text));

  static const auto base = parse_url("https://example.org/a/b");
  for (const std::string& html : {text, "<script type=application/ld+json>" + text + "</script><h1>" + text})
    if (const auto page = parse_html(html)) {
      const Metadata metadata = read_metadata(*page, base);
      check(metadata);
      check_breadcrumb(read_breadcrumb(*page, &*base, metadata.title));
    }
  return 0;
}

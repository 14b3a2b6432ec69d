#include "plugin/measure/test_query.h"

namespace pith::measure {
namespace {

using index::Field;

constexpr std::array title_fields = {Field::title, Field::other_title, Field::anchors, Field::inbound,
                                     Field::ancestors};
constexpr std::array heading_fields = {Field::headings};
constexpr std::array menu_fields = {Field::anchors, Field::inbound};

}  // namespace

std::string_view name_of(QueryKind kind) {
  switch (kind) {
    case QueryKind::title:
      return "title";
    case QueryKind::heading:
      return "heading";
    case QueryKind::phrase:
      return "phrase";
    case QueryKind::menu:
      return "menu";
    case QueryKind::user:
      break;
  }
  return "user";
}

std::string_view meaning_of(QueryKind kind) {
  switch (kind) {
    case QueryKind::title:
      return "titles that one page has, without the words that more than half of the site's titles have; searched "
             "without the fields title, other_title, anchors, inbound and ancestors";
    case QueryKind::heading:
      return "headings h2 to h4 that one page has, wherever they are on it; searched without the field headings";
    case QueryKind::phrase:
      return "3 or 4 rare words of one sentence in the longest paragraph of the whole page; all fields";
    case QueryKind::menu:
      return "texts of links that more than half of a site's pages have; relevant is where they lead; searched in that "
             "site, without the fields anchors and inbound";
    case QueryKind::user:
      break;
  }
  return "queries of the file; all fields";
}

std::string_view why_none(QueryKind kind) {
  switch (kind) {
    case QueryKind::title:
      return "no page has a title of its own of 2 to 12 words, without those that name the site";
    case QueryKind::heading:
      return "no page has a heading of its own of 2 to 12 words, other than its title";
    case QueryKind::phrase:
      return "no page has a sentence with three words that other pages have, too, but at most a fifth of all";
    case QueryKind::menu:
      return "no site has a link on more than half of its pages that leads to an indexed page, or all have fewer than "
             "8";
    case QueryKind::user:
      break;
  }
  return "no query of the file has an answer";
}

std::span<const index::Field> left_out(QueryKind kind) {
  switch (kind) {
    case QueryKind::title:
      return title_fields;
    case QueryKind::heading:
      return heading_fields;
    case QueryKind::menu:
      return menu_fields;
    case QueryKind::phrase:
    case QueryKind::user:
      break;
  }
  return {};
}

}  // namespace pith::measure

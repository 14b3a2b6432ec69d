// A page's title without its site's name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

// The names that a page gives itself and its site. Views: they must outlive the call.
struct PageNames {
  std::string_view declared;  // its title in JSON-LD, og:title, <meta>, microdata or <title>: the first that there is
  std::string_view shown;     // <title>
  std::span<const std::string> headings = {};        // <h1>s
  std::span<const std::string> lower_headings = {};  // <h2>s and <h3>s
  std::string_view of_content = {};                  // the main content's only <h1>; empty: none, or several
  std::string_view site_name = {};                   // declared
  std::string_view host = {};
  std::span<const std::string> of_site = {};  // what many pages of the site call themselves, too
  bool is_home = false;                       // the site's first page
};

struct PageTitles {
  std::string title;
  std::string other;  // the parts of <title> that have words that `title` lacks, without the site's names
};

// The title: the declared one without the site's name; or rather the <h1> that says much of it, unless that puts a
// section before the title or a date behind it, or is less than half of it; or else the <h1> of the content, whatever
// it says. The site's names and sections that <title> has beside the page's own do not count. The title of a home page
// keeps the site's name, and loses "Home". Empty if all that the page calls itself is of the site, and nothing else is
// known. The other title of a page whose heading and title are "Work with us" may be "Jobs". Home pages have none.
// Linear.
PageTitles titles_of(const PageNames& names);

// Shortens "Article | Site", "Site: Article", "Article - Section - Site" at separators between spaces (or a colon after
// a word), and "Article (Site)": drops the part that names the site or the host, and what follows it; otherwise, if the
// part before or after a separator is one of the headings, keeps that heading. Leaves any other title whole. `headings`
// are the page's <h1>s. In "Page - Site" the <h1> may be the site's name; it is if the part before the separator is one
// of the `lower_headings` (<h2>, <h3>). `of_site`: more names of the site. Linear.
std::string title_without_site(std::string_view title, std::string_view site_name, std::string_view host,
                               std::span<const std::string> headings, std::span<const std::string> lower_headings = {},
                               std::span<const std::string> of_site = {});

// The parts of a title between separators that have spaces around them: "Page - Section | Site". At most 20 separators
// count. Views into the title. Linear.
std::vector<std::string_view> title_parts(std::string_view title);

// What a title ends with in parentheses: "Site" of "Page (Site)"; empty if there is nothing, or nothing before it. A
// view into the title. Linear.
std::string_view parenthesis_at_end(std::string_view title);

// For a title like "Page - Site": the part before the separator if `heading` is all that follows; otherwise empty. A
// view into the title. Linear.
std::string_view before_in_title(std::string_view title, std::string_view heading);

// Whether two names have the same letters and digits, in any case. Linear.
bool is_same_name(std::string_view a, std::string_view b);

// The same for names with the same letters and digits, to be stored; 0: it has none.
std::uint64_t name_hash(std::string_view name);

}  // namespace pith

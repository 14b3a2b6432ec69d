#include "tests/bench/scale_site.h"

#include <algorithm>
#include <stdexcept>

namespace pith::bench {
namespace {

constexpr std::uint32_t phrases = 12;             // on every page of the site
constexpr std::size_t behind_fill = 2'000;        // approximate bytes of skeletons after the text
enum What : std::uint64_t { of_title, of_text };  // random streams of one page

std::string two_digits(std::uint32_t number) { return (number < 10 ? "0" : "") + std::to_string(number); }

std::string capital(std::string text) {
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

// A page under construction.
struct ScaleSite::Rendering {
  std::uint32_t page;
  Random random;
  std::string& out;
  std::size_t bytes;
  std::string title, kind;
  std::size_t fixed = 0;            // phrases used so far
  const ScaleLink* item = nullptr;  // an item of a list of the site,
  std::uint32_t other = 0;          // or else the page that the item is about
};

ScaleSite::ScaleSite(std::uint64_t seed, std::uint32_t number, std::uint32_t pages, const Skeleton& skeleton)
    : seed_(Random(seed, number).next()), pages_(pages), skeleton_(skeleton) {
  std::string digits = std::to_string(number);
  host_ = "www.site" + std::string(6 - std::min<std::size_t>(6, digits.size()), '0') + digits + ".example";
  Random random(seed_);
  add_words(random, 2, name_);
  name_ = capital(name_);
  for (std::uint32_t i = 0, count = 3 + random.below(6); i < count; ++i) add_words(random, 1, sections_.emplace_back());
  for (std::uint32_t i = 0; i < phrases; ++i) add_sentence(random, fixed_.emplace_back());
  menu_ = links(random, 8 + random.below(25), "/topic/");
  footer_ = links(random, 5 + random.below(12), "/about/");
  for (std::uint32_t i = 0, count = 5 + random.below(8); i < count; ++i) {
    const std::uint32_t page = random.below(pages_);
    popular_.push_back({path(page), title(page)});
  }
}

std::vector<ScaleLink> ScaleSite::links(Random& random, std::uint32_t count, const char* folder) const {
  std::vector<ScaleLink> list;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::string name;
    add_words(random, 1 + random.below(2), name);
    std::string slug = name;
    std::ranges::replace(slug, ' ', '-');
    list.push_back({folder + slug, capital(name)});
  }
  return list;
}

Random ScaleSite::of_page(std::uint32_t page, std::uint64_t what) const { return {seed_ + what, page}; }

std::string ScaleSite::kind(std::uint32_t page) const {
  if (page % 16 == 0) return "listing";
  return page % 4 == 1 ? "thread" : "article";
}

std::string ScaleSite::title(std::uint32_t page) const {
  Random random = of_page(page, of_title);
  std::string out;
  add_heading(random, out);
  return out;
}

std::string ScaleSite::path(std::uint32_t page) const {
  const std::string number = std::to_string(page), of = kind(page);
  if (of == "thread") return "/forum/viewtopic.php?t=" + number;
  const std::string& section = sections_[page / 16 % sections_.size()];
  if (of == "listing") return "/" + section + "/index-" + number + ".html";
  std::string slug = title(page).substr(0, 40);
  std::ranges::replace(slug, ' ', '-');
  slug[0] = static_cast<char>(slug[0] - 'A' + 'a');
  return "/" + section + "/" + std::to_string(2010 + page % 14) + "/" + slug + "-" + number + ".html";
}

std::string ScaleSite::url(std::uint32_t page) const { return "https://" + host_ + path(page); }

void ScaleSite::html(std::uint32_t page, std::string& out) const {
  out.clear();
  Random random = of_page(page, of_text);
  const std::size_t bytes = page_bytes(random);
  Rendering r{.page = page, .random = random, .out = out, .bytes = bytes, .title = title(page), .kind = kind(page)};
  render(skeleton_, r);
}

void ScaleSite::render(const Skeleton& nodes, Rendering& r) const {
  for (const SkeletonNode& node : nodes) switch (node.kind) {
      case SkeletonNode::Kind::text:
        r.out += node.text;
        break;
      case SkeletonNode::Kind::value:
        value(node.text, r);
        break;
      case SkeletonNode::Kind::section:
        section(node, r);
        break;
    }
}

void ScaleSite::section(const SkeletonNode& node, Rendering& r) const {
  const Skeleton& inside = node.alternatives.front();
  const auto each = [&](const std::vector<ScaleLink>& list) {
    for (const ScaleLink& item : list) {
      r.item = &item;
      render(inside, r);
    }
    r.item = nullptr;
  };
  const auto repeat = [&](std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      r.other = r.random.below(pages_);
      render(inside, r);
    }
  };
  if (node.text == "article" || node.text == "listing" || node.text == "thread") {
    if (node.text == r.kind) render(inside, r);
  } else if (node.text == "menu") {
    each(menu_);
  } else if (node.text == "footer") {
    each(footer_);
  } else if (node.text == "popular") {
    each(popular_);
  } else if (node.text == "related") {
    repeat(6);
  } else if (node.text == "rows") {
    repeat(2 + r.random.below(6));
  } else if (node.text == "fill") {
    do {
      r.other = r.random.below(pages_);
      render(node.alternatives[r.random.below(node.alternatives.size())], r);
    } while (r.out.size() + behind_fill < r.bytes);
  } else {
    throw std::runtime_error("skeleton: there is no section \"" + node.text + "\"");
  }
}

void ScaleSite::value(const std::string& name, Rendering& r) const {
  if (name == "url")
    r.out += r.item ? r.item->url : path(r.other);
  else if (name == "name")
    r.out += r.item ? r.item->name : title(r.other);
  else if (name == "words")
    add_words(r.random, 1 + r.random.below(3), r.out);
  else if (name == "sentence")
    add_sentence(r.random, r.out);
  else if (name == "paragraph")
    paragraph(r);
  else if (name == "heading")
    add_heading(r.random, r.out);
  else if (name == "number")
    r.out += std::to_string(r.random.below(9'000) + 1);
  else if (name == "date")
    r.out += std::to_string(2010 + r.random.below(14)) + "-" + two_digits(1 + r.random.below(12)) + "-" +
             two_digits(1 + r.random.below(28));
  else if (name == "fixed")
    r.out += fixed_[r.fixed++ % fixed_.size()];
  else if (name == "title")
    r.out += r.title;
  else if (name == "site")
    r.out += name_;
  else if (name == "page")
    r.out += url(r.page);
  else if (name == "id")
    r.out += std::to_string(r.page);
  else
    throw std::runtime_error("skeleton: there is no value \"" + name + "\"");
}

// Two to seven sentences; some have a link to another page, or an emphasised word.
void ScaleSite::paragraph(Rendering& r) const {
  for (std::uint32_t i = 0, count = 2 + r.random.below(6); i < count; ++i) {
    if (i > 0) r.out += ' ';
    add_sentence(r.random, r.out);
    const std::uint32_t extra = r.random.below(10);
    if (extra == 0) {
      r.out += " <a href=\"" + path(r.random.below(pages_)) + "\">";
      add_words(r.random, 3, r.out);
      r.out += "</a>.";
    } else if (extra == 1) {
      r.out += " <em>";
      add_words(r.random, 2, r.out);
      r.out += "</em>.";
    }
  }
}

}  // namespace pith::bench

#include "core/dom/detail/markup_scan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/dom/detail/parser.h"
#include "core/dom/tag.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

class Scanner {
 public:
  Scanner(std::string_view html, const Limits& limits) : html_(html), limits_(limits) {}

  MarkupScan run() {
    MarkupScan out;
    out.error = walk();
    out.unclosed_title = unclosed_title_;
    return out;
  }

 private:
  std::optional<Error> walk() {
    while (const void* found = std::memchr(html_.data() + at_, '<', html_.size() - at_)) {
      at_ = static_cast<std::size_t>(static_cast<const char*>(found) - html_.data()) + 1;
      if (at_ >= html_.size()) break;
      if (html_.substr(at_, 3) == "!--") {
        skip_comment();
      } else if (is_letter_ascii(html_[at_])) {
        if (auto error = start_tag()) return error;
      } else if (html_[at_] == '/' && at_ + 1 < html_.size() && is_letter_ascii(html_[at_ + 1])) {
        ++at_;
        if (auto error = end_tag()) return error;
      }
      if (at_ >= html_.size()) break;
    }
    return std::nullopt;
  }

  // at_ is at "!--". "<!-->" is a whole comment, and "--!>" ends one too.
  void skip_comment() {
    const std::size_t plain = html_.find("-->", at_ + 1);
    const std::size_t bang = html_.substr(0, plain).find("--!>", at_ + 3);  // no further: it may be nowhere on the page
    if (std::min(plain, bang) == std::string_view::npos)
      at_ = html_.size();
    else
      at_ = plain < bang ? plain + 3 : bang + 4;
  }

  Tag read_name() {
    std::array<char, 16> name;
    std::size_t size = 0;
    while (at_ < html_.size() && !is_space_ascii(html_[at_]) && html_[at_] != '>' && html_[at_] != '/') {
      if (size < name.size()) name[size] = lower_ascii(html_[at_]);
      ++size;
      ++at_;
    }
    return size <= name.size() ? tag_of(std::string_view(name.data(), size)) : Tag::unknown;
  }

  // Skips past the tag's '>' and counts attributes on the way.
  std::uint32_t read_attributes() {
    std::uint32_t count = 0;
    self_closing_ = false;
    while (at_ < html_.size() && html_[at_] != '>') {
      if (is_space_ascii(html_[at_]) || html_[at_] == '/') {
        self_closing_ = html_[at_] == '/' || (self_closing_ && is_space_ascii(html_[at_]));
        ++at_;
        continue;
      }
      self_closing_ = false;
      ++count;
      skip_attribute();
    }
    ++at_;
    return count;
  }

  void skip_attribute() {
    ++at_;  // a name may begin with '='
    skip_while([](char c) { return !is_space_ascii(c) && c != '>' && c != '/' && c != '='; });
    const std::size_t end_of_name = at_;
    skip_while(is_space_ascii);
    if (at_ >= html_.size() || html_[at_] != '=') {
      at_ = end_of_name;
      return;
    }
    ++at_;
    skip_while(is_space_ascii);
    if (at_ >= html_.size()) return;
    if (const char quote = html_[at_]; quote == '"' || quote == '\'') {
      const std::size_t end = html_.find(quote, at_ + 1);
      at_ = end == std::string_view::npos ? html_.size() : end + 1;
    } else {
      skip_while([](char c) { return !is_space_ascii(c) && c != '>'; });
    }
  }

  template <typename Test>
  void skip_while(const Test& test) {
    while (at_ < html_.size() && test(html_[at_])) ++at_;
  }

  std::optional<Error> start_tag() {
    const Tag tag = read_name();
    const std::uint32_t attributes = read_attributes();
    if (tag == Tag::html || tag == Tag::body) root_attributes_ += attributes;  // later ones are merged into the first
    if (std::max(attributes, root_attributes_) > limits_.max_attributes) return too_many_attributes(limits_);
    nodes_ += 2 + formatting_;  // the element, a text node after it, and what is reopened inside it
    if (nodes_ > limits_.max_nodes)
      return too_large("too_many_nodes", "the page has more than " + std::to_string(limits_.max_nodes) +
                                             " nodes (extract.limits.max_nodes)");
    // Inside SVG and MathML everything nests, and nothing is raw text.
    const bool foreign = open_[static_cast<std::size_t>(Tag::svg)] + open_[static_cast<std::size_t>(Tag::math)] > 0;
    const Nesting nesting = foreign ? Nesting::element : nesting_of(tag);
    if (nesting != Nesting::none && !self_closing_) {
      ++open_[static_cast<std::size_t>(tag)];
      ++depth_;
      if (nesting == Nesting::formatting) ++formatting_;
      if (depth_ > limits_.max_depth) return too_deep(limits_);
    }
    if (!foreign && is_raw_text(tag)) skip_raw_text(tag);
    return std::nullopt;
  }

  std::optional<Error> end_tag() {
    const Tag tag = read_name();
    if (read_attributes() > limits_.max_attributes) return too_many_attributes(limits_);
    std::uint32_t& open = open_[static_cast<std::size_t>(tag)];
    if (open == 0) return std::nullopt;
    --open;
    --depth_;
    if (nesting_of(tag) == Nesting::formatting && formatting_ > 0) --formatting_;
    // Their parts need no end tags.
    if (tag == Tag::ruby) close_all({Tag::rb, Tag::rp, Tag::rt, Tag::rtc});
    if (tag == Tag::select) close_all({Tag::optgroup});
    return std::nullopt;
  }

  void close_all(std::initializer_list<Tag> tags) {
    for (const Tag tag : tags) depth_ -= std::exchange(open_[static_cast<std::size_t>(tag)], 0);
  }

  // Leaves at_ at the '<' of the element's end tag, or at the end.
  void skip_raw_text(Tag tag) {
    const std::string_view name = name_of(tag);
    const std::size_t begin = at_;
    while (true) {
      at_ = html_.find("</", std::min(at_, html_.size()));
      if (at_ == std::string_view::npos) {
        at_ = html_.size();
        if (tag == Tag::title) unclosed_title_ = begin;
        return;
      }
      const std::string_view candidate = html_.substr(at_ + 2, name.size());
      if (std::equal(candidate.begin(), candidate.end(), name.begin(), name.end(),
                     [](char a, char b) { return lower_ascii(a) == b; }))
        return;
      at_ += 2;
    }
  }

  std::string_view html_;
  const Limits& limits_;
  std::size_t at_ = 0;
  std::array<std::uint32_t, static_cast<std::size_t>(Tag::count_)> open_{};
  std::uint32_t depth_ = 0;
  std::uint32_t formatting_ = 0, root_attributes_ = 0;
  std::uint64_t nodes_ = 0;
  bool self_closing_ = false;
  std::size_t unclosed_title_ = std::string_view::npos;
};

}  // namespace

MarkupScan scan_markup(std::string_view html, const Limits& limits) { return Scanner(html, limits).run(); }

}  // namespace pith

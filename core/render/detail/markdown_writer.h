// Blocks as Markdown, and the document that they make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/render/detail/block_scan.h"
#include "core/render/detail/markdown_inline.h"
#include "core/render/detail/page_urls.h"
#include "core/text/url.h"

namespace pith {

// The lines of a block without the markers and indents of what is around it.
struct MarkdownBlock {
  std::vector<Container> containers;
  std::string lines;       // joined by '\n'; empty if nothing is left of the block
  bool paragraph = false;  // the next line would go on with it
};

// Not thread-safe: a link around several blocks is written in the first of them.
class MarkdownBlocks {
 public:
  MarkdownBlocks(const Document& document, const std::optional<Url>& base)
      : document_(document), urls_(document, base), inline_(document, urls_) {}

  // Of any block but a table's cell. O(block).
  MarkdownBlock make(const ScannedBlock& block);
  std::string cell(const ScannedBlock& block) { return inline_.render(block, MarkdownInline::Place::cell); }

 private:
  std::string code(const ScannedBlock& block) const;

  const Document& document_;
  PageUrls urls_;
  MarkdownInline inline_;
};

// Writes blocks after the markers of the items and quotations that begin with them, and keeps those apart that would
// else be read as one.
class MarkdownWriter {
 public:
  explicit MarkdownWriter(std::size_t max_bytes) : max_bytes_(max_bytes), levels_(1) {}

  void write(const MarkdownBlock& block);
  bool is_over() const { return out_.size() > max_bytes_; }  // more than `max_bytes`: what follows is not needed

  // nullopt if it is over.
  std::optional<std::string> finish();

 private:
  // What is known about a place inside this many containers: which list was there last, if nothing has come since, and
  // whether it was written with the second kind of marker. Two lists in a row need different markers to stay separate.
  struct Level {
    NodeId list = no_node;
    bool ordered = false, second_marker = false;
  };
  struct Open {
    Container container;
    std::string indent;  // of the lines after the first
  };

  void separate(const std::vector<Container>& containers, std::size_t common);
  void open(const Container& container);
  void write_lines(std::string_view lines);

  const std::size_t max_bytes_;
  std::vector<Open> open_;
  std::vector<Level> levels_;  // one more than open_
  bool after_paragraph_ = false;
  std::string out_;
};

}  // namespace pith

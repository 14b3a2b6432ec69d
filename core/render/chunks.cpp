#include "core/render/chunks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/stable_hash.h"
#include "core/render/blocks.h"
#include "core/render/detail/block_scan.h"
#include "core/render/detail/markdown_table.h"
#include "core/render/detail/markdown_writer.h"
#include "core/render/detail/sentences.h"
#include "core/render/detail/trail.h"
#include "core/text/encoding.h"
#include "core/text/white_space.h"
#include "core/text/words.h"

namespace pith {
namespace {

std::uint32_t overlap_of(const ChunkSize& size) { return std::min(size.overlap, size.tokens / 2); }
// Of a chunk without what it repeats.
std::uint32_t own_tokens(const ChunkSize& size) { return std::max(size.tokens - overlap_of(size), 1u); }

constexpr std::size_t no_table = std::numeric_limits<std::size_t>::max();

// What is never cut: a block, a row of a table, a sentence of a long block.
struct Unit {
  std::size_t begin = 0, end = 0;  // bytes of Blocks::text
  std::size_t block = 0;           // of Blocks::blocks, its first
  std::uint32_t tokens = 0;
  bool heading = false;
  bool continues = false;               // begins inside of a block or table
  std::vector<MarkdownBlock> markdown;  // not of rows
  std::size_t table = no_table;
  NodeId row = no_node;
  std::string line = {};  // rows: as Markdown; empty: it is the table's header
};

struct Table {
  std::vector<Container> containers;
  std::string head;
};

// The parts [begin, end) of a block's text, each after the one before.
class Parts {
 public:
  explicit Parts(const ScannedBlock& whole) : whole_(whole) {}

  ScannedBlock next(std::size_t begin, std::size_t end) {
    ScannedBlock part{.block = whole_.block,
                      .item = whole_.item,
                      .containers = whole_.containers,
                      .runs = {},
                      .text = whole_.text.substr(begin, end - begin)};
    while (run_ < whole_.runs.size() && whole_.runs[run_].end <= begin && whole_.runs[run_].begin < begin) ++run_;
    for (std::size_t r = run_; r < whole_.runs.size() && whole_.runs[r].begin < end; ++r) {
      Run run = whole_.runs[r];
      run.begin = static_cast<std::uint32_t>(std::max<std::size_t>(run.begin, begin) - begin);
      run.end = static_cast<std::uint32_t>(std::clamp<std::size_t>(run.end, begin, end) - begin);
      if (part.runs.empty()) run.gap = Run::none;
      part.runs.push_back(run);
    }
    return part;
  }

 private:
  const ScannedBlock& whole_;
  std::size_t run_ = 0;  // the first that does not end before the next part
};

class UnitReader {
 public:
  UnitReader(const Document& document, const Blocks& blocks, const std::optional<Url>& base, std::string_view language,
             const ChunkSize& size)
      : blocks_(blocks), markdown_(document, base), cells_(document), language_(language), size_(size) {}

  void add(const ScannedBlock& scanned) {
    if (scanned.table != cells_.node()) end_table();
    const std::size_t block = next_;
    if (!scanned.text.empty()) ++next_;
    if (scanned.block.region == Region::table)
      add_cell(scanned, block);
    else if (scanned.text.empty())
      add_images(markdown_.make(scanned));
    else
      add_block(scanned, block);
  }

  std::vector<Unit> finish() {
    end_table();
    return std::move(units_);
  }
  const std::vector<Table>& tables() const { return tables_; }

 private:
  std::uint32_t count(std::string_view text) const {
    return static_cast<std::uint32_t>(std::ceil(size_.per_word * static_cast<double>(count_words(text))));
  }

  Unit& add_unit(std::size_t block, std::size_t begin, std::size_t end) {
    Unit unit{.begin = begin, .end = end, .block = block, .markdown = std::exchange(images_, {})};
    unit.tokens = count(std::string_view(blocks_.text).substr(begin, end - begin));
    return units_.emplace_back(std::move(unit));
  }

  // Images alone go with the text before them.
  void add_images(MarkdownBlock images) {
    const bool may_follow = !units_.empty() && units_.back().table == no_table;
    (may_follow ? units_.back().markdown : images_).push_back(std::move(images));
  }

  void add_block(const ScannedBlock& scanned, std::size_t block) {
    const Block& read = blocks_.blocks[block];
    const std::string_view text = std::string_view(blocks_.text).substr(read.begin, read.end - read.begin);
    const bool whole = scanned.block.region == Region::code || scanned.block.region == Region::heading ||
                       text != scanned.text || count(text) <= own_tokens(size_);
    std::vector<std::pair<std::size_t, std::size_t>> parts = {{0, text.size()}};
    if (!whole) parts = sentences_of(text, language_);
    Parts cut(scanned);
    for (const auto& [begin, end] : parts) {
      Unit& unit = add_unit(block, read.begin + begin, read.begin + end);
      unit.heading = scanned.block.region == Region::heading;
      unit.continues = begin > parts.front().first;
      unit.markdown.push_back(markdown_.make(parts.size() == 1 ? scanned : cut.next(begin, end)));
    }
  }

  void add_cell(const ScannedBlock& scanned, std::size_t block) {
    const bool first = cells_.node() == no_node;
    if (first) tables_.push_back({scanned.containers, {}});
    cells_.add(scanned, markdown_.cell(scanned));
    if (scanned.text.empty()) return;
    const Block& read = blocks_.blocks[block];
    if (!units_.empty() && units_.back().table + 1 == tables_.size() && units_.back().row == scanned.row) {
      units_.back().end = read.end;
      units_.back().tokens += count(std::string_view(blocks_.text).substr(read.begin, read.end - read.begin));
      return;
    }
    const bool continues = !units_.empty() && units_.back().table + 1 == tables_.size();
    Unit& unit = add_unit(block, read.begin, read.end);
    unit.table = tables_.size() - 1;
    unit.row = scanned.row;
    unit.continues = continues;
  }

  void end_table() {
    if (cells_.node() == no_node) return;
    MarkdownTable::Lines lines = cells_.finish_lines();
    tables_.back().head = std::move(lines.head);
    auto row = lines.rows.begin();
    auto unit = units_.end();
    while (unit != units_.begin() && (unit - 1)->table + 1 == tables_.size()) --unit;
    // A row of images alone goes with the row before it.
    for (; unit != units_.end(); ++unit) {
      const NodeId next = unit + 1 == units_.end() ? no_node : (unit + 1)->row;
      for (; row != lines.rows.end() && (next == no_node || row->first < next); ++row)
        unit->line += (unit->line.empty() ? "" : "\n") + row->second;
    }
  }

  const Blocks& blocks_;
  MarkdownBlocks markdown_;
  MarkdownTable cells_;
  const std::string_view language_;
  const ChunkSize& size_;
  std::size_t next_ = 0;  // of Blocks::blocks
  std::vector<MarkdownBlock> images_;
  std::vector<Unit> units_;
  std::vector<Table> tables_;
};

class Cutter {
 public:
  Cutter(const Blocks& blocks, std::vector<Unit> units, const std::vector<Table>& tables, const ChunkSize& size)
      : blocks_(blocks),
        units_(std::move(units)),
        tables_(tables),
        overlap_(overlap_of(size)),
        most_(own_tokens(size)) {}

  std::vector<Chunk> cut() {
    for (std::size_t begin = 0; begin < units_.size();) {
      std::size_t end = begin + 1;
      while (end < units_.size() && (!units_[end].heading || units_[end - 1].heading)) ++end;
      cut_section(begin, end);
      begin = end;
    }
    return std::move(chunks_);
  }

 private:
  std::string_view text_of(const Unit& unit) const {
    return std::string_view(blocks_.text).substr(unit.begin, unit.end - unit.begin);
  }
  // Neither a heading nor a table's header stays without what is below it.
  bool may_end_before(std::size_t unit) const {
    const Unit& last = units_[unit - 1];
    const bool header = last.table != no_table && last.line.empty() && units_[unit].table == last.table;
    return !last.heading && !header;
  }

  void cut_section(std::size_t begin, std::size_t end) {
    for (std::size_t from = begin; from < end;) {
      const std::size_t to = end_of_chunk(from, end);
      std::size_t first = from;
      for (std::uint32_t repeated = 0; overlap_ > 0 && first > begin; --first) {
        repeated += units_[first - 1].tokens;
        if (repeated > overlap_) break;
      }
      add(first, from, to);
      from = to;
    }
  }

  // Of the borders where the chunk is at least half full, one that is not inside of a block if there is one, and of
  // these the one with the least hash of what follows.
  std::size_t end_of_chunk(std::size_t from, std::size_t end) const {
    std::uint64_t tokens = 0;
    std::size_t last = from;
    std::pair<bool, std::uint64_t> least;
    std::size_t best = end;
    for (; last < end; ++last) {
      const bool may_end = last > from && may_end_before(last);
      if (may_end && 2 * tokens >= most_) {
        const std::pair<bool, std::uint64_t> here{units_[last].continues, hash_bytes(hash_seed, text_of(units_[last]))};
        if (best == end || here < least) {
          best = last;
          least = here;
        }
      }
      if (may_end && tokens > 0 && tokens + units_[last].tokens > most_) return best == end ? last : best;
      tokens += units_[last].tokens;
    }
    return end;
  }

  // The units [from, to), with those from `first` on before them.
  void add(std::size_t first, std::size_t from, std::size_t to) {
    Chunk chunk;
    std::size_t named = from;
    while (named + 1 < to && units_[named].heading) ++named;
    const Block& block = blocks_.blocks[units_[named].block];
    std::vector<std::uint32_t> headings = block.trail;
    if (units_[named].heading) headings.push_back(static_cast<std::uint32_t>(units_[named].block));
    chunk.trail = trail_texts(blocks_, headings);
    const std::size_t begin = units_[first].begin, end = units_[to - 1].end;
    chunk.text = blocks_.text.substr(begin, end - begin);
    chunk.repeated = units_[from].begin - begin;
    chunk.begin = chars_until(begin);
    chunk.end = chunk.begin + static_cast<std::uint32_t>(count_chars(chunk.text));
    for (std::size_t u = first; u < to; ++u) chunk.tokens += units_[u].tokens;
    chunk.markdown = markdown_of(first, to);
    chunks_.push_back(std::move(chunk));
  }

  std::string markdown_of(std::size_t from, std::size_t to) const {
    MarkdownWriter writer(std::numeric_limits<std::size_t>::max());
    for (std::size_t u = from; u < to;) {
      const std::size_t table = units_[u].table;
      if (table == no_table) {
        std::vector<MarkdownBlock> blocks = units_[u].markdown;
        // The sentences of a paragraph.
        for (++u; u < to && units_[u].block == units_[u - 1].block; ++u) {
          const std::vector<MarkdownBlock>& more = units_[u].markdown;
          blocks.back().lines += ' ' + more.front().lines;
          blocks.insert(blocks.end(), more.begin() + 1, more.end());
        }
        for (const MarkdownBlock& block : blocks) writer.write(block);
        continue;
      }
      MarkdownBlock rows{.containers = tables_[table].containers, .lines = tables_[table].head};
      for (; u < to && units_[u].table == table; ++u)
        if (!units_[u].line.empty()) rows.lines += "\n" + units_[u].line;
      writer.write(rows);
    }
    return *writer.finish();
  }

  // Code points before a byte of the text. Chunks come in order, with what they repeat.
  std::uint32_t chars_until(std::size_t byte) {
    if (byte < byte_)
      chars_ -= static_cast<std::uint32_t>(count_chars(std::string_view(blocks_.text).substr(byte, byte_ - byte)));
    else
      chars_ += static_cast<std::uint32_t>(count_chars(std::string_view(blocks_.text).substr(byte_, byte - byte_)));
    byte_ = byte;
    return chars_;
  }

  const Blocks& blocks_;
  const std::vector<Unit> units_;
  const std::vector<Table>& tables_;
  const std::uint32_t overlap_, most_;
  std::size_t byte_ = 0;
  std::uint32_t chars_ = 0;
  std::vector<Chunk> chunks_;
};

}  // namespace

std::vector<Chunk> cut_chunks(const Document& document, const NodeSet& content, const std::optional<Url>& base,
                              std::string_view language, const ChunkSize& size) {
  const Blocks blocks = read_blocks(document, content);
  UnitReader reader(document, blocks, base, language, size);
  scan_blocks(document, content, [&](const ScannedBlock& block) { reader.add(block); });
  std::vector<Unit> units = reader.finish();
  return Cutter(blocks, std::move(units), reader.tables(), size).cut();
}

}  // namespace pith

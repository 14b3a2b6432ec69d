// Reads and writes pages of trees as https://www.sqlite.org/fileformat2.html#b_tree_pages describes them.
#include "crawler_adapter/cache/detail/tree_mend.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <vector>

#include "crawler_adapter/cache/detail/sqlite_file.h"

namespace pith::crawl {
namespace {

constexpr std::size_t leaf_head = 8, last_child = 8, inner_head = 12, pointer_bytes = 2;
constexpr char inner_kind = 5, leaf_kind = 13;
constexpr std::size_t most_key_bytes = 8;  // no page has a longer number
constexpr std::size_t most_children = (page_bytes - inner_head) / (4 + most_key_bytes + pointer_bytes);
constexpr std::size_t enough_types = 20;  // to know a page's row: no other table has as many columns

using PageNumber = std::uint32_t;  // begins at 1

// Big-endian.
void put_number(std::string& page, std::size_t at, std::uint32_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) page[at + i] = static_cast<char>(value >> 8 * (bytes - 1 - i));
}

// A number of at most eight times seven bits, and moves behind it.
std::optional<std::int64_t> take_varint(const std::string& page, std::size_t& at) {
  std::int64_t value = 0;
  for (std::size_t i = 0; i < most_key_bytes && at < page.size(); ++i) {
    const auto byte = static_cast<unsigned char>(page[at++]);
    value = value << 7 | (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

std::string varint(std::int64_t value) {
  std::string out(1, static_cast<char>(value & 0x7f));
  while ((value >>= 7) > 0) out.insert(out.begin(), static_cast<char>(0x80 | (value & 0x7f)));
  return out;
}

class PageFile {
 public:
  explicit PageFile(const std::string& name)
      : name_(name),
        file_(name, std::ios::binary | std::ios::in | std::ios::out),
        pages_(static_cast<PageNumber>(std::filesystem::file_size(name) / page_bytes)) {}

  PageNumber pages() const { return pages_; }
  std::string read(PageNumber number) {
    std::string page(page_bytes, '\0');
    file_.clear();
    file_.seekg(place_of(number));
    if (!file_.read(page.data(), page_bytes))
      throw std::system_error(EIO, std::generic_category(), name_ + ": cannot be read");
    return page;
  }
  void write(PageNumber number, const std::string& page) {
    file_.clear();
    file_.seekp(place_of(number));
    if (!file_.write(page.data(), page_bytes).flush())
      throw std::system_error(EIO, std::generic_category(), name_ + ": cannot be written");
  }
  PageNumber append(const std::string& page) {
    write(pages_ + 1, page);
    return ++pages_;
  }

 private:
  static std::streamoff place_of(PageNumber number) {
    return static_cast<std::streamoff>(number - 1) * static_cast<std::streamoff>(page_bytes);
  }
  std::string name_;
  std::fstream file_;
  PageNumber pages_;
};

struct Row {
  std::int64_t id = 0;
  // Of its first values: 0 NULL, up to 6 integers, from 12 even ones blobs, odd ones texts.
  std::vector<std::int64_t> types;
};

std::optional<Row> row_at(const std::string& page, std::size_t at) {
  const auto bytes = take_varint(page, at), id = take_varint(page, at);
  const std::size_t begin = at;
  const auto head = take_varint(page, at);
  if (!bytes || !id || !head || *head > static_cast<std::int64_t>(page.size() - begin)) return std::nullopt;
  Row row{*id, {}};
  while (at < begin + static_cast<std::size_t>(*head) && row.types.size() < enough_types) {
    const auto type = take_varint(page, at);
    if (!type) return std::nullopt;
    row.types.push_back(*type);
  }
  return row;
}

// In all versions of the format, as no other table has them.
bool is_page(const Row& row) { return row.types.size() == enough_types && row.types[0] == 0 && row.types[1] > 12; }
bool is_body(const Row& row) {
  return (row.types.size() == 2 || (row.types.size() == 3 && row.types[2] <= 6)) && row.types[0] == 0 &&
         row.types[1] >= 12 && row.types[1] % 2 == 0;
}

struct Leaf {
  std::int64_t first = 0, last = 0;  // ids
  bool lost = false;                 // no page leads to it
  PageNumber number = 0;
};

struct Table {
  const char* name;
  bool (*is_row)(const Row&);
  PageNumber root = 0;
  std::vector<Leaf> leaves = {};
};

std::optional<Leaf> leaf_of(const std::string& page, const Table& table) {
  if (page[0] != leaf_kind) return std::nullopt;
  std::optional<Leaf> leaf;
  const std::size_t rows = number_at(page, 3, 2);
  for (std::size_t i = 0, at = leaf_head; i < rows && at + pointer_bytes <= page.size(); ++i, at += pointer_bytes) {
    const auto row = row_at(page, number_at(page, at, pointer_bytes));
    if (!row || !table.is_row(*row)) continue;
    if (!leaf) leaf = Leaf{.first = row->id};
    leaf->last = std::max(leaf->first, row->id);
  }
  return leaf;
}

// Notes for each page below the root whose tree it is in.
void follow(PageFile& file, PageNumber root, std::vector<PageNumber>& trees) {
  std::vector<PageNumber> next;
  const auto go_to = [&](PageNumber number) {
    if (number == 0 || number > file.pages() || trees[number] != 0) return;
    trees[number] = root;
    next.push_back(number);
  };
  for (go_to(root); !next.empty();) {
    const std::string page = file.read(next.back());
    next.pop_back();
    if (page[0] != inner_kind) continue;
    go_to(number_at(page, last_child, 4));
    const std::size_t cells = number_at(page, 3, 2);
    for (std::size_t i = 0, at = inner_head; i < cells && at + pointer_bytes <= page.size(); ++i, at += pointer_bytes)
      if (const std::size_t cell = number_at(page, at, pointer_bytes); cell + 4 <= page.size())
        go_to(number_at(page, cell, 4));
  }
}

// Two children or more.
std::string page_above(const Leaf* begin, const Leaf* end) {
  std::string page(page_bytes, '\0');
  page[0] = inner_kind;
  std::size_t at = inner_head, cell = page_bytes;
  for (const Leaf* child = begin; child != end - 1; ++child, at += pointer_bytes) {
    const std::string key = varint(child->last);
    cell -= 4 + key.size();
    put_number(page, cell, child->number, 4);
    page.replace(cell + 4, key.size(), key);
    put_number(page, at, static_cast<std::uint32_t>(cell), pointer_bytes);
  }
  put_number(page, 3, static_cast<std::uint32_t>(end - begin - 1), 2);
  put_number(page, 5, static_cast<std::uint32_t>(cell), 2);
  put_number(page, last_child, (end - 1)->number, 4);
  return page;
}

void build(PageFile& file, Table& table) {
  std::ranges::sort(table.leaves, {}, &Leaf::first);
  std::vector<Leaf> level;
  for (const Leaf& leaf : table.leaves) {
    const bool overlaps = !level.empty() && leaf.first <= level.back().last;
    if (overlaps && leaf.lost) continue;  // an old copy of a page
    if (overlaps && level.back().lost) level.pop_back();
    if (!level.empty()) level.back().last = std::min(level.back().last, leaf.first - 1);
    level.push_back(leaf);
  }
  for (Leaf& leaf : level)
    if (leaf.number == table.root) leaf.number = file.append(file.read(leaf.number));
  if (level.size() == 1) return file.write(table.root, file.read(level[0].number));
  while (level.size() > most_children) {
    const std::size_t size = level.size(), parts = (size + most_children - 1) / most_children;
    std::vector<Leaf> above;
    for (std::size_t i = 0; i < parts; ++i) {
      const Leaf *begin = &level[size * i / parts], *end = level.data() + size * (i + 1) / parts;
      above.push_back({.first = begin->first, .last = (end - 1)->last, .number = file.append(page_above(begin, end))});
    }
    level = std::move(above);
  }
  file.write(table.root, page_above(level.data(), level.data() + level.size()));
}

}  // namespace

void mend_trees(const std::string& file) {
  std::vector<Table> tables = {{"page", is_page}, {"body", is_body}};
  std::vector<PageNumber> roots = {1};
  try {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    database.exec("PRAGMA writable_schema = ON");  // continue after a definition that SQLite does not understand
    SQLite::Statement query(database, "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 1");
    while (query.executeStep()) {
      roots.push_back(query.getColumn(1).getUInt());
      for (Table& table : tables)
        if (query.getColumn(0).getString() == table.name) table.root = roots.back();
    }
  } catch (const SQLite::Exception& exception) {
    for (const int failure : {SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_CANTOPEN, SQLITE_BUSY})
      if (exception.getErrorCode() == failure) throw;  // no damage: what is there must not be given up as lost
  }
  PageFile pages(file);
  std::vector<PageNumber> trees(std::size_t{pages.pages()} + 1);
  for (const PageNumber root : roots) follow(pages, root, trees);
  for (PageNumber number = 2; number <= pages.pages(); ++number) {
    const std::string page = pages.read(number);
    for (Table& table : tables) {
      if (trees[number] != 0 && trees[number] != table.root) continue;
      if (auto leaf = leaf_of(page, table)) {
        leaf->lost = trees[number] == 0;
        leaf->number = number;
        table.leaves.push_back(*leaf);
      }
    }
  }
  for (Table& table : tables) {
    if (table.root < 2 || table.root > pages.pages() || !std::ranges::any_of(table.leaves, &Leaf::lost)) continue;
    build(pages, table);
    std::string first = pages.read(1);
    put_number(first, 28, 0, 4);  // number of pages: then taken from the file size
    pages.write(1, first);
  }
}

}  // namespace pith::crawl

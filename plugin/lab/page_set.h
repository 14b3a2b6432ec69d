// A set of labelled pages on disk: a folder with html/, gold/, manifest.jsonl and, if there is node gold, gold_nodes/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/url.h"

namespace pith::eval {

struct LabelledPage {
  std::string id;
  std::optional<Url> url;
  std::string site;    // the manifest's, or the id: every page has a site
  std::string domain;  // the site's registrable domain: the manifest's, or the site
  std::string family;  // of sites with the same template, if the set has it
  std::string type;    // `page_type`, if the set has it
  std::string split;
  std::string title;                                    // of the gold, if the set has it
  std::optional<bool> title_in_gold, captions_in_gold;  // nullopt: not known
  std::vector<std::uint32_t> siblings;                  // pages of the same site, as positions in the set
  std::vector<std::uint32_t> linked_siblings;           // those that the page links to
};

struct PageSet {
  std::string name;  // of the folder
  std::filesystem::path directory;
  std::vector<LabelledPage> pages;
  std::map<std::string, std::vector<std::uint32_t>> sites;  // the pages of each, as positions
  std::string digest;                                       // of the manifest

  // The page's bytes, its gold text and its node gold; nullopt if there is no such file.
  std::optional<std::string> html(std::uint32_t page) const;
  std::optional<std::string> gold(std::uint32_t page) const;
  std::optional<std::string> gold_nodes(std::uint32_t page) const;
};

// Reads the manifest: one JSON object per line with `id` and, optionally, `url`, `site`, `domain`, `family`,
// `page_type`, `split`, `title_in_gold`, `captions_in_gold`, `title`, `siblings`, `linked_siblings`. Errors name file
// and line. Siblings without a line in the manifest are dropped.
Result<PageSet> read_page_set(const std::filesystem::path& directory);

// The folders of sets that these name, each a set or a folder of sets. Error "usage" if one has no set or comes twice.
Result<std::vector<std::string>> find_page_sets(const std::vector<std::string>& given);

// The fold, from 0, of a page; all pages of a template family are in the same fold, in all sets, and so are all pages
// of a registrable domain if they have no family.
std::size_t fold_of(const LabelledPage& page, std::size_t folds);

}  // namespace pith::eval

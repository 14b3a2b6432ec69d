// SQLite finds the rows of a table, which are on leaf pages, by way of the pages above them. Once one of these is
// damaged, it cannot read any row below, although all are there. Private to crawler_adapter.
#pragma once

#include <string>

namespace pith::crawl {

// Puts new pages above all leaf pages of the tables `page` and `body`, if the present ones do not lead to some of them.
// Nobody may have the file open, and it must have no log. Throws SQLite::Exception and std::system_error if the disk
// fails.
void mend_trees(const std::string& file);

}  // namespace pith::crawl

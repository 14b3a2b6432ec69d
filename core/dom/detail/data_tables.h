// Which tables hold data, and which only lay out the page.
#pragma once

#include <vector>

#include "core/dom/document.h"

namespace pith {

// The <table> elements that get Node::data_table: those with a header cell, <thead> or <caption>, or else with at least
// two rows and two columns of plain cells. Never a table with role=none or presentation, with another table or a <pre>
// inside, or with a cell over 4,000 bytes of text (2,000 without a header). Without a header, never a table with a
// heading, a list, a quotation, two paragraphs or more than three <div>s in a cell. In no order. One pass, O(nodes).
std::vector<NodeId> data_tables(const Document& document);

}  // namespace pith

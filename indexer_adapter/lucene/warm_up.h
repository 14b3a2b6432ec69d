// Lucene++'s first use is not thread-safe.
#pragma once

namespace pith::index {

// Initialises Lucene++'s statics, once; all that uses Lucene++ here calls it. A program with a second thread calls it
// before it starts that.
void warm_up();

}  // namespace pith::index

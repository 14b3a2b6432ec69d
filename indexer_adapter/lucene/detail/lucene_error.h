// Lucene++'s exceptions as Errors.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/index_error.h"
#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// The exception in flight as an Error, `what` first: "index: cannot commit to PATH: ...". Running out of memory is
// passed on. For use in `catch (...)`.
inline Error error_in_flight(IndexError error, const std::string& what) {
  try {
    throw;
  } catch (const Lucene::LuceneException& exception) {
    const std::string detail = to_utf8(exception.getError());
    return make_error(error, detail.empty() ? what : what + ": " + detail);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& exception) {
    return make_error(error, what + ": " + exception.what());
  }
}

}  // namespace pith::index

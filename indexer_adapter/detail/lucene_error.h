// Lucene++'s exceptions as Errors.
#pragma once

#include <new>
#include <string>

#include "core/base/result.h"
#include "indexer_adapter/detail/text.h"
#include "indexer_adapter/lucene.h"

namespace pith::index {

// The exception in flight as an Error, `what` first: "index: cannot commit to PATH: ...". Running out of memory is
// passed on. For use in `catch (...)`.
inline Error error_in_flight(const std::string& code, const std::string& what) {
  try {
    throw;
  } catch (const Lucene::LuceneException& exception) {
    const std::string detail = to_utf8(exception.getError());
    return {code, detail.empty() ? what : what + ": " + detail};
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& exception) {
    return {code, what + ": " + exception.what()};
  }
}

}  // namespace pith::index

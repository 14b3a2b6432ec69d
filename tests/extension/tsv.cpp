// Tab-separated values: a page on each line, as URL and HTML.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "crawler_adapter/inputs/byte_stream.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/inputs/line_reader.h"

namespace pith::ingest {
namespace {

bool recognises(const Probe& probe) {
  return probe.head.starts_with("http") && probe.head.find("\t<") != probe.head.npos;
}

std::optional<Error> read_tsv(const std::string& path, Reading& reading) {
  auto in = ByteStream::open(path, reading.stop_flag());
  if (!in) return in.error();
  LineReader lines(*in, reading.options.page_max_bytes, [&] { return reading.stopped(); });
  while (lines.next()) {
    reading.record(static_cast<std::int64_t>(lines.begin()));
    const std::size_t tab = lines.line().find('\t');
    if (tab == std::string::npos || lines.is_cut() || lines.is_too_long())
      reading.left_out("bad_line");
    else
      reading.page({.url = lines.line().substr(0, tab),
                    .status = 200,
                    .content_type = "text/html",
                    .body = lines.line().substr(tab + 1)});
    reading.at(in->position(), in->size());
  }
  return std::nullopt;
}

}  // namespace

extern const Input tsv_input;
const Input tsv_input{"tsv", "lines of URL, tab, HTML", recognises, read_tsv};

}  // namespace pith::ingest

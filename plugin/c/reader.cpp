// Inputs, and documents made from them, by the C interface.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "crawler_adapter/inputs/input.h"
#include "plugin/c/handles.h"
#include "plugin/c/handover.h"
#include "plugin/capture/options.h"
#include "plugin/cluster/map_run.h"
#include "plugin/cluster/shuffle_run.h"

using namespace pith;
using namespace pith::c;

namespace pith::c {

// What happened to records, told by one thread and asked for by another.
class Told {
 public:
  void set(nlohmann::ordered_json json) {
    const std::lock_guard lock(mutex_);
    json_ = std::move(json);
  }
  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_of(json_);
  }

 private:
  mutable std::mutex mutex_;
  nlohmann::ordered_json json_ = nlohmann::ordered_json::object();
};

}  // namespace pith::c

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const ingest::Report& report) {
  Json losses = Json::array();
  for (const ingest::Loss& loss : report.first_losses)
    losses.push_back({{"offset", loss.offset}, {"record", loss.record}, {"what", loss.what}});
  return {{"records", report.records}, {"pages", report.pages},  {"left_out", report.left_out},
          {"losses", report.losses},   {"first_losses", losses}, {"cut_end", report.cut_end}};
}

// Of what is known of the response, without its encodings, which are removed.
std::string headers_of(const crawl::CapturedPage& page) {
  std::string out;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) out += name + (": " + value + "\n");
  };
  add("Content-Type", page.content_type + (page.charset.empty() ? "" : "; charset=" + page.charset));
  add("Location", page.redirect_to);
  add("ETag", page.etag);
  add("Last-Modified", page.last_modified);
  std::string_view robots = page.robots ? std::string_view(*page.robots) : std::string_view();
  while (!robots.empty()) {
    const std::size_t end = std::min(robots.find('\n'), robots.size());
    add("X-Robots-Tag", std::string(robots.substr(0, end)));
    robots.remove_prefix(std::min(end + 1, robots.size()));
  }
  return out;
}

template <typename T>
int code_of(const typename Handover<T>::Next next) {
  return next == Handover<T>::Next::thing ? 1 : next == Handover<T>::Next::later ? 2 : 0;
}

}  // namespace

struct pith_reader {
  using Pages = Handover<crawl::CapturedPage>;

  pith_reader(const ingest::Input& input, std::string path, const crawl::CacheOptions& options)
      : pages([this, &input, path = std::move(path), options](Pages& out) { return read(input, path, options, out); }) {
  }

  std::optional<Error> read(const ingest::Input& input, const std::string& path, const crawl::CacheOptions& options,
                            Pages& out) {
    ingest::Reading reading(
        {.page_max_bytes = static_cast<std::size_t>(options.page_max_bytes),
         .page_max_ratio = static_cast<std::size_t>(options.page_max_ratio),
         .url_prefix = {}},
        [&](crawl::CapturedPage page) -> std::optional<Error> {
          const std::size_t bytes = page.body.size();
          out.put(std::move(page), bytes);
          return std::nullopt;
        },
        &out.stop());
    auto error = input.read(path, reading);
    told.set(json_of(reading.report()));
    return error ? error : reading.error();
  }

  Told told;
  crawl::CapturedPage page;  // the current one
  std::string headers;
  Pages pages;
};

struct pith_documents {
  using Lines = Handover<std::string>;

  pith_documents(const config::Config& configuration, map::Sources sources, unsigned threads,
                 std::optional<ChunkSize> chunks)
      : config(configuration), lines([this, sources = std::move(sources), threads, chunks](Lines& out) {
          return map(sources, threads, chunks, out);
        }) {}

  // `pith shuffle` into a file without a name, then `pith map`.
  std::optional<Error> map(const map::Sources& sources, unsigned threads, const std::optional<ChunkSize>& chunks,
                           Lines& out) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
    const auto failed = [] { return Error{"io", std::string("temporary file: ") + std::strerror(errno)}; };
    if (!file) return failed();
    map::ShuffleHooks shuffle;
    shuffle.stop = &out.stop();
    Json losses = Json::array();
    shuffle.lost = [&](const std::string& path, const ingest::Loss& loss) {
      losses.push_back({{"file", path}, {"offset", loss.offset}, {"record", loss.record}, {"what", loss.what}});
    };
    shuffle.write = [&](std::size_t, std::string_view bytes) -> std::optional<Error> {
      if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) return failed();
      return std::nullopt;
    };
    const auto shuffled = map::run_shuffle(config, {.sources = sources}, shuffle);
    if (!shuffled) return shuffled.error();
    told.set({{"records", shuffled->records},
              {"pages", shuffled->pages},
              {"left_out", shuffled->left_out},
              {"losses", shuffled->losses},
              {"first_losses", losses}});
    if (std::fflush(file.get()) != 0) return failed();
    map::MapRequest request;
    request.sources.paths = {"/proc/self/fd/" + std::to_string(::fileno(file.get()))};
    request.sources.type = "frames";
    request.wanted = {.structure = true, .chunk = chunks.value_or(ChunkSize())};
    request.threads = threads;
    request.format = map::find_format(chunks ? "chunks" : "jsonl");
    map::MapHooks hooks;
    hooks.stop = &out.stop();
    hooks.lost = [](const std::string&, const ingest::Loss&) {};  // of frames just written: none
    hooks.write = [&](std::string_view bytes) -> std::optional<Error> {
      for (rest += bytes; true;) {
        const std::size_t end = rest.find('\n');
        if (end == std::string::npos) return std::nullopt;
        out.put(rest.substr(0, end), end);
        rest.erase(0, end + 1);
      }
    };
    const auto summary = map::run_map(config, request, hooks);
    if (!summary) return summary.error();
    return std::nullopt;
  }

  const config::Config config;
  Told told;
  std::string rest, line;
  Lines lines;
};

extern "C" {

pith_reader* pith_reader_open(const pith_config* config, pith_bytes path, pith_bytes type, pith_error* error) {
  return guarded<pith_reader*>(error, nullptr, [&]() -> Result<pith_reader*> {
    const auto input = ingest::find_input(string_of(path), string_of(type));
    if (!input) return input.error();
    return new pith_reader(**input, string_of(path), capture::cache_options(config->config.settings()));
  });
}

int pith_reader_next(pith_reader* reader, pith_page* page, int64_t milliseconds, pith_error* error) {
  return guarded<int>(error, -1, [&]() -> Result<int> {
    *page = {};
    const auto next = reader->pages.next(reader->page, milliseconds);
    if (!next) return next.error();
    if (*next == pith_reader::Pages::Next::thing) {
      const crawl::CapturedPage& read = reader->page;
      reader->headers = headers_of(read);
      *page = {.url = bytes_of(read.url),
               .headers = bytes_of(reader->headers),
               .body = bytes_of(read.body),
               .fetched = read.fetched,
               .status = read.status,
               .cut = read.cut};
    }
    return code_of<crawl::CapturedPage>(*next);
  });
}

pith_result* pith_reader_report(const pith_reader* reader, pith_error* error) {
  return guarded<pith_result*>(error, nullptr,
                               [&]() -> Result<pith_result*> { return result_of(reader->told.text()); });
}

void pith_reader_free(pith_reader* reader) { delete reader; }

pith_documents* pith_documents_open(const pith_config* config, const pith_bytes* paths, size_t count, pith_bytes type,
                                    unsigned threads, const pith_chunk_size* chunks, pith_error* error) {
  return guarded<pith_documents*>(error, nullptr, [&]() -> Result<pith_documents*> {
    map::Sources sources{.paths = {}, .type = string_of(type)};
    for (std::size_t i = 0; i < count; ++i) {
      sources.paths.push_back(string_of(paths[i]));
      const auto input = ingest::find_input(sources.paths.back(), sources.type);
      if (!input) return input.error();
    }
    return new pith_documents(config->config, std::move(sources), std::max(threads, 1u),
                              chunks ? std::optional(size_of(chunks)) : std::nullopt);
  });
}

int pith_documents_next(pith_documents* documents, pith_bytes* line, int64_t milliseconds, pith_error* error) {
  return guarded<int>(error, -1, [&]() -> Result<int> {
    *line = {};
    const auto next = documents->lines.next(documents->line, milliseconds);
    if (!next) return next.error();
    if (*next == pith_documents::Lines::Next::thing) *line = bytes_of(documents->line);
    return code_of<std::string>(*next);
  });
}

pith_result* pith_documents_report(const pith_documents* documents, pith_error* error) {
  return guarded<pith_result*>(error, nullptr,
                               [&]() -> Result<pith_result*> { return result_of(documents->told.text()); });
}

void pith_documents_free(pith_documents* documents) { delete documents; }

}  // extern "C"

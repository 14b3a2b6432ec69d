// Which pages end the process: by a crash, by so much memory that the system kills it, by a loop that only `kill -9`
// ends.
//
// While a thread works on a page, a file in the page cache's directory says so (deploy/manual/formats.md). The next run
// reads what a run without an end has left there. A page has crashed
// - if a fatal signal hit the thread that worked on it,
// - if the thread had spent twice the processor time that it may on the page: its clock did not end it, or
// - if it was in work at two such ends, and was not done in between.
// So one kill or power cut blames no page: those in work at the time are remembered, and tried again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "crawler_adapter/cache/cache_ledger.h"

namespace pith::pipeline {

// One object in a process at a time; it outlives the threads that use it. Thread-safe. Nothing here fails: if the file
// cannot be written, or another process has it, nothing is known and nothing kept.
class PagesInWork {
 public:
  explicit PagesInWork(const std::string& cache_directory);
  ~PagesInWork();  // the run has an end
  PagesInWork(const PagesInWork&) = delete;
  PagesInWork& operator=(const PagesInWork&) = delete;

  // Whether it crashed an earlier run, and has not changed since.
  bool has_crashed(const crawl::SitePage& page) const;

  // The page is not remembered any more: the work on it has come to an end.
  void done(const crawl::SitePage& page);

  // Before the process ends at once because somebody asked it to: the pages in work, but for those that are overdue,
  // are not at fault. May be called by a signal handler, and without an object.
  static void excuse() noexcept;

  // While it lives, its thread works on the page; within another one, on this page instead of that.
  class Scope {
   public:
    // `work`: null: does nothing. `max_seconds`: of processor time; 0: any.
    Scope(PagesInWork* work, const crawl::SitePage& page, double max_seconds);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    struct Before;
    std::unique_ptr<Before> before_;
  };

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pith::pipeline

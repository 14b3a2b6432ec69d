#include "plugin/site/pages_in_work.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "tests/support/effort.h"
#include "tests/support/temporary.h"

using namespace pith;
using pipeline::PagesInWork;

namespace {

constexpr std::array fatal_signals = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

crawl::SitePage page_of(std::int64_t id, const std::string& digest = "d") {
  crawl::SitePage page;
  page.id = id;
  page.digest = digest;
  return page;
}

// How a run in a process of its own ends.
int end_of_run(const test::TemporaryDirectory& directory, const std::function<void(PagesInWork&)>& run) {
  const pid_t child = fork();
  if (child == 0) {
    for (const int signal : fatal_signals) std::signal(signal, SIG_DFL);  // without Boost's
    {
      PagesInWork work(directory.path());
      run(work);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

void die(PagesInWork& work, const crawl::SitePage& page, int signal) {
  const PagesInWork::Scope scope(&work, page, 10);
  kill(getpid(), signal);
}

int endless(int depth) {
  volatile char room[4096];
  room[0] = static_cast<char>(depth);
  return depth == -1 ? 0 : endless(depth + 1) + room[0];
}

bool has_crashed(const test::TemporaryDirectory& directory, const crawl::SitePage& page) {
  bool out = false;
  // In a process of its own, which has no end either: asking changes nothing.
  const std::string file = directory / "pages-in-work", copy = directory / "copy";
  std::filesystem::copy_file(file, copy, std::filesystem::copy_options::overwrite_existing);
  out = PagesInWork(directory.path()).has_crashed(page);
  std::filesystem::rename(copy, file);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pages_in_work)

BOOST_AUTO_TEST_CASE(a_fatal_signal_counts_at_once) {
  for (const int signal : fatal_signals) {
    const test::TemporaryDirectory directory;
    BOOST_TEST(end_of_run(directory, [&](PagesInWork& work) {
                 { const PagesInWork::Scope good(&work, page_of(1), 10); }
                 die(work, page_of(2), signal);
               }) == signal);
    BOOST_TEST(!has_crashed(directory, page_of(1)));
    BOOST_TEST(has_crashed(directory, page_of(2)));
    BOOST_TEST(!has_crashed(directory, page_of(2, "other bytes")));
    BOOST_TEST(!has_crashed(directory, page_of(3)));
  }
}

BOOST_AUTO_TEST_CASE(a_stack_overflow_counts_too) {
  const test::TemporaryDirectory directory;
  BOOST_TEST(end_of_run(directory, [&](PagesInWork& work) {
               const PagesInWork::Scope scope(&work, page_of(1), 10);
               std::exit(endless(0));
             }) == SIGSEGV);
  BOOST_TEST(has_crashed(directory, page_of(1)));
}

BOOST_AUTO_TEST_CASE(one_kill_is_no_pages_fault) {
  const test::TemporaryDirectory directory;
  const auto killed = [&](std::int64_t page) {
    BOOST_TEST(end_of_run(directory, [&](PagesInWork& work) { die(work, page_of(page), SIGKILL); }) == SIGKILL);
  };
  killed(1);
  BOOST_TEST(!has_crashed(directory, page_of(1)));
  killed(2);  // before page 1 is reached
  BOOST_TEST(!has_crashed(directory, page_of(1)));
  killed(1);
  BOOST_TEST(has_crashed(directory, page_of(1)));
  BOOST_TEST(!has_crashed(directory, page_of(2)));
  killed(3);  // before the cache has recorded it
  BOOST_TEST(has_crashed(directory, page_of(1)));
}

// By SIGTERM or Ctrl-C, however often it comes in the same page.
BOOST_AUTO_TEST_CASE(an_end_that_was_asked_for_is_no_pages_fault) {
  const test::TemporaryDirectory directory;
  for (int time = 0; time < 3; ++time) {
    end_of_run(directory, [&](PagesInWork& work) {
      const PagesInWork::Scope scope(&work, page_of(1), 10);
      PagesInWork::excuse();
      _exit(130);
    });
    BOOST_TEST(!has_crashed(directory, page_of(1)));
  }
}

BOOST_AUTO_TEST_CASE(a_page_that_was_done_since_is_tried_again) {
  const test::TemporaryDirectory directory;
  for (int time = 0; time < 3; ++time) {
    end_of_run(directory, [&](PagesInWork& work) { die(work, page_of(1), SIGKILL); });
    BOOST_TEST(!has_crashed(directory, page_of(1)));
    end_of_run(directory, [&](PagesInWork& work) {
      { const PagesInWork::Scope scope(&work, page_of(1), 10); }
      work.done(page_of(1));
      die(work, page_of(2 + time), SIGKILL);
    });
    BOOST_TEST(!has_crashed(directory, page_of(1)));
  }
  BOOST_TEST(end_of_run(directory, [](PagesInWork&) {}) == 0);  // a run with an end: all is forgotten
  BOOST_TEST(std::filesystem::file_size(directory / "pages-in-work") == 0u);
}

BOOST_AUTO_TEST_CASE(a_page_that_its_clock_does_not_end_counts_at_the_first_kill) {
  const test::TemporaryDirectory directory;
  const auto work_for = [](double seconds) {
    for (const double end = test::thread_seconds() + seconds; test::thread_seconds() < end;) {
    }
  };
  end_of_run(directory, [&](PagesInWork& work) {
    const PagesInWork::Scope other(&work, page_of(1), 0.1);
    const PagesInWork::Scope scope(&work, page_of(2), 0.1);
    work_for(2);
    kill(getpid(), SIGKILL);
  });
  BOOST_TEST(has_crashed(directory, page_of(2)));
  BOOST_TEST(!has_crashed(directory, page_of(1)));
  BOOST_TEST(end_of_run(directory, [](PagesInWork&) {}) == 0);
  end_of_run(directory, [&](PagesInWork& work) {
    const PagesInWork::Scope scope(&work, page_of(2), 0);
    work_for(2);
    kill(getpid(), SIGKILL);
  });
  BOOST_TEST(!has_crashed(directory, page_of(2)));
}

BOOST_AUTO_TEST_CASE(without_a_file_nothing_is_known) {
  PagesInWork work("/nowhere/at/all");
  const PagesInWork::Scope scope(&work, page_of(1), 10);
  BOOST_TEST(!work.has_crashed(page_of(1)));
}

BOOST_AUTO_TEST_SUITE_END()

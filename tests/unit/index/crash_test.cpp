// What happens to an index whose writer is killed, runs out of disk space or meets another writer.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <functional>
#include <string>

#include "pages.h"

namespace pith::index {
namespace {

// A child process that runs `body` with the write end of a pipe, then exits.
class Child {
 public:
  explicit Child(const std::function<void(int)>& body) {
    BOOST_REQUIRE(::pipe(pipe_.data()) == 0);
    id_ = ::fork();
    BOOST_REQUIRE(id_ >= 0);
    if (id_ == 0) {
      ::close(pipe_[0]);
      body(pipe_[1]);
      ::_exit(0);
    }
    ::close(pipe_[1]);
  }
  ~Child() {
    kill();
    ::close(pipe_[0]);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // The next byte that the child writes; 0 at its end.
  char next() const {
    char byte = 0;
    return ::read(pipe_[0], &byte, 1) == 1 ? byte : '\0';
  }

  int kill() {
    int status = 0;
    if (id_ > 0) {
      ::kill(id_, SIGKILL);
      ::waitpid(id_, &status, 0);
    }
    id_ = 0;
    return status;
  }

  int wait() {
    int status = 0;
    ::waitpid(id_, &status, 0);
    id_ = 0;
    return status;
  }

 private:
  std::array<int, 2> pipe_{};
  pid_t id_ = 0;
};

void tell(int pipe, char byte) { (void)!::write(pipe, &byte, 1); }

}  // namespace

BOOST_AUTO_TEST_SUITE(crash)

BOOST_AUTO_TEST_CASE(a_second_process_is_refused_and_let_in_after_a_kill) {
  const IndexDirectory directory;
  Child child([&](int pipe) {
    const auto writer = Writer::open(directory.path(), {});
    tell(pipe, writer ? 'o' : 'e');
    ::pause();
  });
  BOOST_REQUIRE(child.next() == 'o');
  const auto refused = Writer::open(directory.path(), {});
  BOOST_REQUIRE(!refused.ok());
  BOOST_TEST(refused.error().code == "index_locked");
  child.kill();
  BOOST_TEST(Writer::open(directory.path(), {}).ok());
}

BOOST_AUTO_TEST_CASE(a_killed_writer_leaves_its_last_commit) {
  for (int round = 0; round < 12; ++round) {
    const IndexDirectory directory;
    constexpr int pages_per_commit = 7;
    Child child([&](int pipe) {
      auto writer = Writer::open(directory.path(), {});
      for (int i = 0; writer; ++i) {
        if (writer->put(record_of("p" + std::to_string(i)), page_of("words of page " + std::to_string(i)))) ::_exit(1);
        if (i % pages_per_commit != pages_per_commit - 1) continue;
        if (writer->commit()) ::_exit(1);
        tell(pipe, 'c');
      }
    });
    std::size_t commits = 0;
    for (; commits < 5; ++commits) BOOST_REQUIRE(child.next() == 'c');
    ::usleep(static_cast<useconds_t>(round * 1700));
    child.kill();
    while (child.next() == 'c') ++commits;

    const auto searcher = Searcher::open(directory.path(), as_written);
    BOOST_REQUIRE_MESSAGE(searcher.ok(), message_of(searcher));
    const std::size_t count = *searcher->count();
    BOOST_TEST(count % pages_per_commit == 0u);
    // The child may not have reported its latest commit yet.
    BOOST_TEST((count == commits * pages_per_commit || count == (commits + 1) * pages_per_commit));
    auto writer = Writer::open(directory.path(), {});
    BOOST_REQUIRE_MESSAGE(writer.ok(), message_of(writer));
    BOOST_TEST(!writer->put(record_of("after"), page_of("afterwards")).has_value());
    BOOST_TEST(!writer->close().has_value());
    BOOST_TEST(*Searcher::open(directory.path(), as_written)->count() == count + 1);
  }
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_an_error_and_keeps_the_last_commit) {
  const IndexDirectory directory;
  index_of(directory.path(), {{record_of("a"), page_of("words")}});
  Child child([&](int pipe) {
    // Files cannot grow past 64 KB: to Lucene's writes, this is a full disk.
    const rlimit limit{65536, 65536};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::signal(SIGXFSZ, SIG_IGN);
    auto writer = Writer::open(directory.path(), {});
    if (!writer) ::_exit(1);
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += "word" + std::to_string(i) + " ";
    auto error = writer->put(record_of("b"), page_of(text));
    if (!error) error = writer->commit();
    tell(pipe, error ? 'e' : 'o');
  });
  BOOST_TEST(child.next() == 'e');
  BOOST_TEST(child.wait() == 0);
  const auto searcher = Searcher::open(directory.path(), as_written);
  BOOST_REQUIRE_MESSAGE(searcher.ok(), message_of(searcher));
  BOOST_TEST(*searcher->count() == 1u);
  BOOST_TEST(Writer::open(directory.path(), {}).ok());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index

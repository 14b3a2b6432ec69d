#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <utility>
#include <vector>

#include "crawler_adapter/inputs/folder_url.h"
#include "tests/support/read_input.h"

using namespace pith;
using namespace pith::test;

namespace {

std::string url(const std::string& path, const std::string& prefix = {}) {
  const auto found = ingest::url_of_path(path, prefix);
  return found ? found->str() : "";
}

std::string comment(const std::string& page) {
  const auto found = ingest::url_of_comment(page);
  return found ? found->str() : "";
}

using Urls = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(folder)

BOOST_AUTO_TEST_CASE(urls_of_paths) {
  BOOST_TEST(url("example.org/a/b.html") == "http://example.org/a/b.html");
  BOOST_TEST(url("example.org/index.html") == "http://example.org/");
  BOOST_TEST(url("example.org/a/index.html") == "http://example.org/a/");
  BOOST_TEST(url("example.org/index.html?q=1") == "http://example.org/?q=1");
  BOOST_TEST(url("example.org/a.html?q=1&r=2.html") == "http://example.org/a.html?q=1&r=2");
  BOOST_TEST(url("a.html", "https://example.org/docs") == "https://example.org/docs/a.html");
  BOOST_TEST(url("example.org/a.html", "https://example.org/") == "https://example.org/a.html");
  BOOST_TEST(url("localhost_8080/a.html", "http://localhost:8080") == "http://localhost:8080/a.html");
  BOOST_TEST(url("example.org/a.html", "https://example.org/docs") == "https://example.org/docs/example.org/a.html");
  BOOST_TEST(url("example.net/a.html", "https://example.org/") == "https://example.org/example.net/a.html");
  BOOST_TEST(url("example.org/a.php.html") == "http://example.org/a.php");
  BOOST_TEST(url("example.org/a.php%3Fid=7.html") == "http://example.org/a.php?id=7");
  BOOST_TEST(url("example.org/a.php@id=7") == "http://example.org/a.php?id=7");
  BOOST_TEST(url("example.org/user@home") == "http://example.org/user@home");
  BOOST_TEST(url("example.org/a b#c.html") == "http://example.org/a%20b%23c.html");
  BOOST_TEST(url("example.org/a.html ") == "http://example.org/a.html%20");  // another page than a.html
  BOOST_TEST(url("example.org/ü.html") == "http://example.org/%C3%BC.html");
  BOOST_TEST(url("localhost:8080/a.html") == "http://localhost:8080/a.html");
  BOOST_TEST(url("127.0.0.1_8080/a.html") == "http://127.0.0.1:8080/a.html");
  BOOST_TEST(url("example.org+8080/a.html") == "http://example.org:8080/a.html");
  BOOST_TEST(url("https/example.org/a.html") == "https://example.org/a.html");
  for (const char* none : {"a.html", "docs/a.html", ".hidden/a.html", "dir./a.html", "/a.html", ""})
    BOOST_TEST(url(none) == "", none);
  BOOST_TEST(url("docs/a.html", "https://example.org") == "https://example.org/docs/a.html");
  BOOST_TEST(url("index.html", "https://example.org/sub/") == "https://example.org/sub/");
  BOOST_TEST(url("a.html", "ftp://example.org/") == "");
  BOOST_TEST(url("../../etc/passwd", "https://example.org/a/") ==
             "https://example.org/etc/passwd");  // a URL, not a file
}

BOOST_AUTO_TEST_CASE(urls_of_comments) {
  BOOST_TEST(
      comment("<html><!-- Mirrored from example.org/a?b=1 by HTTrack Website Copier/3.x [XR&CO'2014], Sat -->") ==
      "http://example.org/a?b=1");
  BOOST_TEST(comment("<!-- Mirrored from https://example.org/ by HTTrack -->") == "https://example.org/");
  BOOST_TEST(comment("<!-- saved from url=(0020)https://example.org/ -->") == "https://example.org/");
  BOOST_TEST(comment("<!-- Mirrored from  by HTTrack -->") == "");
  BOOST_TEST(comment("<!-- Mirrored from example.org --> by HTTrack") == "");
  BOOST_TEST(comment("<!-- saved from url=(0014)about:internet -->") == "");
  BOOST_TEST(comment("<!-- saved from url=(") == "");
  BOOST_TEST(comment(std::string(20'000, ' ') + "<!-- saved from url=(0020)https://example.org/ -->") == "");
}

BOOST_AUTO_TEST_CASE(files_of_a_mirror) {
  const TemporaryDirectory directory;
  const std::string root = directory / "mirror";
  put_file(root + "/h.example/b.html", "<p>b");
  put_file(root + "/h.example/a", "<!doctype html><p>a");
  put_file(root + "/h.example/page.php?id=1", "<html><p>php");
  put_file(root + "/h.example/logo.png", "<html> but the name says PNG");
  put_file(root + "/h.example/style.css", "p {}");
  put_file(root + "/notes/a.html", "<p>no host");
  put_file(root + "/h.example/index.html", "<!-- Mirrored from h.example/start by HTTrack Website Copier --><p>start");
  put_file(root + "/h.example/evil.html", "<!-- Mirrored from bank.example/ by HTTrack Website Copier --><p>evil");
  put_file(directory / "outside.html", "<p>secret");
  std::filesystem::create_symlink(directory / "outside.html", root + "/h.example/link.html");
  std::filesystem::create_directory_symlink(directory.path(), root + "/h.example/up");
  mkfifo((root + "/h.example/pipe.html").c_str(), 0600);
  const timespec last_modified[2] = {{1'300'000'000, 0}, {1'300'000'000, 0}};  // as wget sets it, from 2011
  BOOST_REQUIRE(utimensat(AT_FDCWD, (root + "/h.example/a").c_str(), last_modified, 0) == 0);
  const auto out = read_path(root);
  BOOST_TEST(out.adds_up());
  BOOST_TEST(out.urls() == (Urls{"http://h.example/a", "http://h.example/b.html", "http://h.example/evil.html",
                                 "http://h.example/start", "http://h.example/page.php?id=1"}),
             boost::test_tools::per_element());
  BOOST_TEST(out.pages[0].status == 200);
  BOOST_TEST(out.pages[0].fetched > 1'700'000'000);
  BOOST_TEST(out.left_out("not_html") == 2);
  BOOST_TEST(out.left_out("no_url") == 1);
  BOOST_TEST(out.left_out("symbolic_link") == 2);
  BOOST_TEST(out.left_out("not_a_file") == 1);
  BOOST_TEST(out.report.losses == 0);
  BOOST_TEST(out.position == out.size);

  const auto named = read_path(root + "/notes", {}, {.page_max_bytes = 1 << 20, .url_prefix = "https://n.example/x"});
  BOOST_TEST(named.urls() == Urls{"https://n.example/x/a.html"}, boost::test_tools::per_element());
  const auto bounded = read_path(root + "/notes", {}, {.page_max_bytes = 3, .url_prefix = "https://n.example/x"});
  BOOST_TEST(bounded.left_out("too_large") == 1);
}

// Names that differ may spell one URL: the last is taken, and the others are counted.
BOOST_AUTO_TEST_CASE(files_of_one_url) {
  const TemporaryDirectory directory;
  for (const std::string name : {"%41.html", "A.html", "%2e/A.html", "b.html"})
    put_file(directory / "mirror/h.example/" + name, "<p>" + name);
  const auto out = read_path(directory / "mirror");
  BOOST_TEST(out.report.records == 4);
  BOOST_TEST(out.report.pages == 2);
  BOOST_TEST(out.left_out("same_url") == 2);
  BOOST_REQUIRE(out.pages.size() == 4u);
  BOOST_TEST(out.pages[2].body == "<p>A.html");
}

// As from every other input.
BOOST_AUTO_TEST_CASE(rules_for_robots_are_no_page) {
  const TemporaryDirectory directory;
  put_file(directory / "mirror/h.example/robots.txt", "<!doctype html><p>Not found");
  put_file(directory / "mirror/h.example/a.html", "<p>a");
  const auto out = read_path(directory / "mirror");
  BOOST_TEST(out.urls() == std::vector<std::string>{"http://h.example/a.html"}, boost::test_tools::per_element());
  BOOST_TEST(out.left_out("not_html") == 1);
  BOOST_TEST(out.adds_up());
}

BOOST_AUTO_TEST_CASE(comments_where_no_folder_names_a_host) {
  const TemporaryDirectory directory;
  const std::string page = "<!-- saved from url=(0021)https://bank.example/ --><p>words";
  put_file(directory / "saved/a.html", page);
  put_file(directory / "saved/docs/b.html", page);
  const auto saved = read_path(directory / "saved");
  BOOST_TEST(saved.urls() == Urls{"https://bank.example/"}, boost::test_tools::per_element());
  BOOST_TEST(saved.left_out("no_url") == 1);
  put_file(directory / "evil.example/a.html", page);
  put_file(directory / "evil.example/b.html", "<!-- saved from url=(0022)https://evil.example/b --><p>words");
  put_file(directory / "evil.example/docs/c.html", page);
  const auto named = read_path(directory / "evil.example");
  BOOST_TEST(
      named.urls() == (Urls{"http://evil.example/a.html", "https://evil.example/b", "http://evil.example/docs/c.html"}),
      boost::test_tools::per_element());
}

// As wget and HTTrack name the folder of a host.
BOOST_AUTO_TEST_CASE(the_folder_of_a_host_itself) {
  const TemporaryDirectory directory;
  const auto urls_of = [&](const std::string& folder) {
    put_file(directory / folder + "/index.html", "<p>start");
    put_file(directory / folder + "/guide/a.html", "<p>a");
    return read_path(directory / folder).urls();
  };
  for (const auto& [folder, host] :
       std::vector<std::pair<std::string, std::string>>{{"127.0.0.1:8802", "127.0.0.1:8802"},
                                                        {"127.0.0.1_8802", "127.0.0.1:8802"},
                                                        {"127.0.0.1", "127.0.0.1"},
                                                        {"localhost:8802", "localhost:8802"},
                                                        {"docs.example.org", "docs.example.org"}})
    BOOST_TEST(urls_of(folder) == (Urls{"http://" + host + "/guide/a.html", "http://" + host + "/"}),
               boost::test_tools::per_element());
  for (const char* folder : {"python-3.12", "docs_2024", "pages"}) BOOST_TEST(urls_of(folder).empty(), folder);
  // HTTrack's own index.html beside the folder of the host is no page of that host.
  put_file(directory / "www.example.org/index.html", "<p>index of mirrors");
  put_file(directory / "www.example.org/www.example.org/a.html", "<p>a");
  BOOST_TEST(read_path(directory / "www.example.org").urls() == Urls{"http://www.example.org/a.html"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(folders_in_a_folder_that_is_named_like_a_host) {
  const TemporaryDirectory directory;
  const auto doubt = [&](const std::string& folder) {
    const auto input = ingest::find_input(directory / folder);
    return input ? std::string((*input)->name) : input.error().message;
  };
  put_file(directory / "evil.example/index.html", "<p>evil");
  put_file(directory / "evil.example/evil.example/a.html", "<p>as wget -P evil.example has it");
  put_file(directory / "evil.example/docs/a.html", "<p>a");
  BOOST_TEST(doubt("evil.example") == "folder");
  put_file(directory / "mirror/evil.example/a.html", "<p>a");
  put_file(directory / "mirror/bank.example/a.html", "<p>a");
  BOOST_TEST(doubt("mirror") == "folder");
  for (const char* other : {"bank.example", "http/bank.example", "https/bank.example"}) {
    put_file(directory / "evil.example/" + other + "/login.html", "<p>login");
    for (const char* spelled : {"evil.example", "evil.example/", "mirror/../evil.example/."}) {
      const std::string told = doubt(spelled);
      for (const char* part : {"bank.example", "--url https://evil.example/", "--type folder"})
        BOOST_TEST(told.find(part) != std::string::npos, told);
    }
    std::filesystem::remove_all(directory / "evil.example/" + other);
  }
  BOOST_TEST(doubt("evil.example") == "folder");
}

BOOST_AUTO_TEST_CASE(attributes_that_wget2_leaves) {
  const TemporaryDirectory directory;
  const std::string file = directory / "h.example/x7";
  put_file(file, "plain words");
  const auto set = [&](const char* name, const std::string& value) {
    return setxattr(file.c_str(), name, value.data(), value.size(), 0) == 0;
  };
  if (!set("user.xdg.origin.url", "https://o.example/there?x=1")) {
    BOOST_TEST_MESSAGE("not tested: this file system has no extended attributes");
    return;
  }
  BOOST_TEST(read_path(directory.path()).left_out("not_html") == 1);
  set("user.mime_type", "text/html");
  set("user.charset", "koi8-r");
  const auto out = read_path(directory.path());
  BOOST_TEST(out.urls() == Urls{"https://o.example/there?x=1"}, boost::test_tools::per_element());
  BOOST_TEST(out.pages.at(0).charset == "koi8-r");
  set("user.xdg.origin.url", "https://o.example/there ");
  BOOST_TEST(read_path(directory.path()).urls() == Urls{"https://o.example/there%20"},
             boost::test_tools::per_element());
  set("user.mime_type", "image/png");
  BOOST_TEST(read_path(directory.path()).left_out("not_html") == 1);
}

BOOST_AUTO_TEST_SUITE_END()

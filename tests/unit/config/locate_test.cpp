#include "config/locate.h"

#include <filesystem>
#include <vector>

#include "helpers.h"

namespace pith::config {
namespace {

using testing::TemporaryDirectory;

struct Fixture {
  TemporaryDirectory directory;
  Places places = {directory.path, {}, directory.path / "system.yaml"};
  std::filesystem::path local = directory.path / "pith.yaml", given = directory.path / "given.yaml",
                        environment = directory.path / "environment.yaml", system = places.system_file;

  void create(const std::filesystem::path& path) const { directory.write(path.filename().string(), ""); }
};

using Paths = std::vector<std::filesystem::path>;

BOOST_FIXTURE_TEST_SUITE(config_locate, Fixture)

BOOST_AUTO_TEST_CASE(nothing_is_there) {
  const auto location = locate({}, places);
  BOOST_REQUIRE(location);
  BOOST_TEST(location->file.empty());
  BOOST_TEST((location->looked_at == Paths{local, system}));
}

BOOST_AUTO_TEST_CASE(the_order_is_given_local_environment_system) {
  places.environment = environment;
  for (const auto& path : {local, environment, system, given}) create(path);
  BOOST_TEST(locate(given, places)->file == given);
  BOOST_TEST((locate(given, places)->looked_at == Paths{given}));
  BOOST_TEST(locate({}, places)->file == environment);
  places.environment.clear();
  BOOST_TEST(locate({}, places)->file == local);
  std::filesystem::remove(local);
  BOOST_TEST(locate({}, places)->file == system);
  BOOST_TEST((locate({}, places)->looked_at == Paths{local, system}));
}

BOOST_AUTO_TEST_CASE(a_named_file_must_be_there) {
  create(system);
  const auto by_user = locate(given, places);
  BOOST_REQUIRE(!by_user);
  BOOST_TEST(by_user.error().code == "no_config");
  BOOST_TEST(by_user.error().message == given.string() + ": there is no such file");
  places.environment = environment;
  const auto by_environment = locate({}, places);
  BOOST_REQUIRE(!by_environment);
  BOOST_TEST(by_environment.error().message == environment.string() + ": there is no such file; $PITH_CONFIG names it");
}

BOOST_AUTO_TEST_CASE(a_broken_file_is_not_passed_over) {
  create(system);
  std::filesystem::create_symlink("nowhere", local);
  BOOST_TEST(locate({}, places)->file == local);
  BOOST_TEST(!load(local));
}

BOOST_AUTO_TEST_CASE(the_environment_is_the_process_s) {
  BOOST_REQUIRE(setenv("PITH_CONFIG", "/some/where.yaml", 1) == 0);
  BOOST_TEST(Places().environment == "/some/where.yaml");
  BOOST_REQUIRE(unsetenv("PITH_CONFIG") == 0);
  BOOST_TEST(Places().environment == "");
}

BOOST_AUTO_TEST_CASE(open_finds_and_loads) {
  directory.write("given.yaml", "siblings: {n: 7}\n");
  const auto config = open(given);
  BOOST_REQUIRE_MESSAGE(config, testing::message_of(config));
  BOOST_TEST(config->settings().siblings.n == 7);
  BOOST_TEST(!open(directory.path / "none.yaml"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith::config

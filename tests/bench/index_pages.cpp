#include "tests/bench/index_pages.h"

#include <stdexcept>
#include <string>

#include "core/render/structure.h"
#include "tests/bench/word_model.h"

namespace pith::bench {

void must(const std::optional<Error>& error) {
  if (error) throw std::runtime_error(error->message);
}

index::Writer open_writer(const std::string& directory) {
  auto writer = index::Writer::open(directory, {});
  if (!writer) throw std::runtime_error(writer.error().message);
  return std::move(*writer);
}

std::size_t put_page(index::Writer& writer, std::uint32_t number) {
  Random random(index_seed, number);
  ExtractedPage page;
  page.status = Status::main;
  page.reason = "ok";
  page.extractor = "pith/1";
  page.metadata.language = "en";
  add_heading(random, page.metadata.title);
  page.metadata.published =
      std::to_string(2010 + random.below(15)) + "-0" + std::to_string(1 + random.below(9)) + "-15";
  StructureWriter structure;
  const auto add_block = [&](Region region, const auto& add) {
    Block block{};
    block.region = region;
    block.begin = block.begin_chars = static_cast<std::uint32_t>(page.blocks.text.size());
    add();
    block.end = block.end_chars = static_cast<std::uint32_t>(page.blocks.text.size());
    page.blocks.blocks.push_back(block);
    page.blocks.text += '\n';
    const bool heading = region == Region::heading;
    structure.add({.region = region,
                   .level = static_cast<std::uint8_t>(heading ? 2 : 0),
                   .tag = heading ? "h2" : "p",
                   .path = heading ? "html/body/main/section/h2" : "html/body/main/section/p",
                   .begin = block.begin_chars,
                   .end = block.end_chars});
  };
  for (std::uint32_t sections = 1 + random.below(4); sections-- > 0;) {
    add_block(Region::heading, [&] { add_heading(random, page.blocks.text); });
    add_block(Region::paragraph, [&] {
      for (std::uint32_t sentences = 10; sentences-- > 0; page.blocks.text += ' ')
        add_sentence(random, page.blocks.text);
    });
  }
  page.structure = structure.take();
  for (std::uint32_t links = random.below(10); links-- > 0; page.anchors += '\n') add_words(random, 3, page.anchors);
  const std::string site = "site" + std::to_string(number % 50) + ".example";
  must(writer.put({"https://" + site + "/docs/" + std::to_string(number) + ".html", site, "2025-01-01T00:00:00Z", ""},
                  page));
  return page.blocks.text.size();
}

}  // namespace pith::bench

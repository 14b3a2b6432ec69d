#include "indexer_adapter/words/detail/particles.h"

#include <array>

namespace pith::index {
namespace {

constexpr std::array particles = std::to_array<std::wstring_view>(
    {L"가",     L"과",   L"까지",   L"께",     L"께서",   L"나",       L"는",     L"도",     L"든지", L"라도",
     L"로",     L"로는", L"로부터", L"로서",   L"로써",   L"를",       L"마다",   L"만",     L"만큼", L"밖에",
     L"보다",   L"부터", L"뿐",     L"에",     L"에게",   L"에게서",   L"에는",   L"에도",   L"에서", L"에서는",
     L"에서도", L"와",   L"와의",   L"으로",   L"으로는", L"으로부터", L"으로서", L"으로써", L"은",   L"을",
     L"의",     L"이",   L"이나",   L"이라는", L"이란",   L"처럼",     L"하고",   L"한테"});
constexpr std::size_t shortest = 2;

}  // namespace

std::wstring_view without_particle(std::wstring_view hangul) {
  std::wstring_view longest;
  for (const std::wstring_view particle : particles)
    if (particle.size() > longest.size() && particle.size() + shortest <= hangul.size() && hangul.ends_with(particle))
      longest = particle;
  return longest.empty() ? std::wstring_view() : hangul.substr(0, hangul.size() - longest.size());
}

}  // namespace pith::index

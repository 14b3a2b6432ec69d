#include "core/text/foreign_format.h"

#include <algorithm>
#include <cstddef>

namespace pith {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t sample = 4096;

constexpr ForeignFormat pdf{"pdf", "a PDF or PostScript document"}, image{"image", "an image"},
    media{"media", "sound, video or a font"}, compressed{"compressed", "an archive or compressed bytes"},
    utf32{"utf32", "text in UTF-32"}, binary{"binary", "binary data"};

struct Signature {
  std::size_t at;
  std::string_view bytes;
  ForeignFormat format;
};

// The first that matches counts.
constexpr Signature signatures[] = {
    {0, "%PDF-"sv, pdf},
    {0, "%!PS-Adobe-"sv, pdf},
    {0, "\x89PNG\r\n\x1a\n"sv, image},
    {0, "\xff\xd8\xff"sv, image},
    {0, "GIF87a"sv, image},
    {0, "GIF89a"sv, image},
    {8, "WEBPVP"sv, image},
    {0, "II*\0"sv, image},
    {0, "MM\0*"sv, image},
    {0, "\0\0\1\0"sv, image},
    {4, "ftypavif"sv, image},
    {4, "ftypheic"sv, image},
    {4, "ftyp"sv, media},
    {8, "WAVE"sv, media},
    {8, "AVI "sv, media},
    {0, "OggS\0"sv, media},
    {0, "ID3\2"sv, media},
    {0, "ID3\3"sv, media},
    {0, "ID3\4"sv, media},
    {0, "\x1a\x45\xdf\xa3"sv, media},
    {0, "fLaC\0"sv, media},
    {0, "MThd\0\0\0\6"sv, media},
    {0, "wOFF"sv, media},
    {0, "wOF2"sv, media},
    {0, "OTTO\0"sv, media},
    {0, "\0\1\0\0\0"sv, media},
    {0, "\x1f\x8b\x08"sv, compressed},
    {0, "PK\3\4"sv, compressed},
    {0, "PK\5\6"sv, compressed},
    {0, "Rar!\x1a\7"sv, compressed},
    {0, "7z\xbc\xaf\x27\x1c"sv, compressed},
    {0,
     "\xfd"sv
     "7zXZ\0"sv,
     compressed},
    {0, "\x28\xb5\x2f\xfd"sv, compressed},
    {4, "1AY&SY"sv, compressed},  // bzip2, after BZh and a digit
    {0, "\xff\xfe\0\0"sv, utf32},
    {0, "\0\0\xfe\xff"sv, utf32},
};

// A text may begin "GIF89a is a format of images".
bool may_be_words(const Signature& known) {
  return !known.bytes.starts_with('%') && std::ranges::all_of(known.bytes, [](char c) { return c >= ' ' && c <= '~'; });
}

// Without a byte order mark: of each four bytes, the two of highest value are 0, and the others are not all 0.
bool is_utf32(std::string_view bytes) {
  constexpr std::size_t least = 32;
  const std::size_t size = std::min(bytes.size(), sample) / 4 * 4;
  if (size < least) return false;
  bool little = true, big = true;
  for (std::size_t i = 0; i < size; i += 4) {
    little = little && !bytes[i + 2] && !bytes[i + 3] && (bytes[i] || bytes[i + 1]);
    big = big && !bytes[i] && !bytes[i + 1] && (bytes[i + 2] || bytes[i + 3]);
  }
  return little || big;
}

// "Binary data bytes" of MIME Sniffing §3, and U+FFFD, which stands for what could not be decoded and for NUL.
bool is_binary(std::string_view text) {
  constexpr std::string_view undecoded = "\xEF\xBF\xBD";
  text = text.substr(0, sample);
  std::size_t characters = 0, odd = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c & 0xC0) == 0x80) continue;  // within a character
    ++characters;
    odd += c < 0x20 && c != '\t' && c != '\n' && c != '\f' && c != '\r' && c != 0x1B;
    odd += text.substr(i, undecoded.size()) == undecoded;
  }
  return odd > 0 && 20 * odd >= characters;
}

}  // namespace

ForeignFormat foreign_format(std::string_view bytes, std::string_view decoded) {
  const bool has_controls = is_binary(decoded);
  for (const Signature& known : signatures)
    if (bytes.size() > known.at && bytes.substr(known.at).starts_with(known.bytes) &&
        (has_controls || !may_be_words(known)))
      return known.format;
  if (is_utf32(bytes)) return utf32;
  return has_controls ? binary : ForeignFormat{};
}

}  // namespace pith

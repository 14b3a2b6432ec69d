#include "core/text/encoding.h"

#include <simdjson.h>
#include <uchardet.h>
#include <unicode/normalizer2.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/text/ascii.h"

namespace pith {
namespace {

// The WHATWG Encoding Standard's encodings, each with its labels. ISO-8859-1 and US-ASCII are windows-1252 there.
struct Encoding {
  std::string_view name;
  std::string_view converter;  // ICU's name
  std::string_view labels;     // separated by one space
};

constexpr Encoding encodings[] = {
    {"UTF-8", "UTF-8", "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"},
    {"IBM866", "ibm-866", "866 cp866 csibm866 ibm866"},
    {"ISO-8859-2", "ISO-8859-2",
     "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"},
    {"ISO-8859-3", "ISO-8859-3",
     "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"},
    {"ISO-8859-4", "ISO-8859-4",
     "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"},
    {"ISO-8859-5", "ISO-8859-5",
     "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"},
    {"ISO-8859-6", "ISO-8859-6",
     "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i "
     "iso-ir-127 "
     "iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"},
    {"ISO-8859-7", "ISO-8859-7",
     "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
     "iso_8859-7:1987 sun_eu_greek"},
    {"ISO-8859-8", "ISO-8859-8",
     "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
     "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical"},
    {"ISO-8859-10", "ISO-8859-10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"},
    {"ISO-8859-13", "ISO-8859-13", "iso-8859-13 iso8859-13 iso885913"},
    {"ISO-8859-14", "ISO-8859-14", "iso-8859-14 iso8859-14 iso885914"},
    {"ISO-8859-15", "ISO-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"},
    {"KOI8-R", "KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r"},
    {"KOI8-U", "KOI8-U", "koi8-ru koi8-u"},
    {"macintosh", "macintosh", "csmacintosh mac macintosh x-mac-roman"},
    {"windows-874", "windows-874-2000", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"},
    {"windows-1250", "windows-1250", "cp1250 windows-1250 x-cp1250"},
    {"windows-1251", "windows-1251", "cp1251 windows-1251 x-cp1251"},
    {"windows-1252", "windows-1252",
     "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 "
     "iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252"},
    {"windows-1253", "windows-1253", "cp1253 windows-1253 x-cp1253"},
    {"windows-1254", "windows-1254",
     "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 "
     "x-cp1254"},
    {"windows-1255", "windows-1255", "cp1255 windows-1255 x-cp1255"},
    {"windows-1256", "windows-1256", "cp1256 windows-1256 x-cp1256"},
    {"windows-1257", "windows-1257", "cp1257 windows-1257 x-cp1257"},
    {"windows-1258", "windows-1258", "cp1258 windows-1258 x-cp1258"},
    {"x-mac-cyrillic", "x-mac-cyrillic", "x-mac-cyrillic x-mac-ukrainian"},
    {"GBK", "GBK", "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"},
    {"gb18030", "gb18030", "gb18030"},
    {"Big5", "Big5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"},
    {"EUC-JP", "EUC-JP", "cseucpkdfmtjapanese euc-jp x-euc-jp"},
    {"ISO-2022-JP", "ISO-2022-JP", "csiso2022jp iso-2022-jp"},
    {"Shift_JIS", "ibm-943_P15A-2003", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"},
    {"EUC-KR", "windows-949-2000",
     "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"},
    {"UTF-16BE", "UTF-16BE", "unicodefffe utf-16be"},
    {"UTF-16LE", "UTF-16LE", "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"},
};

const Encoding* find_encoding(std::string_view label) {
  static const auto* const by_label = [] {
    auto* map = new std::unordered_map<std::string_view, const Encoding*>;
    for (const Encoding& encoding : encodings) {
      std::string_view rest = encoding.labels;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        map->emplace(rest.substr(0, end), &encoding);
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    return map;
  }();
  constexpr std::string_view blanks = " \t\n\r\f\"'";
  const std::size_t begin = label.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return nullptr;
  label = label.substr(begin, label.find_last_not_of(blanks) - begin + 1);
  if (label.size() > 40) return nullptr;
  const auto found = by_label->find(lower_ascii(label));
  return found == by_label->end() ? nullptr : found->second;
}

// Valid UTF-8, with U+FFFD for each maximal invalid part, and for each NUL.
std::string repair(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int64_t>(text.size());
  std::int64_t run = 0;
  for (std::int64_t i = 0; i < size;) {
    if (bytes[i] < 0x80 && bytes[i] != 0) {
      ++i;
      continue;
    }
    const std::int64_t start = i;
    UChar32 c;
    U8_NEXT(bytes, i, size, c);
    if (c > 0) continue;
    out.append(text.substr(static_cast<std::size_t>(run), static_cast<std::size_t>(start - run)));
    out.append("\xEF\xBF\xBD");
    run = i;
  }
  out.append(text.substr(static_cast<std::size_t>(run)));
  return out;
}

// nullptr if this ICU does not have the converter.
std::unique_ptr<UConverter, void (*)(UConverter*)> open_converter(std::string_view name) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter* converter = ucnv_open(std::string(name).c_str(), &status);
  return {U_SUCCESS(status) ? converter : nullptr, ucnv_close};
}

std::string convert(std::string_view bytes, const Encoding& encoding) {
  if (encoding.name == "UTF-8") return repair(bytes);
  const auto from = open_converter(encoding.converter);
  const auto to = open_converter("UTF-8");
  if (!from || !to) return repair(bytes);
  std::string out;
  std::array<char, 16384> buffer;
  std::array<UChar, 8192> pivot;
  UChar *pivot_source = pivot.data(), *pivot_target = pivot.data();
  const char* source = bytes.data();
  const char* const end = source + bytes.size();
  bool reset = true;
  while (true) {
    char* target = buffer.data();
    UErrorCode status = U_ZERO_ERROR;
    ucnv_convertEx(to.get(), from.get(), &target, target + buffer.size(), &source, end, pivot.data(), &pivot_source,
                   &pivot_target, pivot.data() + pivot.size(), reset, true, &status);
    reset = false;
    out.append(buffer.data(), target);
    if (status != U_BUFFER_OVERFLOW_ERROR) break;
  }
  return out.find('\0') == std::string::npos ? out : repair(out);
}

// The charset named by a <meta> in the first 4 KB, by attribute or http-equiv (a small version of WHATWG's prescan).
std::string_view meta_charset(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 4096);
  const std::string lowered = lower_ascii(head);
  for (std::size_t at = 0; (at = lowered.find('<', at)) != std::string::npos;) {
    if (lowered.compare(at, 4, "<!--") == 0) {
      const std::size_t close = lowered.find("-->", at + 2);
      if (close == std::string::npos) return {};
      at = close + 3;
      continue;
    }
    const std::size_t end = lowered.find('>', at);
    if (lowered.compare(at, 5, "<meta") == 0) {
      const std::size_t found = lowered.find("charset", at);
      if (found < std::min(end, lowered.size())) {
        std::size_t value = found + 7;
        while (value < lowered.size() &&
               (lowered[value] == ' ' || lowered[value] == '=' || lowered[value] == '"' || lowered[value] == '\''))
          ++value;
        const std::size_t stop = lowered.find_first_of("\"'> ;/\t\r\n", value);
        return head.substr(value, std::min(stop, head.size()) - value);
      }
    }
    at += 1;
  }
  return {};
}

// The encoding that an XHTML page's XML declaration names.
std::string_view xml_charset(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return {};
  const std::string_view declaration = bytes.substr(0, std::min<std::size_t>(bytes.find('>'), 200));
  const std::size_t found = declaration.find("encoding=");
  if (found == std::string_view::npos || found + 10 >= declaration.size()) return {};
  const std::size_t value = found + 10;
  return declaration.substr(value, declaration.find_first_of("\"'", value) - value);
}

const Encoding* guess(std::string_view bytes) {
  const std::unique_ptr<uchardet, void (*)(uchardet*)> detector(uchardet_new(), uchardet_delete);
  const std::string_view sample = bytes.substr(0, 256 << 10);
  if (uchardet_handle_data(detector.get(), sample.data(), sample.size()) != 0) return nullptr;
  uchardet_data_end(detector.get());
  const std::string_view name = uchardet_get_charset(detector.get());
  if (name == "UHC") return find_encoding("euc-kr");  // its name for Korean
  if (name == "MAC-CYRILLIC") return find_encoding("x-mac-cyrillic");
  return find_encoding(name);
}

// For the character that ends at `end`: the marks at the end of its decomposition.
int trailing_marks(const icu::Normalizer2& nfc, const std::uint8_t* bytes, std::int64_t end) {
  if (end == 0) return 0;
  std::int64_t begin = end - 1;
  while (begin > 0 && U8_IS_TRAIL(bytes[begin])) --begin;
  UChar32 c;
  U8_NEXT(bytes, begin, end, c);
  icu::UnicodeString decomposition;
  if (c < 0 || !nfc.getDecomposition(c, decomposition)) return 0;
  int marks = 0;
  for (std::int32_t i = decomposition.length(); i > 0; ++marks) {
    i = decomposition.moveIndex32(i, -1);
    if (nfc.getCombiningClass(decomposition.char32At(i)) == 0) break;
  }
  return marks;
}

// At most 30 marks in a row, then a U+034F (UAX #15, stream-safe text, but by canonical decomposition): ICU sorts a run
// of marks in quadratic time. Counts the marks of the decomposed text, which stay the same when it is composed again.
std::string stream_safe(const icu::Normalizer2& nfc, std::string text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int64_t>(text.size());
  std::string out;
  std::int64_t run = 0;
  int marks = 0;
  for (std::int64_t i = 0; i < size;) {
    if (bytes[i] < 0xCC) {
      marks = 0;
      ++i;
      continue;
    }
    const std::int64_t at = i;
    UChar32 c;
    U8_NEXT(bytes, i, size, c);
    // One mark decomposes into two, and so do three Tibetan vowels that are not marks themselves.
    const bool two = c == 0x344 || c == 0xF73 || c == 0xF75 || c == 0xF81;
    if (!two && (c < 0 || nfc.getCombiningClass(c) == 0)) {
      marks = 0;
      continue;
    }
    if (marks == 0) marks = trailing_marks(nfc, bytes, at);
    marks += two ? 2 : 1;
    if (marks <= 30) continue;
    out.append(text, static_cast<std::size_t>(run), static_cast<std::size_t>(at - run)).append("\xCD\x8F");
    run = at;
    marks = two ? 2 : 1;
  }
  if (run == 0) return text;
  return out.append(text, static_cast<std::size_t>(run));
}

// Whether valid UTF-8 has only characters that are the same in NFC whatever stands beside them, of the scripts and
// signs that most pages are written in. Others may be as well; ICU knows. A test compares each character with ICU.
bool is_plainly_nfc(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
  const auto within = [](int byte, int first, int last) { return byte >= first && byte <= last; };
  for (std::size_t i = 0; (i = find_beyond_ascii(text, i)) < text.size();) {
    const int lead = at(i), second = at(i + 1), third = at(i + 2);
    bool plain = false;
    switch (lead) {
      case 0xCE:
        plain = second != 0x87;  // Greek, but not U+0387
        break;
      case 0xCF:  // Greek
      case 0xD0:  // Cyrillic, to U+047F
      case 0xD1:
        plain = true;
        break;
      case 0xD7:
        plain = within(second, 0x90, 0xAA);  // Hebrew letters
        break;
      case 0xD8:
        plain = second >= 0xA1;  // Arabic letters, to U+064A
        break;
      case 0xD9:
        plain = second <= 0x8A;
        break;
      case 0xE2:  // signs U+2000 to 2BFF, but not U+2000, 2001, the marks from 20D0, 2126, 212A, 212B, 2329, 232A, 2ADC
        plain = second <= 0xAF && second != 0x83 && second != 0xAB && !(second == 0x80 && third <= 0x81) &&
                !(second == 0x84 && (third == 0xA6 || within(third, 0xAA, 0xAB))) &&
                !(second == 0x8C && within(third, 0xA9, 0xAA));
        break;
      case 0xE3:  // CJK punctuation without its marks, and kana without theirs
        plain = (second == 0x80 && third < 0xAA) || second == 0x81 || second == 0x83 ||
                (second == 0x82 && !within(third, 0x99, 0x9A));
        break;
      case 0xEA:
        plain = second >= 0xB0;  // Hangul syllables, from U+AC00
        break;
      case 0xED:
        plain = second <= 0x9D;  // to U+D77F
        break;
      case 0xEF:
        plain = second == 0xBC;  // full width
        break;
      case 0xF0:
        plain = second == 0x9F;  // emoji
        break;
      default:  // Latin below U+0300; Han from U+4000; Hangul
        plain = lead < 0xCC || within(lead, 0xE4, 0xE9) || within(lead, 0xEB, 0xEC);
    }
    if (!plain) return false;
    i += lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  }
  return true;
}

bool is_utf16(const Encoding* encoding) { return encoding && encoding->name.starts_with("UTF-16"); }

struct Choice {
  const Encoding* encoding;
  std::string_view evidence;
  bool valid = false;  // the bytes are valid UTF-8, and that is the encoding
};

// Detects bytes that claim to be UTF-8 but are something else throughout: up to one broken sequence in 100 non-ASCII
// bytes is a slip, more is a false label.
bool mostly_utf8(std::string_view bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const auto size = static_cast<std::int64_t>(bytes.size());
  std::int64_t broken = 0, high = 0;
  for (std::int64_t i = 0; i < size;) {
    if (data[i] < 0x80) {
      ++i;
      continue;
    }
    const std::int64_t start = i;
    UChar32 c;
    U8_NEXT(data, i, size, c);
    high += i - start;
    if (c < 0) ++broken;
  }
  return broken * 100 <= high;
}

// Whether valid UTF-8 is certainly meant as UTF-8: text in another multi-byte encoding may be valid by chance for a few
// characters (one Chinese character in eight), not for twenty.
bool surely_utf8(std::string_view valid_utf8) {
  int characters = 0;
  for (std::size_t i = 0; characters < 20 && (i = find_beyond_ascii(valid_utf8, i)) < valid_utf8.size(); ++i)
    characters += (valid_utf8[i] & 0xC0) == 0xC0;
  return characters >= 20;
}

// UTF-16 without a byte order mark: nearly all characters of markup are ASCII, whose other byte is 0.
const Encoding* unmarked_utf16(std::string_view bytes) {
  constexpr std::size_t sample = 256, least = 32;
  std::array<std::size_t, 2> zeros{};
  const std::size_t size = std::min(bytes.size(), sample) / 2 * 2;
  for (std::size_t i = 0; i < size; ++i) zeros[i % 2] += bytes[i] == '\0';
  const auto only_in = [&](std::size_t half) {
    return 10 * zeros[half] >= 9 * (size / 2) && 10 * zeros[1 - half] < size / 2;
  };
  if (size < least) return nullptr;
  return only_in(1) ? find_encoding("utf-16le") : only_in(0) ? find_encoding("utf-16be") : nullptr;
}

// Only ASCII bytes that switch to Japanese.
bool is_iso_2022_jp(std::string_view bytes) {
  return (bytes.find("\x1b$B") != std::string_view::npos || bytes.find("\x1b$@") != std::string_view::npos) &&
         std::none_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

Choice choose(std::string_view bytes, std::string_view http_charset) {
  if (const Encoding* utf16 = unmarked_utf16(bytes)) return {utf16, "detector"};
  const Encoding* const utf8 = find_encoding("utf-8");
  const bool valid = is_valid_utf8(bytes);
  const bool sure = valid && surely_utf8(bytes);
  const auto believable = [&](const Encoding* e) { return e && (e == utf8 ? valid || mostly_utf8(bytes) : !sure); };
  if (const Encoding* http = find_encoding(http_charset); believable(http))
    return {http, "http", valid && http == utf8};
  const Encoding* meta = find_encoding(meta_charset(bytes));
  if (!meta) meta = find_encoding(xml_charset(bytes));
  if (is_utf16(meta)) meta = utf8;  // a <meta> that can be read as ASCII is not in UTF-16 (WHATWG)
  if (believable(meta)) return {meta, "meta", valid && meta == utf8};
  if (valid && is_iso_2022_jp(bytes)) return {find_encoding("iso-2022-jp"), "detector"};
  if (valid) return {utf8, "utf-8", true};
  if (const Encoding* detected = guess(bytes); believable(detected)) return {detected, "detector"};
  return {find_encoding("windows-1252"), "default"};
}

}  // namespace

std::string_view canonical_encoding(std::string_view label) {
  const Encoding* encoding = find_encoding(label);
  return encoding ? encoding->name : std::string_view();
}

bool is_valid_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

std::string sanitize_utf8(std::string_view text) { return repair(text); }

std::string to_nfc(std::string text) {
  if (is_plainly_nfc(text)) return text;
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status)) return text;
  text = stream_safe(*nfc, std::move(text));
  if (nfc->isNormalizedUTF8(text, status)) return text;
  std::string out;
  icu::StringByteSink<std::string> sink(&out, static_cast<std::int32_t>(text.size()));
  nfc->normalizeUTF8(0, text, sink, nullptr, status);
  return U_SUCCESS(status) ? out : text;
}

Decoded decode_html(std::string_view bytes, std::string_view http_charset) {
  Choice choice{nullptr, "bom"};
  if (bytes.starts_with("\xEF\xBB\xBF")) {
    choice.encoding = find_encoding("utf-8");
    bytes.remove_prefix(3);
  } else if (bytes.starts_with("\xFE\xFF")) {
    choice.encoding = find_encoding("utf-16be");
    bytes.remove_prefix(2);
  } else if (bytes.starts_with("\xFF\xFE")) {
    choice.encoding = find_encoding("utf-16le");
    bytes.remove_prefix(2);
  } else {
    choice = choose(bytes, http_charset);
  }
  const bool as_it_is = choice.valid && bytes.find('\0') == std::string_view::npos;
  return {to_nfc(as_it_is ? std::string(bytes) : convert(bytes, *choice.encoding)), std::string(choice.encoding->name),
          std::string(choice.evidence)};
}

}  // namespace pith

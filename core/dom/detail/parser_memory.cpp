#include "core/dom/detail/parser_memory.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace pith {
namespace {

// Precedes each allocation: its size class, or that it is large.
using Head = std::size_t;
constexpr Head is_large = ~Head{0};

Head& head_of(void* memory) { return *(static_cast<Head*>(memory) - 1); }

}  // namespace

ParserMemory::~ParserMemory() {
  while (large_) {
    Large* const gone = large_;
    large_ = gone->behind;
    ::operator delete(gone);
  }
}

void* ParserMemory::take(std::size_t size) {
  const std::size_t whole = size + sizeof(Head);
  if (whole > large) return take_large(whole);
  const std::size_t number = (whole - 1) / unit;
  if (Free* const free = free_[number]) {
    free_[number] = free->next;
    return free;
  }
  auto* const memory = static_cast<Head*>(carve((number + 1) * unit)) + 1;
  head_of(memory) = number;
  return memory;
}

void ParserMemory::give_back(void* memory) {
  if (!memory) return;
  const Head number = head_of(memory);
  if (number != is_large) {
    auto* const free = static_cast<Free*>(memory);
    free->next = free_[number];
    free_[number] = free;
    return;
  }
  Large* const gone = reinterpret_cast<Large*>(static_cast<Head*>(memory) - 1) - 1;
  (gone->before ? gone->before->behind : large_) = gone->behind;
  if (gone->behind) gone->behind->before = gone->before;
  large_bytes_ -= gone->size;
  ::operator delete(gone);
}

void* ParserMemory::take_more(void* memory, std::size_t size) {
  if (!memory) return take(size);
  const Head number = head_of(memory);
  const std::size_t room = (number == is_large ? (reinterpret_cast<Large*>(static_cast<Head*>(memory) - 1) - 1)->size
                                               : (number + 1) * unit) -
                           sizeof(Head);
  if (size <= room) return memory;
  // Large memory that grows step by step is copied seldom: lexbor asks for 4 kB more each time.
  void* const more = take(number == is_large ? std::max(size, room + room / 2) : size);
  std::memcpy(more, memory, room);
  give_back(memory);
  return more;
}

void* ParserMemory::take_large(std::size_t size) {
  auto* const made = static_cast<Large*>(::operator new(sizeof(Large) + size));
  *made = {.before = nullptr, .behind = large_, .size = size};
  large_bytes_ += size;
  if (large_) large_->before = made;
  large_ = made;
  auto* const memory = reinterpret_cast<Head*>(made + 1) + 1;
  head_of(memory) = is_large;
  return memory;
}

void* ParserMemory::carve(std::size_t size) {
  if (size > left_) {
    pieces_.push_back(std::make_unique_for_overwrite<char[]>(piece_size));
    next_ = pieces_.back().get();
    left_ = piece_size;
  }
  char* const memory = next_;
  next_ += size;
  left_ -= size;
  return memory;
}

}  // namespace pith

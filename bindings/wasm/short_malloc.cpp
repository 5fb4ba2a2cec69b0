// SPDX-License-Identifier: Apache-2.0
// Memory for the lean modules, in place of wasi-libc's malloc (4 kB): blocks of a few sizes, four to a doubling. What
// is given back waits for the next who wants that size; blocks are neither split nor joined. A flock asks for the same
// sizes over and over, so that costs little.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace {

constexpr std::size_t kPage = 65536;  // of WebAssembly
constexpr std::size_t kUnit = 16;     // blocks are multiples of it, and lie on such
constexpr std::size_t kMost = std::size_t{1} << 31;

/// Right before what the caller has.
struct Head {
    std::uint32_t size;    // of the block: index of its list
    std::uint32_t offset;  // from its beginning to what the caller has
};
static_assert(sizeof(Head) <= kUnit);

struct Free {
    Free* next;
};
constinit Free* given_back[4 * 32] = {};

/// Sizes are 4 to 7 units times a power of two.
std::size_t bytes_of(std::uint32_t size) { return (4 + size % 4) * kUnit << size / 4; }
std::uint32_t size_for(std::size_t bytes) {
    const std::size_t units = std::max<std::size_t>((bytes + kUnit - 1) / kUnit, 4);
    const int power = std::max(std::bit_width(units - 1) - 3, 0);
    const std::size_t quarters = ((units - 1) >> power) + 1;
    return static_cast<std::uint32_t>(4 * power) + static_cast<std::uint32_t>(quarters - 4);
}

extern "C" std::byte __heap_base;  // by the linker: where constants and stack end

std::byte* fresh_block(std::size_t bytes) {
    static constinit std::size_t next = 0;
    if (next == 0) next = (reinterpret_cast<std::size_t>(&__heap_base) + kUnit - 1) / kUnit * kUnit;
    const std::size_t pages = __builtin_wasm_memory_size(0);
    const std::uint64_t wanted = (std::uint64_t{next} + bytes + kPage - 1) / kPage;
    if (wanted > pages) {
        const std::size_t more = static_cast<std::size_t>(wanted - pages);
        if (__builtin_wasm_memory_grow(0, more) == static_cast<std::size_t>(-1)) return nullptr;
    }
    return reinterpret_cast<std::byte*>(std::exchange(next, next + bytes));
}

Head& head_of(void* memory) { return static_cast<Head*>(memory)[-1]; }

}  // namespace

extern "C" {

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    if (bytes > kMost) return nullptr;
    const std::uint32_t size = size_for(bytes + std::max(alignment, kUnit));
    Free* const used = given_back[size];
    if (used) given_back[size] = used->next;
    std::byte* const block = used ? reinterpret_cast<std::byte*>(used) : fresh_block(bytes_of(size));
    if (!block) return nullptr;
    const std::size_t first = reinterpret_cast<std::size_t>(block) + kUnit;
    const std::size_t offset = kUnit + (alignment - first % alignment) % alignment;
    head_of(block + offset) = {size, static_cast<std::uint32_t>(offset)};
    return block + offset;
}

void* malloc(std::size_t bytes) { return aligned_alloc(kUnit, bytes); }

void free(void* memory) {
    if (!memory) return;
    const Head head = head_of(memory);
    given_back[head.size] = new (static_cast<std::byte*>(memory) - head.offset) Free{given_back[head.size]};
}

void* realloc(void* memory, std::size_t bytes) {
    const std::size_t room = memory ? bytes_of(head_of(memory).size) - head_of(memory).offset : 0;
    if (memory && bytes <= room) return memory;
    void* const larger = malloc(bytes);
    if (larger && memory) std::memcpy(larger, memory, room);
    if (larger) free(memory);
    return larger;
}
}

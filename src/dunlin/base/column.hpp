// SPDX-License-Identifier: Apache-2.0
// Column<T>: one component of all agents. Like a vector, but grown without filling (a fresh page is not touched
// twice), aligned to a cache line, and with room behind the last agent so that a whole register may be read there.
// Memory comes from allocate_block: where there is none left it does what operator new does for every container of the
// program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace dunlin {

/// Whether so much memory can be had now. Asking costs nothing: no page of it is touched.
inline bool memory_is_there(std::size_t bytes) {
    void* volatile block = std::malloc(bytes);  // volatile: or the compiler leaves both calls out
    std::free(block);
    return block != nullptr;
}

/// Where the memory of every column comes from and goes to.
inline void* allocate_block(std::size_t bytes) { return ::operator new(bytes); }
inline void release_block(void* block) { ::operator delete(block); }

/// Numbers that a model may remember of each agent.
inline constexpr int kMostMemory = 8;
/// Vectors of each agent that an integrator notes within a step.
inline constexpr int kNotedVectors = 4;

template <class T>
class Column {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    static constexpr std::size_t kPadding = 64;  // bytes readable behind the last element

    Column() = default;
    Column(const Column& other) { *this = other; }
    Column(Column&& other) noexcept { swap(other); }
    Column& operator=(const Column& other) {
        if (this == &other) return *this;
        resize(other.size_);
        if (size_) std::memcpy(data_, other.data_, size_ * sizeof(T));
        return *this;
    }
    Column& operator=(Column&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Column() { release_block(block_); }

    void swap(Column& other) noexcept {
        std::swap(block_, other.block_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }
    /// Keeps the elements that fit; new ones are unspecified but readable.
    void resize(std::size_t size) {
        if (size > capacity_ || !data_) {
            const std::size_t bytes = (size * sizeof(T) + kPadding + kLine - 1) / kLine * kLine;
            void* block = allocate_block(bytes + kLine);
            const std::size_t past_line = reinterpret_cast<std::uintptr_t>(block) % kLine;
            char* fresh = static_cast<char*>(block) + (kLine - past_line) % kLine;
            if (size_) std::memcpy(fresh, data_, size_ * sizeof(T));
            std::memset(fresh + size * sizeof(T), 0, bytes - size * sizeof(T));
            release_block(block_);
            block_ = block;
            data_ = reinterpret_cast<T*>(fresh);
            capacity_ = size;
        }
        size_ = size;
    }
    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return capacity_ * sizeof(T); }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }

  private:
    static constexpr std::size_t kLine = 64;  // bytes of a cache line

    void* block_ = nullptr;  // as allocated
    T* data_ = nullptr;      // the first line in it
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace dunlin

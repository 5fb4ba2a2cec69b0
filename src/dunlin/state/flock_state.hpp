// SPDX-License-Identifier: Apache-2.0
// The agents as columns, one for each component, and a second set of columns: sorting copies from one set to the other,
// and a step writes back. Whatever is done to every column alike (sort, resize, remove, hash, ...) visits the list that
// for_each_column makes, so a further column is added in one place. The columns of kinds exist only when there is more
// than one kind, those of memory only for a model that remembers something of each agent from step to step, and those
// of notes only for an integrator that evaluates accelerations more than once a step: they are no part of the state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "dunlin/base/column.hpp"

namespace dunlin {

/// What a step reads of each agent, and writes anew.
template <int D, class R>
struct Columns {
    Column<R> position[D];
    Column<R> velocity[D];
    Column<R> memory[kMostMemory];       // the first few, as many as the model asks for
    Column<R> notes[kNotedVectors * D];  // of an integrator, from one evaluation of a step to the next; or none
};

template <int D, class R>
struct FlockState {
    Columns<D, R> now;    // the flock
    Columns<D, R> other;  // where the next arrangement of it is written
    Column<std::uint32_t> id;
    Column<std::uint32_t> other_id;
    Column<std::uint8_t> kind;  // empty when all are of the first kind
    Column<std::uint8_t> other_kind;

    std::size_t size() const { return id.size(); }
    bool has_kinds() const { return kind.size() == id.size() && kind.size() > 0; }
    /// Numbers of memory that each agent has.
    std::size_t memory_count() const { return memory_count_; }
    bool has_notes() const { return has_notes_; }

    /// Calls f(column, other) with each column that is there, and with the place of its next arrangement: first those
    /// that a step writes (position, velocity, memory, notes), then kind and id.
    template <class F>
    void for_each_column(F&& f) {
        visit(*this, f);
    }
    template <class F>
    void for_each_column(F&& f) const {
        visit(*this, f);
    }
    /// The same for the columns that a step writes.
    template <class F>
    void for_each_stepped_column(F&& f) {
        visit_stepped(*this, f);
    }
    template <class F>
    void for_each_stepped_column(F&& f) const {
        visit_stepped(*this, f);
    }

    /// The columns of the state: position, velocity, memory.
    template <class F>
    void for_each_state_column(F&& f) const {
        visit_state(*this, f);
    }

    /// Agents that fit are kept. Of new ones the memory is 0 and the rest unspecified.
    void resize(std::size_t n, bool kinds) {
        const std::size_t old = size();
        id.resize(n);
        kind.resize(kinds ? n : 0);
        for_each_column([&](auto& column, auto& other_column) {
            column.resize(n);
            other_column.resize(n);
        });
        for (std::size_t m = 0; m < memory_count_; ++m) forget(m, old);
    }
    /// From here on each agent has so many numbers of memory; further ones than before are 0.
    void set_memory(std::size_t count) {
        for (std::size_t m = memory_count_; m < count; ++m) {
            now.memory[m].resize(size());
            other.memory[m].resize(size());
            forget(m, 0);
        }
        for (std::size_t m = count; m < memory_count_; ++m) now.memory[m] = other.memory[m] = Column<R>();
        memory_count_ = count;
    }
    /// From here on integrators can note something of each agent, or not. Between steps the notes mean nothing.
    void set_notes(bool wanted) {
        has_notes_ = wanted;
        for (int k = 0; k < kNotedVectors * D; ++k) {
            for (Column<R>* column : {&now.notes[k], &other.notes[k]}) {
                if (!wanted) *column = Column<R>();
                else if (column->size() != size()) column->resize(size());
            }
        }
    }
    /// The agents with these indices stay, in this order; the others leave.
    void rearrange(std::span<const std::uint32_t> order) {
        for_each_column([&](auto& column, auto& other_column) {
            for (std::size_t k = 0; k < order.size(); ++k) other_column[k] = column[order[k]];
        });
        swap_all_columns();
        resize(order.size(), has_kinds());
    }
    /// After all columns have been written in a new order.
    void swap_all_columns() {
        for_each_column([](auto& column, auto& other_column) { column.swap(other_column); });
    }
    /// After a step.
    void swap_columns() {
        for_each_stepped_column([](auto& column, auto& other_column) { column.swap(other_column); });
    }
    std::size_t bytes() const {
        std::size_t sum = 0;
        for_each_column(
            [&](const auto& column, const auto& other_column) { sum += column.bytes() + other_column.bytes(); });
        return sum;
    }

  private:
    template <class State, class F>
    static void visit_state(State& s, F& f) {
        for (int a = 0; a < D; ++a) f(s.now.position[a], s.other.position[a]);
        for (int a = 0; a < D; ++a) f(s.now.velocity[a], s.other.velocity[a]);
        for (std::size_t m = 0; m < s.memory_count_; ++m) f(s.now.memory[m], s.other.memory[m]);
    }
    template <class State, class F>
    static void visit_stepped(State& s, F& f) {
        visit_state(s, f);
        if (!s.has_notes_) return;
        for (int k = 0; k < kNotedVectors * D; ++k) f(s.now.notes[k], s.other.notes[k]);
    }
    template <class State, class F>
    static void visit(State& s, F& f) {
        visit_stepped(s, f);
        if (s.has_kinds()) f(s.kind, s.other_kind);
        f(s.id, s.other_id);
    }
    void forget(std::size_t m, std::size_t first) {
        Column<R>& memory = now.memory[m];
        if (first < memory.size()) std::fill(memory.data() + first, memory.data() + memory.size(), R(0));
    }

    std::size_t memory_count_ = 0;
    bool has_notes_ = false;
};

}  // namespace dunlin

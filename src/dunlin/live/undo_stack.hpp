// SPDX-License-Identifier: Apache-2.0
// What the visitor can undo. Undo does not go back in time: it takes a change back while the flock moves on. So each
// change pushes an action that does this.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace dunlin {

class UndoStack {
  public:
    using Action = std::function<void()>;

    /// `what` names the thing that was changed: several changes of the same thing in a row are undone at once. Changes
    /// with no name stand alone. `bytes`: about as much memory as the action holds.
    void push(std::string what, Action action, std::size_t bytes = 0);
    /// Everything that `act` pushes is undone at once.
    void as_one(const std::function<void()>& act);
    /// Undoes the last change. False: there is none.
    bool undo_last();
    std::size_t size() const { return entries_.size(); }
    void clear();

  private:
    struct Entry {
        std::string what;
        Action action;
        std::size_t bytes;
    };
    std::vector<Entry> entries_;
    std::size_t bytes_ = 0;
    bool grouping_ = false;  // inside as_one()
};

}  // namespace dunlin

// Mailboxes against repeated tests: a search has a number, and each entry stores the number of the last
// search that visited it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace graze {

/// `Number` is unsigned; 0 means no search. When numbers run out all mailboxes are cleared, and numbering
/// starts again.
template <class Number> class Mailboxes {
public:
    explicit Mailboxes(std::size_t count) : last_(count, 0) {}

    void next_search() {
        if (search_ == std::numeric_limits<Number>::max()) {
            std::fill(last_.begin(), last_.end(), Number{0});
            search_ = 0;
        }
        ++search_;
    }
    /// Whether this is the first visit of this search; marks the entry as visited.
    bool is_new(std::size_t index) noexcept {
        if (last_[index] == search_) return false;
        last_[index] = search_;
        return true;
    }

private:
    std::vector<Number> last_;
    Number search_ = 0;
};

}  // namespace graze

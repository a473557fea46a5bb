// Who was already looked at: a search has a number, and everything remembers the number of the last search that looked at it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace graze {

/// `Number` is unsigned; 0 stands for no search. When numbers run out all boxes forget, and they start again.
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
    /// Whether this search has not looked at it yet; from now on it has.
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

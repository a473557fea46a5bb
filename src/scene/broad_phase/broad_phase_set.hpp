// A set of numbers in one array: open addressing, no tombstones. For pairs that begin and end, and proxies
// that a search has already visited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace graze {

class FlatSet {
public:
    /// Two proxies as one number.
    static constexpr std::uint64_t key_of(std::uint32_t a, std::uint32_t b) noexcept {
        return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t memory_bytes() const noexcept {
        return slots_.capacity() * sizeof(std::uint64_t);
    }
    [[nodiscard]] bool contains(std::uint64_t key) const noexcept {
        return !slots_.empty() && slots_[find(key)] == key;
    }

    /// False when it was there.
    bool insert(std::uint64_t key) {
        if ((size_ + 1) * 2 > slots_.size()) grow();
        const std::size_t at = find(key);
        if (slots_[at] == key) return false;
        slots_[at] = key;
        ++size_;
        return true;
    }
    /// False when it was not there.
    bool erase(std::uint64_t key) noexcept {
        if (slots_.empty()) return false;
        std::size_t hole = find(key);
        if (slots_[hole] != key) return false;
        // Later entries of the probe chain that would become unreachable move into the hole.
        for (std::size_t i = next(hole); slots_[i] != kFree; i = next(i)) {
            const std::size_t home = home_of(slots_[i]);
            if (((i - home) & mask()) >= ((i - hole) & mask())) slots_[hole] = slots_[i], hole = i;
        }
        slots_[hole] = kFree;
        --size_;
        return true;
    }
    void clear() noexcept {
        slots_.clear();
        size_ = 0;
    }
    template <class Visit> void for_each(const Visit& visit) const {
        for (const std::uint64_t key : slots_) {
            if (key != kFree) visit(key);
        }
    }

private:
    static constexpr std::uint64_t kFree = ~std::uint64_t{0};

    [[nodiscard]] std::size_t mask() const noexcept { return slots_.size() - 1; }
    [[nodiscard]] std::size_t next(std::size_t i) const noexcept { return (i + 1) & mask(); }
    /// The upper half of a product with an odd number that has bits everywhere (2^64 over the golden ratio).
    [[nodiscard]] std::size_t home_of(std::uint64_t key) const noexcept {
        const std::uint64_t mixed = (key ^ key >> 29) * 0x9e3779b97f4a7c15ULL;
        return static_cast<std::size_t>(mixed >> 32) & mask();
    }
    [[nodiscard]] std::size_t find(std::uint64_t key) const noexcept {
        std::size_t i = home_of(key);
        while (slots_[i] != key && slots_[i] != kFree) i = next(i);
        return i;
    }
    void grow() {
        const std::vector<std::uint64_t> old =
            std::exchange(slots_, std::vector<std::uint64_t>(slots_.empty() ? 16 : 2 * slots_.size(), kFree));
        for (const std::uint64_t key : old) {
            if (key != kFree) slots_[find(key)] = key;
        }
    }

    std::vector<std::uint64_t> slots_;  ///< A power of two, at most half full.
    std::size_t size_ = 0;
};

}  // namespace graze

// Storage kept in place and not cleared first: clearing kilobytes would cost more than the small cases that
// use it. Elements are plain values.
#pragma once

#include <cstddef>
#include <type_traits>

namespace graze {

/// Storage for N values. Assign an element before reading it: the owner keeps track of which ones are in use.
template <class T, std::size_t N> class Uninitialized {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    // NOLINTNEXTLINE(modernize-use-equals-default): defaulting would zero the storage on value-initialisation
    Uninitialized() noexcept {}

    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data()[i]; }
    [[nodiscard]] T* data() noexcept { return reinterpret_cast<T*>(bytes_); }
    [[nodiscard]] const T* data() const noexcept { return reinterpret_cast<const T*>(bytes_); }

private:
    alignas(T) std::byte bytes_[N * sizeof(T)];  // NOLINT(modernize-avoid-c-arrays): a byte array begins its
                                                 // elements' lifetimes
};

/// A vector of bounded size.
template <class T, std::size_t N> class InPlace {
public:
    static constexpr std::size_t kCapacity = N;

    InPlace() noexcept = default;
    InPlace(const InPlace&) = delete;
    InPlace& operator=(const InPlace&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return elements_[i]; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return elements_[i]; }
    [[nodiscard]] const T* begin() const noexcept { return elements_.data(); }
    [[nodiscard]] const T* end() const noexcept { return elements_.data() + size_; }
    [[nodiscard]] T* begin() noexcept { return elements_.data(); }
    [[nodiscard]] T* end() noexcept { return elements_.data() + size_; }
    void clear() noexcept { size_ = 0; }
    /// Drops the last value; there must be one.
    void pop() noexcept { --size_; }
    /// False when full: the value is dropped.
    bool push(const T& value) noexcept {
        if (size_ == N) return false;
        elements_[size_++] = value;
        return true;
    }

private:
    Uninitialized<T, N> elements_;
    std::size_t size_ = 0;
};

}  // namespace graze

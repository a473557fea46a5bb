// A vector of bounded size kept in place and left uninitialised beyond its size: clearing kilobytes would cost more than the
// small cases that use it. Elements are plain values.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

namespace graze {

template <class T, std::size_t N> class InPlace {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    static constexpr std::size_t kCapacity = N;

    InPlace() noexcept {}  // NOLINT(modernize-use-equals-default): defaulting would zero the storage on value-initialisation
    InPlace(const InPlace&) = delete;
    InPlace& operator=(const InPlace&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data()[i]; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + size_; }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + size_; }
    void clear() noexcept { size_ = 0; }
    /// False when full: the value is dropped.
    bool push(const T& value) noexcept {
        if (size_ == N) return false;
        new (storage_ + size_ * sizeof(T)) T(value);
        ++size_;
        return true;
    }

private:
    [[nodiscard]] const T* data() const noexcept { return std::launder(reinterpret_cast<const T*>(storage_)); }
    [[nodiscard]] T* data() noexcept { return std::launder(reinterpret_cast<T*>(storage_)); }
    alignas(T) std::byte storage_[N * sizeof(T)];
    std::size_t size_ = 0;
};

}  // namespace graze

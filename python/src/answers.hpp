// Answers with the inputs that they are about, single and in batches.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <graze/result/ray.hpp>

#include "arguments.hpp"
#include "objects.hpp"
#include "pairs.hpp"

namespace graze::python {

/// Leaves numbers as they are in memory: every item is written before it is read, and the threads of a batch
/// touch the pages of their own items first.
template <class T> struct Unset : std::allocator<T> {
    template <class U> struct rebind { using other = Unset<U>; };
    template <class U, class... Arguments> void construct(U* place, Arguments&&... arguments) {
        if constexpr (sizeof...(Arguments) > 0 || !std::is_trivially_copyable_v<U>)
            std::construct_at(place, std::forward<Arguments>(arguments)...);
    }
};
template <class T> using Items = std::vector<T, Unset<T>>;

/// An answer about two placed shapes.
template <class T> struct PairAnswer {
    T answer{};
    Placed a{Point{}, {}};
    Placed b{Point{}, {}};
};

/// The items of a side of a batch, kept so that every answer knows its inputs, whatever the caller does with
/// the arrays.
class KeptSide {
public:
    KeptSide(const Side& side, std::size_t count) : one_(side.first()), listed_(side.listed()) {
        if (!listed_ && side.many()) poses_.resize(count);
    }
    void keep(std::size_t i, const Placed& placed) {
        if (!poses_.empty()) poses_[i] = placed.pose;
    }
    [[nodiscard]] Placed at(std::size_t i) const {
        if (listed_) return (*listed_)[i];
        return {one_.shape, poses_.empty() ? one_.pose : poses_[i]};
    }

private:
    Placed one_;
    std::shared_ptr<const std::vector<Placed>> listed_;
    Items<Pose> poses_;
};

/// Many answers about pairs.
template <class T> class PairAnswers {
public:
    /// verb(a, b) or, where every item has more to it, verb(i, a, b).
    template <class Verb>
    PairAnswers(const Pairs& pairs, unsigned threads, const Verb& verb)
        : answers_(pairs.count), a_(pairs.a, pairs.count), b_(pairs.b, pairs.count) {
        pairs.run(threads, [&](std::size_t i, const Placed& a, const Placed& b) {
            if constexpr (std::is_invocable_v<Verb, std::size_t, const Placed&, const Placed&>)
                answers_[i] = verb(i, a, b);
            else
                answers_[i] = verb(a, b);
            a_.keep(i, a);
            b_.keep(i, b);
        });
    }

    [[nodiscard]] std::size_t size() const noexcept { return answers_.size(); }
    [[nodiscard]] const Items<T>& answers() const noexcept { return answers_; }
    [[nodiscard]] PairAnswer<T> at(std::size_t i) const { return {answers_[i], a_.at(i), b_.at(i)}; }

private:
    Items<T> answers_;
    KeptSide a_;
    KeptSide b_;
};

/// A hit with its question.
struct RayAnswer {
    RayHit hit{};
    Ray ray{};
    Placed target{Point{}, {}};
};

/// An index of Python's, negative ones from the end.
inline std::size_t index_of(py::handle index, std::size_t size) {
    const auto n = static_cast<long long>(size);
    const long long i = integer_of(index, "index", -(1LL << 62), 1LL << 62);
    if (i < -n || i >= n) throw py::index_error("index " + std::to_string(i) + " of " + std::to_string(size));
    return static_cast<std::size_t>(i < 0 ? i + n : i);
}

/// An owned array with one number for each item.
template <class Out, class Items, class Get> py::array column(const Items& items, const Get& get) {
    py::array_t<Out> array(static_cast<py::ssize_t>(items.size()));
    Out* out = array.mutable_data();
    for (const auto& item : items) *out++ = static_cast<Out>(get(item));
    return array;
}

/// (N, 3).
template <class Items, class Get> py::array vector_column(const Items& items, const Get& get) {
    Doubles array({static_cast<py::ssize_t>(items.size()), py::ssize_t{3}});
    double* out = array.mutable_data();
    for (const auto& item : items) {
        const Vec3 v = get(item);
        *out++ = v.x, *out++ = v.y, *out++ = v.z;
    }
    return array;
}

/// What a loaded pickle asks again: answers are the same for the same inputs.
template <class T> py::tuple question_again(const char* verb, const PairAnswer<T>& answer) {
    return py::make_tuple(py::module_::import("graze").attr(verb),
                          py::make_tuple(wrapped(answer.a), wrapped(answer.b)));
}

}  // namespace graze::python

// A callable by reference, for visitors and tasks, and the loop over independent tasks that takes one.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace graze {

/// Two pointers: nothing is copied or allocated. It must not outlive the callable.
template <class Signature> class FunctionRef;

template <class Result, class... Arguments> class FunctionRef<Result(Arguments...)> {
public:
    // NOLINTBEGIN(google-explicit-constructor,bugprone-forwarding-reference-overload): converts like a
    // function
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> &&
             std::is_invocable_r_v<Result, F&, Arguments...>) FunctionRef(F&& callable)
    noexcept
        : callable_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
          call_([](void* target, Arguments... arguments) -> Result {
              return (*static_cast<std::remove_reference_t<F>*>(target))(
                  std::forward<Arguments>(arguments)...);
          }) {}
    // NOLINTEND(google-explicit-constructor,bugprone-forwarding-reference-overload)

    Result operator()(Arguments... arguments) const {
        return call_(callable_, std::forward<Arguments>(arguments)...);
    }

private:
    void* callable_;
    Result (*call_)(void*, Arguments...);
};

/// Calls task(i) for every i below `count`, in any order, on at most `threads` threads (0: one per core).
/// Tasks must not depend on each other and may write only data of their own. An exception of a task ends the
/// loop and is thrown to the caller; tasks that have not begun are then left out.
void parallel_for(std::size_t count, unsigned threads, FunctionRef<void(std::size_t)> task);

}  // namespace graze

// A callable by reference, for visitors: two pointers, nothing is copied or allocated. It must not outlive the callable.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace graze {

template <class Signature> class FunctionRef;

template <class Result, class... Arguments> class FunctionRef<Result(Arguments...)> {
public:
    // NOLINTBEGIN(google-explicit-constructor,bugprone-forwarding-reference-overload): converts like a function
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> && std::is_invocable_r_v<Result, F&, Arguments...>)
        FunctionRef(F&& callable)
    noexcept
        : callable_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
          call_([](void* target, Arguments... arguments) -> Result {
              return (*static_cast<std::remove_reference_t<F>*>(target))(std::forward<Arguments>(arguments)...);
          }) {}
    // NOLINTEND(google-explicit-constructor,bugprone-forwarding-reference-overload)

    Result operator()(Arguments... arguments) const { return call_(callable_, std::forward<Arguments>(arguments)...); }

private:
    void* callable_;
    Result (*call_)(void*, Arguments...);
};

}  // namespace graze

// From here to fp_contract_off_end.hpp every product is rounded before it is added: the compiler may not fuse the two.
// The library is compiled so. An inline function, however, is also emitted by every program that includes its header, and a linker keeps one of the copies: where a
// program is built for a machine with fused multiply-add, the kept copy would round other than the library's proofs were made for. No
// `#pragma once`: the two headers are a bracket, used once in every public header that computes, after its includes.
#if defined(__clang__)
#pragma float_control(push)
#pragma clang fp contract(off)
#elif defined(_MSC_VER)
#pragma float_control(push)
#pragma fp_contract(off)
#elif defined(__GNUC__) && defined(__FP_FAST_FMA)
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off")
#endif

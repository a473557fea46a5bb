// Closes the bracket that fp_contract_off_begin.hpp opened: what follows is compiled as the program wishes.
#if defined(__clang__) || defined(_MSC_VER)
#pragma float_control(pop)
#elif defined(__GNUC__) && defined(__FP_FAST_FMA)
#pragma GCC pop_options
#endif

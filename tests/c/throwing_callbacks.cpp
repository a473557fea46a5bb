// Callbacks as a binding in C++ may have them: what they throw must not come out of the C interface.
#include <graze/graze.h>

#include <stdexcept>

extern "C" {

graze_continue throw_an_exception(void* calls, const graze_encounter* /*encounter*/) {
    ++*static_cast<int*>(calls);
    throw std::runtime_error("the engine is on fire; stop the game");
}

graze_continue throw_a_number(void* calls, const graze_encounter* /*encounter*/) {
    ++*static_cast<int*>(calls);
    throw 7;
}
}

// Shows the convex core at work.
#include <graze/graze.hpp>

#include <cstdio>

int main() { std::printf("graze %s\n", GRAZE_VERSION_STRING); }

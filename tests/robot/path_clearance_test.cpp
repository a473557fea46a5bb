#include <gtest/gtest.h>
#include <graze/graze.hpp>

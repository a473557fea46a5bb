// The version of the headers in use; the build checks that it equals the CMake project's version.
#pragma once

#define GRAZE_VERSION_MAJOR 0
#define GRAZE_VERSION_MINOR 1
#define GRAZE_VERSION_PATCH 0
#define GRAZE_VERSION_STRING "0.1.0"

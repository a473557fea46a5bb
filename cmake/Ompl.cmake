# OMPL, for what uses graze/interop/ompl.hpp: ompl::ompl, where it is installed. Its package before 1.6 has
# variables and no target, and Debian's lists libraries of Boost that are not installed with it; OMPL's own
# library is enough.
find_package(ompl QUIET)
if(ompl_FOUND AND NOT TARGET ompl::ompl)
  find_library(GRAZE_OMPL_LIBRARY ompl PATHS ${OMPL_LIBRARY_DIRS} REQUIRED)
  add_library(ompl::ompl INTERFACE IMPORTED)
  target_include_directories(ompl::ompl SYSTEM INTERFACE ${OMPL_INCLUDE_DIRS})
  target_link_libraries(ompl::ompl INTERFACE ${GRAZE_OMPL_LIBRARY})
endif()

# The headers state the version too, for users who see nothing else: both must agree.
file(STRINGS ${PROJECT_SOURCE_DIR}/include/graze/core/version.hpp version_line REGEX "GRAZE_VERSION_STRING")
string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" header_version "${version_line}")
if(NOT header_version STREQUAL PROJECT_VERSION)
  message(FATAL_ERROR
          "include/graze/core/version.hpp says ${header_version}, CMakeLists.txt says ${PROJECT_VERSION}")
endif()
foreach(part IN ITEMS MAJOR MINOR PATCH)
  file(STRINGS ${PROJECT_SOURCE_DIR}/include/graze/core/version.hpp part_line REGEX "GRAZE_VERSION_${part} ")
  if(NOT part_line MATCHES " ${PROJECT_VERSION_${part}}$")
    message(FATAL_ERROR
            "GRAZE_VERSION_${part} in include/graze/core/version.hpp is not ${PROJECT_VERSION_${part}}")
  endif()
endforeach()
# A changed header configures again.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${PROJECT_SOURCE_DIR}/include/graze/core/version.hpp)

# Headers, library, CMake package and pkg-config file. Everything installed is relocatable: paths are relative
# to the prefix.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(graze_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/graze)

target_include_directories(graze PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS graze EXPORT graze_targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/graze DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "*.inc" PATTERN include/graze/io EXCLUDE)
install(EXPORT graze_targets NAMESPACE graze:: FILE graze-targets.cmake DESTINATION ${graze_package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/graze)

# A static graze leaves Qhull, Highway and oneTBB to its user's link; a shared one has them inside.
get_target_property(graze_type graze TYPE)
if(graze_type STREQUAL STATIC_LIBRARY)
  set(graze_link_dependencies ON)
  set(graze_pc_requires "qhull_r libhwy")
  if(graze_with_tbb)
    string(APPEND graze_pc_requires " tbb")
  endif()
else()
  set(graze_link_dependencies OFF)
  set(graze_pc_requires "")
endif()

# graze::io has targets of its own: users of the core alone need none of its packages. The same holds for
# what a static one leaves to its user.
set(graze_io_link_dependencies OFF)
if(TARGET graze_io)
  target_include_directories(graze_io PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS graze_io EXPORT graze_io_targets)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/graze/io DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/graze
          FILES_MATCHING PATTERN "*.hpp")
  install(EXPORT graze_io_targets NAMESPACE graze:: FILE graze-io-targets.cmake
          DESTINATION ${graze_package_dir})
  get_target_property(graze_io_type graze_io TYPE)
  if(graze_io_type STREQUAL STATIC_LIBRARY)
    set(graze_io_link_dependencies ON)
  endif()
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/graze-config.cmake.in
                              ${PROJECT_BINARY_DIR}/graze-config.cmake
                              INSTALL_DESTINATION ${graze_package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/graze-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/graze-config.cmake ${PROJECT_BINARY_DIR}/graze-config-version.cmake
        DESTINATION ${graze_package_dir})

# From <prefix>/<libdir>/pkgconfig back to the prefix, so that a moved installation still works.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}
           OUTPUT_VARIABLE graze_pc_libdir)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}
           OUTPUT_VARIABLE graze_pc_includedir)
file(RELATIVE_PATH graze_pc_up /${graze_pc_libdir}/pkgconfig /)
cmake_path(SET graze_pc_up NORMALIZE ${graze_pc_up}.)
configure_file(${PROJECT_SOURCE_DIR}/cmake/graze.pc.in ${PROJECT_BINARY_DIR}/graze.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/graze.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

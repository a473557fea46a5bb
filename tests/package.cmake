# What newcomers and users of an installed or embedded graze do: a first configuration, install rules,
# find_package, pkg-config, FetchContent; static and shared. Each test configures, builds and runs a project
# of its own below <build>/package.
set(package_dir ${PROJECT_BINARY_DIR}/package)
set(consumer_dir ${CMAKE_CURRENT_SOURCE_DIR}/consumer)

# Compiles a small project, then runs the program that it made. Options go to its configure step.
function(add_package_test name source program)
  add_test(NAME package.${name}
           COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${source} ${package_dir}/${name} --build-generator
                   ${CMAKE_GENERATOR}
                   --build-options -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
                   -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER} ${ARGN}
                   --test-command ${program})
endfunction()
function(add_install_test name build)
  add_test(NAME package.${name}
           COMMAND ${CMAKE_COMMAND} -D build=${build} -D prefix=${package_dir}/${name}.prefix
                   -D source=${PROJECT_SOURCE_DIR}
                   -P ${consumer_dir}/install.cmake)
endfunction()

add_test(NAME package.first_configure
         COMMAND ${CMAKE_COMMAND} -D folder=${package_dir}/first_configure -D source=${PROJECT_SOURCE_DIR}
                 -P ${consumer_dir}/first_configure.cmake)
add_install_test(install ${PROJECT_BINARY_DIR})
add_package_test(contract ${CMAKE_CURRENT_SOURCE_DIR}/contract ${CMAKE_CTEST_COMMAND}
                 -DCMAKE_PREFIX_PATH=${package_dir}/install.prefix)
add_package_test(find_package ${consumer_dir}/find_package consumer
                 -DCMAKE_PREFIX_PATH=${package_dir}/install.prefix)
add_test(NAME package.pkg_config COMMAND ${consumer_dir}/pkg_config.sh ${package_dir}/install.prefix
         ${CMAKE_CXX_COMPILER} ${package_dir}/pkg_config)
if(TARGET graze_io)
  add_package_test(find_package_io ${consumer_dir}/find_package_io consumer
                   -DCMAKE_PREFIX_PATH=${package_dir}/install.prefix)
  set_tests_properties(package.find_package_io PROPERTIES LABELS package TIMEOUT 1500
                       FIXTURES_REQUIRED installed)
endif()

# Taken in as source, as a shared library, and installed from there. Sources that it would compile by the very
# commands of this build are not compiled again: their objects are copied.
add_package_test(fetch_content ${consumer_dir}/fetch_content consumer
                 -DFETCHCONTENT_SOURCE_DIR_GRAZE=${PROJECT_SOURCE_DIR}
                 -DBUILD_SHARED_LIBS=ON -DGRAZE_INSTALL=ON -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
                 -DGRAZE_TBB=${GRAZE_TBB}
                 -DGRAZE_ASSERTIONS=${GRAZE_ASSERTIONS}
                 -DCMAKE_CXX_COMPILER_LAUNCHER=${consumer_dir}/reuse_objects.py)
set_tests_properties(package.fetch_content PROPERTIES COST 20
                     ENVIRONMENT GRAZE_REUSED_BUILD=${PROJECT_BINARY_DIR})
add_install_test(install_shared ${package_dir}/fetch_content)
add_package_test(find_package_shared ${consumer_dir}/find_package consumer
                 -DCMAKE_PREFIX_PATH=${package_dir}/install_shared.prefix)
add_test(NAME package.pkg_config_shared
         COMMAND ${consumer_dir}/pkg_config.sh ${package_dir}/install_shared.prefix ${CMAKE_CXX_COMPILER}
                 ${package_dir}/pkg_config_shared)

set(package_tests first_configure contract find_package pkg_config fetch_content find_package_shared
    pkg_config_shared install install_shared)
list(TRANSFORM package_tests PREPEND package.)
set_tests_properties(${package_tests} PROPERTIES LABELS package TIMEOUT 1500)
set_tests_properties(package.install PROPERTIES FIXTURES_SETUP installed)
set_tests_properties(package.contract package.find_package package.pkg_config
                     PROPERTIES FIXTURES_REQUIRED installed)
set_tests_properties(package.fetch_content PROPERTIES FIXTURES_SETUP fetched)
set_tests_properties(package.install_shared PROPERTIES FIXTURES_SETUP installed_shared
                     FIXTURES_REQUIRED fetched)
set_tests_properties(package.find_package_shared package.pkg_config_shared
                     PROPERTIES FIXTURES_REQUIRED installed_shared)

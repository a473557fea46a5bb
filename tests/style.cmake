# Checks of the sources themselves.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(tools ${PROJECT_SOURCE_DIR}/tools)
add_test(NAME layers COMMAND Python3::Interpreter ${tools}/check_layers.py)
add_test(NAME layers_self_test COMMAND Python3::Interpreter ${tools}/check_layers_test.py)
add_test(NAME reuse_objects_self_test COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/consumer/reuse_objects_test.py)
add_test(NAME readme COMMAND Python3::Interpreter ${tools}/check_readme.py)
add_test(NAME format COMMAND Python3::Interpreter ${tools}/format.py)
set_tests_properties(layers layers_self_test reuse_objects_self_test readme format PROPERTIES LABELS style)

# Checks of the sources themselves.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(tools ${PROJECT_SOURCE_DIR}/tools)
add_test(NAME layers COMMAND Python3::Interpreter ${tools}/check_layers.py)
add_test(NAME layers_self_test COMMAND Python3::Interpreter ${tools}/check_layers_test.py)
add_test(NAME words COMMAND Python3::Interpreter ${tools}/check_words.py)
add_test(NAME words_self_test COMMAND Python3::Interpreter ${tools}/check_words_test.py)
add_test(NAME group_sources_self_test COMMAND Python3::Interpreter ${tools}/group_sources_test.py)
add_test(NAME reuse_objects_self_test COMMAND Python3::Interpreter
         ${CMAKE_CURRENT_SOURCE_DIR}/consumer/reuse_objects_test.py)
add_test(NAME architecture COMMAND Python3::Interpreter ${tools}/draw_architecture.py --check)
add_test(NAME readme COMMAND Python3::Interpreter ${tools}/check_readme.py)
add_test(NAME readme_self_test COMMAND Python3::Interpreter ${tools}/check_readme_test.py)
add_test(NAME coverage COMMAND Python3::Interpreter ${tools}/check_coverage.py)
add_test(NAME coverage_self_test COMMAND Python3::Interpreter ${tools}/check_coverage_test.py)
add_test(NAME documents COMMAND Python3::Interpreter ${tools}/check_documents.py)
add_test(NAME documents_self_test COMMAND Python3::Interpreter ${tools}/check_documents_test.py)
add_test(NAME bench_compare_self_test COMMAND Python3::Interpreter
         ${PROJECT_SOURCE_DIR}/bench/compare_test.py)
add_test(NAME mutate_self_test COMMAND Python3::Interpreter ${tools}/mutate_test.py)
add_test(NAME format COMMAND Python3::Interpreter ${tools}/format.py)
add_test(NAME format_self_test COMMAND Python3::Interpreter ${tools}/format_test.py)
set_tests_properties(layers layers_self_test words words_self_test group_sources_self_test
                     reuse_objects_self_test architecture readme readme_self_test coverage
                     coverage_self_test documents documents_self_test bench_compare_self_test mutate_self_test
                     format format_self_test
                     PROPERTIES LABELS style)
set_tests_properties(format mutate_self_test PROPERTIES COST 5)

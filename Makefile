# The front door. Every target installs the packages it needs (Debian), builds with a preset of
# CMakePresets.json, and runs.
JOBS ?= $(shell nproc)
BENCH_FLAGS ?=
COMPARE_FLAGS ?=
MESH_BENCH_FLAGS ?=
SOAK_FLAGS ?=
MUTATION_FLAGS ?=
PYTEST_FLAGS ?=
FUZZ_SECONDS ?= 300
# With the longest input that each is given, in bytes.
FUZZERS := builders:512 meshes:2048 queries:256 trees:2048 scene_bytes:4096 scene_json:4096 mesh_file:4096 \
    robot:4096 mjcf:4096 joint_path:2048 path_proof:4096
fuzzer_name = graze_fuzz_$(firstword $(subst :, ,$(1)))

# A folder with teapot.obj and stanford-bunny.obj, the models of the book and of a thesis; without it
# generated ones take their place.
MODELS ?=

# A folder with a robot and planning problems: see bench/robot/problems.hpp.
ROBOTS ?=
ROBOTS_FLAGS ?=

.PHONY: help demo test cad python bench-python asan-python bench bench-compare robots-bench documents book \
    validation qualification torus eberly jorgensen configure-documents soak mutation fuzz format lint asan \
    tsan audit clean

help:
	@echo "make demo    build the tool, make an assembly with known faults, check it, write graze-report.html"
	@echo "make test    build everything and run all tests, format, layer and package checks"
	@echo "make cad     build with the reader of CAD files and run its tests, with 1000 damaged files"
	@echo "make python  build the wheel of the Python package in dist, install it in a fresh environment" \
	      "and run its tests there"
	@echo "make bench-python  batches of Python against loops of C++ and of Python, single calls, threads"
	@echo "make asan-python   strange arguments to the Python package under the address sanitizer"
	@echo "make bench   compare with FCL, libccd, Bullet, ODE, CGAL and Embree; tables on the terminal, CSV" \
	      "in bench/results"
	@echo "make bench-compare  the ratios of a run beside the committed ones; rows that are slower in two" \
	      "runs are named"
	@echo "make robots-bench ROBOTS=FOLDER  planning problems of a robot: certified motions beside sampled ones"
	@echo "make documents  the experiments of the documents that graze follows, beside their own figures: all" \
	      "of the next six"
	@echo "make book       van den Bergen's tables 5.2 to 5.6, sorted polygons, coherence; MODELS=FOLDER with" \
	      "teapot.obj, stanford-bunny.obj"
	@echo "make validation, make qualification   Fourier-Motzkin against separating axes on a million pairs:" \
	      "answers, times"
	@echo "make torus      trees of frames: all pairs, first hits, ten times the objects"
	@echo "make eberly, make jorgensen   oriented boxes that move; intervals and recorded outputs"
	@echo "make soak    the long randomised run behind the tests; SOAK_FLAGS='--seconds 600' limits it"
	@echo "make mutation  break one line at a time in the cores, 300 times, and list what no test notices; a" \
	      "run can be continued"
	@echo "make fuzz    builders, meshes, queries, trees, scenes and files on strings of bytes," \
	      "FUZZ_SECONDS=300 each; a failure prints its input"
	@echo "make asan    the tests under the address and undefined behaviour sanitizers"
	@echo "make tsan    the tests under the thread sanitizer"
	@echo "make audit   the tests and the inputs of the benchmarks with every verb checking its own answer; a" \
	      "wrong one leaves its input as a file"
	@echo "make format  rewrite all C++ files with clang-format"
	@echo "make lint    run clang-tidy over the library and the tool"
	@echo "make clean   remove build/"

demo:
	@tools/install_dependencies.sh build
	@cmake --preset release -DGRAZE_BUILD_TESTS=OFF --log-level=WARNING -B build/demo
	@cmake --build build/demo --target graze_program -j $(JOBS)
	@build/demo/cli/graze demo

test:
	@tools/install_dependencies.sh test
	cmake --preset release -DGRAZE_WERROR=ON -DGRAZE_GROUP=ON -DGRAZE_BUILD_PYTHON=ON \
	    --log-level=WARNING
	cmake --build --preset release -j $(JOBS)
	ctest --preset release -j $(JOBS)

cad:
	@tools/install_dependencies.sh cad
	cmake --preset release -DGRAZE_WERROR=ON -DGRAZE_GROUP=ON -DGRAZE_BUILD_CAD=ON \
	    --log-level=WARNING -B build/cad
	cmake --build build/cad --target graze_test_cad graze_program graze_cad_models -j $(JOBS)
	GRAZE_CAD_DAMAGED=1000 build/cad/tests/cad/graze_test_cad

python:
	@tools/install_dependencies.sh python
	@cmake --preset release -DGRAZE_BUILD_TESTS=OFF -DGRAZE_BUILD_TOOL=OFF -DGRAZE_BUILD_PYTHON=ON \
	    -DGRAZE_GROUP=ON --log-level=WARNING -B build/python
	@cmake --build build/python --target graze_python -j $(JOBS)
	@tools/python_wheel.sh build/python $(PYTEST_FLAGS)
	@ls dist/graze-*.whl

bench-python:
	@tools/install_dependencies.sh python
	@cmake --preset release -DGRAZE_BUILD_TESTS=OFF -DGRAZE_BUILD_TOOL=OFF -DGRAZE_BUILD_PYTHON=ON \
	    -DGRAZE_GROUP=ON --log-level=WARNING -B build/python
	@cmake --build build/python --target graze_python graze_python_loop -j $(JOBS)
	@tools/python_bench.sh build/python $(PAIRS)

asan-python:
	@tools/install_dependencies.sh python
	@cmake --preset asan -DGRAZE_BUILD_TESTS=OFF -DGRAZE_BUILD_TOOL=OFF -DGRAZE_BUILD_PYTHON=ON \
	    -DGRAZE_GROUP=ON --log-level=WARNING -B build/asan-python
	@cmake --build build/asan-python --target graze_python -j $(JOBS)
	@tools/python_asan.sh build/asan-python $(EXAMPLES)

bench:
	@tools/install_dependencies.sh bench
	cmake --preset release -DGRAZE_BUILD_TESTS=OFF -DGRAZE_BUILD_BENCH=ON --log-level=WARNING -B build/bench
	cmake --build build/bench --target graze_bench graze_bench_frames graze_bench_tree graze_bench_mesh \
	    graze_bench_book graze_bench_motion graze_bench_scene graze_bench_assembly graze_bench_robot \
	    graze_bench_batches -j $(JOBS)
	@mkdir -p bench/results
	build/bench/bench/graze_bench --csv bench/results/ $(BENCH_FLAGS)
	build/bench/bench/graze_bench_frames
	build/bench/bench/graze_bench_tree
	build/bench/bench/graze_bench_book --quick
	build/bench/bench/graze_bench_mesh $(MESH_BENCH_FLAGS)
	build/bench/bench/graze_bench_motion
	build/bench/bench/graze_bench_scene $(SCENE_BENCH_FLAGS)
	build/bench/bench/graze_bench_assembly
	build/bench/bench/graze_bench_batches
	build/bench/bench/graze_bench_robot --csv bench/results/robot-edges.csv

# The programs that have peers, against bench/results/ratios.json; `make bench-compare COMPARE_FLAGS=--accept`
# writes that file.
bench-compare:
	@tools/install_dependencies.sh bench
	@cmake --preset release -DGRAZE_BUILD_TESTS=OFF -DGRAZE_BUILD_BENCH=ON --log-level=WARNING -B build/bench
	cmake --build build/bench --target graze_bench graze_bench_frames graze_bench_mesh graze_bench_motion \
	    graze_bench_scene graze_bench_assembly graze_bench_robot graze_bench_batches -j $(JOBS)
	bench/compare.py $(COMPARE_FLAGS)

# The folder has a robot as .urdf and .srdf, and problems.json.
robots-bench:
	@test -n "$(ROBOTS)" || { echo "make robots-bench ROBOTS=FOLDER, see make help" >&2; exit 2; }
	@tools/install_dependencies.sh bench
	@cmake --preset release -DGRAZE_BUILD_TESTS=OFF -DGRAZE_BUILD_BENCH=ON --log-level=WARNING -B build/bench
	cmake --build build/bench --target graze_bench_planning -j $(JOBS)
	@mkdir -p bench/results
	build/bench/bench/graze_bench_planning "$(ROBOTS)" --csv bench/results/robot-planning.csv $(ROBOTS_FLAGS)

# The documents' experiments: each table with the document's figures, CSV in bench/results; docs/documents.md
# has one run of them.
documents: book validation qualification torus eberly jorgensen

configure-documents:
	@tools/install_dependencies.sh documents
	@cmake --preset release -DGRAZE_BUILD_TESTS=OFF -DGRAZE_BUILD_BENCH=ON --log-level=WARNING -B build/bench

book: configure-documents
	cmake --build build/bench --target graze_bench_book -j $(JOBS)
	build/bench/bench/graze_bench_book --csv bench/results/documents-book.csv $(if $(MODELS),--models $(MODELS))

torus eberly: configure-documents
	cmake --build build/bench --target graze_bench_$@ -j $(JOBS)
	build/bench/bench/graze_bench_$@ --csv bench/results/documents-$@.csv

jorgensen: configure-documents
	cmake --build build/bench --target graze_bench_jorgensen graze_bench_intervals -j $(JOBS)
	build/bench/bench/graze_bench_intervals --csv bench/results/documents-intervals.csv
	build/bench/bench/graze_bench_jorgensen --csv bench/results/documents-jorgensen.csv \
	    $(if $(MODELS),--models $(MODELS))

validation qualification: configure-documents
	cmake --build build/bench --target graze_frames_$@ -j $(JOBS)
	build/bench/bench/graze_frames_$@ --pairs 1000000 --csv bench/results/documents-$@.csv

soak:
	@tools/install_dependencies.sh test
	cmake --preset release --log-level=WARNING
	cmake --build --preset release --target graze_soak -j $(JOBS)
	build/release/tests/soak/graze_soak $(SOAK_FLAGS)

mutation:
	@tools/install_dependencies.sh test
	cmake --preset release -DGRAZE_GROUP=ON --log-level=WARNING
	cmake --build --preset release -j $(JOBS)
	tools/mutate.py $(MUTATION_FLAGS)

fuzz:
	@tools/install_dependencies.sh fuzz
	cmake --preset fuzz --log-level=WARNING
	cmake --build --preset fuzz --target $(foreach fuzzer,$(FUZZERS),$(call fuzzer_name,$(fuzzer))) -j $(JOBS)
	set -e; $(foreach fuzzer,$(FUZZERS),build/fuzz/tests/fuzz/$(call fuzzer_name,$(fuzzer)) \
	    -max_total_time=$(FUZZ_SECONDS) -max_len=$(lastword $(subst :, ,$(fuzzer)));)

asan tsan:
	@tools/install_dependencies.sh test
	cmake --preset $@ --log-level=WARNING
	cmake --build --preset $@ -j $(JOBS)
	ctest --preset $@ -j $(JOBS)

# The benchmarks run without their peers: it is the inputs that count.
AUDIT_LOG := $(CURDIR)/build/audit/audit.log
audit: export GRAZE_AUDIT_LOG = $(AUDIT_LOG)
audit: export GRAZE_AUDIT_FOLDER = $(CURDIR)/build/audit
audit:
	@tools/install_dependencies.sh test
	cmake --preset audit -DGRAZE_BUILD_BENCH=ON --log-level=WARNING
	cmake --build --preset audit -j $(JOBS)
	@rm -f $(AUDIT_LOG) build/audit/graze-audit-*.capsule
	ctest --preset audit -j $(JOBS)
	build/audit/bench/graze_bench --quick --repetitions 1
	build/audit/bench/graze_bench_mesh --poses 3 --repetitions 1
	build/audit/bench/graze_bench_motion --pairs 200 --repetitions 1
	build/audit/bench/graze_bench_scene --only steps
	@tools/audit_report.py $(AUDIT_LOG)

format:
	@tools/install_dependencies.sh test
	tools/format.py --fix

lint:
	@tools/install_dependencies.sh lint
	cmake --preset release --log-level=WARNING
	tools/tidy.py build/release -j $(JOBS)

clean:
	rm -rf build

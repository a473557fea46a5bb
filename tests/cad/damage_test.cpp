// Damaged files, and a reader that crashes, hangs, is greedy, or lies: one line each, and nothing else is
// lost.
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include <graze/cad/cad.hpp>

#include "cli/run_program.hpp"
#include "models.hpp"
#include "stream.hpp"

namespace graze::test {
namespace {

using Random = std::mt19937_64;

void write_text(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

cad::Options options(const std::filesystem::path& reader = GRAZE_TEST_CAD_READER) {
    cad::Options options;
    options.reader = reader;
    options.limits.seconds = 20;
    return options;
}

/// A program in the reader's place.
std::filesystem::path script(const TemporaryFolder& folder, const std::string& body) {
    const auto file = folder / "reader.sh";
    write_text(file, "#!/bin/bash\n" + body + "\n");
    ::chmod(file.c_str(), 0755);
    return file;
}

std::string error_of(const std::filesystem::path& file, const cad::Options& how) {
    const auto opened = cad::File::open(file, how);
    return opened ? "" : opened.error().message();
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(CadLimits, CrashesHangsAndGreedAreErrorsThatNameTheFile) {
    const TemporaryFolder folder;
    const auto file = folder / "some.step";
    write_text(file, "x");
    EXPECT_NE(error_of(file, options(script(folder, "kill -SEGV $$"))).find("some.step: the library that"),
              std::string::npos);
    EXPECT_NE(error_of(file, options(script(folder, "kill -SEGV $$"))).find("signal 11"), std::string::npos);
    EXPECT_NE(error_of(file, options(script(folder, "exit 7"))).find("exit code 7"), std::string::npos);
    cad::Options quick = options(script(folder, "exec sleep 100"));
    quick.limits.seconds = 0.5;
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NE(error_of(file, quick).find("more than 0.5 s"), std::string::npos);
    EXPECT_LT(seconds_since(start), 5);
    // Closes its end and goes on.
    EXPECT_NE(error_of(file, options(script(folder, "exec 3>&-; exec sleep 100"))), "");
    EXPECT_NE(error_of(file, options(script(folder, "cat /dev/urandom >&3"))), "");
    EXPECT_NE(error_of(file, options(script(folder, "cat /dev/zero >&3"))).find("damaged data"),
              std::string::npos);
    EXPECT_NE(error_of(file, options(folder / "nothing")).find("does not start"), std::string::npos);
    EXPECT_NE(error_of(folder / "absent.step", options()).find("no such file"), std::string::npos);
}

TEST(CadLimits, MemoryOfTheReaderIsLimited) {
    const TemporaryFolder folder;
    write_step({"ball", sphere(5)}, folder / "ball.step");
    cad::Options tight = options();
    tight.limits.memory = std::uint64_t{64} << 20U;
    const std::string error = error_of(folder / "ball.step", tight);
    EXPECT_NE(error.find("ball.step"), std::string::npos) << error;
}

/// A frame of each kind that carries something.
std::vector<cad::Frame> frames() {
    cad::ShapeFrame shape;
    shape.name = "bolt";
    shape.deflection = 0.1;
    shape.deviation = 0.05;
    shape.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    shape.triangles = {{0, 1, 2}};
    cad::InstanceFrame instance{0, "a/b\xc3\xa4", Pose{}, cad::Colour{1, 0.5, 0}};
    return {cad::PhaseFrame{"reading"},
            shape,
            instance,
            cad::NoteFrame{"note"},
            cad::FaultFrame{"entity #1", "bad", "Mend it."},
            cad::DoneFrame{}};
}

std::span<const std::byte> payload_of(const std::string& bytes) {
    return std::as_bytes(std::span(bytes)).subspan(cad::kFrameHead);
}

TEST(CadStream, FramesComeBack) {
    for (const cad::Frame& frame : frames()) {
        const std::string bytes = bytes_of(frame);
        const auto again = cad::frame_of(static_cast<std::uint8_t>(bytes[0]), payload_of(bytes));
        ASSERT_TRUE(again) << again.error();
        EXPECT_EQ(bytes_of(*again), bytes);
    }
}

/// Every list is bounded by the bytes that are there, and every number is checked.
TEST(CadStream, DamagedFramesAreRefusedOrValid) {
    Random random(3);
    std::size_t refused = 0;
    for (int round = 0; round < 200'000; ++round) {
        std::string bytes = bytes_of(frames()[random() % 6]);
        for (std::size_t n = 1 + random() % 4; n > 0; --n) {
            if (bytes.size() > cad::kFrameHead)
                bytes[cad::kFrameHead + random() % (bytes.size() - cad::kFrameHead)] =
                    static_cast<char>(random() % 3 == 0 ? 0xff : random());
        }
        if (random() % 3 == 0) bytes.resize(cad::kFrameHead + random() % (bytes.size()));
        const auto kind = static_cast<std::uint8_t>(random() % 10 == 0 ? random() % 8 : bytes[0]);
        const auto frame = cad::frame_of(kind, payload_of(bytes));
        if (!frame) {
            ++refused;
            EXPECT_FALSE(frame.error().empty());
            continue;
        }
        if (const auto* shape = std::get_if<cad::ShapeFrame>(&*frame)) {
            for (const Vec3& v : shape->vertices) ASSERT_TRUE(is_finite(v));
            for (const auto& t : shape->triangles)
                for (const std::uint32_t corner : t) ASSERT_LT(corner, shape->vertices.size());
            ASSERT_GE(shape->deviation, 0);
        }
    }
    EXPECT_GT(refused, 50'000U);
}

std::string damaged(std::string text, Random& random) {
    const auto at = [&] { return random() % text.size(); };
    switch (random() % 6) {
        case 0: text.resize(at()); break;
        case 1:
            for (int i = 0; i < 20; ++i) text[at()] = static_cast<char>(random());
            break;
        case 2: text.erase(at(), random() % 200); break;
        case 3: {
            const std::size_t from = at();
            text.insert(at(), text.substr(from, random() % 400));
            break;
        }
        case 4:  // another number in a place of one: references to other entities, and lengths
            for (int i = 0; i < 10; ++i) {
                const std::size_t digit = text.find_first_of("0123456789", at());
                if (digit != std::string::npos) text[digit] = static_cast<char>('0' + random() % 10);
            }
            break;
        default: {
            const std::size_t digit = text.find('.', at());
            if (digit != std::string::npos) text.insert(digit + 1, "e308");
        }
    }
    return text;
}

/// A file that is damaged so that it cannot be read gives one line and code 2; one that can still be read
/// gives an answer. GRAZE_CAD_DAMAGED is how many to try.
TEST(CadDamage, OneLineEach) {
    const TemporaryFolder folder;
    Component pin{"pin", cylinder(4, 20)};
    write_step({"joint", {}, {{"plate", plate_with_hole(40, 10, 4)}, pin}}, folder / "a.step");
    write_iges(plate_with_hole(20, 5, 4), folder / "a.igs");
    write_brep(cone(4, 1, 6), folder / "a.brep");
    write_3mf("inch", folder / "a.3mf");
    const std::vector<std::string> endings{".step", ".igs", ".brep", ".3mf"};
    const char* wanted = std::getenv("GRAZE_CAD_DAMAGED");
    const int count = wanted == nullptr ? 24 : std::atoi(wanted);
    Random random(17);
    int refused = 0;
    double slowest = 0;
    for (int i = 0; i < count; ++i) {
        const std::string& ending = endings[static_cast<std::size_t>(i) % 4];
        write_text(folder / ("bad" + ending), damaged(text_of(folder / ("a" + ending)), random));
        const auto start = std::chrono::steady_clock::now();
        const ProgramRun run = run_shell(
            folder, "check bad" + ending + " --cad-time 20 --cad-memory 2 --cad-accuracy 0.1 --solids never");
        slowest = std::max(slowest, seconds_since(start));
        ASSERT_TRUE(run.code >= 0 && run.code <= 2) << i << ending << " code " << run.code << run.err;
        if (run.code != 2) continue;
        ++refused;
        EXPECT_EQ(line_count(run.err), 1U) << i << ending << run.err;
        EXPECT_TRUE(run.err.starts_with("graze: bad" + ending)) << i << run.err;
        EXPECT_EQ(run.out, "");
        if (std::getenv("GRAZE_CAD_SHOW") != nullptr) std::printf("%s", run.err.c_str());
    }
    std::printf("%d of %d refused, slowest %.2f s\n", refused, count, slowest);
    EXPECT_GT(refused, count / 2);
    EXPECT_LT(slowest, 60);
}

}  // namespace
}  // namespace graze::test

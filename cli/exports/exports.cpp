#include "exports/exports.hpp"

#include <filesystem>
#include <fstream>
#include <functional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands/command.hpp"
#include "exports/bcf_file.hpp"
#include "exports/glb_file.hpp"
#include "exports/junit_file.hpp"
#include "exports/sarif_file.hpp"
#include "output_file.hpp"
#include "text/plain_text.hpp"
#include "text/progress.hpp"

namespace graze::cli {
namespace {

constexpr std::size_t kHeadBytes = 400;  // where each format has the mark of this tool

struct NamedOutput {
    const char* option;
    const std::string& file;
    std::function<bool(std::string_view head)> is_own;
};

std::string tail_of(const std::string& file, std::size_t most) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::streamoff>(stream.tellg());
    if (!stream || size < 0) return {};
    const std::streamoff count = std::min(size, static_cast<std::streamoff>(most));
    std::string tail(static_cast<std::size_t>(count), '\0');
    stream.seekg(size - count);
    stream.read(tail.data(), count);
    return tail;
}

std::vector<NamedOutput> named_outputs(const ExportFiles& files) {
    const auto own_bcf = [&files](std::string_view head) {
        return is_own_bcf(head, tail_of(files.bcf, 200));
    };
    return {{"--bcf", files.bcf, own_bcf},
            {"--junit", files.junit, is_own_junit},
            {"--sarif", files.sarif, is_own_sarif},
            {"--glb", files.glb, is_own_glb}};
}

/// Both paths lead to one file, there or not yet.
bool same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    if (std::filesystem::equivalent(a, b, ignored)) return true;
    const auto whole = [&](const std::string& file) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(file, ignored), ignored);
    };
    return whole(a) == whole(b);
}

bool is_regular(const std::string& file) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored);
}

}  // namespace

void declare_exports(CLI::App& command, ExportFiles& files) {
    const auto refuse_empty = [](const std::string& text) {
        return text.empty() ? std::string("a file needs a name") : std::string{};
    };
    const auto add = [&](const char* option, std::string& file, const char* type, const char* description) {
        command.add_option(option, file, description)->type_name(type)->check(refuse_empty);
    };
    add("--bcf", files.bcf, "FILE.bcfzip", "Write a BCF 2.1 topic with a picture for each finding");
    add("--junit", files.junit, "FILE.xml", "Write the findings as tests, for continuous integration");
    add("--sarif", files.sarif, "FILE.sarif",
        "Write the findings as SARIF 2.1.0, for code hosts and editors");
    add("--glb", files.glb, "FILE.glb", "Write the surfaces around each finding, for 3D viewers");
}

bool wants_curves(const ExportFiles& files) { return !files.bcf.empty() || !files.glb.empty(); }

void refuse_lost_files(const ExportFiles& files, const std::vector<std::string>& inputs,
                       const std::string& report) {
    std::vector<std::pair<std::string, std::string>> before;  // option and file
    if (!report.empty()) before.emplace_back("--report", report);
    for (const NamedOutput& output : named_outputs(files)) {
        if (output.file.empty()) continue;
        const std::string named = fmt::format("{} {}: ", output.option, legible(output.file));
        for (const auto& [option, file] : before) {
            if (same_file(file, output.file) && (is_regular(file) || !std::filesystem::exists(file)))
                throw UserError{named + "it is the file of " + option + " too. Name another one"};
        }
        before.emplace_back(output.option, output.file);
        for (const std::string& input : inputs) {
            if (is_regular(input) && same_file(input, output.file))
                throw UserError{named + "it is a file to be checked, and would be lost. Name another one"};
        }
        const std::string head = head_of(output.file, kHeadBytes);
        if (!head.empty() && !output.is_own(head))
            throw UserError{named +
                            "there is such a file, and this tool has not written it, or something has "
                            "changed it since: it would be lost. Name another one"};
    }
}

std::string write_exports(const ExportFiles& files, const ExportContext& context) {
    std::string lines;
    const auto write = [&](const std::string& file, const char* name, const std::string& what,
                           const std::function<std::string()>& make) {
        if (file.empty()) return;
        write_output(file, make(), what);
        lines += fmt::format("{}: {}\n", name, legible(file));
    };
    write(files.junit, "JUnit", "the JUnit file", [&] { return junit_file(context); });
    write(files.sarif, "SARIF", "the SARIF file", [&] { return sarif_file(context); });
    write(files.glb, "GLB", "the GLB file", [&] { return glb_file(context); });
    write(files.bcf, "BCF", "the BCF file", [&] {
        Progress progress("Drawing");
        return bcf_file(context, [&](double share) { progress.at(share); });
    });
    return lines;
}

}  // namespace graze::cli

// SPDX-License-Identifier: Apache-2.0
// std::to_chars straight into the file's buffer: a trajectory is mostly the making of decimal digits.
#include "dunlin/io/table_writers.hpp"

#include <charconv>
#include <cstddef>

namespace dunlin {
namespace {

constexpr std::size_t kWidestNumber = 26;  // -2.2250738585072014e-308 and a comma

char* put(char* at, std::int64_t value) { return std::to_chars(at, at + kWidestNumber, value).ptr; }

char* put(char* at, double value, Precision precision) {
    char* const end = at + kWidestNumber;
    if (precision == Precision::single_precision) return std::to_chars(at, end, static_cast<float>(value)).ptr;
    return std::to_chars(at, end, value).ptr;
}

/// The header goes to the disk at once: whatever happens later, the table is one.
Result<void> begin(TextFile& file, std::string_view header) {
    if (auto written = file.write(header); !written) return written;
    return file.flush();
}

}  // namespace

Result<TrajectoryWriter> TrajectoryWriter::create(const std::string& path, int dimensions, Precision precision) {
    auto file = TextFile::create(path);
    if (!file) return file.error();
    const char* header = dimensions == 3 ? "step,id,x,y,z,vx,vy,vz\n" : "step,id,x,y,vx,vy\n";
    if (auto begun = begin(*file, header); !begun) return begun.error();
    return TrajectoryWriter(std::move(file).value(), precision);
}

Result<void> TrajectoryWriter::write(const Snapshot& snapshot) {
    const auto axes = static_cast<std::size_t>(snapshot.dimensions);
    char step_text[kWidestNumber];
    const char* const step_end = put(step_text, snapshot.step);
    for (std::size_t agent = 0; agent < snapshot.agents(); ++agent) {
        char* at = file_.room((2 + 2 * axes) * kWidestNumber);
        for (const char* digit = step_text; digit != step_end; ++digit) *at++ = *digit;
        *at++ = ',';
        at = put(at, std::int64_t{snapshot.id[agent]});
        for (std::size_t axis = 0; axis < axes; ++axis) {
            *at++ = ',';
            at = put(at, snapshot.position[agent * axes + axis], precision_);
        }
        for (std::size_t axis = 0; axis < axes; ++axis) {
            *at++ = ',';
            at = put(at, snapshot.velocity[agent * axes + axis], precision_);
        }
        *at++ = '\n';
        if (auto written = file_.wrote(at); !written) return written;
    }
    return {};
}

Result<ObservableWriter> ObservableWriter::create(const std::string& path, const std::vector<std::string>& names) {
    auto file = TextFile::create(path);
    if (!file) return file.error();
    std::string header = "step,time";
    for (const std::string& name : names) header += ',' + name;
    if (auto begun = begin(*file, header + '\n'); !begun) return begun.error();
    return ObservableWriter(std::move(file).value());
}

Result<void> ObservableWriter::write(std::int64_t step, double time, std::span<const double> values) {
    char* at = file_.room((2 + values.size()) * kWidestNumber);
    at = put(at, step);
    *at++ = ',';
    at = put(at, time, Precision::double_precision);
    for (const double value : values) {
        *at++ = ',';
        at = put(at, value, Precision::double_precision);
    }
    *at++ = '\n';
    return file_.wrote(at);
}

}  // namespace dunlin

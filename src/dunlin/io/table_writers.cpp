// SPDX-License-Identifier: Apache-2.0
// Most of the time that a trajectory takes goes into decimal digits: std::to_chars writes them straight into the
// buffer.
#include "dunlin/io/table_writers.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "dunlin/io/quoted_cell.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kWidestNumber = 26;  // -2.2250738585072014e-308 and a comma

char* put(char* at, std::int64_t value) { return std::to_chars(at, at + kWidestNumber, value).ptr; }

char* put(char* at, double value, Precision precision) {
    char* const end = at + kWidestNumber;
    if (precision == Precision::single_precision) return std::to_chars(at, end, static_cast<float>(value)).ptr;
    return std::to_chars(at, end, value).ptr;
}

char* put(char* at, const std::string& text) { return std::copy(text.begin(), text.end(), at); }

std::vector<std::string> cells(const std::vector<std::string>& names) {
    std::vector<std::string> out;
    for (const std::string& name : names) out.push_back(quoted_cell(name));
    return out;
}

/// The header is written at once, so that a run that is killed leaves a table.
Result<void> begin(TextFile& file, std::string_view header) {
    if (auto written = file.write(header); !written) return written;
    return file.flush();
}

}  // namespace

TrajectoryWriter::TrajectoryWriter(TextFile file, const Scenario& scenario)
    : file_(std::move(file)), precision_(scenario.precision) {
    for (const KindSpec& kind : scenario.kinds) kinds_.push_back(quoted_cell(kind.name));
    if (kinds_.empty()) kinds_.push_back(KindSpec{}.name);
    for (const std::string& kind : kinds_) longest_kind_ = std::max(longest_kind_, kind.size());
}

Result<TrajectoryWriter> TrajectoryWriter::create(const std::string& path, const Scenario& scenario) {
    auto file = TextFile::create(path);
    if (!file) return file.error();
    const char* header = scenario.dimensions == 3 ? "step,id,x,y,z,vx,vy,vz,kind\n" : "step,id,x,y,vx,vy,kind\n";
    if (auto begun = begin(*file, header); !begun) return begun.error();
    return TrajectoryWriter(std::move(file).value(), scenario);
}

Result<void> TrajectoryWriter::write(const Snapshot& snapshot) {
    const auto axes = static_cast<std::size_t>(snapshot.dimensions);
    char step_text[kWidestNumber];
    const char* const step_end = put(step_text, snapshot.step);
    for (std::size_t agent = 0; agent < snapshot.agents(); ++agent) {
        char* at = file_.room((2 + 2 * axes) * kWidestNumber + longest_kind_ + 2);
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
        *at++ = ',';
        at = put(at, kinds_[snapshot.kind.empty() ? 0 : snapshot.kind[agent]]);
        *at++ = '\n';
        if (auto written = file_.wrote(at); !written) return written;
    }
    return {};
}

std::string agent_table_text(const AgentTable& table, const AgentTableFormat& format) {
    const auto axes = static_cast<std::size_t>(format.dimensions);
    const bool kinds = !table.kind.empty();
    const std::vector<std::string> kind_cells = cells(format.kinds);
    std::string text = format.dimensions == 3 ? "id,x,y,z,vx,vy,vz" : "id,x,y,vx,vy";
    text += kinds ? ",kind\n" : "\n";
    char number[kWidestNumber];
    const auto add = [&](double value) {
        text += ',';
        text.append(number, put(number, value, Precision::double_precision));
    };
    for (std::size_t agent = 0; agent < table.agents(); ++agent) {
        text.append(number, put(number, std::int64_t{table.id[agent]}));
        for (std::size_t axis = 0; axis < axes; ++axis) add(table.position[agent * axes + axis]);
        for (std::size_t axis = 0; axis < axes; ++axis) add(table.velocity[agent * axes + axis]);
        if (kinds) text += ',' + kind_cells[table.kind[agent]];
        text += '\n';
    }
    return text;
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

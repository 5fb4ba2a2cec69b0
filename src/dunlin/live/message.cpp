// SPDX-License-Identifier: Apache-2.0
// Each value is checked where it is asked for; the reply has the first error.
#include "dunlin/live/message.hpp"

#include <cmath>

#define RAPIDJSON_HAS_STDSTRING 1
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include "dunlin/live/parse.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {

std::optional<std::string> parse_json(rapidjson::Document& into, std::string_view text) {
    constexpr unsigned kFlags =
        rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag;
    into.Parse<kFlags>(text.data(), text.size());
    if (!into.HasParseError()) return {};
    return std::string("not JSON: ") + rapidjson::GetParseError_En(into.GetParseError()) + " (byte " +
           std::to_string(into.GetErrorOffset()) + ')';
}

namespace {

constexpr std::size_t kMostEntries = 10'000;  // of a list: far beyond use

std::string in_message(const char* key) { return std::string("\"") + key + '"'; }

bool is_finite(const rapidjson::Value& value) { return value.IsNumber() && std::isfinite(value.GetDouble()); }

std::string text_of(const rapidjson::Value& value) { return {value.GetString(), value.GetStringLength()}; }

}  // namespace

struct Message::Document {
    rapidjson::Document json;
    const rapidjson::Value* find(const char* key) const {
        if (!json.IsObject()) return nullptr;
        const auto found = json.FindMember(key);
        return found == json.MemberEnd() ? nullptr : &found->value;
    }
};

Message::Message(std::string_view text) : document_(std::make_unique<Document>()) {
    if (const auto wrong = parse_json(document_->json, text)) {
        fail(*wrong);
        return;
    }
    if (!document_->json.IsObject()) fail("a message is a JSON object");
    if (const auto* id = document_->find("id"); id && is_finite(*id)) id_ = id->GetDouble();
    if (!document_->find("type")) fail("the message has no \"type\"");
    if (!error_) type_ = this->text("type");
}
Message::~Message() = default;

double Message::id() const { return id_; }
const std::string& Message::type() const { return type_; }
bool Message::has(const char* key) const {
    const auto* value = document_->find(key);
    return value && !value->IsNull();
}
bool Message::is_text(const char* key) const {
    const auto* value = document_->find(key);
    return value && value->IsString();
}
void Message::fail(const std::string& text) {
    if (!error_) error_ = Error{ErrorKind::input, text};
}

double Message::number(const char* key, double lowest, double highest) {
    const auto* value = document_->find(key);
    if (!value || !is_finite(*value)) {
        fail(in_message(key) + " is not a number");
        return lowest;
    }
    const double number = value->GetDouble();
    if (number < lowest || number > highest) {
        fail(in_message(key) + " = " + short_number(number) + " is outside its range, " + short_number(lowest) +
             " to " + short_number(highest));
        return lowest;
    }
    return number;
}

std::int64_t Message::whole(const char* key, std::int64_t lowest, std::int64_t highest) {
    const double number = this->number(key, static_cast<double>(lowest), static_cast<double>(highest));
    if (number != std::floor(number)) fail(in_message(key) + " is not a whole number");
    return static_cast<std::int64_t>(number);
}

bool Message::flag(const char* key) {
    const auto* value = document_->find(key);
    if (!value || !value->IsBool()) fail(in_message(key) + " is neither true nor false");
    return value && value->IsTrue();
}

std::string Message::text(const char* key) {
    const auto* value = document_->find(key);
    if (value && value->IsString()) return text_of(*value);
    fail(in_message(key) + " is not a text");
    return {};
}

Vec3 Message::point(const char* key) {
    constexpr double kFarthest = 1e12;
    const auto* value = document_->find(key);
    Vec3 out{};
    const bool right = value && value->IsArray() && (value->Size() == 2 || value->Size() == 3);
    if (!right) fail(in_message(key) + " is not a point; expected [x, y] or [x, y, z]");
    for (rapidjson::SizeType a = 0; right && a < value->Size(); ++a) {
        const auto& one = (*value)[a];
        if (!is_finite(one) || std::abs(one.GetDouble()) > kFarthest) {
            fail(in_message(key) + " holds something that is not a coordinate");
            return {};
        }
        out[a] = one.GetDouble();
    }
    return out;
}

namespace {
std::optional<Value> value_of(const rapidjson::Value& json) {
    if (json.IsString()) return Value{true, 0, text_of(json)};
    if (is_finite(json)) return Value{false, json.GetDouble(), {}};
    return {};
}
}  // namespace

Value Message::value(const char* key) {
    const auto* json = document_->find(key);
    if (json) {
        if (auto value = value_of(*json)) return *value;
    }
    fail(in_message(key) + " is neither a number nor a text");
    return {};
}

std::vector<std::string> Message::texts(const char* key) {
    const auto* value = document_->find(key);
    std::vector<std::string> out;
    if (!value || !value->IsArray() || value->Size() > kMostEntries) {
        fail(in_message(key) + " is not a list of texts");
        return out;
    }
    for (const auto& one : value->GetArray()) {
        if (!one.IsString()) {
            fail(in_message(key) + " holds something that is not a text");
            return {};
        }
        out.push_back(text_of(one));
    }
    return out;
}

std::vector<std::pair<std::string, Value>> Message::values(const char* key) {
    std::vector<std::pair<std::string, Value>> out;
    const auto* value = document_->find(key);
    if (!value || value->IsNull()) return out;
    if (!value->IsObject() || value->MemberCount() > kMostEntries) {
        fail(in_message(key) + " is not a table of values");
        return out;
    }
    for (const auto& member : value->GetObject()) {
        const auto one = value_of(member.value);
        if (!one) {
            fail('"' + text_of(member.name) + "\" is neither a number nor a text");
            return {};
        }
        out.emplace_back(text_of(member.name), *one);
    }
    return out;
}

std::vector<Waypoint> Message::path(const char* key) {
    constexpr double kFarthest = 1e12;
    std::vector<Waypoint> out;
    const auto* value = document_->find(key);
    if (!value || value->IsNull()) return out;
    bool right = value->IsArray() && value->Size() <= kMostEntries;
    for (rapidjson::SizeType k = 0; right && k < value->Size(); ++k) {
        const auto& row = (*value)[k];
        right = row.IsArray() && (row.Size() == 3 || row.Size() == 4);
        double numbers[4] = {};
        for (rapidjson::SizeType a = 0; right && a < row.Size(); ++a) {
            right = is_finite(row[a]) && std::abs(row[a].GetDouble()) <= kFarthest;
            if (right) numbers[a] = row[a].GetDouble();
        }
        if (right && !out.empty()) right = numbers[0] > out.back().time;
        if (right) out.push_back({numbers[0], {numbers[1], numbers[2], numbers[3]}});
    }
    if (!right) fail(in_message(key) + " is not a path; expected [time, x, y(, z)] for each point, with growing times");
    return right ? out : std::vector<Waypoint>{};
}

}  // namespace dunlin

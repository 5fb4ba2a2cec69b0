// SPDX-License-Identifier: Apache-2.0
// What a session holds, and what its messages do; each group of functions is in the file that its heading names. A
// message is read as a whole before anything is changed; a refused one changes nothing. Whatever changed of the flock
// but its agents is told by one `flock` event, made when events are taken.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dunlin/live.hpp"
#include "dunlin/live/comings.hpp"
#include "dunlin/live/describe_json.hpp"
#include "dunlin/live/message.hpp"

namespace dunlin {

inline constexpr std::size_t kMostWaypoints = 20'000;    // of all influences: they are told with each change
inline constexpr std::size_t kMostInfluences = 1000;     // every agent looks at each
inline constexpr std::size_t kLongestName = 64;          // bytes
inline constexpr std::int64_t kQuickToObserve = 20'000;  // agents sampled before the first step

struct Session::Parts {
    SessionOptions options;
    Scenario base;                       // what a reset starts again
    std::vector<double> initial_values;  // of the model, for the dots that say "changed"
    Simulation simulation;
    std::vector<InfluenceSpec> placed;           // as placed; the simulation's have moved since
    Comings comings;                             // since the start
    std::map<std::string, double> switched_off;  // rule -> the weight it had

    std::string hand = "none";
    std::vector<double> held_values;
    bool holding = false;  // the simulation's last influence is the pointer

    bool playing = true;
    double speed = 1;
    double due = 0;  // when the next step is
    bool paced = false;
    double step_seconds = 0;
    bool sampled = false;  // the last advance() did
    double window_begin = 0;
    std::int64_t window_step = 0;
    double measured_rate = 0;

    // What changed by more than a step: whether the next step, and a sample, would end soon has to be seen.
    bool crowd_changed = true;
    bool looks_changed = true;
    std::string too_dense;  // in words, why a step would not
    std::string too_far;    // and a sample
    bool was_slow = false;  // the last step

    std::optional<std::uint64_t> known_hash;  // of the agents as they are
    std::string written;                      // what an export would say; empty: not known

    std::int64_t generation = 1;
    std::int64_t following = -1;
    ColorChannel color = ColorChannel::none;
    bool vectors = false;
    bool news = true;
    bool flock_changed = true;
    std::vector<std::string> events;
    std::vector<std::string> with_frame;  // events of the last one

    struct Undo {
        std::string what;  // changes of the same thing in a row are one
        std::function<void(Parts&)> take_back;
        std::size_t bytes;  // that it holds, about
    };
    std::vector<Undo> undo;
    std::size_t undo_bytes = 0;
    bool grouping = false;  // what is done now is part of one change

    Parts(SessionOptions given, Simulation made);

    const Description& model() const { return *find_description(models(), base.model.name); }
    double steps_per_second() const { return base.movie.frames_per_second * speed; }
    void changed() {
        flock_changed = news = true;
        known_hash.reset();
        written.clear();
    }
    void make_step();
    void crowd_has_changed() { crowd_changed = looks_changed = true; }
    /// Why the next step would take too long; empty: it would not.
    const std::string& seen_too_dense();
    /// The same for a sample, or for colors by neighbors; tells it when it is new.
    const std::string& seen_too_far();
    void tell_note(std::string_view text);
    /// By itself, and says why.
    void pause_because(std::string_view why);
    std::uint64_t state_hash();
    static void fail(Message& m, const Error& error) { m.fail(error.message); }

    // ---- flock_messages.cpp: the flock as a whole ----

    /// After another flock has taken the place of the old.
    void settle();
    static Result<void> check_size(const SessionOptions& options, const Scenario& scenario);
    /// Some updates look at every pair.
    static Result<void> check_pairwise(Update update, std::int64_t agents);
    std::size_t waypoints() const;
    Result<void> start(Scenario scenario);
    /// The scenario as it is now, without what came and went since the start.
    Scenario as_set() const;
    std::string flock_event() const;
    void hello(Message&, Json& reply);
    void reset(Message& m, Json&);
    void agents(Message& m, Json&);

    // ---- load_messages.cpp: another flock ----

    void load(Message& m, Json&);
    void change(Message& m, Json&);

    // ---- parameter_messages.cpp: the model ----

    void set_value(std::size_t row, double value);
    void set(Message& m, Json&);
    void switch_rule(const RuleInfo& rule, bool on);
    void rule(Message& m, Json&);

    // ---- influence_messages.cpp: the pointer, and what is placed ----

    void let_go();
    /// Calls `work` while the pointer is out of the world: it stays the last of the influences.
    template <class F>
    void with_hand_down(F&& work);
    void insert_influence(std::size_t index, const InfluenceSpec& now, const InfluenceSpec& as_placed);
    void take_influence(std::size_t index);
    /// With a way back.
    void remove_influence(std::size_t index);
    void put_back(std::size_t index, const InfluenceSpec& now, const InfluenceSpec& was);
    std::size_t index_in(Message& m) const;
    void hold(Message& m, Json&);
    void place(Message& m, Json& reply);
    void move(Message& m, Json&);
    void adjust(Message& m, Json&);
    void remove(Message& m, Json&);

    // ---- agent_messages.cpp: who comes and goes ----

    /// With a way back. `ids` ascending.
    void remove_agents(const std::vector<std::uint32_t>& ids);
    void spawn(Message& m, Json& reply);
    void erase(Message& m, Json& reply);
    void clear(Message& m, Json&);

    // ---- undo_messages.cpp ----

    void can_undo(std::string what, std::function<void(Parts&)> take_back, std::size_t bytes = 0);
    void take_back(Message&, Json& reply);
    /// All that is done inside is taken back at once.
    template <class Act>
    void as_one_change(Act act) {
        std::vector<Undo> earlier = std::exchange(undo, {});
        const std::size_t earlier_bytes = std::exchange(undo_bytes, 0);
        grouping = true;
        act();
        grouping = false;
        std::vector<Undo> made = std::exchange(undo, std::move(earlier));
        const std::size_t bytes = std::exchange(undo_bytes, earlier_bytes);
        if (made.empty()) return;
        auto take_back = [made = std::move(made)](Parts& p) {
            for (auto one = made.rbegin(); one != made.rend(); ++one) one->take_back(p);
        };
        can_undo("", std::move(take_back), bytes);
    }

    // ---- look_messages.cpp: what is looked at ----

    void sample();
    /// Who is followed, with its neighbors where it sees them.
    void tell_inspection();
    void tell_vectors();
    void pick(Message& m, Json& reply);
    void follow(Message& m, Json&);
    void set_color(Message& m, Json&);
    void observe(Message& m, Json&);
    void set_vectors(Message& m, Json&);

    // ---- step_messages.cpp: time ----

    void play(Message& m, Json&);
    /// Nobody is answered while steps are made at once, so they are not made for long.
    void check_work(Message& m, std::int64_t steps);
    void step(Message& m, Json&);
    void set_speed(Message& m, Json&);
    bool advance(double now);
    void took(double seconds);

    // ---- export_messages.cpp: what is taken away ----

    void write(Message& m, Json& reply);
    void hash(Message&, Json& reply);
    void trajectory(Message& m, Json& reply);

    // ---- frame.cpp ----

    void tell(std::string event);
    void frame(std::vector<std::uint8_t>& out, std::uint32_t dropped);
    std::string take_events();
    std::string frame_events() const;

    // ---- session.cpp: all messages by name ----

    struct Verb {
        std::string_view name;
        void (Parts::*act)(Message&, Json&);
    };
    static const std::vector<Verb>& verbs();
    std::string handle(std::string_view text);
    void control(Message&, Json& reply);
};

}  // namespace dunlin

// SPDX-License-Identifier: Apache-2.0
// Boids: separation, alignment and cohesion, as published by Reynolds and by the authors of five programs.
// C. W. Reynolds, "Flocks, herds and schools", SIGGRAPH 1987, and "Steering behaviors for autonomous characters", GDC
// 1999; the others as printed by the authors named in scenarios/. Every difference between them is a parameter.
#pragma once

#include "dunlin/models/model.hpp"

namespace dunlin::DUNLIN_LANES {

struct Boids {
    static constexpr ModelInfo info{
        "boids", "Separation, alignment and cohesion, in the published forms",
        "Reynolds, SIGGRAPH 1987 and GDC 1999; Brundage 2011, a pygame lesson, Sottile 2011, "
        "Cutchins 2018, Kleemans 2015"};

    enum Separation { mean_inverse, sum_inverse, sum_offset, steer_apart };
    enum Alignment { mean_velocity, match_velocity, steer_with };
    enum Cohesion { offset, arrive, ramped_unit, steer_together };
    enum SpeedLimit { no_limit, magnitude, component };
    enum Coincident { ignored, counted };
    enum Cancelled { coast, brake };
    static constexpr const char* separation_forms[] = {"mean_inverse", "sum_inverse", "sum_offset", "steer"};
    static constexpr const char* alignment_forms[] = {"mean_velocity", "match_velocity", "steer"};
    static constexpr const char* cohesion_forms[] = {"offset", "arrive", "ramped_unit", "steer"};
    static constexpr const char* speed_limits[] = {"none", "magnitude", "component"};
    static constexpr const char* coincidents[] = {"ignored", "counted"};
    static constexpr const char* cancelleds[] = {"coast", "brake"};
    static constexpr std::string_view rule_names[] = {"separation", "alignment", "cohesion", "noise"};

    struct Params {
        Choice separation_form = steer_apart;
        double separation_radius = 25;
        double separation_weight = 1.5;
        double separation_limit = 0;
        double separation_softening = 0;
        Choice separation_cancelled = coast;
        Choice alignment_form = steer_with;
        double alignment_radius = 50;
        double alignment_weight = 1;
        double alignment_limit = 0;
        Choice cohesion_form = steer_together;
        double cohesion_radius = 50;
        double cohesion_weight = 1;
        double cohesion_limit = 0;
        double cohesion_ramp = 100;
        Choice coincident = ignored;
        Whole self_count{0};
        double noise = 0;
        Choice speed_limit = magnitude;
        double max_speed = 2;
        double min_speed = 0;
        double max_force = 0.05;
        double mass = 1;
        double gain = 1;
        double speed_up = 1;
        double force_rate = 0;
    };

    static constexpr double kFar = 1e6;  // the largest radius, speed or acceleration that a scenario may set
    static constexpr Param<Params> params[] = {
        {"separation_form", &Params::separation_form, separation_forms,
         "push: mean or sum of unit/distance, sum of plain offsets, or Reynolds' steering along the mean of "
         "unit/distance"},
        {"separation_radius", &Params::separation_radius, "length", 0, kFar, "neighbors nearer than this push away"},
        {"separation_weight", &Params::separation_weight, "", -1e3, 1e3, "times the separation rule"},
        {"separation_limit", &Params::separation_limit, "acceleration", 0, kFar,
         "longest separation vector before the weight (0: no limit)"},
        {"separation_softening", &Params::separation_softening, "length", 0, kFar,
         "added to the distance in unit/distance"},
        {"separation_cancelled", &Params::separation_cancelled, cancelleds,
         "with the steer form, where pushes cancel each other exactly: keep the velocity, or brake"},
        {"alignment_form", &Params::alignment_form, alignment_forms,
         "the neighbors' mean velocity itself, its difference to the own, or Reynolds' steering along it"},
        {"alignment_radius", &Params::alignment_radius, "length", 0, kFar,
         "neighbors nearer than this are aligned with"},
        {"alignment_weight", &Params::alignment_weight, "", -1e3, 1e3, "times the alignment rule"},
        {"alignment_limit", &Params::alignment_limit, "acceleration", 0, kFar,
         "longest alignment vector before the weight (0: no limit)"},
        {"cohesion_form", &Params::cohesion_form, cohesion_forms,
         "offset to the neighbors' center; Reynolds' steering slowed inside the ramp; unit offset growing along the "
         "ramp; or full steering"},
        {"cohesion_radius", &Params::cohesion_radius, "length", 0, kFar, "neighbors nearer than this attract"},
        {"cohesion_weight", &Params::cohesion_weight, "", -1e3, 1e3, "times the cohesion rule"},
        {"cohesion_limit", &Params::cohesion_limit, "acceleration", 0, kFar,
         "longest cohesion vector before the weight (0: no limit)"},
        {"cohesion_ramp", &Params::cohesion_ramp, "length", 1e-6, kFar,
         "distance at which arrive and ramped_unit reach full strength"},
        {"coincident", &Params::coincident, coincidents,
         "whether a neighbor at exactly the same place is counted (it never pushes)"},
        {"self_count", &Params::self_count, "", 0, 2,
         "how often the agent is its own neighbor in alignment and cohesion"},
        {"noise", &Params::noise, "acceleration", 0, kFar,
         "random acceleration, each component uniform from -noise to noise"},
        {"speed_limit", &Params::speed_limit, speed_limits, "no limit, of the speed, or of each velocity component"},
        {"max_speed", &Params::max_speed, "speed", 0, kFar, "speed limit, and the speed that steering wants"},
        {"min_speed", &Params::min_speed, "speed", 0, kFar, "slower agents are brought to this speed"},
        {"max_force", &Params::max_force, "acceleration", 0, kFar,
         "greatest steering acceleration of the steer and arrive forms, before the weight"},
        {"mass", &Params::mass, "", 1e-6, kFar, "divides the total acceleration"},
        {"gain", &Params::gain, "", 0, kFar, "times the total acceleration"},
        {"speed_up", &Params::speed_up, "", 0, 1e3, "times the new velocity, each step"},
        {"force_rate", &Params::force_rate, "1/time", 0, kFar,
         "accelerations are per 1/force_rate of time, whatever dt is (0: per step)"},
    };

    static double range(const Params& p) {
        double r = p.separation_weight != 0 ? p.separation_radius : 0;
        if (p.alignment_weight != 0 && p.alignment_radius > r) r = p.alignment_radius;
        if (p.cohesion_weight != 0 && p.cohesion_radius > r) r = p.cohesion_radius;
        return r;
    }
    static double separation_range(const Params& p) { return p.separation_radius; }
    static RandomNumbers random(const Params& p) { return p.noise > 0 ? RandomNumbers::uniform : RandomNumbers::none; }

    // The inner loop is compiled for the common cases; `general` decides for each pair. All give the same bits.
    enum Variant { general, plain_steer, plain_mean, plain_offset };
    static constexpr int variants = 4;
    static int variant(const Params& p) {
        const bool one_zone = p.alignment_radius == p.cohesion_radius && p.separation_radius <= p.cohesion_radius;
        if (!one_zone || p.coincident.is(counted) || p.separation_softening > 0) return general;
        if (p.separation_cancelled.is(brake)) return general;
        if (p.separation_form.is(sum_offset)) return plain_offset;
        if (p.separation_form.is(mean_inverse)) return plain_mean;
        if (p.separation_form.is(steer_apart)) return plain_steer;
        return general;
    }

    /// Parameters as the lanes want them.
    template <class T>
    struct Constants {
        Params p;
        T separation2, alignment2, cohesion2;  // squared radii
        KeyOf<T> separation_key, cohesion_key;
        T softening;
        bool counts_coincident, softened, plain_offsets;
        T separation_weight, alignment_weight, cohesion_weight, self_count;
        T max_speed, min_speed;
        T scale;  // of the total acceleration
        Abilities<T> able;
    };
    template <class T>
    static Constants<T> constants(const Params& p, const RunConstants& run) {
        Constants<T> c;
        c.p = p;
        using R = RealOf<T>;
        const auto squared = [](double r) { return static_cast<double>(static_cast<R>(r) * static_cast<R>(r)); };
        c.separation2 = splat<T>(squared(p.separation_radius));
        c.alignment2 = splat<T>(squared(run.zone(p.alignment_radius)));
        c.cohesion2 = splat<T>(squared(run.zone(p.cohesion_radius)));
        c.separation_key = limit_key<T>(static_cast<R>(p.separation_radius));
        c.cohesion_key = limit_key<T>(static_cast<R>(p.cohesion_radius));
        c.softening = splat<T>(p.separation_softening);
        c.counts_coincident = p.coincident.is(counted);
        c.softened = p.separation_softening > 0;
        c.plain_offsets = p.separation_form.is(sum_offset);
        c.separation_weight = splat<T>(p.separation_weight);
        c.alignment_weight = splat<T>(p.alignment_weight);
        c.cohesion_weight = splat<T>(p.cohesion_weight);
        c.self_count = splat<T>(static_cast<double>(p.self_count.value));
        c.max_speed = splat<T>(p.max_speed);
        c.min_speed = splat<T>(p.min_speed);
        c.scale = splat<T>((p.force_rate > 0 ? p.force_rate * run.dt : 1.0) * p.gain / p.mass);
        c.able = {c.max_speed, splat<T>(p.max_force)};
        return c;
    }
    template <class T>
    static DUNLIN_INLINE Abilities<T> abilities(const Constants<T>& c) {
        return c.able;
    }

    // The engine sets all to zero at first.
    template <int D, class T>
    struct Sums {
        Vec<D, T> push, velocity, offset;
        TallyOf<T> pushing, aligned, cohering;  // how many neighbors each of them sums
    };

    template <int variant, int D, class T>
    static DUNLIN_INLINE void add(Sums<D, T>& sums, const Pair<D, T>& pair, const Self<D, T>&, const Constants<T>& c) {
        const T one = splat<T>(1);
        if constexpr (variant != general) {  // one zone for alignment and cohesion, its count stands for both
            const KeyOf<T> key = key_of(pair.distance2);
            const MaskOf<T> near = key < c.separation_key;
            const MaskOf<T> within = key < c.cohesion_key;
            sums.push = add_where(near, sums.push,
                                  variant == plain_offset ? pair.offset : pair.offset * (one / pair.distance2));
            if constexpr (variant == plain_mean) sums.pushing = count_where(near, sums.pushing);
            sums.velocity = add_where(within, sums.velocity, pair.velocity);
            sums.offset = add_where(within, sums.offset, pair.offset);
            sums.cohering = count_where(within, sums.cohering);
            return;
        }
        const MaskOf<T> apart = pair.distance2 > splat<T>(kTouching2);
        const MaskOf<T> seen = c.counts_coincident ? pair.seen : pair.seen && apart;

        const MaskOf<T> near = seen && pair.distance2 < c.separation2;
        if (c.plain_offsets) {
            sums.push = add_where(near, sums.push, pair.offset);
        } else {
            const T distance = sqrt(pair.distance2);
            const T inverse = c.softened ? one / (distance * (distance + c.softening)) : one / pair.distance2;
            sums.push = add_where(near && apart, sums.push, pair.offset * inverse);
        }
        sums.pushing = count_where(near, sums.pushing);
        const MaskOf<T> with = seen && pair.distance2 < c.alignment2;
        sums.velocity = add_where(with, sums.velocity, pair.velocity);
        sums.aligned = count_where(with, sums.aligned);
        const MaskOf<T> together = seen && pair.distance2 < c.cohesion2;
        sums.offset = add_where(together, sums.offset, pair.offset);
        sums.cohering = count_where(together, sums.cohering);
    }

    /// One weighted acceleration a rule, in the order of rule_names.
    template <int variant, int D, class T>
    static DUNLIN_INLINE void rules(const Sums<D, T>& sums, const Self<D, T>& self, const Constants<T>& c,
                                    Vec<D, T> (&out)[4]) {
        const T zero = splat<T>(0);
        const T cohering = number_of<T>(sums.cohering) + c.self_count;
        const T aligned = variant == general ? number_of<T>(sums.aligned) + c.self_count : cohering;
        const Vec<D, T> velocity = sums.velocity + self.velocity * c.self_count;
        out[0] = separation(sums, self, c) * c.separation_weight;
        out[1] = keep(aligned > zero, alignment(velocity, aligned, self, c)) * c.alignment_weight;
        out[2] = keep(cohering > zero, cohesion(sums.offset, cohering, self, c)) * c.cohesion_weight;
        out[3] = self.random * splat<T>(c.p.noise);
    }

    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> separation(const Sums<D, T>& sums, const Self<D, T>& self, const Constants<T>& c) {
        const T zero = splat<T>(0);
        const T pushing = number_of<T>(sums.pushing);
        const Vec<D, T> away = zero_vec<D, T>() - sums.push;
        Vec<D, T> push = away;
        switch (c.p.separation_form.index) {
            case mean_inverse: push = keep(pushing > zero, away * (splat<T>(1) / pushing)); break;
            case steer_apart: {
                push = steer_along(away, self.velocity, c.able);
                const MaskOf<T> pushed = norm2(away) > zero;
                push = keep(c.p.separation_cancelled.is(brake) ? pushed || pushing > zero : pushed, push);
                break;
            }
            default: break;
        }
        return c.p.separation_limit > 0 ? limit(push, splat<T>(c.p.separation_limit)) : push;
    }

    // Steering needs only the direction of a sum, so the mean is not formed there.
    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> alignment(const Vec<D, T>& sum, const T& count, const Self<D, T>& self,
                                             const Constants<T>& c) {
        Vec<D, T> along;
        if (c.p.alignment_form.is(steer_with)) {
            along = steer_along(sum, self.velocity, c.able);
        } else {
            along = sum * (splat<T>(1) / count);
            if (c.p.alignment_form.is(match_velocity)) along = along - self.velocity;
        }
        return c.p.alignment_limit > 0 ? limit(along, splat<T>(c.p.alignment_limit)) : along;
    }

    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> cohesion(const Vec<D, T>& sum, const T& count, const Self<D, T>& self,
                                            const Constants<T>& c) {
        Vec<D, T> toward;
        if (c.p.cohesion_form.is(steer_together)) {
            toward = steer_along(sum, self.velocity, c.able);
        } else {
            const T one = splat<T>(1);
            const T ramp = splat<T>(c.p.cohesion_ramp);
            const Vec<D, T> center = sum * (one / count);
            const T distance = norm(center);
            toward = center;
            if (c.p.cohesion_form.is(arrive)) {
                const T slowed = select(distance < ramp, distance / ramp, one);
                toward = limit(unit(center) * c.max_speed * slowed - self.velocity, c.able.max_force);
                toward = keep(distance > splat<T>(0), toward);
            }
            if (c.p.cohesion_form.is(ramped_unit)) toward = unit(center) * smaller(one, distance / ramp);
        }
        return c.p.cohesion_limit > 0 ? limit(toward, splat<T>(c.p.cohesion_limit)) : toward;
    }

    /// The new velocity from the old one and the total acceleration.
    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> advance(const Self<D, T>& self, const Vec<D, T>& acceleration,
                                           const Constants<T>& c) {
        Vec<D, T> v = (self.velocity + acceleration * c.scale) * splat<T>(c.p.speed_up);
        if (c.p.speed_limit.is(magnitude)) v = limit(v, c.max_speed);
        if (c.p.speed_limit.is(component)) {
            for (int a = 0; a < D; ++a) v[a] = larger(smaller(v[a], c.max_speed), splat<T>(0) - c.max_speed);
        }
        if (c.p.min_speed > 0) {
            const T speed = norm(v);
            v = select(speed < c.min_speed && speed > splat<T>(0), v * (c.min_speed / speed), v);
        }
        return v;
    }
};
static_assert(FlockingModel<Boids>);

}  // namespace dunlin::DUNLIN_LANES

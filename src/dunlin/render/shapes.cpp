// SPDX-License-Identifier: Apache-2.0
// The drawings. Points run from the nose along the left side to the tail; the first and last lie on the middle line
// of a body, or a wing is a closed outline of its own on each side.
#include "dunlin/render/shapes.hpp"

namespace dunlin::render {
namespace {

// Slim: 2.6 times as long as wide, with a notch, so that the direction shows at any size.
constexpr Point kDart[] = {{.5f, 0}, {-.5f, .1923f}, {-.36f, 0}};

constexpr Point kBirdSpread[] = {{.50f, 0},     {.41f, .045f},  {.27f, .075f}, {.20f, .16f},  {.235f, .40f},
                                 {.13f, .66f},  {-.07f, .93f},  {-.03f, .62f}, {-.05f, .40f}, {-.10f, .18f},
                                 {-.14f, .07f}, {-.30f, .055f}, {-.50f, .14f}, {-.45f, 0}};
constexpr Point kBirdFolded[] = {{.50f, 0},     {.41f, .045f},  {.27f, .075f}, {.22f, .13f},  {.24f, .29f},
                                 {.04f, .46f},  {-.34f, .58f},  {-.20f, .40f}, {-.15f, .28f}, {-.14f, .16f},
                                 {-.15f, .07f}, {-.30f, .055f}, {-.50f, .10f}, {-.45f, 0}};

constexpr Point kFishBody[] = {{.65f, 0},      {.559f, .091f},  {.364f, .176f},  {.104f, .208f}, {-.156f, .15f},
                               {-.39f, .052f}, {-.468f, .039f}, {-.702f, .221f}, {-.611f, 0}};
constexpr Point kFishFin[] = {{.182f, .169f}, {-.026f, .39f}, {-.104f, .338f}, {-.039f, .156f}};
constexpr Point kFishFinBack[] = {{.182f, .169f}, {-.104f, .312f}, {-.169f, .247f}, {-.039f, .156f}};

constexpr Point kBeeBody[] = {{.50f, 0},    {.45f, .10f},  {.34f, .15f},  {.20f, .14f},
                              {.10f, .19f}, {-.12f, .21f}, {-.34f, .14f}, {-.50f, 0}};
constexpr Point kBeeStripe[] = {{.02f, 0}, {.02f, .20f}, {-.08f, .205f}, {-.08f, 0}};
constexpr Point kBeeStripe2[] = {{-.18f, 0}, {-.18f, .185f}, {-.28f, .155f}, {-.28f, 0}};
constexpr Point kBeeWing[] = {{.20f, .12f}, {.16f, .42f}, {-.02f, .60f}, {-.16f, .52f}, {-.12f, .34f}, {.08f, .15f}};
constexpr Point kBeeWingBack[] = {{.20f, .12f},  {.06f, .38f},  {-.16f, .50f},
                                  {-.28f, .40f}, {-.18f, .27f}, {.08f, .15f}};

constexpr Point kButterflyBody[] = {{.34f, 0}, {.28f, .035f}, {-.10f, .04f}, {-.36f, 0}};
constexpr Point kForewing[] = {{.18f, .02f}, {.36f, .30f}, {.46f, .62f}, {.36f, .74f},
                               {.16f, .64f}, {.02f, .36f}, {.02f, .03f}};
constexpr Point kForewingUp[] = {{.18f, .02f}, {.34f, .12f}, {.44f, .26f}, {.34f, .31f},
                                 {.16f, .26f}, {.02f, .15f}, {.02f, .03f}};
constexpr Point kHindwing[] = {{.04f, .03f},  {.02f, .34f},  {-.12f, .56f}, {-.32f, .56f},
                               {-.46f, .36f}, {-.34f, .16f}, {-.12f, .03f}};
constexpr Point kHindwingUp[] = {{.04f, .03f},  {.02f, .14f},  {-.12f, .23f}, {-.32f, .23f},
                                 {-.46f, .15f}, {-.34f, .07f}, {-.12f, .03f}};

constexpr Point kFirefly[] = {{.30f, 0}, {.24f, .07f}, {.06f, .11f}, {-.14f, .09f}, {-.22f, 0}};
constexpr Point kLantern[] = {{-.10f, 0}, {-.12f, .10f}, {-.26f, .12f}, {-.38f, .07f}, {-.42f, 0}};

constexpr Point kBatSpread[] = {{.36f, 0},    {.40f, .07f},  {.27f, .075f}, {.20f, .13f},  {.30f, .46f},  {.05f, 1.f},
                                {.00f, .72f}, {-.16f, .62f}, {-.05f, .42f}, {-.20f, .26f}, {-.16f, .08f}, {-.34f, 0}};
constexpr Point kBatFolded[] = {{.36f, 0},     {.40f, .07f},  {.27f, .075f}, {.21f, .12f},
                                {.34f, .36f},  {-.12f, .74f}, {-.08f, .54f}, {-.24f, .44f},
                                {-.10f, .32f}, {-.22f, .20f}, {-.17f, .08f}, {-.34f, 0}};

constexpr Point kDot[] = {{.28f, 0},      {.27f, .072f},  {.242f, .14f},  {.198f, .198f}, {.14f, .242f},
                          {.072f, .27f},  {0, .28f},      {-.072f, .27f}, {-.14f, .242f}, {-.198f, .198f},
                          {-.242f, .14f}, {-.27f, .072f}, {-.28f, 0}};

constexpr Part kDartParts[] = {{kDart, kDart}};
constexpr Part kBirdParts[] = {{kBirdSpread, kBirdFolded}};
constexpr Part kFishParts[] = {{kFishFin, kFishFinBack, .6f, 1, false}, {kFishBody, kFishBody}};
constexpr Part kBeeParts[] = {{kBeeWing, kBeeWingBack, .45f, 1.5f, false},
                              {kBeeBody, kBeeBody},
                              {kBeeStripe, kBeeStripe, 1, .25f},
                              {kBeeStripe2, kBeeStripe2, 1, .25f}};
constexpr Part kButterflyParts[] = {{kHindwing, kHindwingUp, .75f, .85f, false},
                                    {kForewing, kForewingUp, 1, 1, false},
                                    {kButterflyBody, kButterflyBody, 1, .3f}};
constexpr Part kFireflyParts[] = {{kFirefly, kFirefly, .8f, .4f}, {kLantern, kLantern, 1, 1.4f}};
constexpr Part kBatParts[] = {{kBatSpread, kBatFolded}};
constexpr Part kDotParts[] = {{kDot, kDot}};

}  // namespace

std::span<const Part> parts_of(Shape shape) {
    switch (shape) {
        case Shape::dart: return kDartParts;
        case Shape::bird: return kBirdParts;
        case Shape::fish: return kFishParts;
        case Shape::bee: return kBeeParts;
        case Shape::butterfly: return kButterflyParts;
        case Shape::firefly: return kFireflyParts;
        case Shape::bat: return kBatParts;
        case Shape::dot: return kDotParts;
    }
    return kDartParts;
}

}  // namespace dunlin::render

/* The player's view: colour shifts, angles, and bounds. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/quake/quake_scene.h"
#include "engine/quake/quake_view.h"
#include "formats/maps/bsp.h"

static const struct quake_damage none = {.color = {1, 2, 3}};

static void expect_blend(const struct palette_blend *blend, uint8_t red, uint8_t green,
                         uint8_t blue, int32_t percent)
{
    cr_expect(blend->color[0] == red && blend->color[1] == green && blend->color[2] == blue &&
                  blend->percent == percent,
              "%d %d %d, %d", blend->color[0], blend->color[1], blend->color[2],
              (int)blend->percent);
}

Test(quake_view, liquids_colour_the_view)
{
    static const struct {
        int contents;
        bool slime;
        uint8_t color[3];
        int32_t percent;
    } cases[] = {
        {CONTENTS_EMPTY, false, {10, 20, 30}, 40}, {CONTENTS_WATER, false, {130, 80, 50}, 128},
        {CONTENTS_LAVA, false, {255, 80, 0}, 150}, {CONTENTS_SLIME, false, {0, 25, 5}, 150},
        {CONTENTS_SOLID, false, {10, 20, 30}, 40}, {CONTENTS_SOLID, true, {0, 25, 5}, 150},
        {CONTENTS_SKY, false, {130, 80, 50}, 128},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct palette_blend blends[PALETTE_BLENDS];
        const struct quake_tints tints = {.contents = cases[i].contents,
                                          .solid_is_slime = cases[i].slime,
                                          .damage = &none,
                                          .air = {10, 20, 30, 40}};
        quake_blend(&tints, blends);
        expect_blend(&blends[0], cases[i].color[0], cases[i].color[1], cases[i].color[2],
                     cases[i].percent);
    }
}

Test(quake_view, damage_bonus_and_powerups_colour_it_too)
{
    static const struct {
        uint32_t items;
        uint8_t color[3];
        int32_t percent;
    } cases[] = {
        {0, {0, 0, 0}, 0},
        {1u << 22, {0, 0, 255}, 30},                       /* quad */
        {1u << 21, {0, 255, 0}, 20},                       /* suit */
        {1u << 19, {100, 100, 100}, 100},                  /* ring */
        {1u << 20, {255, 255, 0}, 30},                     /* pentagram */
        {1u << 19 | 1u << 20 | 1u << 21, {0, 255, 0}, 20}, /* the suit before those */
        {1u << 22 | 1u << 21 | 1u << 20, {0, 0, 255}, 30}, /* and the quad before all */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct palette_blend blends[PALETTE_BLENDS];
        const struct quake_tints tints = {.contents = CONTENTS_EMPTY,
                                          .damage = &none,
                                          .damage_percent = 12,
                                          .bonus_percent = 34,
                                          .items = cases[i].items};
        quake_blend(&tints, blends);
        expect_blend(&blends[1], 1, 2, 3, 12);
        expect_blend(&blends[2], 215, 186, 69, 34);
        expect_blend(&blends[3], cases[i].color[0], cases[i].color[1], cases[i].color[2],
                     cases[i].percent);
    }
}

/* Each alone, and all; a free camera has none of the player's. */
Test(quake_view, tints_can_be_hidden)
{
    static const int32_t full[PALETTE_BLENDS] = {40, 12, 34, 30};
    for (uint32_t hidden = 0; hidden <= SCENE_BLENDS_ALL; hidden++) {
        for (int flies = 0; flies < 2; flies++) {
            struct scene whole = {0};
            struct palette_scene scene = {0};
            const struct scene_options options = {.hidden_blends = hidden};
            struct quake_build build = {.whole = &whole,
                                        .scene = &scene,
                                        .options = &options,
                                        .camera = flies ? CAMERA_FREE : CAMERA_EYE};
            struct quake_tints tints = {.damage = &none,
                                        .damage_percent = full[1],
                                        .bonus_percent = full[2],
                                        .items = 1u << 22,
                                        .air = {10, 20, 30, full[0]}};
            quake_add_blends(&build, &tints);
            for (int i = 0; i < PALETTE_BLENDS; i++) {
                const bool shown = !flies && !(hidden >> i & 1);
                cr_expect_eq(scene.blends[i].percent, shown ? full[i] : 0, "%u: %d", hidden, i);
            }
        }
    }
}

Test(quake_view, turns_go_the_shorter_way)
{
    cr_expect_eq(quake_turn(10.0f, 30.0f, 0.5f), 20.0f);
    cr_expect_eq(quake_turn(350.0f, 10.0f, 0.5f), 360.0f);
    cr_expect_eq(quake_turn(10.0f, 350.0f, 0.5f), 0.0f);
    cr_expect_eq(quake_turn(-170.0f, 170.0f, 1.0f), -190.0f);
}

Test(quake_view, eyes_stay_inside_the_player)
{
    const float feet[3] = {100.0f, 200.0f, 300.0f};
    float eyes[3] = {50.0f, 250.0f, 322.0f};
    quake_bound_offsets(eyes, feet);
    cr_expect(eyes[0] == 86.0f && eyes[1] == 214.0f && eyes[2] == 322.0f);
    eyes[2] = 400.0f;
    quake_bound_offsets(eyes, feet);
    cr_expect_eq(eyes[2], 330.0f);
    eyes[2] = 0.0f;
    quake_bound_offsets(eyes, feet);
    cr_expect_eq(eyes[2], 278.0f);
}

Test(quake_view, flashes_fade_in_whole_percents)
{
    cr_expect_eq(quake_fade(100, 150.0, 0.0), 100);
    cr_expect_eq(quake_fade(100, 150.0, 0.1), 85);
    cr_expect_eq(quake_fade(100, 150.0, 0.105), 84);
    cr_expect_eq(quake_fade(100, 150.0, 1.0), 0);
    cr_expect_eq(quake_fade(100, 150.0, -1.0), 100);
}

Test(quake_view, stairs_are_climbed_evenly)
{
    cr_expect_eq(quake_climb(0.0f, 16.0f, 0.1), 8.0f);
    cr_expect_eq(quake_climb(0.0f, 16.0f, 0.0), 4.0f, "12 below at most");
    cr_expect_eq(quake_climb(0.0f, 16.0f, 1.0), 16.0f);
    cr_expect_eq(quake_climb(16.0f, 0.0f, 0.1), 0.0f, "down at once");
}

/* Colours of team and enemies that the viewer chooses: in the scenes of real and built-in demos. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "render/palette/scene_palette.h"
#include "render/rgb/scene_rgb.h"
#include "tests/support/real_data.h"

enum { WIDTH = 320, HEIGHT = 200 };

static uint32_t picture[WIDTH * HEIGHT];
static struct playback_context player;

static void open_demo(const char *name, const char *basedir, const struct scene_color *team,
                      const struct scene_color *enemy)
{
    struct playback_options options = playback_default_options();
    const struct timeline_options index = {.key_frame_bytes = 16 << 20};
    struct format_error err = {0};
    options.search.basedir = basedir;
    options.camera.kind = CAMERA_CHASE;
    options.team_color = *team;
    options.enemy_color = *enemy;
    cr_assert_eq(playback_open(&player, name, &options, &index, &err), 0, "%s", err.what);
    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
}

struct counts {
    unsigned team, enemy, other;
};

/* Translated entities by their shirts: players and corpses. */
static struct counts count(double time, uint8_t team, uint8_t enemy)
{
    struct counts counts = {0, 0, 0};
    cr_assert_eq(playback_go_time(&player, time), 0);
    cr_assert_eq(playback_draw(&player, picture, WIDTH), 0);
    const struct palette_scene *scene = player.scene.palette;
    for (size_t i = 0; i < scene->num_entities; i++) {
        const struct palette_entity *e = &scene->entities[i];
        if (e->translate) {
            counts.team += e->shirt == team && e->trousers == team;
            counts.enemy += e->shirt == enemy && e->trousers == enemy;
            counts.other += e->shirt != team && e->shirt != enemy;
        }
    }
    return counts;
}

Test(forced_colors, teams_of_a_real_2on2)
{
    const struct real_data_name name = real_data_path("quakeworld/corpus/2on2_frobodm2_2022.mvd");
    const struct real_data_name basedir = real_data_path("librequake");
    const struct scene_color team = {.set = true, .shirt = 9, .trousers = 9},
                             enemy = {.set = true, .shirt = 10, .trousers = 10}, none = {0};
    open_demo(name.text, basedir.text, &team, &enemy);
    const struct counts both = count(60.0, 9, 10);
    cr_expect(both.team >= 2 && both.enemy >= 2 && both.other == 0, "%u %u %u", both.team,
              both.enemy, both.other);
    playback_close(&player);
    open_demo(name.text, basedir.text, &none, &enemy);
    const struct counts one = count(60.0, 9, 10);
    cr_expect(one.team == 0 && one.enemy == both.enemy && one.other == both.team, "%u %u %u",
              one.team, one.enemy, one.other);
    playback_close(&player);
    open_demo(name.text, basedir.text, &none, &none);
    cr_expect_eq(count(60.0, 9, 10).other, both.team + both.enemy);
    playback_close(&player);
}

/* Without teams all but the followed player are enemies. */
Test(forced_colors, everybody_is_an_enemy_in_netquake_deathmatch)
{
    const struct scene_color team = {.set = true, .shirt = 9, .trousers = 9},
                             enemy = {.set = true, .shirt = 10, .trousers = 10};
    unsigned enemies = 0, others = 0;
    open_demo("builtin:demo2", NULL, &team, &enemy);
    for (double time = 2.0; time < 20.0; time += 2.0) {
        const struct counts counts = count(time, 9, 10);
        enemies += counts.enemy;
        others += counts.other;
    }
    cr_expect_gt(enemies, 0u);
    cr_expect_eq(others, 0u);
    playback_close(&player);
}

static bool has_skin(const char *part)
{
    const struct rgb_scene *scene = player.scene.rgb;
    for (size_t i = 0; i < scene->num_entities; i++) {
        if (scene->entities[i].skin && strstr(scene->entities[i].skin->name, part)) {
            return true;
        }
    }
    return false;
}

Test(forced_colors, skins_of_quake_3)
{
    const struct real_data_name name = real_data_path("quake3/recorded/oa_dm1_ffa_spec.dm_68");
    const struct scene_color blue = {.set = true, .shirt = 13, .trousers = 13}, none = {0};
    for (int forced = 0; forced < 2; forced++) {
        bool found = false;
        open_demo(name.text, NULL, &none, forced ? &blue : &none);
        for (double time = 5.0; time < 40.0; time += 5.0) {
            cr_assert_eq(playback_go_time(&player, time), 0);
            cr_assert_eq(playback_draw(&player, picture, WIDTH), 0);
            found |= has_skin("_blue");
        }
        cr_expect_eq(found, forced != 0);
        playback_close(&player);
    }
}

struct bright {
    unsigned mates[2], enemies[2]; /* parts, of the shirt's colour and of the trousers' */
    bool others;
    bool guns; /* some are shown, in their own material */
};

static bool is_color(const struct rgb_entity *e, const uint8_t rgb[3])
{
    return memcmp(e->color, rgb, 3) == 0 && e->color[3] == 255;
}

static void see_bright(struct bright *seen, const struct scene_color *team,
                       const struct scene_color *enemy)
{
    const struct rgb_scene *scene = player.scene.rgb;
    for (size_t i = 0; i < scene->num_entities; i++) {
        const struct rgb_entity *e = &scene->entities[i];
        const bool bright = e->material && strcmp(e->material->name, "*bright") == 0;
        seen->guns |= !e->material && e->model && strstr(e->model->name, "weapons2");
        if (bright) {
            seen->mates[0] += is_color(e, team->shirt_rgb);
            seen->mates[1] += is_color(e, team->trousers_rgb);
            seen->enemies[0] += is_color(e, enemy->shirt_rgb);
            seen->enemies[1] += is_color(e, enemy->trousers_rgb);
            seen->others |= !is_color(e, team->shirt_rgb) && !is_color(e, team->trousers_rgb) &&
                            !is_color(e, enemy->shirt_rgb) && !is_color(e, enemy->trousers_rgb);
        }
    }
}

Test(forced_colors, bright_skins_of_quake_3)
{
    const struct real_data_name name = real_data_path("quake3/recorded/oa_ctf4ish_ctf_spec.dm_68");
    const struct scene_color team = scene_color_of_rgb(0x30a0ff, 0x102030),
                             enemy = scene_color_of_numbers(10, 12), none = {0};
    struct bright seen = {0};
    open_demo(name.text, NULL, &team, &enemy);
    for (double time = 5.0; time < 40.0; time += 1.0) {
        cr_assert_eq(playback_go_time(&player, time), 0);
        cr_assert_eq(playback_draw(&player, picture, WIDTH), 0);
        see_bright(&seen, &team, &enemy);
    }
    cr_expect(seen.mates[1] > 10 && seen.enemies[1] > 10, "%u %u", seen.mates[1], seen.enemies[1]);
    cr_expect_eq(seen.mates[0], 2 * seen.mates[1], "torso and head");
    cr_expect_eq(seen.enemies[0], 2 * seen.enemies[1]);
    cr_expect(seen.guns && !seen.others);
    playback_close(&player);
    seen = (struct bright){0};
    open_demo(name.text, NULL, &none, &none);
    cr_assert_eq(playback_go_time(&player, 20.0), 0);
    cr_assert_eq(playback_draw(&player, picture, WIDTH), 0);
    see_bright(&seen, &team, &enemy);
    cr_expect_eq(seen.mates[0] + seen.enemies[0], 0u);
    playback_close(&player);
}

Test(forced_colors, nearest_of_quake)
{
    const struct scene_color color = scene_color_of_rgb(0x0808f0, 0xffffff);
    cr_expect(color.set && color.free && color.shirt == 13 && color.trousers == 0);
    cr_expect(color.shirt_rgb[0] == 8 && color.shirt_rgb[2] == 0xf0);
    const struct scene_color red = scene_color_of_numbers(4, 13);
    cr_expect(red.set && !red.free && red.shirt_rgb[0] == 127 && red.trousers_rgb[2] == 255);
}

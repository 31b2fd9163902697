/* Pictures of real QuakeWorld demos: nothing in them jumps that should not. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/quakeworld/qw_scene.h"
#include "engine/quakeworld/qw_state.h"
#include "formats/maps/bsp_hull.h"
#include "tests/support/quake_game.h"
#include "tests/support/real_data.h"

struct film {
    struct file_bytes file;
    struct qw_demo demo;
    struct qw_state *state;
    struct quake_data data;
    struct scene scene;
    struct scene_options options;
    size_t pos;
    uint32_t block;
};

static void quiet(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static void open_film(struct film *film, const char *name)
{
    const struct real_data_name base = real_data_path("librequake");
    memset(film, 0, sizeof *film);
    real_data_load(&film->file, "quakeworld/%s", name);
    const struct game_files_options where = {.search = {.basedir = base.text}, .log = quiet};
    struct format_error err;
    cr_assert_eq(quake_game_open(&film->data, &where, &err), 0, "%s", err.what);
    film->options = (struct scene_options){.width = 320,
                                           .height = 240,
                                           .fov = 90.0f,
                                           .no_hud = true,
                                           .no_particles = true,
                                           .camera = camera_default()};
    film->demo = (struct qw_demo){film->file.data, film->file.size,
                                  qw_detect(film->file.data, film->file.size, NULL)};
    film->state = qw_state_create(&film->demo);
    cr_assert_not_null(film->state);
}

static void close_film(struct film *film)
{
    qw_state_destroy(film->state);
    scene_free(&film->scene);
    quake_game_close(&film->data);
    platform_free_file(&film->file);
}

/* Plays to the next update; false at the end. */
static bool next_update(struct film *film)
{
    const uint32_t before = film->state->updates;
    struct format_error err;
    while (film->pos < film->demo.size) {
        if (qw_state_apply(&film->state, &film->demo, &film->pos, film->block++, &err) < 0) {
            return false;
        }
        if (film->state->update_complete && film->state->updates != before) {
            return true;
        }
    }
    return false;
}

static void draw(struct film *film, double fraction)
{
    cr_assert_eq(qw_scene_build(&film->scene, film->state, &film->demo, fraction, &film->options,
                                &film->data),
                 0);
}

static float distance(const float a[3], const float b[3])
{
    float sum = 0.0f;
    for (int i = 0; i < 3; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrtf(sum);
}

/* The view is continuous across updates, except for jumps, including those of the original (the
 * bob at another speed after a fall). */
static void check_continuity(const char *name, uint32_t follow, uint32_t most_in_1000)
{
    struct film film;
    float last[3] = {0};
    uint32_t joints = 0, breaks = 0, seen = 0;
    open_film(&film, name);
    film.options.follow = follow;
    while (next_update(&film)) {
        const struct qw_state *s = film.state;
        const uint32_t eyes = qw_followed(s, follow);
        const bool goes_on = s->updates == seen + 1 && seen > 3 && eyes > 0 && !s->intermission &&
                             !s->players[eyes - 1].snap;
        draw(&film, 0.0);
        joints += goes_on;
        breaks += goes_on && distance(last, film.scene.camera.origin) > 0.5f;
        draw(&film, 1.0);
        memcpy(last, film.scene.camera.origin, sizeof last);
        seen = s->updates;
    }
    cr_assert_gt(joints, 100, "%s: %u", name, (unsigned)joints);
    cr_assert_leq(breaks * 1000, joints * most_in_1000, "%s: %u of %u", name, (unsigned)breaks,
                  (unsigned)joints);
    close_film(&film);
}

Test(qw_pictures, the_recorders_camera_goes_on)
{
    check_continuity("corpus/dm6_ga_to_ra.qwd", 0, 5);
    check_continuity("corpus/e1m2_mega_trick.qwd", 0, 5);
    check_continuity("recorded/ez_ext_ktx_bots.qwd", 0, 5);
    check_continuity("recorded/tq_spec_mid.qwd", 0, 5);
}

/* A .mvd has no ground flag: some steps are detected late. */
Test(qw_pictures, everybodys_camera_goes_on)
{
    check_continuity("corpus/duel_dm3_2026.mvd", 1, 10);
    check_continuity("corpus/duel_dm3_2026.mvd", 2, 10);
}

/* Visible players are not inside solids, and most that do not fall have a floor. */
Test(qw_pictures, players_stand_on_floors)
{
    struct film film;
    uint32_t players = 0, buried = 0, standing = 0, on_floor = 0;
    open_film(&film, "recorded/lab_ktx_mvd.mvd");
    while (next_update(&film)) {
        if (film.state->updates % 50 != 0) {
            continue;
        }
        draw(&film, 1.0);
        cr_assert_not_null(film.scene.palette->world);
        const struct bsp_hull hull = bsp_hull_of(film.scene.palette->world->bsp, 0, 1);
        for (uint32_t i = 0; i < QW_PLAYERS; i++) {
            const struct qw_player *player = &film.state->players[i];
            if (!player->visible || player->spectator || player->states[0].flags & QW_PF_DEAD) {
                continue;
            }
            float below[3];
            int work = 100000;
            memcpy(below, player->states[0].origin, sizeof below);
            players++;
            buried +=
                bsp_point_contents(film.scene.palette->world->bsp, 0, below) == CONTENTS_SOLID;
            below[2] -= 2.0f;
            standing += player->states[0].on_ground;
            on_floor += player->states[0].on_ground &&
                        bsp_hull_contents(&hull, below, &work) == CONTENTS_SOLID;
        }
    }
    cr_assert_gt(standing, 100);
    cr_assert_leq(buried * 1000, players, "%u of %u", (unsigned)buried, (unsigned)players);
    cr_assert_geq(on_floor * 10, standing * 8, "%u of %u", (unsigned)on_floor, (unsigned)standing);
    close_film(&film);
}

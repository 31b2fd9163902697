/* Quake III on the timeline: every way to a moment gives the same state, in whichever form it is
 * kept; damage; events; which family a file belongs to. */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/playback/timeline.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_state_handle.h"
#include "engine/quake3/q3_state_pack.h"
#include "formats/quake3/q3_detect.h"
#include "tests/support/family_of.h"
#include "tests/support/q3_match.h"
#include "tests/support/q3_samples.h"
#include "tests/support/random_numbers.h"
#include "tests/support/real_data.h"
#include "tests/support/sanitized.h"

enum { SEEKS = SANITIZED ? 24 : 200, FORMS = SANITIZED ? 2 : 8 };

static struct timeline *open_named(const char *name, const uint8_t *data, size_t size,
                                   size_t key_frame_bytes)
{
    const struct timeline_options options = {.key_frame_bytes = key_frame_bytes, .name = name};
    struct timeline *t = NULL;
    struct format_error err = {0};
    cr_assert_eq(timeline_open(&t, data, size, &options, &err), 0, "%s: byte %zu: %s", name,
                 err.offset, err.what);
    cr_assert_eq(timeline_family(t), &quake3_family, "%s", name);
    return t;
}

/* --- seeking ---------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Updates to look at: random ones, the first, the last, and those around each gamestate. */
static uint32_t choose_updates(const struct timeline *t, uint32_t updates[SEEKS])
{
    const struct timeline_extent extent = timeline_extent(t);
    uint32_t count = 0, seed = extent.num_updates;
    double after = -1.0;
    struct demo_event level;
    updates[count++] = 0;
    updates[count++] = extent.num_updates - 1;
    while (count + 3 < SEEKS && timeline_next_event(t, after, 1u << DEMO_EVENT_LEVEL, &level)) {
        const uint32_t update = timeline_update_at(t, level.time);
        after = level.time;
        updates[count++] = update;
        updates[count++] = update > 0 ? update - 1 : 0;
        updates[count++] = update + 1 < extent.num_updates ? update + 1 : update;
    }
    while (count < SEEKS) {
        updates[count++] = next_random(&seed) % extent.num_updates;
    }
    return count;
}

static void check_seeks(const char *name, const uint8_t *data, size_t size)
{
    struct timeline *straight = open_named(name, data, size, 0);
    struct timeline *seeking = open_named(name, data, size, 4 << 20);
    uint32_t updates[SEEKS], seed = 7;
    uint64_t hashes[SEEKS];
    const uint32_t count = choose_updates(straight, updates);
    qsort(updates, count, sizeof(updates[0]), by_number);
    for (uint32_t i = 0; i < count; i++) {
        cr_assert_eq(timeline_go_update(straight, updates[i]), 0);
        hashes[i] = timeline_state_hash(straight);
    }
    cr_assert_gt(timeline_extent(seeking).num_key_frames, 0u, "%s", name);
    for (uint32_t n = 0; n < count; n++) {
        const uint32_t i = next_random(&seed) % count;
        const double time = timeline_update_time(seeking, updates[i]);
        if (timeline_update_at(seeking, time) == updates[i]) {
            cr_assert_eq(timeline_go_time(seeking, time, next_random(&seed) % 2), 0);
        } else { /* others have the same time */
            cr_assert_eq(timeline_go_update(seeking, updates[i]), 0);
        }
        cr_assert_eq(timeline_state_hash(seeking), hashes[i], "%s: update %u", name, updates[i]);
        for (uint32_t back = 1; n % 16 == 0 && back < 4 && back <= i; back++) {
            cr_assert_eq(timeline_go_update(seeking, updates[i - back]), 0);
            cr_assert_eq(timeline_state_hash(seeking), hashes[i - back], "%s: update %u", name,
                         updates[i - back]);
        }
    }
    timeline_close(seeking);
    timeline_close(straight);
}

Test(quake3, every_way_to_a_moment_gives_the_same_state)
{
    real_data_each_q3(check_seeks);
}

/* Every protocol, and values that no server sends. */
Test(quake3, every_way_through_made_up_demos)
{
    for (int i = 0; i < Q3_SAMPLE_PROTOCOLS; i++) {
        for (uint32_t density = 2; density < 200; density += 60) {
            struct q3_sample *s = q3_sample_make(q3_sample_protocols[i], density, density);
            q3_sample_demo(s, 60);
            check_seeks("a made-up demo", s->demo.data, s->demo.size);
            q3_sample_free(s);
        }
    }
}

Test(quake3, every_way_through_a_written_match)
{
    for (int i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        struct q3_demo *d = q3_match_write(q3_match_protocols[i]);
        check_seeks("a written demo", d->file.data, d->file.size);
        q3_demo_free(d);
    }
}

/* --- the two forms ---------------------------------------------------------------------------- */

static int apply_blocks(struct q3_state_handle *s, const uint8_t *data, size_t size, size_t *pos,
                        uint32_t count)
{
    struct dm3_block block;
    bool updated;
    int code = 1;
    for (uint32_t i = 0; i < count && code >= 0; i++) {
        code = dm3_next_block(data, size, pos, &block, NULL);
        if (code <= 0) {
            break;
        }
        code = q3_state_handle_apply(s, &block, &updated, NULL);
    }
    return code;
}

/* A packed copy equals its original, unpacked or not, and stays equal when blocks are applied.
 * Checks at most every `most` blocks, and that many blocks ahead. */
static void check_forms_each(const char *name, const uint8_t *data, size_t size, uint32_t most,
                             uint32_t ahead_by)
{
    const struct q3_protocol *protocol = q3_protocol_get(q3_detect(data, size, name));
    struct q3_state_handle *live = q3_state_handle_create(protocol), *copy = NULL, *other = NULL;
    uint32_t seed = (uint32_t)size;
    size_t pos = 0;
    cr_assert_not_null(live);
    for (int i = 0; i < FORMS; i++) {
        apply_blocks(live, data, size, &pos, i == 0 ? 1 : next_random(&seed) % most);
        cr_assert_eq(q3_state_handle_copy(&copy, live), 0);
        const uint64_t hash = q3_state_handle_hash(live);
        cr_assert_eq(q3_state_handle_hash(copy), hash, "%s: packed", name);
        cr_assert_eq(q3_state_handle_size(copy), q3_state_handle_size(live));
        const struct q3_state *unpacked = q3_state_handle_open(copy);
        cr_assert_eq(q3_state_pack_hash(unpacked), hash, "%s: unpacked", name);
        cr_assert_eq(q3_state_handle_copy(&other, copy), 0);
        size_t ahead = pos, again = pos;
        apply_blocks(copy, data, size, &ahead, ahead_by);
        apply_blocks(live, data, size, &again, ahead_by);
        cr_assert_eq(q3_state_handle_hash(copy), q3_state_handle_hash(live), "%s: later", name);
        cr_assert_eq(q3_state_handle_hash(other), hash);
        pos = again;
    }
    q3_state_handle_destroy(live);
    q3_state_handle_destroy(copy);
    q3_state_handle_destroy(other);
}

static void check_forms(const char *name, const uint8_t *data, size_t size)
{
    check_forms_each(name, data, size, 2000, 100);
}

Test(quake3, packed_and_live_are_one_state)
{
    real_data_each_q3(check_forms);
}

Test(quake3, packed_and_live_are_one_state_of_a_written_match)
{
    for (int i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        struct q3_demo *d = q3_match_write(q3_match_protocols[i]);
        check_forms_each("a written demo", d->file.data, d->file.size, 8, 9);
        q3_demo_free(d);
    }
}

Test(quake3, before_the_first_message_there_is_a_state_too)
{
    struct q3_state_handle *a = q3_state_handle_create(q3_protocol_get(68)), *b = NULL;
    cr_assert_not_null(a);
    cr_assert_eq(q3_state_handle_copy(&b, a), 0);
    cr_expect_eq(q3_state_handle_hash(a), q3_state_handle_hash(b));
    cr_expect_null(q3_state_snapshot(q3_state_handle_open(b)));
    cr_expect_eq(q3_state_handle_hash(a), q3_state_pack_hash(q3_state_handle_open(b)));
    q3_state_handle_destroy(a);
    q3_state_handle_destroy(b);
}

/* --- damage ----------------------------------------------------------------------------------- */

Test(quake3, broken_demos_play_as_far_as_they_are_good)
{
    static const struct {
        const char *name, *what;
        uint32_t updates;
        size_t offset;
    } files[] = {
        {"invalid_area_mask_length.dm_68", "message 646: an area mask of 131 bytes", 5, 4082},
        {"truncated.dm_68", NULL, 237, 0},
        {"truncated.dm_73", "message 14384: the file ends inside it", 12963, 1690882},
    };
    size_t size = 0;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        uint8_t *data = real_data_read(&size, "quake3/broken/%s", files[i].name);
        struct timeline *t = open_named(files[i].name, data, size, 1 << 20);
        struct format_error damage = {0};
        cr_expect_eq(timeline_extent(t).num_updates, files[i].updates, "%s: %u", files[i].name,
                     timeline_extent(t).num_updates);
        cr_expect_eq(timeline_damage(t, &damage), files[i].what != NULL);
        if (files[i].what) {
            cr_expect_eq(damage.offset, files[i].offset, "%zu", damage.offset);
            cr_expect(strstr(damage.what, files[i].what) != NULL, "%s", damage.what);
        }
        timeline_close(t);
        check_seeks(files[i].name, data, size);
        free(data);
    }
}

Test(quake3, a_damaged_gamestate_leaves_nothing_to_play)
{
    const struct timeline_options options = {.name = "invalid_command_byte.dm_68"};
    size_t size = 0;
    uint8_t *data = real_data_read(&size, "quake3/broken/%s", options.name);
    struct format_error err = {0};
    struct timeline *t = NULL;
    cr_expect_lt(timeline_open(&t, data, size, &options, &err), 0);
    cr_expect_eq(err.offset, 0u);
    cr_expect(strstr(err.what, "message 778: unknown command 0 in a gamestate") != NULL, "%s",
              err.what);
    free(data);
}

Test(quake3, a_cut_file_plays_up_to_the_cut)
{
    enum { CUTS = SANITIZED ? 500 : 2000, SPAN = 48 << 10 };
    size_t size = 0;
    uint8_t *data = real_data_read(&size, "quake3/recorded/net_maprestart_oa_dm3.dm_68");
    uint8_t *part = NULL;
    size_t good = 0;
    const size_t span = size < SPAN ? size : SPAN;
    for (size_t i = 0; i < CUTS; i++) {
        const struct timeline_options options = {.name = "a.dm_68"};
        const size_t length = span * (i + 1) / CUTS;
        struct timeline *t = NULL;
        struct format_error err = {0}, damage;
        part = realloc(part, length); /* exact size: reading past it is detected */
        cr_assert_not_null(part);
        memcpy(part, data, length);
        if (timeline_open(&t, part, length, &options, &err) < 0) {
            cr_assert(err.offset <= length && err.what[0] != '\0');
            continue;
        }
        good++;
        cr_assert_eq(timeline_go_update(t, timeline_extent(t).num_updates - 1), 0);
        cr_assert(!timeline_damage(t, &damage) || damage.offset <= length);
        timeline_close(t);
    }
    cr_expect_gt(good, (size_t)CUTS / 2);
    free(part);
    free(data);
}

/* --- events and players ----------------------------------------------------------------------- */

static bool has_event(const struct timeline *t, enum demo_event_kind kind, const char *text)
{
    const uint32_t count = timeline_extent(t).num_events;
    for (uint32_t i = 0; i < count; i++) {
        const struct demo_event event = timeline_event(t, i);
        if (event.kind == kind && strcmp(event.text, text) == 0) {
            return true;
        }
    }
    return false;
}

Test(quake3, events_of_real_demos)
{
    static const struct {
        const char *name;
        enum demo_event_kind kind;
        const char *text;
    } facts[] = {
        {"duel.dm3", DEMO_EVENT_FRAG, "fatal1ty kills Blue (lightning gun)"},
        {"duel.dm3", DEMO_EVENT_ROUND, "the match ends"},
        {"duel.dm_48", DEMO_EVENT_DEATH, "c58|PELE [PK] kills cK-fatal1ty (rocket)"},
        {"duel.dm_48", DEMO_EVENT_PICKUP, "Mega Health"},
        {"duel.dm_48", DEMO_EVENT_TEAM, "CPL Spec watches"},
        {"tdm_qlan2_2004.dm_67", DEMO_EVENT_ROUND, "countdown after a timeout"},
        {"tdm_qlan2_2004.dm_67", DEMO_EVENT_ROUND, "the match goes on"},
        {"duel_nostromo_2002.dm_67", DEMO_EVENT_ROUND, "countdown to the match"},
        {"two_gamestates.dm_68", DEMO_EVENT_ROUND, "the match begins"},
        {"two_gamestates.dm_68", DEMO_EVENT_ROUND, "the match ends"},
        {"cpma_ctfs_large.dm_68", DEMO_EVENT_ROUND, "countdown to the round"},
        {"cpma_ctfs_large.dm_68", DEMO_EVENT_ROUND, "the round begins"},
        {"tdm_qlan2_2004.dm_67", DEMO_EVENT_CHAT, "(mkz) (Red Armor): ATTACK ARMOR!"},
        {"cpma_ctfs_large.dm_68", DEMO_EVENT_FLAG, "/b5k/ takes the blue flag"},
        {"cpma_ctfs_large.dm_68", DEMO_EVENT_FLAG, "BialyEdas captures the red flag"},
        {"cpma_ctfs_large.dm_68", DEMO_EVENT_TEAM, ">Sylver< joins blue"},
        {"duel_scores.dm_73", DEMO_EVENT_LEVEL, "hektik: hektik, baseqz on mejtisson"},
        {"duel_scores.dm_73", DEMO_EVENT_DEATH, "mejtisson kills Terifire (rocket splash)"},
    };
    for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
        size_t size = 0;
        uint8_t *data = real_data_read(&size, "quake3/corpus/%s", facts[i].name);
        struct timeline *t = open_named(facts[i].name, data, size, 0);
        cr_expect(has_event(t, facts[i].kind, facts[i].text), "%s: %s", facts[i].name,
                  facts[i].text);
        timeline_close(t);
        free(data);
    }
}

Test(quake3, players_of_a_real_demo)
{
    struct demo_player_info list[Q3_PLAYERS];
    size_t size = 0;
    uint8_t *data = real_data_read(&size, "quake3/corpus/duel.dm_48");
    struct timeline *t = open_named("duel.dm_48", data, size, 0);
    cr_assert_eq(timeline_go_update(t, timeline_extent(t).num_updates - 1), 0);
    cr_assert_eq(quake3_family.players(timeline_state(t), list, Q3_PLAYERS), 3u);
    cr_expect_str_eq(list[0].name, "cK-fatal1ty");
    cr_expect(list[0].recorder && list[0].in_sight && !list[0].spectator);
    cr_expect_eq(list[0].frags, 14);
    cr_expect(list[2].spectator);
    cr_expect_str_eq(list[2].team, "spectator");
    cr_expect_eq(quake3_family.players(timeline_state(t), list, 1), 3u);
    cr_expect_eq(quake3_family.followed(timeline_state(t), 0), 1u);
    timeline_close(t);
    free(data);
}

/* --- the scene -------------------------------------------------------------------------------- */

Test(quake3, the_camera_is_on_its_way_between_snapshots)
{
    const struct scene_options options = {.width = 320, .height = 200, .fov = 90.0f};
    struct scene scene = {0};
    float at[3][3];
    size_t size = 0;
    uint8_t *data = real_data_read(&size, "quake3/corpus/flyby_oa_dm3.dm_70");
    struct timeline *t = open_named("flyby_oa_dm3.dm_70", data, size, 0);
    const double from = timeline_update_time(t, 500), to = timeline_update_time(t, 501);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(timeline_go_time(t, from + (to - from) * i / 2.0, true), 0);
        cr_assert_eq(timeline_scene(t, &scene, &options, NULL), 0);
        memcpy(at[i], scene.camera.origin, sizeof(at[i]));
    }
    for (int i = 0; i < 3; i++) {
        cr_expect_float_eq((double)at[1][i], ((double)at[0][i] + (double)at[2][i]) / 2.0, 0.01);
    }
    cr_expect_eq(scene.kind, SCENE_EMPTY);
    scene_free(&scene);
    timeline_close(t);
    free(data);
}

/* --- families --------------------------------------------------------------------------------- */

static void is_quake3(const char *name, const uint8_t *data, size_t size)
{
    cr_expect_eq(family_of(data, size, name), &quake3_family, "%s", name);
    cr_expect_eq(family_of(data, size, NULL), &quake3_family, "%s", name);
    cr_expect_eq(family_of(data, size, "a.dem"), &quake3_family, "%s", name);
}

static void is_not_quake3(const char *name, const uint8_t *data, size_t size)
{
    cr_expect_neq(family_of(data, size, name), &quake3_family, "%s", name);
    cr_expect_neq(family_of(data, size, NULL), &quake3_family, "%s", name);
    cr_expect_eq(q3_detect(data, size, NULL), 0, "%s", name);
}

Test(quake3, no_demo_is_taken_for_another_familys)
{
    real_data_each("netquake", ".dem", is_not_quake3);
    real_data_each("quakeworld/corpus", ".qwd", is_not_quake3);
    real_data_each("quakeworld/corpus", ".mvd", is_not_quake3);
    real_data_each("quakeworld/recorded", ".qwd", is_not_quake3);
    real_data_each("quakeworld/recorded", ".mvd", is_not_quake3);
    real_data_each_q3(is_quake3);
}

/* A client state under FTE2's replacement deltas: what each update, removal and statistic does to
 * it, and the scene made of it. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/netquake/nq_delta_state.h"
#include "engine/netquake/nq_scene.h"
#include "engine/netquake/nq_userinfo.h"
#include "tests/support/nq_demo.h"

static struct nq_demo demo;
static struct byte_writer list; /* the entries of the next message 86 */

/* Models as nq_demo_serverinfo: 3 the player, 4 a missile. */
static void begin(uint32_t fte2)
{
    static const char models[] = "maps/none.bsp\0*1\0progs/player.mdl\0progs/missile.mdl\0"
                                 "progs/v_shot.mdl\0";
    static uint8_t words[8];
    nq_demo_begin(&demo);
    demo.protocol.version = NQ_PROTOCOL_666;
    bytes_put_u32(words, NQ_EXTENSION_FTE2);
    bytes_put_u32(words + 4, fte2);
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo = (struct nq_serverinfo){.protocol = 666,
                                            .max_clients = 4,
                                            .num_extensions = 1,
                                            .extensions = words,
                                            .fte2 = fte2,
                                            .game_dirs = "",
                                            .level_name = "the test",
                                            .models = {models, 5},
                                            .sounds = {"misc/null.wav\0", 1}};
    nq_demo_add(&demo, &m);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = 1});
    for (uint8_t i = 1; i <= 3; i++) {
        nq_demo_add(&demo, &(struct nq_message){.id = NQ_SIGNONNUM, .u.signonnum = i});
    }
}

static void begin_spiked(void)
{
    begin(NQ_FTE2_REPLACEMENTDELTAS | NQ_FTE2_PREDINFO);
}

static void end(void)
{
    nq_demo_end(&demo);
    byte_writer_free(&list);
    list = (struct byte_writer){0};
}

static void entry(uint32_t entity, const struct nq_delta *delta)
{
    const struct nq_delta_entry e = {.entity = entity, .delta = *delta};
    nq_delta_entry_write(&demo.protocol, &e, &list);
}

static void removal(uint32_t entity)
{
    const struct nq_delta_entry e = {.entity = entity, .removed = true};
    nq_delta_entry_write(&demo.protocol, &e, &list);
}

static struct nq_delta placed(uint16_t model, double x)
{
    return (struct nq_delta){
        .mask = NQ_D_RESET | NQ_D_MODEL | NQ_D_ORIGIN_XY, .model = model, .origin = {x, 0, 0}};
}

static struct nq_delta moved(double x)
{
    return (struct nq_delta){.mask = NQ_D_ORIGIN_XY, .origin = {x, 0, 0}};
}

static void deltas(float time)
{
    struct nq_message m = {.id = NQ_DELTAS};
    m.u.deltas = (struct nq_deltas){.time = time, .bytes = list.data, .size = (uint32_t)list.size};
    nq_demo_add(&demo, &m);
    list.size = 0;
}

/* The entries so far are a block of their own. */
static void block(float time)
{
    deltas(time);
    nq_demo_block(&demo, 0, 0);
}

static void baseline(uint32_t entity, const struct nq_delta *delta)
{
    struct nq_message m = {.id = NQ_DELTA_BASELINE};
    m.u.delta_baseline.entity = entity;
    m.u.delta_baseline.delta = *delta;
    nq_demo_add(&demo, &m);
}

static void stat(uint8_t number, int32_t value)
{
    struct nq_message m = {.id = NQ_UPDATESTAT};
    m.u.updatestat.stat = number;
    m.u.updatestat.value = value;
    nq_demo_add(&demo, &m);
}

static void play(int blocks)
{
    for (int i = 0; i < blocks; i++) {
        nq_demo_step_good(&demo);
    }
}

static void open_and_play(int blocks)
{
    nq_demo_open(&demo);
    play(blocks);
}

static const struct nq_entity *entity(uint32_t number)
{
    const struct nq_entity *e = nq_entity_get(demo.state, number);
    cr_assert_not_null(e);
    return e;
}

static bool is_there(uint32_t number)
{
    return entity(number)->msg_time == demo.state->times[0];
}

/* ---- The state ---- */

Test(nq_delta_state, an_update_changes_only_what_it_names)
{
    begin_spiked();
    struct nq_delta d = placed(3, 100);
    d.mask |= NQ_D_FRAME | NQ_D_SKIN | NQ_D_COLORMAP | NQ_D_ALPHA | NQ_D_SCALE | NQ_D_EFFECTS |
              NQ_D_ANGLE_Y | NQ_D_FLAGS | NQ_D_COLORMOD | NQ_D_TAG | NQ_D_TRAIL;
    d.frame = 7;
    d.skin = 2;
    d.colormap = 3;
    d.alpha = 127;
    d.scale = 32;
    d.effects = 8;
    d.angles[1] = 90;
    d.flags = NQ_DF_COLORMAPPED;
    memcpy(d.colormod, "\x10\x20\x30", 3);
    d.tag_entity = 9;
    d.tag_index = 1;
    d.trail = 5;
    entry(7, &d);
    block(1.0f);
    d = (struct nq_delta){.mask = NQ_D_ORIGIN_Z, .origin = {0, 0, 50}};
    entry(7, &d);
    block(1.0625f);
    open_and_play(2);
    const struct nq_entity *e = entity(7);
    const struct nq_delta_looks *more = &nq_delta_get(demo.state, 7)->now;
    cr_assert(e->model == 3 && e->frame == 7 && e->skin == 2 && e->colormap == 3);
    cr_assert(e->alpha == 128 && e->scale == 32 && e->effects == 8);
    cr_assert(e->origins[0][0] == 100 && e->origins[0][2] == 50 && e->angles[0][1] == 90);
    cr_assert(more->flags == NQ_DF_COLORMAPPED);
    cr_assert(e->shine.tinted && e->shine.tint[0] == 16 && e->shine.tint[2] == 48);
    cr_assert(more->tag_entity == 9 && more->tag_index == 1 && more->trail == 5);
    cr_assert(is_there(7) && nq_state_in_game(demo.state));
    end();
}

Test(nq_delta_state, alpha_and_skin_become_those_of_666)
{
    static const struct {
        uint8_t alpha, kept;
    } cases[] = {{255, NQ_ALPHA_DEFAULT}, {0, 1}, {254, 255}, {127, 128}};
    begin_spiked();
    for (uint32_t i = 0; i < 4; i++) {
        struct nq_delta d = placed(3, 0);
        d.mask |= NQ_D_ALPHA | NQ_D_SKIN | NQ_D_WIDE;
        d.alpha = cases[i].alpha;
        d.skin = (int16_t)(i == 0 ? -1 : i == 1 ? 256 : i == 2 ? 255 : 1);
        entry(7 + i, &d);
    }
    block(1.0f);
    open_and_play(1);
    for (uint32_t i = 0; i < 4; i++) {
        cr_assert_eq(entity(7 + i)->alpha, cases[i].kept);
    }
    cr_assert(entity(7)->skin == 0 && entity(8)->skin == 0 && entity(9)->skin == 255 &&
              entity(10)->skin == 1);
    end();
}

Test(nq_delta_state, reset_starts_from_the_baseline)
{
    begin_spiked();
    struct nq_delta base = placed(4, 40);
    base.mask |= NQ_D_FRAME | NQ_D_EFFECTS | NQ_D_ALPHA;
    base.frame = 5;
    base.effects = 4;
    base.alpha = 200;
    baseline(7, &base);
    struct nq_delta d = placed(3, 100);
    d.mask &= ~NQ_D_RESET; /* unknown so far: from the null state */
    entry(7, &d);
    block(1.0f);
    d = (struct nq_delta){.mask = NQ_D_RESET | NQ_D_FRAME, .frame = 9};
    entry(7, &d);
    entry(8, &d); /* has no baseline */
    block(1.0625f);
    open_and_play(1);
    cr_assert(entity(7)->model == 3 && entity(7)->frame == 0 && entity(7)->alpha == 0);
    play(1);
    const struct nq_entity *e = entity(7);
    cr_assert(e->model == 4 && e->frame == 9 && e->effects == 4 && e->alpha == 201);
    cr_assert_eq(e->origins[0][0], 40);
    e = entity(8);
    cr_assert(e->model == 0 && e->frame == 9 && e->scale == NQ_SCALE_DEFAULT);
    cr_assert_not(e->shine.tinted);
    end();
}

Test(nq_delta_state, a_later_baseline_of_an_older_message_takes_the_own_fields_away)
{
    begin_spiked();
    struct nq_delta base = placed(4, 40);
    base.mask |= NQ_D_FLAGS;
    base.flags = NQ_DF_EXTERIOR;
    baseline(7, &base);
    struct nq_message m = {.id = NQ_SPAWNBASELINE};
    m.u.spawnbaseline.entity = 7;
    m.u.spawnbaseline.state = (struct nq_entity_state){.model = 3, .scale = 16};
    nq_demo_add(&demo, &m);
    entry(7, &(struct nq_delta){.mask = NQ_D_RESET});
    block(1.0f);
    open_and_play(1);
    cr_assert_eq(entity(7)->model, 3);
    cr_assert_eq(nq_delta_get(demo.state, 7)->now.flags, 0);
    end();
}

Test(nq_delta_state, an_entity_lives_until_it_is_removed)
{
    begin_spiked();
    struct nq_delta d = placed(3, 100);
    entry(7, &d);
    entry(8, &d);
    block(1.0f);
    block(1.0625f); /* mentions none */
    removal(7);
    block(1.125f);
    d = moved(30); /* comes back, from the null state */
    entry(7, &d);
    block(1.1875f);
    removal(0);
    block(1.25f);
    open_and_play(2);
    cr_assert(is_there(7) && is_there(8));
    play(1);
    cr_assert(!is_there(7) && is_there(8));
    play(1);
    cr_assert(is_there(7) && entity(7)->model == 0 && entity(7)->origins[0][0] == 30);
    play(1);
    cr_assert(!is_there(7) && !is_there(8));
    end();
}

static void place_is(double lerp, float x)
{
    float origin[3], angles[3];
    nq_entity_place(demo.state, entity(7), (float)lerp, origin, angles);
    cr_assert_float_eq(origin[0], x, 1e-4f, "at %g: %g, not %g", lerp, (double)origin[0],
                       (double)x);
}

Test(nq_delta_state, every_new_time_is_a_step_of_interpolation)
{
    begin_spiked();
    struct nq_delta d = placed(3, 0);
    entry(7, &d);
    block(1.0f);
    d = moved(16);
    entry(7, &d);
    block(1.0625f);
    block(1.0625f); /* the rest of the same moment */
    block(1.125f);  /* it stands still */
    open_and_play(1);
    place_is(0.5, 0); /* new: nothing to move from */
    play(1);
    place_is(0.5, 8);
    cr_assert_eq(demo.state->updates, 2);
    play(1);
    place_is(0.5, 8);
    cr_assert_eq(demo.state->updates, 2);
    play(1);
    place_is(0.5, 16);
    cr_assert_eq(demo.state->updates, 3);
    end();
}

Test(nq_delta_state, later_parts_of_a_moment_belong_to_its_step)
{
    begin_spiked();
    struct nq_delta d = placed(3, 0);
    entry(7, &d);
    block(1.0f);
    block(1.0625f);
    d = moved(16);
    entry(7, &d);
    entry(8, &d);
    block(1.0625f);
    open_and_play(3);
    place_is(0.5, 8);
    cr_assert(is_there(8));
    end();
}

Test(nq_delta_state, who_moves_in_steps_snaps_and_keeps_the_place_before)
{
    begin_spiked();
    struct nq_delta d = placed(3, 0);
    d.mask |= NQ_D_FLAGS;
    d.flags = NQ_DF_STEP;
    entry(7, &d);
    block(1.0f);
    d = moved(16);
    entry(7, &d);
    block(1.0625f);
    block(1.125f);
    open_and_play(3);
    const struct nq_entity *e = entity(7);
    place_is(0.5, 16);
    cr_assert(e->snap && (e->lerp_flags & NQ_LERP_STEP));
    cr_assert(e->origins[1][0] == 0 && e->step_start == 1.0f);
    float origin[3], angles[3];
    const struct nq_interp moment = {.time = 1.05, .lerp = 0.8f};
    nq_entity_place_smooth(demo.state, e, &moment, origin, angles);
    cr_assert_float_eq(origin[0], 8.0f, 1e-3f);
    end();
}

Test(nq_delta_state, frames_run_into_each_other)
{
    begin_spiked();
    struct nq_delta d = placed(3, 0);
    entry(7, &d);
    block(1.0f);
    d = (struct nq_delta){.mask = NQ_D_FRAME, .frame = 1};
    entry(7, &d);
    block(1.0625f);
    open_and_play(2);
    cr_assert(entity(7)->old_frame == 0 && entity(7)->frame == 1 && entity(7)->frame_start == 1.0f);
    end();
}

static uint32_t events_of(uint8_t kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < demo.state->arrays[NQ_EVENTS].count; i++) {
        const struct effect_event *e = &nq_events(demo.state)[i];
        count += e->kind == kind && e->end > e->start;
    }
    return count;
}

static const struct effect_event *last_event(void)
{
    const uint32_t count = demo.state->arrays[NQ_EVENTS].count;
    cr_assert_gt(count, 0);
    return &nq_events(demo.state)[count - 1];
}

Test(nq_delta_state, a_flash_lasts_until_its_effect_goes)
{
    begin_spiked();
    struct nq_delta d = placed(3, 0);
    d.mask |= NQ_D_EFFECTS;
    d.effects = NQ_EF_MUZZLEFLASH;
    entry(7, &d);
    block(1.0f);
    block(1.0625f);
    d = (struct nq_delta){.mask = NQ_D_EFFECTS};
    entry(7, &d);
    block(1.125f);
    open_and_play(2);
    cr_assert(events_of(EFFECT_LIGHT) > 0 && last_event()->start == 1.0625);
    play(1);
    cr_assert_eq(last_event()->start, 1.0625);
    end();
}

Test(nq_delta_state, a_static_entity_has_a_delta)
{
    begin_spiked();
    struct nq_message m = {.id = NQ_DELTA_STATIC};
    m.u.delta_static = placed(4, 40);
    m.u.delta_static.mask |= NQ_D_ALPHA;
    m.u.delta_static.alpha = 99;
    nq_demo_add(&demo, &m);
    nq_demo_block(&demo, 0, 0);
    open_and_play(1);
    const struct nq_baseline *s = &nq_statics(demo.state)->looks;
    cr_assert_eq(demo.state->arrays[NQ_STATICS].count, 1);
    cr_assert(s->model == 4 && s->origin[0] == 40 && s->alpha == 100 && s->scale == 16);
    end();
}

Test(nq_delta_state, a_number_beyond_all_levels_is_damage)
{
    begin_spiked();
    struct nq_delta d = placed(3, 0);
    entry(NQ_MAX_ENTITIES, &d);
    block(1.0f);
    nq_demo_open(&demo);
    cr_assert_eq(nq_demo_step(&demo), FORMAT_BAD);
    cr_assert(strstr(demo.err.what, "65536") != NULL, "%s", demo.err.what);
    end();
}

Test(nq_delta_state, the_next_level_forgets_all)
{
    begin_spiked();
    struct nq_delta d = placed(3, 0);
    entry(7, &d);
    block(1.0f);
    struct nq_message plain = {.id = NQ_SERVERINFO};
    plain.u.serverinfo = (struct nq_serverinfo){.protocol = 15,
                                                .max_clients = 1,
                                                .level_name = "x",
                                                .models = {"maps/none.bsp\0", 1},
                                                .sounds = {"\0", 0}};
    nq_demo_add(&demo, &plain);
    nq_demo_block(&demo, 0, 0);
    open_and_play(2);
    cr_assert(!nq_has_deltas(demo.state) && demo.state->arrays[NQ_DELTA_ENTITIES].count == 0);
    end();
}

/* ---- The view ---- */

Test(nq_delta_state, statistics_replace_clientdata)
{
    begin_spiked();
    stat(NQ_STAT_HEALTH, -5);
    stat(NQ_STAT_WEAPON, 5);
    stat(NQ_STAT_WEAPON_FRAME, 1);
    stat(15, 0x4003);
    stat(16, 22);
    stat(27, -3);
    stat(200, 1); /* a game's own */
    entry(1, &(struct nq_delta){.mask = NQ_D_RESET | NQ_D_PREDICTION | NQ_D_FLAGS,
                                .flags = NQ_DF_ON_GROUND,
                                .prediction = {.flags = NQ_DP_VELOCITY_XY | NQ_DP_VELOCITY_Z,
                                               .velocity = {80, -160, 8}}});
    block(1.0f);
    stat(15, 0x4007);
    entry(1, &(struct nq_delta){.mask = NQ_D_FLAGS});
    block(1.0625f);
    open_and_play(1);
    const struct nq_state *s = demo.state;
    cr_assert(s->stats[NQ_STAT_HEALTH] == -5 && s->items == 0x4003 && s->view_height == 22.0f);
    cr_assert(s->punch[1] == -3.0f && s->on_ground && s->has_clientdata);
    cr_assert(s->velocity[0][0] == 10 && s->velocity[0][1] == -20 && s->velocity[0][2] == 1);
    cr_assert_eq(s->item_times[0], NQ_NEVER);
    /* An update without the block means a standstill. */
    play(1);
    s = demo.state;
    cr_assert(s->velocity[0][0] == 0 && s->velocity[1][0] == 10 && !s->on_ground);
    cr_assert(s->items == 0x4007 && s->item_times[2] == 1.0);
    end();
}

Test(nq_delta_state, weapon_and_frame_change_in_one_step)
{
    begin_spiked();
    stat(NQ_STAT_WEAPON, 5);
    stat(NQ_STAT_WEAPON_FRAME, 3);
    block(1.0f);
    stat(NQ_STAT_WEAPON, 4);
    stat(NQ_STAT_WEAPON_FRAME, 0);
    block(1.0625f);
    stat(NQ_STAT_WEAPON_FRAME, 1);
    block(1.125f);
    open_and_play(2);
    cr_assert_eq(demo.state->weapon_old_frame, 0); /* not the other weapon's 3 */
    play(1);
    cr_assert(demo.state->weapon_old_frame == 0 && demo.state->weapon_start == 1.0625f);
    end();
}

Test(nq_delta_state, without_predinfo_clientdata_tells)
{
    begin(NQ_FTE2_REPLACEMENTDELTAS);
    stat(16, 50);
    nq_demo_clientdata(&demo, NQ_SU_ONGROUND, 100, 0x4001);
    entry(1, &(struct nq_delta){.mask = NQ_D_RESET | NQ_D_MODEL, .model = 3});
    block(1.0f);
    open_and_play(1);
    const struct nq_state *s = demo.state;
    cr_assert(s->view_height == 22.0f && s->on_ground && s->stats[NQ_STAT_HEALTH] == 100);
    cr_assert(is_there(1));
    end();
}

/* ---- Names ---- */

Test(nq_delta_state, players_come_by_stuffed_lines)
{
    begin_spiked();
    nq_demo_text(&demo, NQ_STUFFTEXT,
                 "//fui 0 \"\\name\\one\\topcolor\\4\\bottomcolor\\13\\team\\red\"\n"
                 "//fui 9 \"\\name\\nobody\"\n//fui 2 \"\\name\\three; //ui 1\"\n");
    nq_demo_text(&demo, NQ_STUFFTEXT, "//ui 0 \"bottomcolor\" \"17\"\n//ui 1 \"name\" \"two\"\n");
    nq_demo_block(&demo, 0, 0);
    nq_demo_text(&demo, NQ_STUFFTEXT, "//fui 0 \"\"\n");
    nq_demo_block(&demo, 0, 0);
    open_and_play(1);
    const struct nq_player *p = nq_players(demo.state);
    cr_assert_str_eq(p[0].name, "one");
    cr_assert_eq(p[0].colors, 0x41);
    cr_assert_str_eq(p[1].name, "two");
    cr_assert_str_eq(p[2].name, "three; //ui 1");
    play(1);
    p = nq_players(demo.state);
    cr_assert(p[0].name[0] == '\0' && p[0].colors == 0);
    end();
}

Test(nq_userinfo, lines_that_are_none)
{
    struct nq_userinfo info;
    static const char *const none[] = {"",          "\n\n",         "name",
                                       "//fui",     "//fui x \"\"", "//ui \"name\" \"x\"",
                                       "//svi 0",   "/fui 0 \"\"",  "//fui 12345 \"\\name\\x\"",
                                       "//full 1 2"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        cr_expect_null(nq_userinfo_next(none[i], &info), "%s", none[i]);
    }
    const char *rest = nq_userinfo_next("bf\n//ui 3 topcolor -1\nmore", &info);
    cr_assert_str_eq(rest, "more");
    cr_assert(info.player == 3 && info.shirt == 15 && info.name == NULL &&
              info.trousers == NQ_USERINFO_UNTOLD);
    cr_assert_not_null(nq_userinfo_next("//fui 255 \"\\name", &info));
    cr_assert(info.player == 255 && info.name_length == 0 && info.shirt == 0);
}

static void precache(uint8_t kind, uint16_t number, const char *name)
{
    struct nq_message m = {.id = NQ_PRECACHE};
    m.u.precache = (struct nq_precache){kind, number, name};
    nq_demo_add(&demo, &m);
}

static const char *model_name(uint32_t number)
{
    cr_assert_lt(number, demo.state->arrays[NQ_MODELS].count);
    return (const char *)demo.dem.data + nq_models(demo.state)[number].offset;
}

Test(nq_delta_state, names_may_come_late)
{
    begin_spiked();
    precache(NQ_PRECACHE_MODEL, 8, "progs/late.mdl");
    precache(NQ_PRECACHE_MODEL, 2, "progs/other.spr");
    precache(NQ_PRECACHE_SOUND, 3, "late.wav");
    precache(3, 3, "nothing");
    nq_demo_block(&demo, 0, 0);
    open_and_play(1);
    cr_assert_str_eq(model_name(8), "progs/late.mdl");
    cr_assert(nq_models(demo.state)[8].may_trail);
    cr_assert_str_eq(model_name(2), "progs/other.spr");
    cr_assert_str_eq(model_name(7), "");
    cr_assert_str_eq(model_name(5), "progs/v_shot.mdl");
    const uint32_t offset = nq_late_names(demo.state, NQ_LATE_SOUNDS)[3].offset;
    cr_assert_str_eq((const char *)demo.dem.data + offset, "late.wav");
    end();
}

static void named(uint8_t id, uint16_t effect, uint16_t count)
{
    struct nq_message m = {.id = id};
    m.u.named_particles = (struct nq_named_particles){.is_trail = id == NQ_TRAIL_PARTICLES,
                                                      .entity = 7,
                                                      .effect = effect,
                                                      .count = count,
                                                      .origin = {10, 20, 30},
                                                      .end = {40, 20, 30},
                                                      .velocity = {1, 2, 3}};
    nq_demo_add(&demo, &m);
}

Test(nq_delta_state, particles_by_name_are_their_nearest_kin)
{
    static const char *const names[] = {"TE_EXPLOSION", "effectinfo.TR_Blood", "classic.thing",
                                        "TE_LAVASPLASH", "TR_KNIGHTSPIKE"};
    begin_spiked();
    for (uint16_t i = 0; i < 5; i++) {
        precache(NQ_PRECACHE_EFFECT, (uint16_t)(i + 1), names[i]);
    }
    block(1.0f);
    named(NQ_POINT_PARTICLES1, 1, 1);
    nq_demo_block(&demo, 0, 0);
    named(NQ_POINT_PARTICLES, 2, 3);
    nq_demo_block(&demo, 0, 0);
    named(NQ_POINT_PARTICLES, 3, 999);
    nq_demo_block(&demo, 0, 0);
    named(NQ_POINT_PARTICLES, 4, 1);
    nq_demo_block(&demo, 0, 0);
    named(NQ_TRAIL_PARTICLES, 5, 1);
    nq_demo_block(&demo, 0, 0);
    named(NQ_TRAIL_PARTICLES, 6, 1); /* has no name: nothing */
    named(NQ_POINT_PARTICLES, 0, 1);
    nq_demo_block(&demo, 0, 0);
    open_and_play(2);
    cr_assert_eq(events_of(EFFECT_EXPLOSION), 1);
    cr_assert_eq(events_of(EFFECT_LIGHT), 1);
    play(1);
    const struct effect_event *e = last_event();
    cr_assert(e->kind == EFFECT_SPLASH && e->color == 73 && e->count == 60);
    cr_assert(e->u.velocity[1] == 2.0f && e->origin[2] == 30.0f);
    play(1);
    cr_assert_eq(last_event()->count, 1000);
    play(1);
    cr_assert_eq(last_event()->kind, EFFECT_LAVA_SPLASH);
    play(1);
    e = last_event();
    cr_assert(e->kind == EFFECT_TRAIL && e->color == EFFECT_TRAIL_TRACER2 && e->key == 7);
    cr_assert(e->origin[0] == 10.0f && e->u.target[0] == 40.0f);
    const uint32_t count = demo.state->arrays[NQ_EVENTS].count;
    play(1);
    cr_assert_eq(demo.state->arrays[NQ_EVENTS].count, count);
    end();
}

Test(nq_delta_state, trails_of_an_entity)
{
    begin_spiked();
    precache(NQ_PRECACHE_EFFECT, 1, "TR_BLOOD");
    struct nq_delta d = placed(2, 0); /* a brush model has no flags of its own */
    d.mask |= NQ_D_TRAIL;
    d.trail = 1;
    entry(7, &d);
    d = placed(3, 0);
    d.mask |= NQ_D_EFFECTS | NQ_D_EFFECTS2;
    d.effects = (uint32_t)MDL_GRENADE << 24;
    entry(8, &d);
    d.effects = NQ_EF_NO_MODEL_FLAGS;
    entry(9, &d);
    entry(10, &(struct nq_delta){.mask = NQ_D_RESET | NQ_D_MODEL, .model = 3});
    block(1.0f);
    d = moved(16);
    for (uint32_t i = 7; i <= 10; i++) {
        entry(i, &d);
    }
    block(1.0625f);
    open_and_play(2);
    cr_assert_eq(events_of(EFFECT_TRAIL), 3);
    static const uint8_t trails[] = {EFFECT_TRAIL_BLOOD, EFFECT_TRAIL_SMOKE, EFFECT_TRAIL_BY_MODEL};
    static const uint16_t keys[] = {7, 8, 10};
    for (uint32_t i = 0; i < 3; i++) {
        const struct effect_event *e = &nq_events(demo.state)[i];
        cr_assert(e->color == trails[i] && e->key == keys[i], "trail %u of %u", e->color, e->key);
    }
    cr_assert_eq(nq_delta_model_flags(demo.state, 8, 1), MDL_GRENADE | 1);
    cr_assert_eq(nq_delta_model_flags(demo.state, 9, 0xff), 0);
    cr_assert_eq(nq_delta_model_flags(demo.state, 10, 0xff), 0xff);
    end();
}

/* ---- Tags ---- */

static void attach(uint32_t entity_number, uint32_t parent, float pitch, float yaw, float roll)
{
    struct nq_delta d = placed(2, 0);
    d.mask |= NQ_D_TAG | NQ_D_ANGLES_XZ | NQ_D_ANGLE_Y | NQ_D_ORIGIN_Z;
    d.tag_entity = parent;
    d.origin[0] = 10;
    d.origin[1] = 20;
    d.origin[2] = 30;
    d.angles[0] = pitch;
    d.angles[1] = yaw;
    d.angles[2] = roll;
    entry(entity_number, &d);
}

static bool find_place(uint32_t number, struct nq_attached *place)
{
    const struct nq_entity *e = entity(number);
    memcpy(place->origin, e->origins[0], sizeof place->origin);
    memcpy(place->angles, e->angles[0], sizeof place->angles);
    return nq_delta_attach(demo.state, number, 1.0f, place);
}

static void vector_is(const float v[3], double x, double y, double z)
{
    cr_assert(fabs((double)v[0] - x) < 1e-3 && fabs((double)v[1] - y) < 1e-3 &&
                  fabs((double)v[2] - z) < 1e-3,
              "%g %g %g is not %g %g %g", (double)v[0], (double)v[1], (double)v[2], x, y, z);
}

Test(nq_delta_state, a_child_is_where_its_parent_turns_it)
{
    begin_spiked();
    struct nq_delta parent = placed(2, 100);
    parent.mask |= NQ_D_ANGLE_Y | NQ_D_FLAGS;
    parent.angles[1] = 90;
    parent.flags = NQ_DF_VIEW_MODEL;
    entry(7, &parent);
    attach(8, 7, 0, 45, 0);
    attach(9, 8, 0, 0, 0);   /* a grandchild */
    attach(10, 11, 0, 0, 0); /* nobody there */
    attach(12, 13, 0, 0, 0); /* a circle */
    attach(13, 12, 0, 0, 0);
    attach(14, 7, 0, 0, 90);
    attach(15, 7, 90, 0, 0); /* the angle's byte makes 90 of it, straight down */
    attach(16, 1, 0, 0, 0);  /* the viewed player's */
    parent = placed(2, 0);
    entry(1, &parent);
    block(1.0f);
    open_and_play(1);
    struct nq_attached place;
    cr_assert(find_place(7, &place) && place.flags == NQ_DF_VIEW_MODEL);
    vector_is(place.origin, 100, 0, 0);
    cr_assert(find_place(8, &place) && place.flags == NQ_DF_VIEW_MODEL);
    vector_is(place.origin, 80, 10, 30);
    vector_is(place.angles, 0, 135, 0);
    cr_assert(find_place(9, &place));
    /* 45 degrees in the child, then as the child. */
    const double r = sqrt(0.5);
    vector_is(place.origin, 100 - (10 * r + 20 * r + 20), (10 * r - 20 * r) + 10, 60);
    vector_is(place.angles, 0, 135, 0);
    cr_assert(!find_place(10, &place));
    cr_assert(!find_place(12, &place));
    cr_assert(find_place(14, &place));
    vector_is(place.angles, 0, 90, 90);
    cr_assert(find_place(15, &place));
    cr_assert_float_eq(place.angles[0], 90.0f, 1e-3f);
    cr_assert(find_place(16, &place) && place.flags == NQ_DF_EXTERIOR);
    end();
}

/* ---- Seeking ---- */

Test(nq_delta_state, a_copy_goes_on_as_the_state)
{
    begin_spiked();
    precache(NQ_PRECACHE_EFFECT, 1, "TR_BLOOD");
    for (int i = 0; i < 8; i++) {
        struct nq_delta d = i == 0 ? placed(3, 0) : moved(i * 4);
        d.mask |= NQ_D_TRAIL;
        d.trail = 1;
        entry(7, &d);
        if (i == 3) {
            removal(7);
        }
        stat(15, 0x4001 + i);
        block(1.0f + (float)i * 0.0625f);
    }
    open_and_play(4);
    struct nq_state *copy = NULL;
    cr_assert_eq(nq_state_copy(&copy, demo.state), 0);
    cr_assert_eq(nq_state_hash(copy), nq_state_hash(demo.state));
    const size_t pos = demo.pos;
    play(4);
    const uint64_t hash = nq_state_hash(demo.state);
    cr_assert_neq(hash, nq_state_hash(copy));
    struct nq_state *played = demo.state;
    demo.state = copy;
    demo.pos = pos;
    play(4);
    cr_assert_eq(nq_state_hash(demo.state), hash);
    nq_state_destroy(played);
    end();
}

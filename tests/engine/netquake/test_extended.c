/* Protocols 666 and 999 beyond 15, from message bytes to state and scene. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/netquake/nq_scene.h"
#include "tests/support/nq_demo.h"
#include "tests/support/quake_game.h"

static struct nq_demo demo;
static struct quake_data data;
static struct scene scene;

static void begin(int32_t version, uint32_t flags)
{
    nq_demo_begin(&demo);
    demo.protocol.version = version;
    demo.protocol.flags = flags;
}

static void play(void)
{
    nq_demo_open(&demo);
    while (demo.pos < demo.dem.size) {
        nq_demo_step_good(&demo);
    }
}

/* One update of entity 20 after a serverinfo, played; the entity. */
static const struct nq_entity *play_update(const struct nq_message *m)
{
    nq_demo_serverinfo(&demo, 1);
    nq_demo_time(&demo, 1.0f);
    nq_demo_add(&demo, m);
    nq_demo_block(&demo, 0, 0);
    play();
    return nq_entity_get(demo.state, m->u.update.entity);
}

/* ---- Entities ---- */

Test(extended, update_bits_of_666_one_by_one)
{
    static const struct {
        uint32_t mask;
        uint16_t model, frame;
        uint8_t alpha, scale, finish;
    } cases[] = {
        {NQ_U_EXTEND1, 0, 0, 0, 16, 0},
        {NQ_U_ALPHA, 0, 0, 127, 16, 0},
        {NQ_U_FRAME2, 0, 0x300, 0, 16, 0},
        {NQ_U_FRAME | NQ_U_FRAME2, 0, 0x305, 0, 16, 0},
        {NQ_U_MODEL2, 0x200, 0, 0, 16, 0},
        {NQ_U_MODEL | NQ_U_MODEL2, 0x203, 0, 0, 16, 0},
        {NQ_U_LERPFINISH, 0, 0, 0, 16, 51},
        {NQ_U_SCALE, 0, 0, 0, 40, 0},
        {NQ_U_EXTEND2, 0, 0, 0, 16, 0},
        {NQ_U_ALPHA | NQ_U_FRAME2 | NQ_U_MODEL2 | NQ_U_LERPFINISH | NQ_U_SCALE, 0x100, 0x400, 254,
         7, 255},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        size_t n = i / 2;
        begin(i % 2 ? 999 : 666, 0);
        struct nq_message m = {.id = NQ_ENTITY_UPDATE};
        m.u.update = (struct nq_entity_update){.mask = cases[n].mask,
                                               .entity = 20,
                                               .model = cases[n].model,
                                               .frame = cases[n].frame,
                                               .alpha = cases[n].alpha,
                                               .scale = cases[n].scale,
                                               .lerp_finish = cases[n].finish};
        const struct nq_entity *e = play_update(&m);
        cr_expect_eq(e->model, cases[n].model, "case %zu", n);
        cr_expect_eq(e->frame, cases[n].frame, "case %zu", n);
        cr_expect_eq(e->alpha, cases[n].alpha, "case %zu", n);
        cr_expect_eq(e->scale, cases[n].scale, "case %zu", n);
        cr_expect_eq(e->lerp_finish, cases[n].finish, "case %zu", n);
        cr_expect_eq((e->lerp_flags & NQ_LERP_FINISH) != 0, (cases[n].mask & NQ_U_LERPFINISH) != 0,
                     "case %zu", n);
        nq_demo_end(&demo);
    }
}

Test(extended, flags_of_999_one_by_one)
{
    static const struct {
        uint32_t flags;
        double sent, got;   /* a coordinate */
        float turned, seen; /* an angle */
    } cases[] = {
        {0, 100.126, 100.125, 45.1f, 45.0f},
        {NQ_PRFL_SHORTANGLE, 100.126, 100.125, 45.1f, 8210 * 360.0f / 65536},
        {NQ_PRFL_FLOATANGLE, 100.126, 100.125, 45.1f, 45.1f},
        {NQ_PRFL_SHORTANGLE | NQ_PRFL_FLOATANGLE, 100.126, 100.125, 45.1f, 45.1f},
        {NQ_PRFL_24BITCOORD, 100.2, 100.2, 45.1f, 45.0f},
        {NQ_PRFL_FLOATCOORD, 100.1f, 100.1f, 45.1f, 45.0f},
        {NQ_PRFL_EDICTSCALE, 100.126, 100.125, 45.1f, 45.0f},
        {NQ_PRFL_ALPHASANITY, 100.126, 100.125, 45.1f, 45.0f},
        {NQ_PRFL_INT32COORD, 100000.07, 100000.0625, 45.1f, 45.0f},
        {NQ_PRFL_INT32COORD | NQ_PRFL_24BITCOORD, 100000.07, 100000.0625, 45.1f, 45.0f},
        {NQ_PRFL_FLOATCOORD | NQ_PRFL_INT32COORD, 100.1f, 100.1f, 45.1f, 45.0f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(999, cases[i].flags);
        struct nq_message m = nq_demo_update(20, 3, cases[i].sent, -cases[i].sent, 1);
        m.u.update.mask |= NQ_U_ANGLE1 | NQ_U_ANGLE2;
        m.u.update.angles[0] = m.u.update.angles[1] = cases[i].turned;
        const struct nq_entity *e = play_update(&m);
        cr_expect_eq(demo.state->protocol.flags, cases[i].flags);
        cr_expect_float_eq(e->origins[0][0], cases[i].got, 1e-4, "case %zu: %f", i,
                           (double)e->origins[0][0]);
        cr_expect_float_eq(e->origins[0][1], -cases[i].got, 5e-3, "case %zu: %f", i,
                           (double)e->origins[0][1]);
        cr_expect_float_eq(e->angles[0][0], cases[i].seen, 1e-5f, "case %zu: %f", i,
                           (double)e->angles[0][0]);
        nq_demo_end(&demo);
    }
}

Test(extended, the_reserved_flag_of_999_is_refused)
{
    begin(999, 1u << 31);
    nq_demo_serverinfo(&demo, 1);
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    cr_assert_eq(nq_demo_step(&demo), FORMAT_UNKNOWN);
    cr_assert_not_null(strstr(demo.err.what, "0x80000000"), "%s", demo.err.what);
    nq_demo_end(&demo);
}

Test(extended, entities_beyond_8192_and_their_sounds)
{
    static const uint16_t numbers[] = {8191, 8192, 31999, 32000, 65535};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        begin(666, 0);
        nq_demo_serverinfo(&demo, 1);
        struct nq_message m = {.id = NQ_SPAWNBASELINE2};
        m.u.spawnbaseline.entity = numbers[i];
        m.u.spawnbaseline.state = (struct nq_entity_state){
            .flags = NQ_B_LARGEFRAME, .frame = 700, .scale = NQ_SCALE_DEFAULT};
        nq_demo_add(&demo, &m);
        nq_demo_add(&demo, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = numbers[i]});
        nq_demo_time(&demo, 1.0f);
        nq_demo_entity(&demo, numbers[i], 3, 8, 0, 0);
        m = (struct nq_message){.id = NQ_SOUND};
        m.u.sound = (struct nq_sound){.mask = NQ_SND_LARGEENTITY | NQ_SND_LARGESOUND,
                                      .volume = 255,
                                      .attenuation = 64,
                                      .entity = numbers[i],
                                      .channel = 9,
                                      .sound = 300};
        nq_demo_add(&demo, &m);
        nq_demo_block(&demo, 0, 0);
        play();
        const struct nq_entity *e = nq_entity_get(demo.state, numbers[i]);
        cr_assert(e != NULL && e->model == 3 && e->frame == 700 && e->origins[0][0] == 8.0f);
        cr_assert_eq(demo.state->view_entity, numbers[i]);
        nq_demo_end(&demo);
    }
}

/* ---- Baselines, statics ---- */

Test(extended, baselines_and_statics_with_flags)
{
    const struct nq_entity_state full = {.flags = NQ_B_LARGEMODEL | NQ_B_LARGEFRAME | NQ_B_ALPHA |
                                                  NQ_B_SCALE,
                                         .alpha = 100,
                                         .scale = 24,
                                         .model = 600,
                                         .frame = 500,
                                         .colormap = 1,
                                         .skin = 3,
                                         .origin = {8, 16, 24},
                                         .angles = {0, 90, 0}};
    begin(999, 0);
    nq_demo_serverinfo(&demo, 1);
    for (uint16_t bit = 0; bit < 4; bit++) { /* each alone: the others are as ever */
        struct nq_message m = {.id = NQ_SPAWNBASELINE2};
        m.u.spawnbaseline.entity = (uint16_t)(40 + bit);
        m.u.spawnbaseline.state = full;
        m.u.spawnbaseline.state.flags = (uint8_t)(1 << bit);
        nq_demo_add(&demo, &m);
    }
    struct nq_message m = {.id = NQ_SPAWNSTATIC2, .u.spawnstatic = full};
    nq_demo_add(&demo, &m);
    m = (struct nq_message){.id = NQ_SPAWNSTATICSOUND2};
    m.u.spawnstaticsound.sound = 700;
    m.u.spawnstaticsound.volume = 9;
    m.u.spawnstaticsound.attenuation = 3;
    m.u.spawnstaticsound.origin[1] = 64;
    nq_demo_add(&demo, &m);
    nq_demo_block(&demo, 0, 0);
    play();
    for (uint32_t bit = 0; bit < 4; bit++) {
        const struct nq_baseline *b = &nq_entity_get(demo.state, 40 + bit)->baseline;
        cr_expect_eq(b->model, bit == 0 ? 600 : 600 & 255);
        cr_expect_eq(b->frame, bit == 1 ? 500 : 500 & 255);
        cr_expect_eq(b->alpha, bit == 2 ? 100 : NQ_ALPHA_DEFAULT);
        cr_expect_eq(b->scale, bit == 3 ? 24 : NQ_SCALE_DEFAULT);
        cr_expect(b->colormap == 1 && b->skin == 3 && b->origin[2] == 24.0f);
    }
    const struct nq_baseline *b = &nq_statics(demo.state)->looks;
    cr_assert(b->model == 600 && b->frame == 500 && b->alpha == 100 && b->scale == 24);
    cr_assert(b->angles[1] == 90.0f && demo.state->arrays[NQ_STATICS].count == 1);
    const struct nq_static_sound *sound = nq_static_sounds(demo.state);
    cr_assert(sound->sound == 700 && sound->volume == 9 && sound->attenuation == 3 &&
              sound->origin[1] == 64.0f);
    nq_demo_end(&demo);
}

Test(extended, statics_without_number)
{
    enum { COUNT = 20000 };
    begin(666, 0);
    nq_demo_serverinfo(&demo, 1);
    struct nq_message s = {.id = NQ_SPAWNSTATIC};
    struct nq_message sound = {.id = NQ_SPAWNSTATICSOUND};
    for (int i = 0; i < COUNT; i++) {
        if (i % 2000 == 0 && i > 0) {
            nq_demo_block(&demo, 0, 0);
        }
        s.u.spawnstatic = (struct nq_entity_state){
            .model = 4, .scale = NQ_SCALE_DEFAULT, .origin = {i % 4000, 0, 0}};
        sound.u.spawnstaticsound.sound = (uint8_t)i;
        nq_demo_add(&demo, &s);
        nq_demo_add(&demo, &sound);
    }
    nq_demo_block(&demo, 0, 0);
    play();
    cr_assert_eq(demo.state->arrays[NQ_STATICS].count, COUNT);
    cr_assert_eq(demo.state->arrays[NQ_STATIC_SOUNDS].count, COUNT);
    cr_assert_eq(nq_statics(demo.state)[COUNT - 1].looks.origin[0], 3999.0f);
    nq_demo_end(&demo);
}

/* ---- The recorder's own ---- */

Test(extended, clientdata_bits_one_by_one)
{
    static const struct {
        uint32_t bit;
        enum nq_stat stat;
        int32_t value;
    } cases[] = {
        {NQ_SU_WEAPON | NQ_SU_WEAPON2, NQ_STAT_WEAPON, 0x205},
        {NQ_SU_ARMOR | NQ_SU_ARMOR2, NQ_STAT_ARMOR, 300},
        {NQ_SU_AMMO2, NQ_STAT_AMMO, 1000},
        {NQ_SU_SHELLS2, NQ_STAT_SHELLS, 1000},
        {NQ_SU_SHELLS2 << 1, NQ_STAT_SHELLS + 1, 1001},
        {NQ_SU_SHELLS2 << 2, NQ_STAT_SHELLS + 2, 1002},
        {NQ_SU_SHELLS2 << 3, NQ_STAT_SHELLS + 3, 1003},
        {NQ_SU_WEAPONFRAME | NQ_SU_WEAPONFRAME2, NQ_STAT_WEAPON_FRAME, 0x102},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(666, 0);
        nq_demo_serverinfo(&demo, 1);
        struct nq_message m = {.id = NQ_CLIENTDATA};
        struct nq_clientdata *c = &m.u.clientdata;
        c->mask = cases[i].bit | NQ_SU_EXTEND1 | (cases[i].bit >> 24 ? (uint32_t)NQ_SU_EXTEND2 : 0);
        c->has_items = true;
        c->weapon_model = 0x205;
        c->armor = 300;
        c->ammo = 1000;
        for (int j = 0; j < 4; j++) {
            c->ammo_counts[j] = (uint16_t)(1000 + j);
        }
        c->weapon_frame = 0x102;
        nq_demo_add(&demo, &m);
        nq_demo_block(&demo, 0, 0);
        play();
        cr_expect_eq(demo.state->stats[cases[i].stat], cases[i].value, "case %zu: %d", i,
                     demo.state->stats[cases[i].stat]);
        for (size_t j = 0; j < sizeof cases / sizeof *cases; j++) {
            cr_expect(j == i || demo.state->stats[cases[j].stat] < 256, "case %zu", i);
        }
        cr_expect_eq(demo.state->weapon_alpha, NQ_ALPHA_DEFAULT);
        nq_demo_end(&demo);
    }
}

/* ---- The scene ---- */

static const struct scene_options plain = {
    .width = 640, .height = 480, .fov = 90.0f, .no_hud = true};

static void open_data(void)
{
    struct game_files_options options = {.builtin = true};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &options, &err), 0, "%s", err.what);
}

static void close_data(void)
{
    scene_free(&scene);
    memset(&scene, 0, sizeof scene);
    quake_game_close(&data);
}

static void build(double fraction, const struct scene_options *options)
{
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, fraction, options, &data), 0);
}

/* More names than a byte can number, the last ones of which show and sound. */
Test(extended, models_and_sounds_beyond_256)
{
    enum { COUNT = 1500 };
    static char models[COUNT * 24], sounds[COUNT * 24];
    char *m_end = models, *s_end = sounds;
    for (int i = 1; i <= COUNT; i++) {
        m_end += snprintf(m_end, 24, i == 1 ? "maps/none.bsp" : "progs/model%d.mdl", i) + 1;
        s_end += snprintf(s_end, 24, "misc/sound%d.wav", i) + 1;
    }
    begin(666, 0);
    open_data();
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo = (struct nq_serverinfo){.protocol = 666,
                                            .max_clients = 1,
                                            .level_name = "many",
                                            .models = {models, COUNT},
                                            .sounds = {sounds, COUNT}};
    nq_demo_add(&demo, &m);
    m = (struct nq_message){.id = NQ_SPAWNSTATIC2};
    m.u.spawnstatic = (struct nq_entity_state){
        .flags = NQ_B_LARGEMODEL, .model = COUNT, .scale = NQ_SCALE_DEFAULT};
    nq_demo_add(&demo, &m);
    nq_demo_time(&demo, 1.0f);
    static const uint16_t shown[] = {2, 255, 256, 257, 511, 512, 1023, COUNT};
    for (uint16_t i = 0; i < 8; i++) {
        m = nq_demo_update((uint16_t)(10 + i), 0, 8.0 * i, 0, 0);
        m.u.update.model = shown[i];
        m.u.update.mask |= NQ_U_MODEL2;
        nq_demo_add(&demo, &m);
    }
    nq_demo_block(&demo, 0, 0);
    play();
    cr_assert_eq(demo.state->arrays[NQ_MODELS].count, COUNT + 1);
    cr_assert_eq(demo.state->sounds_count, COUNT);
    build(1.0, &plain);
    cr_assert_eq(scene.palette->num_entities, 9);
    for (size_t i = 0; i < 9; i++) {
        char name[32];
        snprintf(name, sizeof name, "progs/model%d.mdl", i < 8 ? shown[i] : COUNT);
        cr_expect_str_eq(scene.palette->entities[i].model->name, name);
    }
    close_data();
    nq_demo_end(&demo);
}

/* ENTALPHA_DECODE: 0 as ever, 1 not at all, 255 opaque. */
Test(extended, alpha_and_scale_reach_the_scene)
{
    static const uint8_t sent[] = {0, 1, 2, 127, 254, 255};
    static const uint8_t seen[] = {255, 0, 1, 126, 254, 255};
    begin(999, 0);
    open_data();
    nq_demo_serverinfo(&demo, 1);
    for (int i = 0; i < 6; i++) {
        struct nq_message m = {.id = NQ_SPAWNSTATIC2};
        m.u.spawnstatic = (struct nq_entity_state){.flags = NQ_B_ALPHA | NQ_B_SCALE,
                                                   .model = 4,
                                                   .alpha = sent[i],
                                                   .scale = (uint8_t)(i + 10)};
        nq_demo_add(&demo, &m);
    }
    nq_demo_time(&demo, 1.0f);
    for (uint16_t i = 0; i < 6; i++) {
        struct nq_message m = nq_demo_update((uint16_t)(10 + i), 4, 0, 0, 0);
        m.u.update.mask |= NQ_U_ALPHA | NQ_U_SCALE;
        m.u.update.alpha = sent[i];
        m.u.update.scale = (uint8_t)(i + 20);
        nq_demo_add(&demo, &m);
    }
    nq_demo_block(&demo, 0, 0);
    play();
    build(1.0, &plain);
    cr_assert_eq(scene.palette->num_entities, 10);
    for (size_t i = 0, at = 0; i < 12; i++) {
        if (seen[i % 6] == 0) {
            continue;
        }
        const struct palette_entity *e = &scene.palette->entities[at++];
        cr_expect_eq(e->alpha, seen[i % 6], "alpha %u is %u", sent[i % 6], e->alpha);
        cr_expect_eq(e->own_alpha, sent[i % 6] != NQ_ALPHA_DEFAULT);
        cr_expect_eq(e->scale, i < 6 ? i + 20 : i - 6 + 10);
    }
    close_data();
    nq_demo_end(&demo);
}

Test(extended, weapon_alpha_reaches_the_scene)
{
    static const uint8_t sent[] = {0, 1, 127, 255};
    static const uint8_t seen[] = {255, 0, 126, 255};
    open_data();
    for (int i = 0; i < 4; i++) {
        begin(666, 0);
        nq_demo_serverinfo(&demo, 1);
        nq_demo_time(&demo, 1.0f);
        struct nq_message m = {.id = NQ_CLIENTDATA};
        m.u.clientdata.mask = NQ_SU_WEAPON | NQ_SU_EXTEND1 | NQ_SU_EXTEND2 | NQ_SU_WEAPONALPHA;
        m.u.clientdata.has_items = true;
        m.u.clientdata.health = 100;
        m.u.clientdata.weapon_model = 5;
        m.u.clientdata.weapon_alpha = sent[i];
        nq_demo_add(&demo, &m);
        nq_demo_entity(&demo, 1, 3, 0, 0, 24);
        nq_demo_block(&demo, 0, 0);
        play();
        build(1.0, &plain);
        cr_expect_eq(scene.palette->view_model.model != NULL, seen[i] > 0);
        cr_expect(seen[i] == 0 || scene.palette->view_model.alpha == seen[i]);
        nq_demo_end(&demo);
    }
    close_data();
}

Test(extended, liquids_as_the_viewer_wants_them)
{
    static const struct {
        float alpha;
        uint8_t clear;
    } cases[] = {{0.0f, 10}, {0.3f, 7}, {0.66f, 3}, {0.9f, 1}, {1.0f, 0}};
    begin(666, 0);
    open_data();
    nq_demo_serverinfo(&demo, 1);
    nq_demo_time(&demo, 1.0f);
    nq_demo_entity(&demo, 1, 3, 0, 0, 24);
    nq_demo_block(&demo, 0, 0);
    play();
    build(1.0, &plain);
    cr_assert_eq(scene.palette->liquid_clear[LIQUID_WATER], 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene_options options = plain;
        options.own_water_alpha = true;
        options.water_alpha = cases[i].alpha;
        build(1.0, &options);
        for (int liquid = 0; liquid < LIQUIDS; liquid++) {
            cr_expect_eq(scene.palette->liquid_clear[liquid], cases[i].clear, "%f: %u",
                         (double)cases[i].alpha, scene.palette->liquid_clear[liquid]);
        }
    }
    close_data();
    nq_demo_end(&demo);
}

/* ---- Fog and sky ---- */

static const float map_fog[4] = {0.1f, 0.2f, 0.4f, 0.8f};

static void expect_fog(double time, float density, float red, float green, float blue)
{
    const float wanted[4] = {density, red, green, blue};
    float got[4];
    nq_fog_at(&demo.state->fog, time, map_fog, got);
    for (int i = 0; i < 4; i++) {
        cr_expect_float_eq(got[i], wanted[i], 1e-5f, "at %g, value %d: %f is not %f", time, i,
                           (double)got[i], (double)wanted[i]);
    }
}

static void add_fog(uint8_t density, uint8_t red, uint8_t green, uint8_t blue, int16_t time)
{
    struct nq_message m = {.id = NQ_FOG};
    m.u.fog.density = density;
    m.u.fog.color[0] = red;
    m.u.fog.color[1] = green;
    m.u.fog.color[2] = blue;
    m.u.fog.time = time;
    nq_demo_add(&demo, &m);
}

static void next_update(float time)
{
    nq_demo_time(&demo, time);
    nq_demo_entity(&demo, 1, 3, 0, 0, 24);
}

Test(extended, fog_fades_from_the_maps_to_the_servers)
{
    begin(666, 0);
    nq_demo_serverinfo(&demo, 1);
    next_update(10.0f);
    nq_demo_block(&demo, 0, 0);
    next_update(10.0625f); /* its pictures begin at 10 */
    add_fog(51, 255, 0, 51, 400);
    nq_demo_block(&demo, 0, 0);
    next_update(11.9375f);
    nq_demo_block(&demo, 0, 0);
    next_update(12.0f);
    nq_demo_block(&demo, 0, 0);
    next_update(12.0625f); /* in the middle of the fade another */
    add_fog(0, 0, 0, 0, 100);
    nq_demo_block(&demo, 0, 0);
    next_update(20.0f); /* at once: no time, or none that makes sense */
    add_fog(255, 51, 51, 51, -5);
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    expect_fog(10.0, 0.1f, 0.2f, 0.4f, 0.8f);
    nq_demo_step_good(&demo);
    expect_fog(9.0, 0.1f, 0.2f, 0.4f, 0.8f);
    expect_fog(10.0, 0.1f, 0.2f, 0.4f, 0.8f);
    expect_fog(11.0, 0.125f, 0.4f, 0.3f, 0.65f);
    expect_fog(12.0, 0.15f, 0.6f, 0.2f, 0.5f);
    expect_fog(14.0, 0.2f, 1.0f, 0.0f, 0.2f);
    expect_fog(99.0, 0.2f, 1.0f, 0.0f, 0.2f);
    for (int i = 0; i < 3; i++) {
        nq_demo_step_good(&demo);
    }
    expect_fog(12.0, 0.15f, 0.6f, 0.2f, 0.5f);
    expect_fog(12.5, 0.075f, 0.3f, 0.1f, 0.25f);
    expect_fog(13.0, 0.0f, 0.0f, 0.0f, 0.0f);
    nq_demo_step_good(&demo);
    expect_fog(19.95, 1.0f, 0.2f, 0.2f, 0.2f);
    nq_demo_end(&demo);
}

Test(extended, a_level_begins_with_its_own_fog_and_sky)
{
    begin(999, 0);
    nq_demo_serverinfo(&demo, 1);
    next_update(10.0f);
    add_fog(51, 255, 0, 51, 0);
    nq_demo_text(&demo, NQ_SKYBOX, "stormy_");
    nq_demo_block(&demo, 0, 0);
    nq_demo_serverinfo(&demo, 1);
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    cr_assert(!demo.state->skybox_named && demo.state->skybox[0] == '\0');
    nq_demo_step_good(&demo);
    expect_fog(10.0, 0.2f, 1.0f, 0.0f, 0.2f);
    cr_assert(demo.state->skybox_named);
    cr_assert_str_eq(demo.state->skybox, "stormy_");
    nq_demo_step_good(&demo);
    expect_fog(0.0, 0.1f, 0.2f, 0.4f, 0.8f);
    cr_assert(!demo.state->skybox_named && demo.state->skybox[0] == '\0');
    nq_demo_end(&demo);
}

Test(extended, a_server_may_take_the_sky_away_and_long_names_are_none)
{
    char name[200];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    begin(666, 0);
    nq_demo_serverinfo(&demo, 1);
    nq_demo_text(&demo, NQ_SKYBOX, name);
    nq_demo_block(&demo, 0, 0);
    nq_demo_text(&demo, NQ_SKYBOX, "one");
    nq_demo_text(&demo, NQ_SKYBOX, "");
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    for (int i = 0; i < 2; i++) {
        nq_demo_step_good(&demo);
        cr_assert(demo.state->skybox_named && demo.state->skybox[0] == '\0');
    }
    nq_demo_end(&demo);
}

/* fog and sky as QuakeSpasm's console has them; servers stuff them whole or in pieces. */
Test(extended, stuffed_fog_and_sky_are_pictures)
{
    static const struct {
        const char *text[4];
        float density, red;
        const char *sky;
    } cases[] = {
        {{"fog 0.5\n"}, 0.5f, 0.2f, ""},
        {{"fog 0.25 2\n"}, 0.1f, 0.2f, ""}, /* in two seconds */
        {{"fog 0.5 0.6 0.7\n"}, 0.1f, 0.5f, ""},
        {{"fog 0.5 0.6 0.7 0.8\n"}, 0.5f, 0.6f, ""},
        {{"fog 0.5 0.6 0.7 0.8 0\n"}, 0.5f, 0.6f, ""},
        {{"fog 0.5 0.6 0.7 0.8 0 9\n"}, 0.1f, 0.2f, ""},
        {{"fog\n"}, 0.1f, 0.2f, ""},
        {{"fog x\n"}, 0.0f, 0.2f, ""},
        {{"fog -1 2 nan inf\n"}, 0.0f, 1.0f, ""},
        {{"fog 1e30\n"}, 1000.0f, 0.2f, ""},
        {{"fo", "g 0.", "5", "\n"}, 0.5f, 0.2f, ""},
        {{"fog 0.5"}, 0.5f, 0.2f, ""}, /* the block's end ends it */
        {{"sky miramar;fog 0.5;quit\n"}, 0.5f, 0.2f, "miramar"},
        {{"sky \"a b\"\n"}, 0.1f, 0.2f, "a b"},
        {{"sky ", "one", "\nsky two three\n"}, 0.1f, 0.2f, "one"},
        {{"alias x \"fog 1;sky y\"\n"}, 0.1f, 0.2f, ""},
        {{"fogg 0.5\nxsky y\nfog=1\n"}, 0.1f, 0.2f, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(15, 0);
        nq_demo_serverinfo(&demo, 1);
        next_update(10.0f);
        for (int j = 0; j < 4 && cases[i].text[j]; j++) {
            nq_demo_text(&demo, NQ_STUFFTEXT, cases[i].text[j]);
        }
        nq_demo_block(&demo, 0, 0);
        play();
        float got[4];
        nq_fog_at(&demo.state->fog, 10.0, map_fog, got);
        cr_expect_float_eq(got[0], cases[i].density, 1e-6f, "%s: density %f", cases[i].text[0],
                           (double)got[0]);
        cr_expect_float_eq(got[1], cases[i].red, 1e-6f, "%s: red %f", cases[i].text[0],
                           (double)got[1]);
        cr_expect_str_eq(demo.state->skybox, cases[i].sky, "%s", cases[i].text[0]);
        nq_demo_end(&demo);
    }
}

Test(extended, stuffed_floods_are_cut_off)
{
    char flood[3000];
    memset(flood, '9', sizeof flood);
    memcpy(flood, "fog 0.5 ", 8);
    flood[sizeof flood - 1] = '\0';
    begin(15, 0);
    nq_demo_serverinfo(&demo, 1);
    next_update(10.0f);
    nq_demo_text(&demo, NQ_STUFFTEXT, flood);
    nq_demo_text(&demo, NQ_STUFFTEXT, "\nbf\n");
    nq_demo_block(&demo, 0, 0);
    play();
    expect_fog(10.0, 0.1f, 0.2f, 0.4f, 0.8f); /* fades in ages */
    cr_assert_eq(demo.state->fog.to[NQ_FOG_DENSITY], 0.5f);
    cr_assert_eq(demo.state->bonus_flash.now, NQ_BONUS_FLASH);
    nq_demo_end(&demo);
}

Test(extended, fog_reaches_the_scene_unless_it_is_not_wanted)
{
    begin(666, 0);
    open_data();
    nq_demo_serverinfo(&demo, 1);
    next_update(10.0f);
    nq_demo_block(&demo, 0, 0);
    next_update(10.0625f);
    add_fog(51, 255, 0, 51, 0);
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    build(1.0, &plain);
    cr_assert_eq(scene.palette->fog.density, 0.0f);
    nq_demo_step_good(&demo);
    build(0.5, &plain);
    cr_assert_float_eq(scene.palette->fog.density, 0.2f, 1e-6f);
    cr_assert(scene.palette->fog.color[0] == 1.0f && scene.palette->fog.color[1] == 0.0f);
    cr_assert_float_eq(scene.palette->fog.color[2], 0.2f, 1e-6f);
    cr_assert_eq(scene.palette->sky_fog, WORLDSPAWN_SKY_FOG);
    struct scene_options options = plain;
    options.no_fog = true;
    build(0.5, &options);
    cr_assert(scene.palette->fog.density == 0.0f && scene.palette->fog.color[0] == 0.0f);
    close_data();
    nq_demo_end(&demo);
}

/* ---- Neighbours ---- */

Test(extended, extensions_that_change_nothing_play)
{
    begin(666, 0);
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo = (struct nq_serverinfo){.extensions = (const uint8_t *)"FTEX\0\2\0\0FTE2\0\0\0",
                                            .num_extensions = 2,
                                            .protocol = 666,
                                            .max_clients = 3,
                                            .level_name = "the test",
                                            .models = {"maps/none.bsp\0", 1},
                                            .sounds = {"x.wav\0", 1}};
    nq_demo_add(&demo, &m);
    struct nq_message back;
    struct byte_writer again = {0};
    size_t pos = 0;
    cr_assert_eq(
        nq_message_decode(&demo.protocol, demo.block.data, demo.block.size, &pos, &back, NULL), 1);
    cr_assert_eq(back.u.serverinfo.num_extensions, 2);
    nq_message_encode(&demo.protocol, &back, &again);
    cr_assert_eq(again.size, demo.block.size);
    cr_assert_arr_eq(again.data, demo.block.data, again.size);
    byte_writer_free(&again);
    nq_demo_block(&demo, 0, 0);
    play();
    cr_assert(demo.state->protocol.version == 666 && demo.state->max_clients == 3);
    cr_assert_str_eq(demo.state->level_name, "the test");
    nq_demo_end(&demo);
}

Test(extended, what_cannot_be_played_is_named)
{
    static const struct {
        uint32_t extensions[4]; /* words and their flags */
        int32_t protocol;
        const char *words[2];
    } cases[] = {
        {{NQ_EXTENSION_FTE2, 0x428}, 666, {"FTE2 extensions 0x00000428", "LERPTIME"}},
        {{NQ_EXTENSION_FTEX, 0x400000}, 15, {"FTEX extensions", "0x00400000"}},
        {{NQ_EXTENSION_FTEX, 0, NQ_EXTENSION_FTE2, 0x800}, 999, {"FTE2", "0x00000800"}},
        {{0}, 96, {"96 (DarkPlaces)", "DP1"}},
        {{0}, 3505, {"3505 (DarkPlaces)", "DP8"}},
        {{0}, 3510, {"3510", "DarkPlaces"}},
        {{0}, 97, {"97 (DarkPlaces)", "DP2"}},
        {{0}, 3501, {"3501 (DarkPlaces)", "DP4"}},
        {{NQ_EXTENSION_FTE2, 0}, 3505, {"3505", "DarkPlaces"}},
        {{0}, 668, {"protocol 668", "is not supported"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(15, 0);
        struct nq_message m = {.id = NQ_SERVERINFO};
        m.u.serverinfo = (struct nq_serverinfo){.protocol = cases[i].protocol,
                                                .max_clients = 1,
                                                .level_name = "x",
                                                .models = {"maps/none.bsp\0", 1},
                                                .sounds = {"x.wav\0", 1}};
        struct byte_writer words = {0};
        for (int j = 0; j < 4 && cases[i].extensions[j & 2]; j++) {
            byte_writer_u32(&words, cases[i].extensions[j]);
        }
        m.u.serverinfo.extensions = words.data;
        m.u.serverinfo.num_extensions = (uint8_t)(words.size / 8);
        nq_demo_add(&demo, &m);
        byte_writer_free(&words);
        nq_demo_block(&demo, 0, 0);
        nq_demo_open(&demo);
        cr_expect_eq(nq_demo_step(&demo), FORMAT_UNKNOWN);
        for (int j = 0; j < 2; j++) {
            cr_expect_not_null(strstr(demo.err.what, cases[i].words[j]), "\"%s\" lacks \"%s\"",
                               demo.err.what, cases[i].words[j]);
        }
        nq_demo_end(&demo);
    }
}

Test(extended, messages_of_the_rerelease_are_named)
{
    static const uint8_t ids[] = {38, 45, 46, 47, 48, 49, 50, 51, 53, 54, 55};
    for (size_t i = 0; i < sizeof ids; i++) {
        begin(666, 0);
        nq_demo_serverinfo(&demo, 1);
        nq_demo_text(&demo, NQ_PRINT, "before\n");
        byte_writer_u8(&demo.block, ids[i]);
        nq_demo_block(&demo, 0, 0);
        nq_demo_open(&demo);
        cr_expect_eq(nq_demo_step(&demo), FORMAT_BAD);
        cr_expect_not_null(strstr(demo.err.what, "re-release"), "%s", demo.err.what);
        cr_expect_eq(demo.state->console.count, 1);
        nq_demo_end(&demo);
    }
}

Test(extended, flag_names)
{
    char names[200];
    nq_protocol_flag_names(0x82, names, sizeof names);
    cr_assert_str_eq(names, "SHORTANGLE, INT32COORD");
    nq_protocol_flag_names(0x101, names, sizeof names);
    cr_assert_str_eq(names, "bit 0, bit 8");
    nq_protocol_flag_names(0, names, sizeof names);
    cr_assert_str_eq(names, "");
    nq_protocol_flag_names(UINT32_MAX, names, 24); /* cut, not overrun */
    cr_assert_str_eq(names, "bit 0, SHORTANGLE, FLOA");
}

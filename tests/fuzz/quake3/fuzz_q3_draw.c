/* Fuzz target: Quake III demos from bytes to pictures with effects and HUD, and to sound, on the
 * built-in game data.
 *
 * The first byte chooses what the rest is: a whole demo; changes to the first messages of the
 * built-in one; or events of a few bytes each, applied from some time of the built-in demo on,
 * which gives a well-formed demo with bad contents. A picture drawn twice, after another, must be
 * the same, and so must samples. Most inputs are drawn in a small map instead of the demo's: a
 * level is most of a picture, and others draw them. Game data and renderer stay from input to
 * input; now and then a picture is drawn again with new ones, and must be the same. */
#include <math.h>
#include <stdio.h>

#include "assets/builtin/builtin.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_state.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "formats/quake3/dm3.h"
#include "tests/fuzz/stages/listen.h"
#include "tests/fuzz/stages/q3_draw_stage.h"
#include "tests/fuzz/stages/require.h"
#include "tests/fuzz/stages/stage.h"
#include "tests/support/q3_demo.h"
#include "tests/support/quake3/q3_projector.h"

enum {
    TWICE = 8,              /* one input in this many is drawn twice, */
    HEARD = 128,            /* and in this many heard */
    WHOLE = 16,             /* one in this many is drawn in the demo's own level */
    BLOCKS = 40,            /* blocks of the built-in demo that are changed */
    SNAPSHOTS = 16,         /* snapshots of a demo made of events */
    RUNS_A_PROJECTOR = 2048 /* names that demos made up stay in the data until it is renewed */
};

/* Game data with the small map and the built-in data alone; the input's. */
static struct q3_projector projectors[2], *projector;
static struct zip_bytes small_map;
static uint32_t runs;
static struct files_ref builtin; /* the demo */

/* Some moments of the built-in demo; what words begin with. */
enum { MOMENTS = 5 };
static const uint32_t moment_updates[MOMENTS] = {2, 90, 180, 290, 400};
static struct q3_state *moments[MOMENTS];

static void find_moments(void)
{
    const struct q3_protocol *protocol = q3_protocol_get(Q3_PROTOCOL_68);
    struct q3_state *state = calloc(1, sizeof(*state));
    struct dm3_block block;
    bool updated;
    size_t at = 0;
    int found = 0;
    require(state != NULL);
    q3_state_start(state);
    while (found < MOMENTS && dm3_next_block(builtin.data, builtin.size, &at, &block, NULL) == 1 &&
           q3_state_apply(state, protocol, &block, &updated, NULL) == 0) {
        if (state->updates == moment_updates[found]) {
            moments[found] = malloc(sizeof(*state));
            require(moments[found] != NULL);
            memcpy(moments[found++], state, sizeof(*state));
        }
    }
    require(found == MOMENTS);
    free(state);
}

static void check_log_line(void *context, const char *line)
{
    (void)context;
    require(strchr(line, '\n') == NULL);
}

static void lay_small_map(void)
{
    if (small_map.count == 0) {
        q3_draw_add_map(&small_map, "maps/reel3.bsp");
        q3_draw_add_picture(&small_map, "textures/wall.tga");
        zip_bytes_add(&small_map, "scripts/b.shader", q3_draw_script, sizeof(q3_draw_script) - 1);
        zip_bytes_end(&small_map);
        require(!small_map.out.failed && !small_map.directory.failed);
    }
}

static void renew_projectors(void)
{
    lay_small_map();
    const struct q3_projector_pack packs[2][Q3_PROJECTOR_PACKS] = {
        {{builtin_pk3, builtin_pk3_size}, {small_map.out.data, small_map.out.size}},
        {{builtin_pk3, builtin_pk3_size}}};
    files_release(projectors[0].game.files, &builtin);
    for (int i = 0; i < 2; i++) {
        q3_projector_destroy(&projectors[i]);
        q3_projector_open(&projectors[i], check_log_line, NULL, packs[i]);
    }
    require(files_get(projectors[0].game.files, "demos/demo5.dm_68", &builtin) == 0);
    if (!moments[0]) {
        find_moments();
    }
}

/* ---- Drawing ---- */

static uint64_t draw_at(struct timeline *timeline, double time, const struct scene_options *options)
{
    require(timeline_go_time(timeline, time, true) == 0);
    return q3_projector_draw(projector, timeline, options);
}

static struct scene_options choose_options(uint32_t *seed)
{
    struct scene_options options = q3_projector_options();
    options.camera.kind = next_random(seed) % 4 == 0 ? CAMERA_CHASE : CAMERA_EYE;
    options.follow = next_random(seed) % 4 == 0 ? next_random(seed) % 8 : 0;
    options.no_effects = next_random(seed) % 8 == 0;
    const uint32_t hud = next_random(seed);
    options.hud.style = hud % 4 == 0 ? (enum hud_style)(hud / 4 % (HUD_STYLES + 1)) : HUD_OVER;
    options.hud.scores = (enum hud_scores)(hud / 32 % 8 < 3 ? hud / 32 % 8 : 0);
    options.hud.scale = hud / 256 % 4 == 0 ? (int)(hud / 1024 % 8) : 0;
    options.hud.team = options.hud.clock = options.hud.speed = options.hud.frags = hud & 1 << 14;
    return options;
}

/* 0: out of memory. */
static void check_same(uint64_t a, uint64_t b)
{
    require(a == b || a == 0 || b == 0);
}

static void draw_demo(const uint8_t *data, size_t size, uint32_t seed)
{
    static const struct timeline_options index = {
        .key_frame_bytes = 1 << 18, .sounds = true, .name = "a.dm_68"};
    struct format_error err = {0};
    struct timeline *timeline;
    if (timeline_open(&timeline, data, size, &index, &err) < 0) {
        require(err.offset <= size && err.what[0] != '\0');
        return;
    }
    if (timeline_family(timeline) == &quake3_family) {
        const struct scene_options options = choose_options(&seed);
        const double length = timeline_length(timeline);
        const double time = length * (double)stage_between(&seed, 0.0f, 1.0f);
        const uint64_t hash = draw_at(timeline, time, &options);
        if (next_random(&seed) % TWICE == 0) {
            (void)draw_at(timeline, length * (double)stage_between(&seed, 0.0f, 1.0f), &options);
            check_same(hash, draw_at(timeline, time, &options));
        }
        if (runs >= RUNS_A_PROJECTOR) {
            runs = 1;
            renew_projectors();
            check_same(hash, draw_at(timeline, time, &options));
        }
        if (next_random(&seed) % HEARD == 0) {
            listen_to(timeline, seed);
            listen_mix(timeline, projector->game.files, seed);
        }
    }
    timeline_close(timeline);
}

/* ---- What the bytes are ---- */

static void draw_changed(const uint8_t *data, size_t size, uint32_t seed)
{
    struct dm3_block block;
    size_t end = 0;
    for (int i = 0; i < BLOCKS; i++) {
        require(dm3_next_block(builtin.data, builtin.size, &end, &block, NULL) == 1);
    }
    uint8_t *copy = malloc(end);
    require(copy != NULL);
    memcpy(copy, builtin.data, end);
    for (size_t at = 0; at + 4 <= size; at += 4) {
        copy[(bytes_u32(data + at) & 0xffffff) % end] ^= data[at + 3];
    }
    draw_demo(copy, end, seed);
    free(copy);
}

/* A demo that begins at a moment of the built-in one. */
static struct q3_demo *begin_at(const struct q3_state *state)
{
    struct q3_demo *demo = q3_demo_create(Q3_PROTOCOL_68);
    const struct q3_snapshot *now = q3_state_snapshot(state);
    require(now != NULL);
    for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS; i++) {
        const char *text = q3_gamestate_string(&state->gamestate, i);
        if (text[0] != '\0') {
            q3_demo_configstring(demo, i, text);
        }
    }
    for (uint32_t i = 0; i < now->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&state->frames, now, i);
        memcpy(q3_demo_entity(demo, now->numbers[i]), entity->fields, sizeof(entity->fields));
        q3_demo_baseline(demo, now->numbers[i]);
    }
    demo->player = now->player;
    demo->area_size = now->area_size;
    memcpy(demo->areas, now->areas, sizeof(demo->areas));
    q3_demo_gamestate(demo, state->gamestate.client);
    return demo;
}

struct words {
    struct byte_reader r;
    struct q3_demo *demo;
    int32_t time, snapshots;
};

/* A new value for a field: integers and floats, usual and extreme ones. */
static int32_t take_value(struct words *w, int32_t old)
{
    static const float wild[] = {0.0f, NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-40f, 3e9f};
    const uint32_t kind = byte_reader_u8(&w->r);
    switch (kind % 6) {
    case 0:
        return (int32_t)byte_reader_u8(&w->r);
    case 1:
        return q3_float_bits((float)(int16_t)byte_reader_u16(&w->r));
    case 2:
        return q3_float_bits(wild[byte_reader_u8(&w->r) % 8]);
    case 3:
        return (int32_t)byte_reader_u32(&w->r);
    case 4: /* a little farther */
        return q3_float_bits(q3_float(old) + (float)(int8_t)byte_reader_u8(&w->r));
    default:
        return old ^ (int32_t)(1u << byte_reader_u8(&w->r) % 32);
    }
}

/* One that is there, as a rule. */
static uint32_t take_entity(struct words *w)
{
    const uint32_t choice = byte_reader_u8(&w->r);
    uint32_t nth = choice, there = 0;
    for (uint32_t i = 0; i < Q3_ENTITY_NONE; i++) {
        there += w->demo->there[i];
    }
    if (choice >= 240 || there == 0) {
        return byte_reader_u16(&w->r) % Q3_ENTITY_NONE;
    }
    nth %= there;
    for (uint32_t i = 0; i < Q3_ENTITY_NONE; i++) {
        if (w->demo->there[i] && nth-- == 0) {
            return i;
        }
    }
    return 0;
}

static void change_player(struct words *w)
{
    struct q3_player_state *p = &w->demo->player;
    const uint32_t slot = byte_reader_u8(&w->r) % (Q3_PS_COUNT + 4 * Q3_ARRAY);
    int32_t *arrays[4] = {p->stats, p->persistant, p->ammo, p->powerups};
    int32_t *place =
        slot < Q3_PS_COUNT
            ? &p->fields[slot]
            : &arrays[(slot - Q3_PS_COUNT) / Q3_ARRAY][(slot - Q3_PS_COUNT) % Q3_ARRAY];
    *place = take_value(w, *place);
}

/* A server command; with a number in front, the text of a configstring. */
static void write_command(struct words *w, bool configstring)
{
    char text[256], command[300];
    const uint32_t index = configstring ? byte_reader_u16(&w->r) % Q3_MAX_CONFIGSTRINGS : 0;
    const uint32_t length = byte_reader_u8(&w->r);
    const uint8_t *from = byte_reader_take(&w->r, length);
    if (!from) {
        return;
    }
    memcpy(text, from, length);
    text[length] = '\0';
    snprintf(command, sizeof(command), "cs %u \"%s\"", (unsigned)index, text);
    q3_demo_command(w->demo, configstring ? command : text);
}

static void write_snapshot(struct words *w)
{
    const uint32_t step = byte_reader_u8(&w->r);
    w->time += step < 250 ? (int32_t)step : (int32_t)(step - 252) * 40000;
    q3_demo_snapshot(w->demo, w->time, step % 8 == 7 ? 0 : 1);
    w->snapshots++;
}

static void take_word(struct words *w)
{
    const uint32_t word = byte_reader_u8(&w->r);
    uint32_t number;
    int32_t *fields;
    switch (word % 8) {
    case 0:
    case 1:
    case 2:
        number = take_entity(w);
        fields = q3_demo_entity(w->demo, number);
        number = byte_reader_u8(&w->r) % Q3_ES_COUNT;
        fields[number] = take_value(w, fields[number]);
        return;
    case 3:
        change_player(w);
        return;
    case 4:
    case 5:
        write_command(w, word % 8 == 5);
        return;
    case 6:
        q3_demo_remove(w->demo, take_entity(w));
        return;
    default:
        write_snapshot(w);
    }
}

static void draw_words(const uint8_t *data, size_t size, uint32_t seed)
{
    const struct q3_state *state = moments[data[0] % MOMENTS];
    struct words w = {.r = byte_reader_make(data + 1, size - 1),
                      .demo = begin_at(state),
                      .time = q3_state_snapshot(state)->server_time};
    q3_demo_snapshot(w.demo, w.time, 0);
    while (w.snapshots < SNAPSHOTS && byte_reader_left(&w.r) > 0) {
        take_word(&w);
    }
    q3_demo_snapshot(w.demo, w.time + 50, 1);
    q3_demo_end(w.demo);
    draw_demo(w.demo->file.data, w.demo->file.size, seed);
    q3_demo_free(w.demo);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint32_t seed = stage_seed(data, size);
    if (size < 2) {
        return 0;
    }
    if (runs++ == 0) {
        renew_projectors();
    }
    projector = &projectors[seed % WHOLE == 0];
    if (data[0] % 8 == 0) {
        draw_demo(data + 1, size - 1, seed);
    } else if (data[0] % 8 == 1) {
        draw_changed(data + 1, size - 1, seed);
    } else {
        draw_words(data + 1, size - 1, seed);
    }
    return 0;
}

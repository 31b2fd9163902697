/* One time, one picture: straight play, reverse play, chains of random seeks and stepping give the
 * same state, scene and frame at every sampled time of every demo. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/playback/families.h"
#include "engine/playback/playback_context.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "render/palette/scene_palette.h"
#include "tests/support/q3_match.h"
#include "tests/support/random_numbers.h"
#include "tests/support/real_data.h"
#include "tests/support/sanitized.h"

/* Between samples straight and reverse play draw a picture every PLAY_STEP seconds. Sanitizers are
 * slow, and look for something else. */
#if SANITIZED
enum { SAMPLES = 25 };
#define PLAY_STEP 1.0
#else
enum { SAMPLES = 200 };
#define PLAY_STEP 0.2
#endif

enum { WIDTH = 320, HEIGHT = 200, MAX_DEMOS = 256, PATH = 1024 };

struct sample {
    double time;
    uint64_t state, scene, frame;
};

/* Injects state that a faulty renderer would carry over from the frame before; NULL = none. */
typedef void (*leak_function)(struct palette_scene *scene, const struct palette_scene *before);

/* A demo under test. */
struct subject {
    const char *name;    /* as playback_open takes it, or of the bytes */
    const uint8_t *data; /* NULL, or of a Quake III demo without game data: then states and scenes
                            alone are compared */
    size_t size;
};

struct tour {
    struct playback_context player;
    leak_function leak;
    struct palette_scene before; /* what the scene of the last picture held */
    uint32_t seed;
};

static void mix(uint64_t *hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) {
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
    }
}

#define MIX(hash, field) mix(hash, &(field), sizeof(field))

/* Images hashed by content. */
static void mix_skin(uint64_t *hash, const struct skin *skin)
{
    if (skin) {
        mix(hash, skin->pixels, (size_t)skin->width * (size_t)skin->height);
    }
}

/* By its smallest copy, which all of it goes into. */
static void mix_skybox(uint64_t *hash, const struct skybox *box)
{
    if (box) {
        const size_t side = (size_t)box->side >> (box->num_mips - 1);
        MIX(hash, box->side);
        mix(hash, box->mips[box->num_mips - 1], SKYBOX_FACES * side * side);
    }
}

static void mix_model(uint64_t *hash, const struct model *model)
{
    const char *name = model ? model->name : "";
    mix(hash, name, strlen(name) + 1);
}

static void mix_entity(uint64_t *hash, const struct palette_entity *e)
{
    mix_model(hash, e->model);
    MIX(hash, e->origin);
    MIX(hash, e->angles);
    MIX(hash, e->frame);
    MIX(hash, e->old_frame);
    MIX(hash, e->frame_lerp);
    MIX(hash, e->lerp_poses);
    MIX(hash, e->skin);
    mix_skin(hash, e->own_skin);
    MIX(hash, e->sync_base);
    MIX(hash, e->translate);
    MIX(hash, e->shirt);
    MIX(hash, e->trousers);
    MIX(hash, e->alpha);
    MIX(hash, e->own_alpha);
    MIX(hash, e->scale);
    MIX(hash, e->needs_pvs);
}

/* Glyphs: the scene has the text; the font's pixels appear in the frame only. */
static void mix_item(uint64_t *hash, const struct palette_2d *item)
{
    MIX(hash, item->kind);
    MIX(hash, item->x);
    MIX(hash, item->y);
    MIX(hash, item->scale);
    MIX(hash, item->width);
    MIX(hash, item->height);
    MIX(hash, item->color);
    MIX(hash, item->opaque);
    MIX(hash, item->tile_width);
    MIX(hash, item->tile_height);
    const int32_t stride = item->stride > 0 ? item->stride : item->width;
    for (int32_t row = 0; item->kind == PALETTE_2D_PICTURE && row < item->height; row++) {
        mix(hash, item->pixels + row * stride, (size_t)item->width);
    }
    if (item->kind == PALETTE_2D_TILES) {
        mix(hash, item->pixels, (size_t)item->tile_width * (size_t)item->tile_height);
    }
}

/* Everything in the scene, also what the picture hides, by names and contents: no address. */
static uint64_t hash_scene(const struct scene *scene)
{
    uint64_t hash = 0xcbf29ce484222325u;
    const struct palette_scene *s = scene->palette;
    MIX(&hash, scene->kind);
    MIX(&hash, scene->time);
    MIX(&hash, scene->camera);
    if (scene->kind != SCENE_PALETTE) {
        return hash;
    }
    mix_model(&hash, s->world);
    MIX(&hash, s->view);
    MIX(&hash, s->light_levels);
    MIX(&hash, s->underwater_warp);
    MIX(&hash, s->liquid_clear);
    mix_skybox(&hash, s->skybox);
    for (int i = 0; i < PALETTE_BLENDS; i++) {
        MIX(&hash, s->blends[i].color);
        MIX(&hash, s->blends[i].percent);
    }
    MIX(&hash, s->fog.density);
    MIX(&hash, s->fog.color);
    MIX(&hash, s->sky_fog);
    for (size_t i = 0; i < s->num_entities; i++) {
        mix_entity(&hash, &s->entities[i]);
    }
    mix_entity(&hash, &s->view_model);
    for (size_t i = 0; i < s->num_dlights; i++) {
        MIX(&hash, s->dlights[i].origin);
        MIX(&hash, s->dlights[i].radius);
        MIX(&hash, s->dlights[i].min_light);
    }
    for (size_t i = 0; i < s->num_particles; i++) {
        MIX(&hash, s->particles[i].origin);
        MIX(&hash, s->particles[i].color);
    }
    for (size_t i = 0; i < s->num_items; i++) {
        mix_item(&hash, &s->items[i]);
    }
    mix(&hash, s->text, s->text_size);
    return hash;
}

/* --- going there ------------------------------------------------------------------------------ */

static void tour_begin(struct tour *t, const struct subject *demo,
                       const struct playback_options *options, size_t key_frame_bytes,
                       leak_function leak)
{
    const struct timeline_options index = {.key_frame_bytes = key_frame_bytes, .name = demo->name};
    struct format_error err = {0};
    memset(t, 0, sizeof(*t));
    t->leak = leak;
    t->seed = 2463534242u;
    if (demo->data) {
        t->player.scene_options =
            (struct scene_options){.width = WIDTH, .height = HEIGHT, .fov = options->fov};
        cr_assert_eq(timeline_open(&t->player.timeline, demo->data, demo->size, &index, &err), 0,
                     "%s: %s", demo->name, err.what);
        cr_assert(timeline_family(t->player.timeline)->quake3_data, "%s", demo->name);
        return;
    }
    cr_assert_eq(playback_open(&t->player, demo->name, options, &index, &err), 0, "%s", err.what);
    cr_assert_eq(playback_set_size(&t->player, WIDTH, HEIGHT), 0);
    t->player.scene_options.follow = options->follow ? (uint32_t)atoi(options->follow) : 0;
}

static void tour_end(struct tour *t)
{
    palette_scene_free(&t->before);
    playback_close(&t->player);
}

/* The parts of a scene that a leak may copy. */
static void remember(struct palette_scene *to, const struct palette_scene *from)
{
    palette_scene_clear(to);
    memcpy(to->blends, from->blends, sizeof(to->blends));
    if (from->num_particles > 0) {
        struct palette_particle *p = palette_scene_add_particles(to, 1);
        cr_assert_not_null(p);
        *p = from->particles[0];
    }
    if (from->num_dlights > 0) {
        *palette_scene_add_dlight(to) = from->dlights[0];
    }
    for (size_t i = 0; i < from->num_items; i++) {
        if (from->items[i].kind == PALETTE_2D_GLYPHS) {
            const struct palette_2d *item = &from->items[i];
            palette_scene_add_text(to, item->x, item->y, item->scale, item->pixels,
                                   from->text + item->text, (size_t)item->width);
            break;
        }
    }
}

static struct sample look(struct tour *t, double time)
{
    struct playback_context *p = &t->player;
    struct sample sample = {.time = time};
    const struct scene_data data = demo_source_data(&p->source);
    cr_assert_eq(timeline_go_time(p->timeline, time, true), 0);
    cr_assert_eq(timeline_scene(p->timeline, &p->scene, &p->scene_options, &data), 0);
    if (t->leak) {
        struct palette_scene whole = {0};
        remember(&whole, p->scene.palette);
        t->leak(p->scene.palette, &t->before);
        palette_scene_free(&t->before);
        t->before = whole;
    }
    sample.state = timeline_state_hash(p->timeline);
    sample.scene = hash_scene(&p->scene);
    if (p->renderer) {
        cr_assert_eq(renderer_draw(p->renderer, &p->scene, NULL, 0), 0);
        sample.frame = renderer_hash(p->renderer);
    }
    return sample;
}

/* Number of the three hashes that differ. */
static unsigned differences(const struct tour *t, const struct sample *a, const struct sample *b,
                            const char *way)
{
    unsigned count = (a->state != b->state) + (a->scene != b->scene) + (a->frame != b->frame);
    if (count && !t->leak) {
        fprintf(stderr, "%s: at %.6f%s%s%s differ\n", way, a->time,
                a->state != b->state ? " state" : "", a->scene != b->scene ? " scene" : "",
                a->frame != b->frame ? " frame" : "");
    }
    return count;
}

static int compare_samples(const void *a, const void *b)
{
    double x = ((const struct sample *)a)->time;
    double y = ((const struct sample *)b)->time;
    return x < y ? -1 : x > y;
}

/* Play from the beginning to the end, without key frames: what the others are compared with. */
static void play_straight(const struct subject *demo, const struct playback_options *options,
                          struct sample *samples, int count)
{
    struct tour t;
    tour_begin(&t, demo, options, 0, NULL);
    double length = timeline_length(t.player.timeline);
    for (int i = 0; i < count; i++) {
        samples[i].time = length * (double)next_random(&t.seed) / 0xffffff;
    }
    qsort(samples, (size_t)count, sizeof(*samples), compare_samples);
    double time = 0.0;
    for (int i = 0; i < count; i++) {
        for (; time < samples[i].time; time += PLAY_STEP) {
            look(&t, time);
        }
        samples[i] = look(&t, samples[i].time);
    }
    tour_end(&t);
}

static unsigned play_reverse(struct tour *t, const struct sample *samples, int count)
{
    unsigned bad = 0;
    double time = timeline_length(t->player.timeline);
    for (int i = count - 1; i >= 0; i--) {
        for (; time > samples[i].time; time -= PLAY_STEP) {
            look(t, time);
        }
        struct sample found = look(t, samples[i].time);
        bad += differences(t, &found, &samples[i], "reverse play");
    }
    return bad;
}

static unsigned seek_around(struct tour *t, const struct sample *samples, int count)
{
    unsigned bad = 0;
    for (int i = 0; i < count; i++) {
        const struct sample *there = &samples[next_random(&t->seed) % (uint32_t)count];
        for (uint32_t detours = next_random(&t->seed) % 3; detours > 0; detours--) {
            double time = samples[next_random(&t->seed) % (uint32_t)count].time;
            cr_assert_eq(timeline_go_time(t->player.timeline, time, true), 0);
        }
        struct sample found = look(t, there->time);
        bad += differences(t, &found, there, "after a seek");
    }
    for (int i = 0; i < count; i++) { /* each of them once */
        const struct sample *there = &samples[(i * 73 + 41) % count];
        struct sample found = look(t, there->time);
        bad += differences(t, &found, there, "after a seek");
    }
    return bad;
}

/* From some updates before or behind, update by update. */
static unsigned step_there(struct tour *t, const struct sample *samples, int count)
{
    struct timeline *timeline = t->player.timeline;
    int64_t last = (int64_t)timeline_extent(timeline).num_updates - 1;
    unsigned bad = 0;
    for (int i = 0; i < count; i++) {
        const struct sample *there = &samples[(i * 37 + 11) % count];
        int64_t target = timeline_update_at(timeline, there->time);
        int64_t far = (int64_t)(next_random(&t->seed) % 30);
        int64_t direction = next_random(&t->seed) % 2 ? 1 : -1;
        int64_t update = target - direction * far;
        update = update < 0 ? 0 : update > last ? last : update;
        for (; update != target; update += update < target ? 1 : -1) {
            cr_assert_eq(timeline_go_update(timeline, (uint32_t)update), 0);
        }
        struct sample found = look(t, there->time);
        bad += differences(t, &found, there, "after stepping");
    }
    return bad;
}

/* The number of differences; leaks: what the player under test does wrong. */
static unsigned check_subject(const struct subject *demo, const struct playback_options *options,
                              int count, leak_function leak)
{
    struct sample samples[SAMPLES];
    struct tour t;
    unsigned bad = 0;
    play_straight(demo, options, samples, count);
    tour_begin(&t, demo, options, TIMELINE_KEY_FRAME_BYTES, leak);
    bad += play_reverse(&t, samples, count);
    bad += seek_around(&t, samples, count);
    bad += step_there(&t, samples, count);
    tour_end(&t);
    return bad;
}

static unsigned check_demo(const char *name, const struct playback_options *options, int count,
                           leak_function leak)
{
    return check_subject(&(struct subject){.name = name}, options, count, leak);
}

/* --- the demos -------------------------------------------------------------------------------- */

struct named_demo {
    char path[PATH];
};

static bool is_demo(const char *path)
{
    struct file_bytes file;
    struct timeline *timeline;
    struct format_error err;
    if (platform_read_file(path, &file) != 0) {
        return false;
    }
    bool good =
        timeline_open(&timeline, file.data, file.size, &(struct timeline_options){0}, &err) == 0;
    if (good) {
        timeline_close(timeline);
    }
    platform_free_file(&file);
    return good;
}

/* The built-in demos, and all real ones; in place of those one without a path, where there are
 * none. */
static size_t find_demos(struct named_demo *demos)
{
    static const char *const folders[] = {"netquake", "reports/quake", "quakeworld/corpus",
                                          "quakeworld/recorded"};
    size_t count = 0;
    for (int i = 1; i <= 4; i++) {
        snprintf(demos[count++].path, PATH, "builtin:demo%d", i);
    }
    if (!real_data_is_there()) {
        demos[count++].path[0] = '\0';
        return count;
    }
    for (size_t f = 0; f < sizeof(folders) / sizeof(folders[0]); f++) {
        char folder[PATH / 2];
        char **names;
        size_t num_names;
        snprintf(folder, sizeof(folder), "%s/%s", real_data_root(), folders[f]);
        if (platform_list_directory(folder, &names, &num_names) != 0) {
            continue;
        }
        for (size_t i = 0; i < num_names && count < MAX_DEMOS; i++) {
            snprintf(demos[count].path, PATH, "%s/%.200s", folder, names[i]);
            count += is_demo(demos[count].path);
        }
        platform_free_names(names, num_names);
    }
    return count;
}

ParameterizedTestParameters(purity, every_way_to_a_time_gives_the_same_picture)
{
    static struct named_demo demos[MAX_DEMOS];
    size_t count = find_demos(demos);
    return cr_make_param_array(struct named_demo, demos, count);
}

ParameterizedTest(struct named_demo *demo, purity, every_way_to_a_time_gives_the_same_picture)
{
    char basedir[PATH];
    snprintf(basedir, sizeof(basedir), "%s/librequake", real_data_root());
    if (demo->path[0] == '\0') {
        (void)real_data_path("netquake");
    }
    const struct playback_options options = {.light = {.gamma = 0.7, .contrast = 1.2},
                                             .fov = 90.0f,
                                             .threads = 1,
                                             .camera = camera_default(),
                                             .search.basedir = basedir};
    unsigned bad = check_demo(demo->path, &options, SAMPLES, NULL);
    cr_expect_eq(bad, 0u, "%s: %u differences", demo->path, bad);
}

/* Another player's POV, which appears and disappears in a .qwd. */
Test(purity, followed_players)
{
    static const char *const demos[] = {"corpus/1on1_tron_2024.mvd", "recorded/lab_ktx_mvd.mvd",
                                        "recorded/ez_ext_ktx_bots.qwd"};
    const struct real_data_name basedir = real_data_path("librequake");
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        const struct playback_options options = {.fov = 90.0f,
                                                 .threads = 1,
                                                 .camera = camera_default(),
                                                 .search.basedir = basedir.text,
                                                 .hud = {.keys = true},
                                                 .follow = "2"};
        const struct real_data_name path = real_data_path("quakeworld/%s", demos[i]);
        cr_expect_eq(check_demo(path.text, &options, SAMPLES / 2, NULL), 0u, "%s", path.text);
    }
}

Test(purity, followed_players_of_the_built_in_demos)
{
    static const char *const demos[] = {"builtin:demo3", "builtin:demo4"};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        struct playback_options options = playback_default_options();
        options.follow = "2";
        cr_expect_eq(check_demo(demos[i], &options, SAMPLES / 2, NULL), 0u, "%s", demos[i]);
    }
}

/* Whoever the plan of the whole demo has at the time. */
Test(purity, followed_targets)
{
    static const char *const targets[] = {"auto", "killer", "victim", "leader", "powerup"};
    for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
        struct playback_options options = playback_default_options();
        options.follow = targets[i];
        cr_expect_eq(check_demo("builtin:demo4", &options, SAMPLES / 2, NULL), 0u, "%s",
                     targets[i]);
    }
    const struct real_data_name basedir = real_data_path("librequake");
    const struct real_data_name path = real_data_path("quakeworld/corpus/2on2_frobodm2_2022.mvd");
    struct playback_options options = playback_default_options();
    options.follow = "auto";
    options.search.basedir = basedir.text;
    cr_expect_eq(check_demo(path.text, &options, SAMPLES, NULL), 0u);
}

/* Everything drawn over and around the view. */
Test(purity, status_bars)
{
    static const struct hud_options huds[] = {
        {.style = HUD_CLASSIC, .crosshair = 1, .clock = true, .speed = true, .clear = 4},
        {.keys = true},
        {.style = HUD_HEADUP, .scale = 1, .scores = HUD_SCORES_TEAMS, .crosshair = 2},
        {.view_size = 60, .scores = HUD_SCORES_PLAYERS, .clock = true},
        {.frags = true, .team = true, .clear = 8},
        {.frags = true, .team = true, .style = HUD_SIDE}};
    static const char *const demos[] = {"builtin:demo1", "builtin:demo3", "builtin:demo4",
                                        "builtin:demo4", "builtin:demo2"};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        struct playback_options options = playback_default_options();
        options.hud = huds[i];
        cr_expect_eq(check_demo(demos[i], &options, SAMPLES / 2, NULL), 0u, "%s", demos[i]);
    }
}

/* With its own sky, light, skins and pictures that it keeps from frame to frame. */
Test(purity, true_colour_of_the_built_in_demos)
{
    for (int i = 1; i <= 4; i++) {
        struct playback_options options = playback_default_options();
        char name[16];
        snprintf(name, sizeof(name), "builtin:demo%d", i);
        options.look = LOOK_TRUECOLOR;
        cr_expect_eq(check_demo(name, &options, SAMPLES / 2, NULL), 0u, "%s", name);
    }
}

Test(purity, true_colour_of_real_demos)
{
    static const char *const demos[] = {"netquake/r15_e0m4_qs.dem",
                                        "quakeworld/corpus/1on1_tron_2024.mvd"};
    const struct real_data_name basedir = real_data_path("librequake");
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        const struct real_data_name path = real_data_path("%s", demos[i]);
        struct playback_options options = playback_default_options();
        options.look = LOOK_TRUECOLOR;
        options.search.basedir = basedir.text;
        cr_expect_eq(check_demo(path.text, &options, SAMPLES / 4, NULL), 0u, "%s", path.text);
    }
}

/* --- Quake III: states and cameras ------------------------------------------------------------ */

static void check_bytes(const char *name, const uint8_t *data, size_t size)
{
    const struct playback_options options = playback_default_options();
    const struct subject demo = {name, data, size};
    const unsigned bad = check_subject(&demo, &options, SAMPLES, NULL);
    cr_expect_eq(bad, 0u, "%s: %u differences", name, bad);
}

Test(purity, written_quake3_demos)
{
    for (int i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        char name[32];
        struct q3_demo *d = q3_match_write(q3_match_protocols[i]);
        snprintf(name, sizeof(name), "written.dm_%d", q3_match_protocols[i]);
        check_bytes(name, d->file.data, d->file.size);
        q3_demo_free(d);
    }
}

/* A level, players, missiles and a door of our own. */
Test(purity, built_in_quake3_demo)
{
    const struct playback_options options = playback_default_options();
    cr_expect_eq(check_demo("builtin:demo5", &options, SAMPLES / 2, NULL), 0u);
}

/* Small demos only: tests/engine/quake3 compares the states of all. */
static void check_small(const char *name, const uint8_t *data, size_t size)
{
    if (size < 300000) {
        check_bytes(name, data, size);
    }
}

Test(purity, real_quake3_demos)
{
    real_data_each_q3(check_small);
}

/* --- over a level's end ----------------------------------------------------------------------- */

/* Appends the blocks of a demo up to its goodbye. */
static void append_blocks(struct byte_writer *out, const char *path)
{
    struct file_bytes file;
    struct dem_file dem;
    struct dem_block block;
    struct format_error err;
    cr_assert_eq(platform_read_file(path, &file), 0, "%s", path);
    cr_assert_eq(dem_open(&dem, file.data, file.size, &err), 0, "%s", err.what);
    size_t pos = dem.first_block;
    while (dem_next_block(&dem, &pos, &block, NULL) > 0) {
        bool goodbye =
            block.size > 0 && block.messages[block.size - 1] == NQ_DISCONNECT && pos == file.size;
        if (!goodbye) {
            dem_write_block(out, block.angles, block.messages, block.size);
        }
    }
    platform_free_file(&file);
}

Test(purity, a_demo_of_two_levels)
{
    const struct real_data_name basedir = real_data_path("librequake"),
                                first = real_data_path("netquake/r15_e0m1_qs.dem"),
                                second = real_data_path("netquake/r15_e0m4_qs.dem");
    char joined[] = "/tmp/quakereel-test-XXXXXX";
    struct byte_writer out = {0};
    struct tour t;
    struct demo_event level = {0};
    dem_write_track(&out, -1);
    append_blocks(&out, first.text);
    append_blocks(&out, second.text);
    int fd = mkstemp(joined);
    cr_assert(fd >= 0 && write(fd, out.data, out.size) == (ssize_t)out.size);
    close(fd);
    const struct playback_options options = {
        .fov = 90.0f, .threads = 1, .camera = camera_default(), .search.basedir = basedir.text};
    cr_expect_eq(check_demo(joined, &options, SAMPLES, NULL), 0u);

    /* To and fro over the boundary, update by update. */
    tour_begin(&t, &(struct subject){.name = joined}, &options, TIMELINE_KEY_FRAME_BYTES, NULL);
    struct timeline *timeline = t.player.timeline;
    cr_assert(timeline_next_event(timeline, 1.0, 1u << DEMO_EVENT_LEVEL, &level));
    uint32_t boundary = timeline_update_at(timeline, level.time);
    struct sample there[7];
    for (uint32_t i = 0; i < 7; i++) {
        there[i] = look(&t, timeline_update_time(timeline, boundary - 3 + i));
    }
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 7; i-- > 0;) {
            struct sample found = look(&t, there[i].time);
            cr_expect_eq(differences(&t, &found, &there[i], "back over the boundary"), 0u);
        }
        for (uint32_t i = 0; i < 7; i++) {
            struct sample found = look(&t, there[i].time);
            cr_expect_eq(differences(&t, &found, &there[i], "forth over the boundary"), 0u);
        }
    }
    tour_end(&t);
    unlink(joined);
    byte_writer_free(&out);
}

/* --- what the hash of a scene is made of -------------------------------------------------------
 */

enum { SKY_SIDE = 2, SKIN_SIDE = 4, PICTURE_SIDE = 3 };

/* Deep copy of a scene with all that it borrows. */
struct borrowed {
    struct model world, model;
    struct skin skin;
    struct skybox sky;
    uint8_t sky_pixels[SKYBOX_FACES * SKY_SIDE * SKY_SIDE], skin_pixels[SKIN_SIDE * SKIN_SIDE];
    uint8_t picture[PICTURE_SIDE * PICTURE_SIDE];
    struct scene scene;
};

static struct borrowed *borrow(void)
{
    struct borrowed *b = calloc(1, sizeof(*b));
    cr_assert_not_null(b);
    snprintf(b->world.name, sizeof(b->world.name), "maps/a.bsp");
    snprintf(b->model.name, sizeof(b->model.name), "progs/a.mdl");
    b->skin = (struct skin){.width = SKIN_SIDE, .height = SKIN_SIDE, .pixels = b->skin_pixels};
    b->sky = (struct skybox){.side = SKY_SIDE, .num_mips = 1, .mips = {b->sky_pixels}};
    struct palette_scene *s = palette_scene_begin(&b->scene);
    cr_assert_not_null(s);
    s->world = &b->world;
    s->skybox = &b->sky;
    struct palette_entity *e = palette_scene_add_entity(s);
    struct palette_2d *item = palette_scene_add_2d(s);
    cr_assert(e && item);
    e->model = &b->model;
    e->own_skin = &b->skin;
    *item = (struct palette_2d){.kind = PALETTE_2D_PICTURE,
                                .scale = 1,
                                .width = PICTURE_SIDE,
                                .height = PICTURE_SIDE,
                                .pixels = b->picture};
    return b;
}

static void give_back(struct borrowed *b)
{
    scene_free(&b->scene);
    free(b);
}

Test(purity, the_hash_of_a_scene_is_of_contents_and_of_no_address)
{
    struct borrowed *a = borrow(), *b = borrow();
    const uint64_t hash = hash_scene(&a->scene);
    cr_assert_eq(hash_scene(&b->scene), hash);
    struct {
        const char *what;
        uint8_t *byte;
    } const changes[] = {
        {"the world's name", (uint8_t *)b->world.name},
        {"a model's name", (uint8_t *)b->model.name},
        {"a skin", &b->skin_pixels[SKIN_SIDE * SKIN_SIDE - 1]},
        {"the skybox", &b->sky_pixels[SKYBOX_FACES * SKY_SIDE * SKY_SIDE - 1]},
        {"a picture", &b->picture[PICTURE_SIDE * PICTURE_SIDE - 1]},
        {"an entity's alpha", &b->scene.palette->entities[0].alpha},
    };
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        ++*changes[i].byte;
        cr_expect_neq(hash_scene(&b->scene), hash, "%s", changes[i].what);
        --*changes[i].byte;
    }
    cr_assert_eq(hash_scene(&b->scene), hash);
    b->scene.palette->skybox = NULL;
    cr_expect_neq(hash_scene(&b->scene), hash, "none at all");
    give_back(a);
    give_back(b);
}

/* --- the check is able to fail ---------------------------------------------------------------- */

static void leak_particle(struct palette_scene *scene, const struct palette_scene *before)
{
    if (before->num_particles > 0) {
        struct palette_particle *p = palette_scene_add_particles(scene, 1);
        cr_assert_not_null(p);
        *p = before->particles[0];
    }
}

static void leak_light(struct palette_scene *scene, const struct palette_scene *before)
{
    if (before->num_dlights > 0) {
        *palette_scene_add_dlight(scene) = before->dlights[0];
    }
}

static void leak_blend(struct palette_scene *scene, const struct palette_scene *before)
{
    memcpy(scene->blends, before->blends, sizeof(scene->blends));
}

static void leak_text(struct palette_scene *scene, const struct palette_scene *before)
{
    if (before->num_items > 0) {
        const struct palette_2d *item = &before->items[0];
        palette_scene_add_text(scene, item->x, item->y, item->scale, item->pixels,
                               before->text + item->text, (size_t)item->width);
    }
}

Test(purity, a_leaked_particle_light_blend_or_text_is_noticed)
{
    static const struct {
        const char *name;
        leak_function leak;
    } leaks[] = {{"particle", leak_particle},
                 {"light", leak_light},
                 {"blend", leak_blend},
                 {"text", leak_text}};
    const struct playback_options options = {
        .fov = 90.0f, .threads = 1, .camera = camera_default()};
    for (size_t i = 0; i < sizeof(leaks) / sizeof(leaks[0]); i++) {
        unsigned bad = check_demo("builtin:demo1", &options, 20, leaks[i].leak);
        cr_expect_gt(bad, 0u, "a leaked %s is not noticed", leaks[i].name);
    }
}

/* Damaged Quake III game data, from bytes to frames: at most one line is reported per file, the
 * rest is drawn, and no memory leaks.
 *
 * Each file is truncated and has bits flipped at offsets spread over it, together with the files
 * needed to see it. QUAKEREEL_DAMAGES=N tries N times as many offsets. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "assets/builtin/builtin.h"
#include "formats/archives/zip.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/quake3/q3_projector.h"
#include "tests/support/real_data.h"
#include "tests/support/sanitized.h"

enum { SLOW = SANITIZED ? 4 : 1 };
enum { NEEDS = 6, LINES = 400 };

struct show { /* start from {0} */
    struct q3_projector projector;
    struct timeline *timeline;
    const uint8_t *source; /* the pk3 that files come from */
    size_t source_size;
    char lines[LINES][256]; /* lines reported since the data was opened */
    unsigned num_lines;
};

static struct show show;

static void hear(void *context, const char *line)
{
    struct show *s = context;
    cr_assert_null(strchr(line, '\n'), "%s", line);
    if (s->num_lines < LINES) {
        snprintf(s->lines[s->num_lines], sizeof(s->lines[0]), "%s", line);
    }
    s->num_lines++;
}

static unsigned lines_about(const struct show *s, const char *name)
{
    unsigned count = 0;
    for (unsigned i = 0; i < s->num_lines && i < LINES; i++) {
        count += strncasecmp(s->lines[i], name, strlen(name)) == 0;
    }
    return count;
}

static unsigned more_of(unsigned tries)
{
    const char *wish = getenv("QUAKEREEL_DAMAGES");
    const int times = wish ? atoi(wish) : 0;
    return times > 0 ? tries * (unsigned)times : (tries + SLOW - 1) / SLOW;
}

/* --- files --------------------------------------------------------------------------------------
 */

/* Calls with each member whose name begins so; how many there were. */
typedef void member_fn(void *context, const char *name, const uint8_t *data, size_t size);
static int each_member(const struct show *s, const char *start, member_fn *see, void *context)
{
    struct zip zip;
    struct zip_member member;
    struct format_error err = {0};
    int count = 0;
    cr_assert_eq(zip_open_memory(&zip, s->source, s->source_size, &err), 0, "%s", err.what);
    for (size_t at = zip.directory; zip_next(&zip, &at, &member, &err) == 1;) {
        char name[256];
        snprintf(name, sizeof(name), "%.*s", (int)member.name_length, member.name);
        if (strncasecmp(name, start, strlen(start)) != 0) {
            continue;
        }
        uint8_t *data = malloc(member.size + 1);
        cr_assert(data && zip_read(&zip, &member, data, &err) == 0, "%s: %s", name, err.what);
        see(context, name, data, member.size);
        free(data);
        count++;
    }
    return count;
}

static void add_member(void *context, const char *name, const uint8_t *data, size_t size)
{
    zip_bytes_add(context, name, data, size);
}

static void take_member(void *context, const char *name, const uint8_t *data, size_t size)
{
    struct byte_writer *w = context;
    (void)name;
    if (w->size == 0) {
        byte_writer_bytes(w, data, size);
    }
}

static struct byte_writer member_of(const struct show *s, const char *name)
{
    struct byte_writer bytes = {0};
    cr_assert_geq(each_member(s, name, take_member, &bytes), 1, "%s", name);
    return bytes;
}

/* --- pictures -----------------------------------------------------------------------------------
 */

/* One hash of both frames. */
static uint64_t draw(struct show *s, const struct q3_projector_pack packs[Q3_PROJECTOR_PACKS],
                     const double times[2])
{
    const struct scene_options options = q3_projector_options();
    uint64_t hashes[2];
    s->num_lines = 0;
    q3_projector_open(&s->projector, hear, s, packs);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(timeline_go_time(s->timeline, times[i], true), 0);
        hashes[i] = q3_projector_draw(&s->projector, s->timeline, &options);
        cr_assert_neq(hashes[i], 0);
    }
    q3_projector_close(&s->projector);
    return hashes[0] * 31 + hashes[1];
}

static void damage(uint8_t *bytes, size_t size, uint32_t *seed)
{
    const unsigned flips = 1 + (*seed >> 28);
    for (unsigned i = 0; i < flips; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        bytes[(*seed >> 3) % size] ^= (uint8_t)(1u << (*seed & 7));
    }
}

struct subject {
    const char *name;         /* the file that is damaged */
    const char *needs[NEEDS]; /* what has to be there for it, by how names begin */
    double times[2];          /* when it is seen, seconds */
    unsigned tries;           /* number of truncations, and of bit flips */
    unsigned most;            /* lines about it: scripts have one for each of their shaders */
    unsigned least;           /* minimum share of truncations that must be reported, percent */
};

static uint64_t try_bytes(const struct subject *subject, const struct zip_bytes *base,
                          const uint8_t *bytes, size_t size, unsigned *told)
{
    struct zip_bytes over = {0};
    zip_bytes_add(&over, subject->name, bytes, size);
    zip_bytes_end(&over);
    const struct q3_projector_pack packs[Q3_PROJECTOR_PACKS] = {{base->out.data, base->out.size},
                                                                {over.out.data, over.out.size}};
    const uint64_t hash = draw(&show, packs, subject->times);
    const unsigned lines = lines_about(&show, subject->name);
    cr_assert_leq(lines, subject->most, "%s of %zu bytes: %u lines", subject->name, size, lines);
    *told += lines > 0;

    zip_bytes_free(&over);
    return hash;
}

static void try_subject(const struct subject *subject)
{
    struct zip_bytes base = {0};
    struct byte_writer whole = member_of(&show, subject->name);
    const unsigned tries = more_of(subject->tries);
    unsigned told = 0, any = 0, changed = 0;
    uint32_t seed = 0x9e3779b9u;
    for (int i = 0; i < NEEDS && subject->needs[i]; i++) {
        cr_assert_gt(each_member(&show, subject->needs[i], add_member, &base), 0, "%s",
                     subject->needs[i]);
    }
    zip_bytes_end(&base);
    const uint64_t good = try_bytes(subject, &base, whole.data, whole.size, &told);
    cr_assert_eq(told, 0, "%s", show.lines[0]);
    for (unsigned i = 0; i < tries; i++) {
        const size_t size = (size_t)(((uint64_t)whole.size * (2 * i + 1)) / (2 * tries));
        changed += try_bytes(subject, &base, whole.data, size, &told) != good;
    }
    for (unsigned i = 0; i < tries; i++) {
        uint8_t *copy = malloc(whole.size);
        memcpy(copy, whole.data, whole.size);
        damage(copy, whole.size, &seed);
        changed += try_bytes(subject, &base, copy, whole.size, &any) != good;
        free(copy);
    }
    cr_assert_geq(told * 100, tries * subject->least, "%s: %u of %u", subject->name, told, tries);
    cr_assert_gt(changed, 0, "%s is not to be seen", subject->name);
    zip_bytes_free(&base);
    byte_writer_free(&whole);
}

/* --- the built-in files -------------------------------------------------------------------------
 */

static void open_demo(const uint8_t *data, size_t size)
{
    static const struct timeline_options index = {.key_frame_bytes = 1 << 22, .name = "a.dm_68"};
    struct format_error err = {0};
    cr_assert_eq(timeline_open(&show.timeline, data, size, &index, &err), 0, "%s", err.what);
}

static struct byte_writer builtin_demo;

static void open_builtin(void)
{
    show.source = builtin_pk3;
    show.source_size = builtin_pk3_size;
    builtin_demo = member_of(&show, "demos/demo5.dm_68");
    open_demo(builtin_demo.data, builtin_demo.size);
}

static void close_all(void)
{
    timeline_close(show.timeline);
    q3_projector_destroy(&show.projector);
    byte_writer_free(&builtin_demo);
}

#define SARGE "models/players/sarge/"
#define GUN "models/weapons2/machinegun/"

static void try_builtin(const struct subject *subjects, size_t count)
{
    open_builtin();
    for (size_t i = 0; i < count; i++) {
        try_subject(&subjects[i]);
    }
    close_all();
}

#define TRY_BUILTIN(subjects) try_builtin(subjects, sizeof(subjects) / sizeof((subjects)[0]))

Test(damaged_quake3, built_in_map)
{
    static const struct subject subjects[] = {
        {"maps/reel3.bsp", {"scripts/", "textures/reel3/br"}, {1.0, 13.0}, 16, 1, 100}};
    TRY_BUILTIN(subjects);
}

Test(damaged_quake3, built_in_models)
{
    static const struct subject subjects[] = {
        {SARGE "lower.md3", {SARGE}, {10.2, 15.3}, 12, 1, 100},
        {SARGE "head.md3", {SARGE}, {10.2, 15.3}, 12, 1, 100},
        {GUN "machinegun.md3", {GUN}, {1.0, 8.0}, 16, 1, 100}};
    TRY_BUILTIN(subjects);
}

Test(damaged_quake3, built_in_texts)
{
    static const struct subject subjects[] = {
        {SARGE "animation.cfg", {SARGE}, {10.2, 15.3}, 12, 1, 50},
        {SARGE "lower_blue.skin", {SARGE}, {10.2, 15.3}, 8, 1, 0},
        {"scripts/reel3.shader", {"maps/", "textures/reel3/br"}, {1.0, 13.0}, 12, 16, 80}};
    TRY_BUILTIN(subjects);
}

Test(damaged_quake3, built_in_pictures)
{
    static const struct subject subjects[] = {
        {"textures/reel3/brick.png", {"maps/", "scripts/"}, {1.0, 13.0}, 8, 1, 80},
        {"textures/reel3/grate.tga", {"maps/", "scripts/"}, {1.0, 13.0}, 8, 1, 50}};
    TRY_BUILTIN(subjects);
}

/* The archive itself: what is lost of it is missing, each file with its line. */
Test(damaged_quake3, built_in_pack)
{
    static const double times[2] = {10.2, 15.3};
    struct zip_bytes zip = {0};
    uint32_t seed = 7;
    open_builtin();
    each_member(&show, "models/players/", add_member, &zip);
    each_member(&show, GUN, add_member, &zip);
    each_member(&show, "scripts/", add_member, &zip);
    zip_bytes_end(&zip);
    const unsigned tries = more_of(24);
    for (unsigned i = 0; i < 2 * tries; i++) {
        const bool cut = i < tries;
        const size_t size = cut ? (size_t)((uint64_t)zip.out.size * i / tries) : zip.out.size;
        uint8_t *copy = malloc(size + 1);
        memcpy(copy, zip.out.data, size);
        if (!cut) { /* in the directory mostly: there is most to be lost */
            const size_t least = i % 4 ? zip.out.size - zip.directory.size - 22 : 0;
            damage(copy + least, size - least, &seed);
        }
        const struct q3_projector_pack packs[Q3_PROJECTOR_PACKS] = {{copy, size}};
        draw(&show, packs, times);
        cr_assert_leq(lines_about(&show, "memory.pk3"), cut ? 1 : 16);
        cr_assert(!cut || size == 0 || lines_about(&show, "memory.pk3") == 1, "%zu bytes", size);
        free(copy);
    }
    zip_bytes_free(&zip);
    close_all();
}

/* --- no numbers, and no files -------------------------------------------------------------------
 */

/* Floats that are none, at every place there is for them behind `at`. */
static void spoil(uint8_t *bytes, size_t at, size_t count, size_t stride, uint32_t fields)
{
    static const uint32_t none[3] = {0x7fc00000, 0x7f800000, 0xff800000};
    for (size_t i = 0; i < count; i++) {
        for (uint32_t field = 0; field < 32; field++) {
            if (fields >> field & 1 && (i + field) % 5 == 0) {
                bytes_put_u32(bytes + at + i * stride + field * 4, none[(i + field) % 3]);
            }
        }
    }
}

static void try_spoilt(const struct subject *subject, const uint8_t *bytes, size_t size)
{
    struct zip_bytes base = {0};
    unsigned told = 0;
    each_member(&show, SARGE, add_member, &base);
    each_member(&show, "scripts/", add_member, &base);
    zip_bytes_end(&base);
    const uint64_t hash = try_bytes(subject, &base, bytes, size, &told);
    cr_assert_eq(try_bytes(subject, &base, bytes, size, &told), hash, "%s", subject->name);
    zip_bytes_free(&base);
}

Test(damaged_quake3, non_finite_numbers_are_harmless)
{
    enum { VERTICES = 8 + 10 * 8, VERTEX = 44, GRID_FIELDS = 0x3ff };
    enum { NUM_FRAMES = 76, FRAMES_AT = 92, FRAME = 56, TAG = 112 };
    static const struct subject map = {.name = "maps/reel3.bsp", .times = {1.0, 13.0}, .most = 1};
    static const struct subject model = {
        .name = SARGE "lower.md3", .times = {10.2, 15.3}, .most = 1};
    open_builtin();
    struct byte_writer bytes = member_of(&show, map.name);
    spoil(bytes.data, bytes_u32(bytes.data + VERTICES),
          bytes_u32(bytes.data + VERTICES + 4) / VERTEX, VERTEX, GRID_FIELDS);
    try_spoilt(&map, bytes.data, bytes.size);
    cr_assert_eq(lines_about(&show, map.name), 1, "its vertices are told of");
    byte_writer_free(&bytes);
    bytes = member_of(&show, model.name);
    const uint32_t frames = bytes_u32(bytes.data + NUM_FRAMES),
                   tags = bytes_u32(bytes.data + NUM_FRAMES + 4);
    spoil(bytes.data, bytes_u32(bytes.data + FRAMES_AT), frames, FRAME, 0x3ff);
    spoil(bytes.data, bytes_u32(bytes.data + FRAMES_AT + 4), (size_t)frames * tags, TAG,
          0xfffu << 16);
    try_spoilt(&model, bytes.data, bytes.size);
    byte_writer_free(&bytes);
    close_all();
}

/* Counts placeholders; where: position of the first. */
static unsigned placeholders(const struct scene *scene, float where[3])
{
    unsigned count = 0;
    for (size_t i = 0; i < scene->rgb->num_entities; i++) {
        const struct rgb_entity *e = &scene->rgb->entities[i];
        if (e->model && e->model->missing && e->model->kind == Q3_MODEL_MD3) {
            memcpy(where, e->origin, count++ == 0 ? sizeof(e->origin) : 0);
        }
    }
    return count;
}

/* Neither level nor models: each missing file is reported once, and placeholders move. */
Test(damaged_quake3, without_any_files)
{
    enum { MOMENTS = 40 };
    static const struct q3_projector_pack none[Q3_PROJECTOR_PACKS] = {{NULL, 0}};
    const struct scene_options options = q3_projector_options();
    float last[3] = {0};
    uint64_t before = 0;
    unsigned seen = 0, moved = 0, changed = 0;
    open_builtin();
    q3_projector_open(&show.projector, hear, &show, none);
    for (int i = 0; i < MOMENTS; i++) {
        const double time = timeline_length(show.timeline) * i / MOMENTS;
        float where[3] = {0};
        cr_assert_eq(timeline_go_time(show.timeline, time, true), 0);
        const uint64_t hash = q3_projector_draw(&show.projector, show.timeline, &options);
        const struct rgb_scene *scene = show.projector.scene.rgb;
        cr_assert(scene->level && scene->level->missing && scene->level->bsp.num_surfaces > 0);
        seen += placeholders(&show.projector.scene, where) > 0;
        moved += memcmp(where, last, sizeof(where)) != 0;
        changed += hash != before;
        before = hash;
        memcpy(last, where, sizeof(last));
    }
    cr_assert(seen > MOMENTS * 3 / 4 && moved > MOMENTS / 2, "%u %u", seen, moved);
    cr_assert_gt(changed, MOMENTS * 3 / 4);
    cr_assert_eq(lines_about(&show, "maps/reel3.bsp"), 1);
    cr_assert_eq(lines_about(&show, SARGE "lower.md3"), 1);
    q3_projector_close(&show.projector);
    close_all();
}

/* --- real files ---------------------------------------------------------------------------------
 */

static void try_real(const char *demo, const struct subject *subjects, size_t count)
{
    struct file_bytes pack, recorded;
    real_data_load(&pack, "quake3/baseoa/oa_small.pk3");
    real_data_load(&recorded, "quake3/recorded/%s", demo);
    show.source = pack.data;
    show.source_size = pack.size;
    open_demo(recorded.data, recorded.size);
    for (size_t i = 0; i < count; i++) {
        try_subject(&subjects[i]);
    }
    close_all();
    platform_free_file(&pack);
    platform_free_file(&recorded);
}

#define TRY_REAL(demo, subjects) try_real(demo, subjects, sizeof(subjects) / sizeof((subjects)[0]))

Test(damaged_quake3, real_maps)
{
    static const struct subject one[] = {
        {"maps/oa_dm1.bsp", {NULL}, {10.0, 20.0}, 6, 1, 100},
        {"maps/aggressor.bsp", {"textures/e7/e7b"}, {10.0, 20.0}, 6, 1, 100}};
    static const struct subject other[] = {{"maps/oa_ctf4ish.bsp", {NULL}, {10.0, 20.0}, 3, 1, 100},
                                           {"maps/oa_dm3.bsp", {NULL}, {10.0, 20.0}, 3, 1, 100}};
    try_real("oa_dm1_ffa_spec.dm_68", &one[0], 1);
    try_real("aggressor_ffa_play.dm_68", &one[1], 1);
    try_real("oa_ctf4ish_ctf_spec.dm_68", &other[0], 1);
    try_real("net_maprestart_oa_dm3.dm_68", &other[1], 1);
}

#define MAJOR "models/players/major/"

Test(damaged_quake3, real_models)
{
    static const struct subject subjects[] = {
        {MAJOR "lower.md3", {MAJOR}, {20.1, 20.8}, 4, 1, 100},
        {MAJOR "head.md3", {MAJOR}, {20.1, 20.8}, 4, 1, 100},
        {GUN "machinegun.md3", {GUN}, {12.0, 25.0}, 8, 1, 100},
        {MAJOR "animation.cfg", {MAJOR}, {20.1, 20.8}, 4, 1, 0},
        {MAJOR "upper_default.skin", {MAJOR}, {20.1, 20.8}, 4, 1, 0}};
    TRY_REAL("aggressor_ffa_play.dm_68", subjects);
}

Test(damaged_quake3, real_pictures)
{
    static const struct subject subjects[] = {
        {"textures/e7/e7trim01.jpg", {"maps/aggressor"}, {10.0, 20.0}, 8, 1, 0},
        {"textures/base_light/ceil1_22a.tga", {"maps/aggressor"}, {10.0, 20.0}, 8, 1, 0}};
    TRY_REAL("aggressor_ffa_play.dm_68", subjects);
}

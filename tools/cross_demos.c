#include "tools/cross_demos.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/edit/quake3/q3_cut.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/timeline.h"
#include "formats/quake3/q3_detect.h"
#include "tests/support/nq_rewrite.h"
#include "tests/support/q3_match.h"
#include "tests/support/q3_samples.h"
#include "tests/support/q3_walk.h"
#include "tests/support/qw_samples.h"
#include "tests/support/qw_walk.h"

enum { PLACES = 8, SAMPLE_SNAPSHOTS = 60, PATH_BYTES = 1024 };

struct sample {
    const char *name;
    const uint8_t *data;
    size_t size;
};

uint64_t cross_hash(const void *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static bool complain(const struct sample *demo, const char *what)
{
    fprintf(stderr, "cross_check: %s: %s\n", demo->name, what);
    return false;
}

static uint64_t hash_sounds(const struct demo_sounds *sounds)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < sounds->count; i++) {
        const struct demo_sound *s = &sounds->items[i];
        char line[512];
        const int length = snprintf(
            line, sizeof(line),
            "%.17g %" PRIu32 " %d %d %.9g %.9g %.9g %.9g %" PRId32 " %u %u %d %s %" PRIu32, s->time,
            s->step, (int)s->kind, (int)s->place, (double)s->origin[0], (double)s->origin[1],
            (double)s->origin[2], (double)s->attenuation, s->entity, (unsigned)s->channel,
            (unsigned)s->volume, s->exclusive, demo_sounds_name(sounds, s->name), s->seed);
        const size_t size = (size_t)length < sizeof(line) ? (size_t)length : sizeof(line) - 1;
        hash = hash * 31 + cross_hash(line, size);
    }
    return hash;
}

static bool check_sounds(const struct sample *demo, struct timeline *timeline)
{
    struct demo_sounds sounds = {0};
    bool good = true;
    for (uint32_t update = 0; good && update < timeline_extent(timeline).num_updates; update++) {
        good = timeline_listen(timeline, update, &sounds) == 0;
    }
    printf("sounds %s: %zu %016" PRIx64 "\n", demo->name, sounds.count, hash_sounds(&sounds));
    demo_sounds_free(&sounds);
    return good || complain(demo, "its sounds cannot be told");
}

/* At nine updates from the first to the last: by playing there, and back again by going. All there
 * is to hear. */
static bool check_states(const struct sample *demo)
{
    struct timeline *timeline;
    struct format_error err;
    uint64_t hashes[PLACES + 1];
    bool good = true;
    const struct timeline_options options = {.key_frame_bytes = 1 << 20, .name = demo->name};
    if (timeline_open(&timeline, demo->data, demo->size, &options, &err) < 0) {
        printf("state %s: byte %zu: %s\n", demo->name, err.offset, err.what);
        return true;
    }
    const struct timeline_extent extent = timeline_extent(timeline);
    printf("state %s: %" PRIu32 " updates, %" PRIu32 " events, %.17g s\n", demo->name,
           extent.num_updates, extent.num_events, extent.length);
    for (int i = 0; i <= PLACES; i++) {
        const uint32_t update =
            (uint32_t)((uint64_t)(extent.num_updates - 1) * (uint64_t)i / PLACES);
        good = good && timeline_go_update(timeline, update) == 0;
        hashes[i] = timeline_state_hash(timeline);
        printf("state %s %" PRIu32 " %016" PRIx64 "\n", demo->name, update, hashes[i]);
    }
    for (int i = PLACES; i >= 0; i--) {
        const uint32_t update =
            (uint32_t)((uint64_t)(extent.num_updates - 1) * (uint64_t)i / PLACES);
        good = good && timeline_go_update(timeline, update) == 0 &&
               timeline_state_hash(timeline) == hashes[i];
    }
    good = check_sounds(demo, timeline) && good;
    if (timeline_damage(timeline, &err)) {
        printf("state %s: byte %zu: %s\n", demo->name, err.offset, err.what);
    }
    timeline_close(timeline);
    return good || complain(demo, "a state depends on the way to it");
}

static bool check_netquake(const struct sample *demo)
{
    struct byte_writer out = {0};
    struct format_error err = {0};
    const int code = nq_rewrite(demo->data, demo->size, &out, &err);
    const bool good =
        code < 0 || (out.size == demo->size && memcmp(out.data, demo->data, demo->size) == 0);
    printf("anew %s: %zu bytes, code %d\n", demo->name, out.size, code);
    byte_writer_free(&out);
    return good || complain(demo, "written anew it is another demo");
}

static bool check_quakeworld(const struct sample *demo, enum qw_container container)
{
    struct qw_walk walk = {0};
    struct format_error err = {0};
    const int code = qw_walk_demo(&walk, container, demo->data, demo->size, &err);
    printf("anew %s: %zu bytes, code %d\n", demo->name, walk.out.size, code);
    byte_writer_free(&walk.out);
    return !walk.mismatch || complain(demo, "written anew it is another demo");
}

/* But for the first line, which counts empty configstrings. */
static bool same_states(const struct q3_walk *a, const struct q3_walk *b)
{
    const uint8_t *line = a->states.size ? memchr(a->states.data, '\n', a->states.size) : NULL;
    const size_t first = line ? (size_t)(line - a->states.data) : 0;
    return a->states.size == b->states.size && a->commands.size == b->commands.size &&
           (a->states.size == 0 ||
            memcmp(a->states.data + first, b->states.data + first, a->states.size - first) == 0);
}

/* The server may encode the same message in other bits; the written demo has equal content, and is
 * read and cut the same everywhere. */
static bool check_quake3(const struct sample *demo, int protocol)
{
    struct q3_walk *walk = q3_walk_make(protocol, true, true);
    struct q3_walk *again = q3_walk_make(protocol, true, false);
    struct byte_writer cut = {0};
    struct edit_report report;
    struct format_error err = {0};
    const int code = q3_walk_demo(walk, demo->data, demo->size, &err);
    (void)!q3_walk_demo(again, walk->out.data, walk->out.size, &err);
    const int cut_code = q3_cut(demo->data, demo->size, protocol, NULL, &cut, &report, &err);
    printf("anew %s: %" PRIu32 " of %" PRIu32 " messages the same, states %016" PRIx64
           ", commands %016" PRIx64 ", code %d\n",
           demo->name, walk->same_bytes, walk->messages,
           cross_hash(walk->states.data, walk->states.size),
           cross_hash(walk->commands.data, walk->commands.size), code);
    printf("cut %s: %zu bytes %016" PRIx64 ", code %d\n", demo->name, cut.size,
           cross_hash(cut.data, cut.size), cut_code);
    const bool good = !walk->mismatch && !again->mismatch && same_states(walk, again);
    q3_walk_free(walk);
    q3_walk_free(again);
    edit_report_free(&report);
    byte_writer_free(&cut);
    return good || complain(demo, "written anew it says something else");
}

static bool check_demo(const char *name, const uint8_t *data, size_t size)
{
    const struct sample demo = {name, data, size};
    const int q3_protocol = q3_detect(data, size, name);
    const enum qw_container container = qw_detect(data, size, NULL);
    const bool good = check_states(&demo);
    if (q3_protocol > 0) {
        return check_quake3(&demo, q3_protocol) && good;
    }
    if (container == QW_CONTAINER_QWD || container == QW_CONTAINER_MVD) {
        return check_quakeworld(&demo, container) && good;
    }
    return check_netquake(&demo) && good;
}

static bool check_builtin(void)
{
    static const char *const names[] = {"builtin:demo1", "builtin:demo2", "builtin:demo3",
                                        "builtin:demo4", "builtin:demo5"};
    bool good = true;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct demo_source source;
        if (demo_source_open_bytes(&source, names[i], &(struct demo_search){0}, NULL) < 0) {
            fprintf(stderr, "cross_check: no %s\n", names[i]);
            return false;
        }
        good = check_demo(names[i], source.data, source.size) && good;
        demo_source_close(&source);
    }
    return good;
}

/* Every message and field of every protocol, made by the tests' own writers. */
static bool check_written(void)
{
    char name[64];
    bool good = true;
    for (unsigned i = 0; i < 2 * QW_SAMPLE_PROTOCOLS; i++) {
        struct qw_protocol protocol = qw_sample_protocols[i / 2];
        struct byte_writer file = {0};
        protocol.is_mvd = i % 2 == 1;
        qw_sample_demo(&protocol, &file);
        snprintf(name, sizeof(name), "sample%u.%s", i / 2, protocol.is_mvd ? "mvd" : "qwd");
        good = check_demo(name, file.data, file.size) && good;
        byte_writer_free(&file);
    }
    for (unsigned i = 0; i < Q3_SAMPLE_PROTOCOLS; i++) {
        struct q3_sample *sample = q3_sample_make(q3_sample_protocols[i], 7 + i, 40);
        q3_sample_demo(sample, SAMPLE_SNAPSHOTS);
        snprintf(name, sizeof(name), "sample.dm_%d", q3_sample_protocols[i]);
        good = check_demo(name, sample->demo.data, sample->demo.size) && good;
        q3_sample_free(sample);
    }
    for (unsigned i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        struct q3_demo *match = q3_match_write(q3_match_protocols[i]);
        snprintf(name, sizeof(name), "match.dm_%d", q3_match_protocols[i]);
        good = check_demo(name, match->file.data, match->file.size) && good;
        q3_demo_free(match);
    }
    return good;
}

static bool check_folder(const char *root, const char *folder, unsigned each)
{
    char path[PATH_BYTES];
    char **names;
    size_t count;
    bool good = true;
    snprintf(path, sizeof(path), "%s/%s", root, folder);
    if (platform_list_directory(path, &names, &count) < 0) {
        return true; /* no real demos here */
    }
    for (size_t i = 0; i < count; i += each) {
        struct file_bytes bytes;
        snprintf(path, sizeof(path), "%s/%s/%s", root, folder, names[i]);
        if (platform_read_file(path, &bytes) == 0) {
            snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
            good = check_demo(path, bytes.data, bytes.size) && good;
            platform_free_file(&bytes);
        }
    }
    platform_free_names(names, count);
    return good;
}

bool cross_check_demos(unsigned each)
{
    static const char *const folders[] = {
        "netquake",      "quakeworld/corpus", "quakeworld/recorded",
        "quake3/corpus", "quake3/recorded",   "quake3/broken"};
    const char *root = getenv("QUAKEREEL_DATA");
    bool good = check_builtin();
    good = check_written() && good;
    for (size_t i = 0; root && i < sizeof(folders) / sizeof(folders[0]); i++) {
        good = check_folder(root, folders[i], each) && good;
    }
    return good;
}

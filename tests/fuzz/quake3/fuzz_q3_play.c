/* libFuzzer target: Quake III demos opened, listed and played as the player does it; going back and
 * forth gives the states that playing straight on gave, and the packed form those of the live one.
 *
 * The first byte chooses what the rest is: a whole demo, changes of a made-up one, or server
 * commands in a made-up one. */
#include "engine/playback/families.h"
#include "engine/playback/timeline.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_state_handle.h"
#include "engine/quake3/q3_state_pack.h"
#include "tests/fuzz/stages/listen.h"
#include "tests/fuzz/stages/require.h"
#include "tests/support/q3_samples.h"
#include "tests/support/random_numbers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LOOKS = 4, HEARD = 128 /* one input in this many */, CHANGED_SNAPSHOTS = 8 };

static void check_scene(struct timeline *t, struct scene *scene)
{
    static const struct scene_options options = {.width = 160, .height = 100, .fov = 90.0f};
    struct demo_player_info players[Q3_PLAYERS];
    require(timeline_scene(t, scene, &options, NULL) == 0);
    const uint32_t count = quake3_family.players(timeline_state(t), players, Q3_PLAYERS);
    require(count <= Q3_PLAYERS);
    for (uint32_t i = 0; i < count; i++) {
        require(strlen(players[i].name) < Q3_NAME_BYTES);
    }
    require(quake3_family.followed(timeline_state(t), 0) <= Q3_PLAYERS);
}

static void check_playback(struct timeline *t, uint32_t seed)
{
    const uint32_t steps = timeline_extent(t).num_steps;
    const uint32_t count = steps < LOOKS ? steps : LOOKS;
    uint64_t hashes[LOOKS];
    struct scene scene = {0};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t step = (uint32_t)((uint64_t)i * steps / count);
        require(timeline_go_step(t, step) == 0);
        hashes[i] = timeline_state_hash(t);
        require(hashes[i] == q3_state_pack_hash(q3_state_handle_open(timeline_state(t))));
        check_scene(t, &scene);
    }
    for (uint32_t i = 0; i < LOOKS && count > 0; i++) {
        const uint32_t n = next_random(&seed) % count;
        require(timeline_go_step(t, (uint32_t)((uint64_t)n * steps / count)) == 0);
        require(timeline_state_hash(t) == hashes[n]);
    }
    const double length = timeline_length(t);
    require(timeline_go_time(t, length * (next_random(&seed) % 1024) / 1000.0, true) == 0);
    check_scene(t, &scene);
    scene_free(&scene);
}

static void play_bytes(const uint8_t *data, size_t size, uint32_t seed)
{
    const struct timeline_options options = {
        .key_frame_bytes = 1 << 20, .sounds = true, .name = "a.dm_68"};
    struct format_error err = {0};
    struct timeline *t;
    if (timeline_open(&t, data, size, &options, &err) < 0) {
        require(err.offset <= size && err.what[0] != '\0');
        return;
    }
    if (timeline_family(t) == &quake3_family) {
        check_playback(t, seed);
        if (next_random(&seed) % HEARD == 0) {
            listen_to(t, seed);
            listen_mix(t, NULL, seed);
        }
    }
    require(!timeline_damage(t, &err) || (err.offset <= size && err.what[0] != '\0'));
    timeline_close(t);
}

/* Each line is a command; each empty one lets a snapshot pass. */
static void add_commands(struct q3_sample *s, const uint8_t *data, size_t size)
{
    int32_t sequence = 3;
    char text[Q3_MAX_COMMAND];
    s->arrivals = 2; /* few entities: each costs time */
    (void)q3_sample_snapshot(s, 2, 0);
    for (size_t at = 0; at < size && sequence < 200; sequence++) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        const size_t length = (end ? (size_t)(end - data) : size) - at;
        const size_t fits = length < sizeof(text) - 1 ? length : sizeof(text) - 1;
        memcpy(text, data + at, fits);
        text[fits] = '\0';
        at += length + 1;
        if (fits == 0) {
            (void)q3_sample_snapshot(s, sequence, 1);
            continue;
        }
        struct q3_bits_writer w = q3_sample_begin(s);
        q3_write_command(&w, ++s->frames.server_command, text);
        q3_sample_end(s, &w, sequence);
    }
    (void)q3_sample_snapshot(s, sequence, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4) {
        return 0;
    }
    const uint32_t seed = bytes_u16(data + 1);
    if (data[0] % 3 == 0) {
        play_bytes(data + 1, size - 1, seed);
        return 0;
    }
    const int protocol = q3_sample_protocols[data[1] % Q3_SAMPLE_PROTOCOLS];
    struct q3_sample *s = q3_sample_make(protocol, data[2], data[3] % 12);
    if (data[0] % 3 == 1) {
        q3_sample_demo(s, CHANGED_SNAPSHOTS);
        for (size_t at = 4; at + 3 <= size; at += 3) {
            s->demo.data[bytes_u16(data + at) % s->demo.size] ^= data[at + 2];
        }
    } else {
        add_commands(s, data + 4, size - 4);
    }
    play_bytes(s->demo.data, s->demo.size, seed);
    q3_sample_free(s);
    return 0;
}

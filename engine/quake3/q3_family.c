#include "engine/quake3/q3_family.h"

/* Quake III's part of the timeline: a step is a message, an update a snapshot. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_kept_state.h"
#include "engine/quake3/q3_scan.h"
#include "engine/quake3/q3_sounds.h"
#include "formats/base/info_string.h"

static int open_file(void **demo, const uint8_t *data, size_t size, int variant,
                     struct format_error *err)
{
    *demo = NULL;
    const struct q3_protocol *protocol = q3_protocol_get(variant);
    if (!protocol) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "unknown protocol");
    }
    struct q3_file *file = malloc(sizeof(*file));
    if (!file) {
        return format_fail(err, FORMAT_MEMORY, 0, "no memory");
    }
    *file = (struct q3_file){data, size, protocol};
    *demo = file;
    return 0;
}

static size_t first_step(const void *demo)
{
    (void)demo;
    return 0;
}

static void *state_create(const void *demo)
{
    const struct q3_file *file = demo;
    return q3_kept_state_create(file->protocol);
}

static void state_destroy(void *state)
{
    q3_kept_state_destroy(state);
}

static int state_copy(void **to, const void *from)
{
    struct q3_kept_state *copy = *to;
    const int status = q3_kept_state_copy(&copy, from);
    *to = copy;
    return status;
}

static size_t state_size(const void *state)
{
    return q3_kept_state_size(state);
}

static uint64_t state_hash(const void *state)
{
    return q3_kept_state_hash(state);
}

/* A message that somebody listens to. Events and loops of a damaged one are told up to the damage.
 */
static int apply_heard(struct q3_kept_state *state, const struct dm3_block *block,
                       struct demo_sounds *sounds, struct format_error *err)
{
    const struct q3_state *before = q3_kept_state_open(state);
    struct q3_heard heard;
    bool updated;
    if (!before) {
        return format_fail(err, FORMAT_MEMORY, block->offset, "no memory");
    }
    q3_sounds_before(&heard, before, q3_kept_state_game(state));
    const int status = q3_kept_state_apply(state, block, &updated, err);
    const struct q3_state *after = status == FORMAT_MEMORY ? NULL : q3_kept_state_open(state);
    if (!after || q3_sounds_note(&heard, after, q3_kept_state_game(state), sounds) < 0) {
        return format_fail(err, FORMAT_MEMORY, block->offset, "no memory");
    }
    return status;
}

static int apply(const void *demo, void **state, size_t *pos, uint32_t index,
                 struct demo_sounds *sounds, struct format_error *err)
{
    const struct q3_file *file = demo;
    struct dm3_block block;
    bool updated;
    (void)index; /* events carry the server's time, which is seed enough */
    const int status = dm3_next_block(file->data, file->size, pos, &block, err);
    if (status <= 0) {
        return status < 0 ? status : format_fail(err, FORMAT_TRUNCATED, *pos, "the demo ends here");
    }
    return sounds ? apply_heard(*state, &block, sounds, err)
                  : q3_kept_state_apply(*state, &block, &updated, err);
}

/* What a message means depends on the snapshots before it, which a state that is not to be changed
 * cannot take: only the container is read. */
static void parse(const void *demo, const void *state, size_t *pos)
{
    const struct q3_file *file = demo;
    struct dm3_block block;
    (void)state;
    if (dm3_next_block(file->data, file->size, pos, &block, NULL) <= 0) {
        *pos = file->size;
    }
}

static int32_t watched_of(const struct q3_state *c)
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    return now ? now->player.fields[Q3_PS_CLIENT_NUM] : c->gamestate.client;
}

static int32_t frags_of(const struct q3_state *c, uint32_t slot)
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    if (now && now->player.fields[Q3_PS_CLIENT_NUM] == (int32_t)slot) {
        return now->player.persistant[0];
    }
    for (uint32_t i = 0; i < c->num_scores; i++) {
        if (c->scores[i].client == (int32_t)slot) {
            return c->scores[i].score;
        }
    }
    return 0;
}

static uint32_t players(const void *state, struct demo_player_info *list, uint32_t most)
{
    const struct q3_state *c = q3_kept_state_open(state);
    const struct q3_game *game = q3_kept_state_game(state);
    uint32_t count = 0;
    if (!c) {
        return 0;
    }
    const struct q3_snapshot *now = q3_state_snapshot(c);
    const int32_t watched = watched_of(c);
    const int32_t recorder = c->gamestate.client >= 0 ? c->gamestate.client : watched;
    for (uint32_t slot = 0; slot < Q3_PLAYERS; slot++) {
        struct q3_player player;
        if (!q3_state_player(c, game, slot, &player)) {
            continue;
        }
        if (count < most) {
            list[count] = (struct demo_player_info){
                .slot = slot,
                .name = player.name,
                .team = q3_game_team(player.team),
                .frags = frags_of(c, slot),
                .recorder = (int32_t)slot == recorder,
                .spectator = player.team == 3,
                .in_sight = (int32_t)slot == watched ||
                            (now && q3_frames_entity_of(&c->frames, now, slot) != NULL),
            };
        }
        count++;
    }
    return count;
}

/* The camera is the one of the recording: with the recorder or with whom he watches. */
static uint32_t followed(const void *state, uint32_t follow)
{
    const struct q3_state *c = q3_kept_state_open(state);
    struct q3_player player;
    (void)follow;
    if (!c) {
        return 0;
    }
    const int32_t watched = watched_of(c);
    const bool there =
        watched >= 0 && q3_state_player(c, q3_kept_state_game(state), (uint32_t)watched, &player);
    return there && player.team != 3 ? (uint32_t)watched + 1 : 0;
}

static bool is_plain_folder(const char *name)
{
    for (const char *c = name; *c != '\0'; c++) {
        const bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                           (*c >= '0' && *c <= '9') || *c == '_' || *c == '-' ||
                           (*c == '.' && c != name);
        if (!plain) {
            return false;
        }
    }
    return true;
}

/* What the first gamestate says. */
static int game_dir(const void *demo, char name[DEMO_GAME_DIR_BYTES])
{
    const struct q3_file *file = demo;
    struct q3_state *state = calloc(1, sizeof(*state));
    struct dm3_block block;
    size_t pos = 0;
    bool updated;
    if (!state) {
        return FORMAT_MEMORY;
    }
    q3_state_start(state);
    while (state->gamestates == 0 &&
           dm3_next_block(file->data, file->size, &pos, &block, NULL) > 0 &&
           q3_state_apply(state, file->protocol, &block, &updated, NULL) == 0) {
    }
    info_copy(q3_gamestate_string(&state->gamestate, Q3_CS_SYSTEMINFO), "fs_game",
              INFO_KEYS_ANY_CASE, name, DEMO_GAME_DIR_BYTES);
    if (!is_plain_folder(name)) {
        name[0] = '\0';
    }
    free(state);
    return 0;
}

/* The recorder's eyes in an empty world. */
static int scene(const void *demo, const void *state, double fraction, struct scene *out,
                 const struct scene_options *options, struct quake_data *data)
{
    const struct q3_state *c = q3_kept_state_open(state);
    (void)demo;
    (void)data;
    if (!c) {
        return FORMAT_MEMORY;
    }
    scene_clear(out);
    out->camera.fov_x = options->fov;
    const struct q3_snapshot *now = q3_state_snapshot(c), *before = q3_state_previous(c);
    if (!now) {
        return 0;
    }
    struct q3_player_state player = now->player;
    double time = now->server_time;
    if (before && fraction < 1.0 && before->server_time < now->server_time) {
        const double span = (double)now->server_time - before->server_time;
        time = before->server_time + fmax(fraction, 0.0) * span;
        q3_lerp_player(before, now, time, &player);
    }
    for (int i = 0; i < 3; i++) {
        static const uint8_t origin[] = {Q3_PS_ORIGIN_0, Q3_PS_ORIGIN_1, Q3_PS_ORIGIN_2};
        static const uint8_t angles[] = {Q3_PS_VIEWANGLES_0, Q3_PS_VIEWANGLES_1,
                                         Q3_PS_VIEWANGLES_2};
        out->camera.origin[i] = q3_float(player.fields[origin[i]]);
        out->camera.angles[i] = q3_float(player.fields[angles[i]]);
    }
    out->camera.origin[2] += (float)player.fields[Q3_PS_VIEWHEIGHT];
    out->time = time / 1000.0;
    return 0;
}

const struct demo_family quake3_family = {
    .name = "quake3",
    .title = "Quake III",
    .inspector = &quake3_inspector,
    .undrawn = true,
    .sounds_as_quake3 = true,
    .open = open_file,
    .close = free,
    .first_step = first_step,
    .scanner_size = sizeof(struct q3_scanner),
    .scan = q3_scan,
    .state_create = state_create,
    .state_destroy = state_destroy,
    .state_copy = state_copy,
    .state_size = state_size,
    .state_hash = state_hash,
    .apply = apply,
    .parse = parse,
    .players = players,
    .followed = followed,
    .game_dir = game_dir,
    .scene = scene,
};

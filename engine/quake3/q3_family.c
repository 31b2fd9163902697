#include "engine/quake3/q3_family.h"

/* Quake III's part of the timeline: a step is a message, an update a snapshot. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "assets/files.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_scan.h"
#include "engine/quake3/q3_scanner.h"
#include "engine/quake3/q3_state_handle.h"
#include "engine/quake3/scene/q3_listen.h"
#include "engine/quake3/scene/q3_scene.h"
#include "engine/quake3/scene/q3_told_body.h"
#include "engine/quake3/scene/q3_told_items.h"
#include "engine/quake3/scene/q3_view.h"
#include "engine/quake3/sounds/q3_sounds.h"
#include "engine/quake3/update/q3_state_apply.h"
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
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
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
    return q3_state_handle_create(file->protocol);
}

static void state_destroy(void *state)
{
    q3_state_handle_destroy(state);
}

static int state_copy(void **to, const void *from)
{
    struct q3_state_handle *copy = *to;
    const int status = q3_state_handle_copy(&copy, from);
    *to = copy;
    return status;
}

static size_t state_size(const void *state)
{
    return q3_state_handle_size(state);
}

static uint64_t state_hash(const void *state)
{
    return q3_state_handle_hash(state);
}

/* Applies a message and emits its sound events and loops, up to the damage if it is damaged.
 */
static int apply_heard(struct q3_state_handle *state, const struct dm3_block *block,
                       struct demo_sounds *sounds, struct format_error *err)
{
    const struct q3_state *before = q3_state_handle_open(state);
    struct q3_sounds_seen heard;
    bool updated;
    if (!before) {
        return format_fail(err, FORMAT_MEMORY, block->offset, "out of memory");
    }
    q3_sounds_before(&heard, before, q3_state_handle_game(state));
    const int status = q3_state_handle_apply(state, block, &updated, err);
    const struct q3_state *after = status == FORMAT_MEMORY ? NULL : q3_state_handle_open(state);
    if (!after || q3_sounds_note(&heard, after, q3_state_handle_game(state), sounds) < 0) {
        return format_fail(err, FORMAT_MEMORY, block->offset, "out of memory");
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
                  : q3_state_handle_apply(*state, &block, &updated, err);
}

/* Decoding a message needs the snapshots before it, and the state must not change: only the
 * container is read. */
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

static int32_t accuracy_of(const struct q3_state *c, uint32_t slot)
{
    for (uint32_t i = 0; i < c->board.num_rows; i++) {
        if (c->board.rows[i].client == (int32_t)slot) {
            return c->board.rows[i].accuracy;
        }
    }
    return 0;
}

static uint32_t players(const void *state, struct demo_player_info *list, uint32_t most)
{
    const struct q3_state *c = q3_state_handle_open(state);
    const struct q3_game *game = q3_state_handle_game(state);
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
                .accuracy = accuracy_of(c, slot),
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

/* The camera follows that player while the snapshots contain them; else it is the recording's: the
 * recorder's, or that of the player the recorder watches. */
static uint32_t followed(const void *state, uint32_t follow)
{
    const struct q3_state *c = q3_state_handle_open(state);
    struct q3_player player;
    if (!c) {
        return 0;
    }
    const struct q3_snapshot *now = q3_state_snapshot(c);
    if (now && q3_view_followed(c, now, follow)) {
        return follow;
    }
    const int32_t watched = watched_of(c);
    const bool there =
        watched >= 0 && q3_state_player(c, q3_state_handle_game(state), (uint32_t)watched, &player);
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

/* Facts of the first gamestate. */
struct origin {
    char folder[DEMO_GAME_DIR_BYTES]; /* a plain one, or "" */
    bool openarena;
};

/* 0 or FORMAT_MEMORY. */
static int find_origin(const struct q3_file *file, struct origin *origin)
{
    const struct q3_game *game = q3_game_of(file->protocol->number);
    struct q3_state *state = malloc(sizeof(*state));
    struct dm3_block block;
    char name[32];
    size_t pos = 0;
    bool updated;
    *origin = (struct origin){0};
    if (!state) {
        return FORMAT_MEMORY;
    }
    q3_state_start_listing(state, Q3_SCOPE_COMMANDS);
    while (state->gamestates == 0 &&
           dm3_next_block(file->data, file->size, &pos, &block, NULL) > 0 &&
           q3_state_apply(state, file->protocol, &block, &updated, NULL) == 0) {
    }
    const char *system = q3_gamestate_string(&state->gamestate, Q3_CS_SYSTEMINFO);
    const char *version = q3_gamestate_string(&state->gamestate, game->version);
    info_copy(system, "fs_game", INFO_KEYS_ANY_CASE, origin->folder, sizeof(origin->folder));
    info_copy(system, "fs_basegame", INFO_KEYS_ANY_CASE, name, sizeof(name));
    origin->openarena = q3_game_mod(game, version, "") == Q3_MOD_OPENARENA ||
                        strcmp(origin->folder, "baseoa") == 0 || strcmp(name, "baseoa") == 0;
    if (!is_plain_folder(origin->folder)) {
        origin->folder[0] = '\0';
    }
    free(state);
    return 0;
}

static int game_dir(const void *demo, char name[DEMO_GAME_DIR_BYTES])
{
    struct origin origin;
    const int status = find_origin(demo, &origin);
    memcpy(name, origin.folder, sizeof(origin.folder));
    return status;
}

static const char *const *bases(const void *demo)
{
    static const char *const quake3[DEMO_BASES] = {"baseq3", "baseoa"};
    static const char *const openarena[DEMO_BASES] = {"baseoa", "baseq3"};
    struct origin origin;
    (void)!find_origin(demo, &origin); /* out of memory is reported by the next allocation */
    return origin.openarena ? openarena : quake3;
}

static int scene(const void *demo, const void *state, double fraction, struct scene *out,
                 const struct scene_options *options, const struct scene_data *data)
{
    const struct q3_state *c = q3_state_handle_open(state);
    (void)demo;
    return c ? q3_scene_build(out, c, q3_state_handle_game(state), fraction, options, data)
             : FORMAT_MEMORY;
}

static int listen(const void *demo, const void *state, double fraction, struct scene *room,
                  const struct scene_options *options, const struct scene_data *data,
                  struct demo_listener *listener)
{
    const struct q3_state *c = q3_state_handle_open(state);
    (void)demo;
    (void)room;
    if (!c) {
        return FORMAT_MEMORY;
    }
    q3_listen(c, q3_state_handle_game(state), fraction, options, data, listener);
    return data && data->files && files_lacked_memory(data->files) ? FORMAT_MEMORY : 0;
}

static void find_body(const void *demo, const void *state, uint32_t follow, struct demo_body *body)
{
    const struct q3_state *c = q3_state_handle_open(state);
    (void)demo;
    *body = (struct demo_body){0};
    if (c) {
        q3_told_body(c, q3_state_handle_game(state), follow, body);
    }
}

static void find_items(const void *demo, const void *state, struct demo_items *items)
{
    const struct q3_state *c = q3_state_handle_open(state);
    (void)demo;
    items->num_items = items->num_players = 0;
    if (c) {
        q3_told_items(c, q3_state_handle_game(state), items);
    }
}

static double clock_of(const void *state)
{
    const struct q3_state *c = q3_state_handle_open(state);
    const struct q3_snapshot *now = c ? q3_state_snapshot(c) : NULL;
    return now ? now->server_time / 1000.0 : 0.0;
}

const struct demo_family quake3_family = {
    .name = "quake3",
    .title = "Quake III",
    .inspector = &quake3_inspector,
    .quake3_data = true,
    .sounds_as_quake3 = true,
    .open = open_file,
    .close = free,
    .first_step = first_step,
    .scanner_size = sizeof(struct q3_scanner),
    .scanner_zeroed = offsetof(struct q3_scanner, state),
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
    .bases = bases,
    .game_dir = game_dir,
    .body = find_body,
    .items = find_items,
    .clock = clock_of,
    .scene = scene,
    .listen = listen,
};

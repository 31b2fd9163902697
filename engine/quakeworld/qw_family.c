#include "engine/quakeworld/qw_family.h"

/* QuakeWorld's part of the timeline: a step is a block of the container. */
#include <stdlib.h>
#include <string.h>

#include "engine/quake/quake_sounds.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_body.h"
#include "engine/quakeworld/qw_game_dir.h"
#include "engine/quakeworld/qw_items.h"
#include "engine/quakeworld/qw_scan.h"
#include "engine/quakeworld/qw_scene.h"
#include "engine/quakeworld/qw_state.h"

static int open_file(void **demo, const uint8_t *data, size_t size, int variant,
                     struct format_error *err)
{
    struct qw_demo found;
    *demo = NULL;
    int status = qw_demo_open(&found, data, size, (enum qw_container)variant, err);
    if (status < 0) {
        return status;
    }
    struct qw_demo *opened = malloc(sizeof(*opened));
    if (!opened) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    *opened = found;
    *demo = opened;
    return 0;
}

static size_t first_step(const void *demo)
{
    (void)demo;
    return 0;
}

static void *state_create(const void *demo)
{
    return qw_state_create(demo);
}

static void state_destroy(void *state)
{
    qw_state_destroy(state);
}

static int state_copy(void **to, const void *from)
{
    struct qw_state *copy = *to;
    int status = qw_state_copy(&copy, from);
    *to = copy;
    return status;
}

static size_t state_size(const void *state)
{
    return qw_state_size(state);
}

static uint64_t state_hash(const void *state)
{
    return qw_state_hash(state);
}

static int apply_block(const void *demo, void **state, size_t *pos, uint32_t index,
                       struct demo_sounds *sounds, struct format_error *err)
{
    struct qw_state *s = *state;
    int status = qw_state_listen(&s, demo, pos, index, sounds, err);
    *state = s;
    return status;
}

static void parse_block(const void *demo, const void *state, size_t *pos)
{
    struct qw_protocol protocol = qw_state_protocol(state);
    struct qw_message message;
    struct qw_block block;
    size_t at = 0;
    if (qw_block_next(demo, pos, &block, NULL) <= 0 || block.messages == NULL) {
        return;
    }
    while (qw_message_decode(&protocol, block.messages, block.size, &at, &message, NULL) > 0) {
        qw_protocol_follow(&protocol, &message);
    }
}

static bool is_followable(const struct qw_player *player)
{
    return player->visible && !player->spectator;
}

/* Who flies about freely has eyes, too, in a .qwd: the recorder's. */
static bool is_in_sight(const struct qw_state *s, uint32_t slot)
{
    return is_followable(&s->players[slot]) || slot == s->recorder;
}

static uint32_t list_players(const void *state, struct demo_player_info *list, uint32_t most)
{
    const struct qw_state *s = state;
    uint32_t count = 0;
    for (uint32_t i = 0; i < QW_PLAYERS; i++) {
        const struct qw_player *player = &s->players[i];
        if (player->name[0] == '\0' && i != s->recorder) {
            continue;
        }
        if (count < most) {
            list[count] = (struct demo_player_info){.slot = i,
                                                    .name = player->name,
                                                    .team = player->team,
                                                    .frags = player->frags,
                                                    .recorder = i == s->recorder,
                                                    .spectator = player->spectator != 0,
                                                    .in_sight = is_in_sight(s, i)};
        }
        count++;
    }
    return count;
}

static uint32_t find_followed(const void *state, uint32_t follow)
{
    return qw_followed(state, follow);
}

static int game_dir(const void *demo, char name[DEMO_GAME_DIR_BYTES])
{
    qw_game_dir_find(demo, name);
    return 0;
}

static void find_body(const void *demo, const void *state, uint32_t follow, struct demo_body *body)
{
    const struct qw_demo *file = demo;
    qw_body_find(state, file->data, follow, body);
}

static void find_items(const void *demo, const void *state, struct demo_items *items)
{
    const struct qw_demo *file = demo;
    qw_items_find(state, file->data, items);
}

static int build_scene(const void *demo, const void *state, double fraction, struct scene *out,
                       const struct scene_options *options, const struct scene_data *data)
{
    return qw_scene_build(out, state, demo, fraction, options, data->quake);
}

static int build_listener(const void *demo, const void *state, double fraction, struct scene *room,
                          const struct scene_options *options, const struct scene_data *data,
                          struct demo_listener *listener)
{
    return qw_scene_listen(room, state, demo, fraction, options, data->quake, listener);
}

const struct demo_family quakeworld_family = {
    .name = "quakeworld",
    .title = "QuakeWorld",
    .inspector = &quakeworld_inspector,
    .open = open_file,
    .close = free,
    .first_step = first_step,
    .scanner_size = sizeof(struct qw_scanner),
    .scanner_zeroed = sizeof(struct qw_scanner),
    .scan = qw_scan,
    .state_create = state_create,
    .state_destroy = state_destroy,
    .state_copy = state_copy,
    .state_size = state_size,
    .state_hash = state_hash,
    .apply = apply_block,
    .parse = parse_block,
    .players = list_players,
    .followed = find_followed,
    .body = find_body,
    .items = find_items,
    .base_dir = "qw",
    .game_dir = game_dir,
    .scene = build_scene,
    .listen = build_listener,
    .ambiences = QUAKE_AMBIENCES,
};

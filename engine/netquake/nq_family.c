#include "engine/netquake/nq_family.h"

/* NetQuake's part of the timeline: a step is a block. */
#include <stdlib.h>

#include "engine/netquake/nq_body.h"
#include "engine/netquake/nq_file.h"
#include "engine/netquake/nq_items.h"
#include "engine/netquake/nq_scan.h"
#include "engine/netquake/nq_scene.h"
#include "engine/netquake/nq_state.h"
#include "engine/quake/quake_sounds.h"

static int open_file(void **demo, const uint8_t *data, size_t size, int variant,
                     struct format_error *err)
{
    (void)variant;
    struct nq_file *file = calloc(1, sizeof(*file));
    *demo = NULL;
    if (!file) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    int status = dem_open(&file->dem, data, size, err);
    if (status < 0) {
        free(file);
        return status;
    }
    file->protocol = nq_detect_protocol(&file->dem);
    *demo = file;
    return 0;
}

static size_t first_step(const void *demo)
{
    const struct nq_file *file = demo;
    return file->dem.first_block;
}

static void *state_create(const void *demo)
{
    const struct nq_file *file = demo;
    struct nq_state *s = nq_state_create();
    if (s) { /* what the whole file had to be read for */
        s->protocol = file->protocol;
        s->protocol_known = 1;
    }
    return s;
}

static void state_destroy(void *state)
{
    nq_state_destroy(state);
}

static int state_copy(void **to, const void *from)
{
    struct nq_state *copy = *to;
    int status = nq_state_copy(&copy, from);
    *to = copy;
    return status;
}

static size_t state_size(const void *state)
{
    return nq_state_size(state);
}

static uint64_t state_hash(const void *state)
{
    return nq_state_hash(state);
}

static int apply_block(const void *demo, void **state, size_t *pos, uint32_t index,
                       struct demo_sounds *sounds, struct format_error *err)
{
    const struct nq_file *file = demo;
    struct nq_state *s = *state;
    struct dem_block block;
    (void)index;
    int status = dem_next_block(&file->dem, pos, &block, err);
    if (status <= 0) {
        return status < 0 ? status : format_fail(err, FORMAT_TRUNCATED, *pos, "the demo ends here");
    }
    status = nq_state_listen_block(&s, &file->dem, &block, sounds, err);
    *state = s;
    return status;
}

static void parse_block(const void *demo, const void *state, size_t *pos)
{
    const struct nq_file *file = demo;
    const struct nq_state *s = state;
    struct nq_protocol protocol = s->protocol;
    struct nq_message message;
    struct dem_block block;
    size_t at = 0;
    if (dem_next_block(&file->dem, pos, &block, NULL) <= 0) {
        return;
    }
    while (nq_message_decode(&protocol, block.messages, block.size, &at, &message, NULL) > 0) {
        nq_protocol_follow(&protocol, &message);
    }
}

static int build_scene(const void *demo, const void *state, double fraction, struct scene *out,
                       const struct scene_options *options, const struct scene_data *data)
{
    const struct nq_file *file = demo;
    return nq_scene_build(out, state, &file->dem, fraction, options, data->quake);
}

static int build_listener(const void *demo, const void *state, double fraction, struct scene *room,
                          const struct scene_options *options, const struct scene_data *data,
                          struct demo_listener *listener)
{
    const struct nq_file *file = demo;
    return nq_scene_listen(room, state, &file->dem, fraction, options, data->quake, listener);
}

static void find_body(const void *demo, const void *state, uint32_t follow, struct demo_body *body)
{
    const struct nq_file *file = demo;
    (void)follow; /* there is only the recorder's view */
    nq_body_find(state, &file->dem, body);
}

static void find_items(const void *demo, const void *state, struct demo_items *items)
{
    const struct nq_file *file = demo;
    nq_items_find(state, &file->dem, items);
}

/* None of a game of one. */
static uint32_t list_roster(const void *state, struct demo_player_info *list, uint32_t most)
{
    const struct nq_state *s = state;
    uint32_t count = 0;
    for (uint32_t i = 0; s->max_clients > 1 && i < s->arrays[NQ_PLAYERS].count; i++) {
        const struct nq_player *player = &nq_players(s)[i];
        if (player->name[0] == '\0') {
            continue;
        }
        if (count < most) {
            list[count] = (struct demo_player_info){.slot = i,
                                                    .name = player->name,
                                                    .team = "",
                                                    .frags = player->frags,
                                                    .recorder = i + 1 == s->view_entity};
        }
        count++;
    }
    return count;
}

static double clock_of(const void *state)
{
    return nq_state_server_time(state);
}

const struct demo_family netquake_family = {
    .name = "netquake",
    .title = "NetQuake",
    .inspector = &netquake_inspector,
    .open = open_file,
    .close = free,
    .first_step = first_step,
    .scanner_size = sizeof(struct nq_scanner),
    .scanner_zeroed = sizeof(struct nq_scanner),
    .scan = nq_scan,
    .state_create = state_create,
    .state_destroy = state_destroy,
    .state_copy = state_copy,
    .state_size = state_size,
    .state_hash = state_hash,
    .apply = apply_block,
    .parse = parse_block,
    .roster = list_roster,
    .body = find_body,
    .items = find_items,
    .clock = clock_of,
    .scene = build_scene,
    .listen = build_listener,
    .ambiences = QUAKE_AMBIENCES,
};

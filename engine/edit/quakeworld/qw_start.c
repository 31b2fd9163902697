#include "engine/edit/quakeworld/qw_start.h"

#include <stdlib.h>
#include <string.h>

#include "engine/edit/quakeworld/qw_known.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_clock.h"

/* Changed keys of an info string that are kept, the newest ones. */
enum { KEYS_MAX = 128 };

/* All but the commands, which outlive a level. */
static void forget_level(struct qw_known *known)
{
    edit_list_free(&known->infos);
    edit_list_free(&known->sounds);
    edit_list_free(&known->models);
    edit_list_free(&known->statics);
    edit_list_free(&known->static_sounds);
    edit_list_free(&known->baselines);
    for (int i = 0; i < QW_PLAYERS; i++) {
        edit_list_free(&known->players[i].infos);
    }
    memset(known, 0, offsetof(struct qw_known, commands));
}

void qw_start_free(struct qw_start *start)
{
    qw_state_destroy(start->state);
    if (start->known && !start->borrows) {
        forget_level(start->known);
        free(start->known);
    }
    *start = (struct qw_start){0};
}

/* The key of a setinfo or serverinfo message; both end with key and value. */
static const char *key_of(struct edit_bytes bytes)
{
    return (const char *)bytes.data + (bytes.data[0] == QW_SETINFO ? 2 : 1);
}

/* A key's newest value, behind all others: the order of the values does not matter. */
static int note_info(struct edit_list *list, struct edit_bytes bytes)
{
    size_t at = 0;
    while (at < list->count && strcmp(key_of(list->items[at]), key_of(bytes)) != 0) {
        at++;
    }
    at = at == KEYS_MAX ? 0 : at;
    if (at < list->count) {
        memmove(&list->items[at], &list->items[at + 1],
                (list->count - at - 1) * sizeof(list->items[0]));
        list->items[list->count - 1] = bytes;
        return 0;
    }
    return edit_list_append(list, bytes);
}

/* Servers send an empty baseline for numbers without one: a client begins with these. */
static int note_baseline(struct edit_list *list, size_t number, struct edit_bytes bytes)
{
    uint32_t at = 3; /* behind id and number */
    while (at < bytes.size && bytes.data[at] == 0) {
        at++;
    }
    if (number >= QW_MAX_ENTITIES || (at == bytes.size && number >= list->count)) {
        return 0;
    }
    return edit_list_put(list, number, bytes);
}

static int note_player(struct qw_known *known, const struct qw_message *m, struct edit_bytes bytes)
{
    if (bytes.size < 2) {
        return 0;
    }
    /* The simulator has refused numbers of other players. */
    struct qw_known_player *player = &known->players[bytes.data[1] % QW_PLAYERS];
    switch (m->id) {
    case QW_UPDATEFRAGS:
        player->frags = bytes;
        return 0;
    case QW_UPDATEPING:
        player->ping = bytes;
        return 0;
    case QW_UPDATEPL:
        player->loss = bytes;
        return 0;
    case QW_UPDATEENTERTIME:
        player->enter_time = bytes;
        return 0;
    case QW_UPDATEUSERINFO:
        player->userinfo = bytes;
        edit_list_free(&player->infos);
        return 0;
    case QW_SETINFO:
        return note_info(&player->infos, bytes);
    default:
        return 0;
    }
}

static void note_text(struct qw_known *known, const char *text, struct edit_bytes bytes)
{
    if (strncmp(text, "fullserverinfo ", 15) == 0) {
        known->serverinfo = bytes;
        edit_list_free(&known->infos);
    } else if (strncmp(text, "//vwep ", 7) == 0) {
        known->view_weapons = bytes;
    }
}

static void note_single(struct qw_known *known, const struct qw_message *m, struct edit_bytes bytes)
{
    switch (m->id) {
    case QW_STUFFTEXT:
        note_text(known, m->u.text, bytes);
        break;
    case QW_CDTRACK:
        known->cd_track = bytes;
        break;
    case QW_MAXSPEED:
        known->max_speed = bytes;
        break;
    case QW_ENTGRAVITY:
        known->gravity = bytes;
        break;
    case QW_LIGHTSTYLE:
        known->styles[m->u.lightstyle.style % QW_LIGHTSTYLES] = bytes;
        break;
    case QW_INTERMISSION:
        known->intermission = bytes;
        known->finale.size = 0;
        break;
    case QW_FINALE:
        known->finale = bytes;
        break;
    default:
        break;
    }
}

static int note_message(struct qw_known *known, const struct qw_message *m, struct edit_bytes bytes)
{
    note_single(known, m, bytes);
    switch (m->id) {
    case QW_SERVERINFO:
        return note_info(&known->infos, bytes);
    case QW_SOUNDLIST:
        return edit_list_append(&known->sounds, bytes);
    case QW_MODELLIST:
    case QW_MODELLISTSHORT:
        return edit_list_append(&known->models, bytes);
    case QW_SPAWNSTATIC:
    case QW_SPAWNSTATIC2:
        return edit_list_append(&known->statics, bytes);
    case QW_SPAWNSTATICSOUND:
        return edit_list_append(&known->static_sounds, bytes);
    case QW_SPAWNBASELINE:
        return note_baseline(&known->baselines, m->u.spawnbaseline.entity, bytes);
    case QW_SPAWNBASELINE2:
        return note_baseline(&known->baselines, m->u.entity.number, bytes);
    default:
        return note_player(known, m, bytes);
    }
}

static void begin_level(struct qw_start *start, size_t block, struct edit_bytes serverdata)
{
    const struct qw_state *s = start->state;
    forget_level(start->known);
    start->known->serverdata = serverdata;
    start->first_level = s->level_count <= 1;
    start->level = start->first_level ? 0 : block;
    start->level_outgoing = s->outgoing;
    start->level_incoming = s->incoming > 0 ? s->incoming - 1 : 0;
}

/* The messages of a block that was applied. protocol: before it. */
static int note_block(struct qw_start *start, const struct qw_block *block,
                      struct qw_protocol protocol)
{
    const struct qw_protocol before = protocol;
    struct qw_message m;
    size_t at = 0;
    int code = 0;
    while (code == 0 &&
           qw_message_decode(&protocol, block->messages, block->size, &at, &m, NULL) > 0) {
        const struct edit_bytes bytes = {block->messages + m.offset, m.size};
        if (m.id == QW_SERVERDATA) {
            begin_level(start, block->offset, bytes);
            start->protocol = before;
        } else {
            code = note_message(start->known, &m, bytes);
        }
        qw_protocol_follow(&protocol, &m);
    }
    return code;
}

static int read_block(struct qw_start *start, size_t *pos, struct format_error *err)
{
    struct qw_state **state = &start->state;
    const struct qw_protocol protocol = qw_state_protocol(*state);
    const uint32_t outgoing = (*state)->outgoing;
    struct qw_block block;
    size_t at = *pos;
    int code = qw_state_apply(state, start->demo, pos, start->index++, err);
    if (code < 0 || (code = qw_block_next(start->demo, &at, &block, err)) < 0) {
        return code;
    }
    if (start->demo->container == QW_CONTAINER_QWD && block.type == QWD_CMD) {
        start->known->commands[outgoing % QW_COMMANDS] = block.offset + 1;
    }
    return block.messages ? note_block(start, &block, protocol) : 0;
}

/* True if a level begins in the blocks at part..first. protocol: before them. */
static bool begins_level(const struct qw_demo *demo, size_t part, size_t first,
                         struct qw_protocol protocol)
{
    struct qw_message m;
    struct qw_block block;
    while (part <= first && qw_block_next(demo, &part, &block, NULL) > 0) {
        size_t at = 0;
        while (block.messages &&
               qw_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0) {
            if (m.id == QW_SERVERDATA) {
                return true;
            }
        }
    }
    return false;
}

/* Before the first block. */
static int begin(struct qw_start *start, const struct qw_demo *demo)
{
    *start = (struct qw_start){.demo = demo, .first_level = true};
    start->protocol.version = QW_PROTOCOL_LAST;
    start->protocol.is_mvd = demo->container == QW_CONTAINER_MVD;
    start->state = qw_state_create(demo);
    start->known = calloc(1, sizeof(struct qw_known));
    return start->state && start->known ? 0 : FORMAT_MEMORY;
}

int qw_start_read_to(struct qw_start *start, const struct qw_demo *demo, size_t end,
                     struct format_error *err)
{
    size_t pos = 0;
    int code = begin(start, demo);
    start->part = end;
    while (code == 0 && pos < end) {
        code = read_block(start, &pos, err);
    }
    start->entered = code == 0 && start->state->updates > 0;
    return code == FORMAT_MEMORY ? format_fail(err, code, pos, "out of memory") : code;
}

/* --- parts --------------------------------------------------------------------------------------
 */

struct qw_walk {
    struct qw_start read; /* up to `pos`; its part and entered do not count */
    size_t pos;           /* of the next block to read */
    int code;             /* negative: the block before pos cannot be read, */
    struct format_error err;
    struct { /* the search for parts */
        struct qw_clock clock;
        size_t pos, part; /* of the next block; of the first one behind the newest complete time */
    } search;
};

static int begin_reading(struct qw_walk *walk)
{
    const struct qw_demo *demo = walk->read.demo;
    qw_start_free(&walk->read);
    walk->pos = 0;
    walk->code = 0;
    return begin(&walk->read, demo);
}

struct qw_walk *qw_walk_create(const struct qw_demo *demo)
{
    struct qw_walk *walk = calloc(1, sizeof(*walk));
    if (walk && begin(&walk->read, demo) < 0) {
        qw_walk_free(walk);
        return NULL;
    }
    return walk;
}

void qw_walk_free(struct qw_walk *walk)
{
    if (walk) {
        qw_start_free(&walk->read);
        free(walk);
    }
}

/* The offset of the first of the blocks that share the time of the one at `first`. */
static size_t find_part(struct qw_walk *walk, size_t first)
{
    const struct qw_demo *demo = walk->read.demo;
    struct qw_block block;
    if (walk->search.pos > first) {
        memset(&walk->search, 0, sizeof(walk->search));
    }
    while (walk->search.pos < first) {
        if (qw_block_next(demo, &walk->search.pos, &block, NULL) <= 0) {
            return first;
        }
        qw_clock_advance(&walk->search.clock, demo, block.offset);
        if (qw_clock_ends(&walk->search.clock, demo, walk->search.pos)) {
            walk->search.part = walk->search.pos;
        }
    }
    return walk->search.part;
}

/* Reads the blocks in front of part, and if a level begins with the part, its serverdata.
 * *entered: the level is under way. Returns 0 or an error, which is in the walk. */
static int read_part(struct qw_walk *walk, size_t part, size_t first, bool *entered)
{
    struct qw_start *read = &walk->read;
    while (walk->code == 0 && walk->pos < part) {
        walk->code = read_block(read, &walk->pos, &walk->err);
    }
    *entered = read->state->updates > 0;
    if (walk->code == 0 && begins_level(read->demo, part, first, qw_state_protocol(read->state))) {
        const uint32_t before = read->state->level_count;
        *entered = false;
        while (walk->code == 0 && read->state->level_count == before) {
            walk->code = read_block(read, &walk->pos, &walk->err);
        }
    }
    return walk->code;
}

int qw_start_read(struct qw_start *start, struct qw_walk *walk, size_t first,
                  struct format_error *err)
{
    const size_t part = find_part(walk, first);
    struct qw_state *state = NULL;
    bool entered = false;
    *start = (struct qw_start){0};
    const bool is_whole = walk->read.state && walk->read.known;
    int code = walk->pos > part || !is_whole ? begin_reading(walk) : 0;
    if (code == 0 && (code = read_part(walk, part, first, &entered)) == 0) {
        code = qw_state_copy(&state, walk->read.state);
    }
    if (code == FORMAT_MEMORY) {
        return format_fail(err, code, walk->pos, "out of memory");
    }
    if (code < 0) {
        *err = walk->err;
        return code;
    }
    *start = walk->read;
    start->state = state;
    start->part = part;
    start->entered = entered;
    start->borrows = true;
    return 0;
}

size_t qw_start_command(const struct qw_start *start, uint32_t sequence, const uint8_t **block)
{
    const struct qw_sent_command *sent = &start->state->commands[sequence % QW_COMMANDS];
    const size_t at = start->known->commands[sequence % QW_COMMANDS];
    if (at == 0 || sent->sequence != sequence || !(sent->time > QW_NEVER)) {
        return 0;
    }
    *block = start->demo->data + at - 1;
    return QWD_BLOCK_HEADER + QWD_CMD_SIZE;
}

int qw_cut_once(const struct qw_demo *demo, const struct edit_range *range, qw_walk_cut_fn *cut,
                struct byte_writer *out, struct edit_report *report, struct format_error *err)
{
    struct qw_walk *walk = range ? qw_walk_create(demo) : NULL;
    if (range && !walk) {
        *report = (struct edit_report){0};
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    const int code = cut(demo, walk, range, out, report, err);
    qw_walk_free(walk);
    return code;
}

#include "engine/edit/quakeworld/qw_start.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/edit_list.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_clock.h"
#include "engine/quakeworld/qw_state.h"

enum {
    PACKET_LIMIT = 1442, /* messages of a packet that QuakeWorld's client reads: 1450 with header */
    KEYS_MAX = 128,      /* changed keys of an info string that are kept, the newest ones */
    SPAWN_TEXT = 40
};

/* When a player came is told in these parts of a second: so a part of a part says the same. */
#define ENTER_TIME_STEPS 64.0

struct known_player {
    struct edit_bytes frags, ping, loss, enter_time, userinfo;
    struct edit_list infos; /* keys changed since the userinfo */
};

struct qw_known {
    struct edit_bytes serverdata, cd_track, serverinfo, view_weapons, max_speed, gravity;
    struct edit_bytes intermission, finale;
    struct edit_list infos; /* keys changed since the serverinfo */
    struct edit_list sounds, models, statics, static_sounds;
    struct edit_list baselines; /* by entity number */
    struct edit_bytes styles[QW_LIGHTSTYLES];
    struct known_player players[QW_PLAYERS];
    size_t commands[QW_COMMANDS]; /* .qwd: offset + 1 of dem_cmd blocks, by sequence number */
};

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
    if (start->known) {
        forget_level(start->known);
        free(start->known);
    }
    *start = (struct qw_start){0};
}

/* --- reading ------------------------------------------------------------------------------------
 */

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
    struct known_player *player = &known->players[bytes.data[1] % QW_PLAYERS];
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

/* The offset of the first of the blocks that share the time of the one at `first`. */
static size_t find_part(const struct qw_demo *demo, size_t first)
{
    struct qw_clock clock = {0};
    struct qw_block block;
    size_t pos = 0, part = 0;
    while (pos < first) {
        if (qw_block_next(demo, &pos, &block, NULL) <= 0) {
            return first;
        }
        qw_clock_advance(&clock, demo, block.offset);
        part = qw_clock_ends(&clock, demo, pos) ? pos : part;
    }
    return part;
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

int qw_start_read(struct qw_start *start, const struct qw_demo *demo, size_t first,
                  struct format_error *err)
{
    size_t pos = 0;
    int code = 0;
    *start = (struct qw_start){.demo = demo, .first_level = true, .part = find_part(demo, first)};
    start->protocol.version = QW_PROTOCOL_LAST;
    start->protocol.is_mvd = demo->container == QW_CONTAINER_MVD;
    start->state = qw_state_create(demo);
    start->known = calloc(1, sizeof(struct qw_known));
    if (!start->state || !start->known) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    while (code == 0 && pos < start->part) {
        code = read_block(start, &pos, err);
    }
    start->entered = start->state->updates > 0;
    if (code == 0 && begins_level(demo, start->part, first, qw_state_protocol(start->state))) {
        const uint32_t before = start->state->level_count;
        start->entered = false;
        while (code == 0 && start->state->level_count == before) {
            code = read_block(start, &pos, err);
        }
    }
    return code == FORMAT_MEMORY ? format_fail(err, code, pos, "out of memory") : code;
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

/* --- writing ------------------------------------------------------------------------------------
 */

struct packet_writer {
    const struct qw_start *start;
    const struct qw_start_output *output;
    struct qw_protocol protocol;
    double clock, time;
    struct byte_writer packet;
};

static void send_packet(struct packet_writer *w, enum qw_start_audience audience, uint8_t player)
{
    if (w->packet.size > 0) {
        w->output->packet(w->output->context, audience, player, &w->packet);
    }
    w->packet.size = 0;
}

static void end_packet(struct packet_writer *w)
{
    send_packet(w, QW_START_ALL, 0);
}

static void add_bytes(struct packet_writer *w, struct edit_bytes bytes)
{
    if (w->packet.size + bytes.size > PACKET_LIMIT) {
        end_packet(w);
    }
    byte_writer_bytes(&w->packet, bytes.data, bytes.size);
}

static void add_list(struct packet_writer *w, const struct edit_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        add_bytes(w, list->items[i]);
    }
}

static void add_message(struct packet_writer *w, const struct qw_message *message)
{
    const size_t before = w->packet.size;
    qw_message_encode(&w->protocol, message, &w->packet);
    if (w->packet.size > PACKET_LIMIT && before > 0) {
        w->packet.size = before;
        end_packet(w);
        qw_message_encode(&w->protocol, message, &w->packet);
    }
}

static void add_text(struct packet_writer *w, const char *text)
{
    if (text[0] != '\0') {
        add_message(w, &(struct qw_message){.id = QW_STUFFTEXT, .u.text = text});
    }
}

/* A .mvd has the server's time in its serverdata. */
static void add_serverdata(struct packet_writer *w)
{
    const struct qw_known *known = w->start->known;
    struct qw_message m;
    size_t at = 0;
    if (w->protocol.is_mvd && qw_message_decode(&w->start->protocol, known->serverdata.data,
                                                known->serverdata.size, &at, &m, NULL) > 0) {
        m.u.serverdata.demo_time = (float)w->time;
        add_message(w, &m);
    } else {
        add_bytes(w, known->serverdata);
    }
    add_bytes(w, known->cd_track);
    add_bytes(w, known->serverinfo);
    add_list(w, &known->infos);
    end_packet(w);
}

static void add_level(struct packet_writer *w)
{
    const struct qw_known *known = w->start->known;
    char text[SPAWN_TEXT];
    add_list(w, &known->sounds);
    end_packet(w);
    add_bytes(w, known->view_weapons);
    add_list(w, &known->models);
    end_packet(w);
    add_list(w, &known->statics);
    add_list(w, &known->static_sounds);
    add_list(w, &known->baselines);
    end_packet(w);
    snprintf(text, sizeof(text), "cmd spawn %ld 0\n", (long)(int32_t)w->start->state->server_count);
    add_text(w, text);
    end_packet(w);
}

/* The message has how long ago a player came. */
static void add_enter_time(struct packet_writer *w, uint8_t slot)
{
    const double ago = w->clock - w->start->state->players[slot].enter_time;
    const double entered = floor((w->time - ago) * ENTER_TIME_STEPS + 0.5) / ENTER_TIME_STEPS;
    struct qw_message m = {.id = QW_UPDATEENTERTIME};
    m.u.updateentertime.player = slot;
    m.u.updateentertime.time = (float)(w->time - entered);
    add_message(w, &m);
}

static void add_players(struct packet_writer *w)
{
    for (int i = 0; i < QW_PLAYERS; i++) {
        const struct known_player *player = &w->start->known->players[i];
        add_bytes(w, player->frags);
        add_bytes(w, player->ping);
        add_bytes(w, player->loss);
        if (player->enter_time.size > 0) {
            add_enter_time(w, (uint8_t)i);
        }
        add_bytes(w, player->userinfo);
        add_list(w, &player->infos);
    }
    end_packet(w);
}

static void add_stat(struct packet_writer *w, uint8_t stat, int32_t value)
{
    struct qw_message m = {.id = value >= 0 && value <= UINT8_MAX ? QW_UPDATESTAT
                                                                  : QW_UPDATESTATLONG};
    m.u.updatestat.stat = stat;
    m.u.updatestat.value = value;
    if (value != 0) {
        add_message(w, &m);
    }
}

/* The server's clock comes last: with it the match's begin has to be known. */
static void add_stats(struct packet_writer *w, const struct qw_player *player)
{
    for (int i = 0; i < QW_STATS; i++) {
        if (i != QW_STAT_SERVER_TIME) {
            add_stat(w, (uint8_t)i, player->view.stats[i]);
        }
    }
    add_stat(w, QW_STAT_SERVER_TIME, player->view.stats[QW_STAT_SERVER_TIME]);
}

static void add_all_stats(struct packet_writer *w)
{
    const struct qw_state *s = w->start->state;
    if (s->recorder < QW_PLAYERS) {
        add_stats(w, &s->players[s->recorder]);
    }
    for (int i = 0; s->is_mvd && i < QW_PLAYERS; i++) {
        end_packet(w);
        add_stats(w, &s->players[i]);
        send_packet(w, QW_START_STATS, (uint8_t)i);
    }
}

static void add_orders(struct packet_writer *w)
{
    const struct qw_state *s = w->start->state;
    char text[QUAKE_ORDERS_TEXT];
    if (!s->is_mvd) {
        quake_orders_write(&s->orders[0], text);
        add_text(w, text);
        return;
    }
    end_packet(w);
    for (int i = 0; i < QW_PLAYERS; i++) {
        quake_orders_write(&s->orders[i], text);
        add_text(w, text);
        send_packet(w, QW_START_ONE, (uint8_t)i);
    }
}

static void add_changes(struct packet_writer *w)
{
    const struct qw_known *known = w->start->known;
    for (int i = 0; i < QW_LIGHTSTYLES; i++) {
        add_bytes(w, known->styles[i]);
    }
    add_all_stats(w);
    add_bytes(w, known->max_speed);
    add_bytes(w, known->gravity);
    if (w->start->state->paused) {
        add_message(w, &(struct qw_message){.id = QW_SETPAUSE, .u.setpause = 1});
    }
    add_bytes(w, known->intermission);
    add_bytes(w, known->finale);
    add_orders(w);
    add_text(w, "skins\n");
    end_packet(w);
}

static int end_writing(struct packet_writer *w)
{
    const int code = w->packet.failed ? FORMAT_MEMORY : 0;
    byte_writer_free(&w->packet);
    return code;
}

int qw_start_write(const struct qw_start *start, double clock, double time,
                   const struct qw_start_output *output)
{
    struct packet_writer w = {.start = start,
                              .output = output,
                              .protocol = qw_state_protocol(start->state),
                              .clock = clock,
                              .time = time};
    add_serverdata(&w);
    add_level(&w);
    add_players(&w);
    add_changes(&w);
    return end_writing(&w);
}

int qw_start_write_orders(const struct qw_start *start, const struct qw_start_output *output)
{
    struct packet_writer w = {
        .start = start, .output = output, .protocol = qw_state_protocol(start->state)};
    add_orders(&w);
    end_packet(&w);
    return end_writing(&w);
}

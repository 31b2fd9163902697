#include "engine/quake3/q3_dump.h"

#include <inttypes.h>

#include "engine/quake3/q3_reader.h"
#include "formats/base/json.h"
#include "formats/quake3/q3_hash.h"

const char *q3_message_name(uint8_t id)
{
    static const char *const names[] = {
        [Q3_BAD] = "bad",
        [Q3_NOP] = "nop",
        [Q3_GAMESTATE] = "gamestate",
        [Q3_CONFIGSTRING] = "configstring",
        [Q3_BASELINE] = "baseline",
        [Q3_SERVER_COMMAND] = "servercommand",
        [Q3_DOWNLOAD] = "download",
        [Q3_SNAPSHOT] = "snapshot",
        [Q3_EOF] = "eof",
        [Q3_VOIP_SPEEX] = "voip_speex",
        [Q3_VOIP_OPUS] = "voip_opus",
    };
    return id < sizeof(names) / sizeof(names[0]) ? names[id] : "?";
}

/* --- fields -------------------------------------------------------------------------------------
 */

static void dump_values(struct json_writer *json, const struct q3_field *fields, uint32_t count,
                        const char *const *names, const int32_t *values)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct q3_field *f = &fields[i];
        if (f->bits == 0) {
            json_float(json, names[f->slot], q3_float(values[f->slot]));
        } else {
            json_integer(json, names[f->slot], values[f->slot]);
        }
    }
}

static void dump_array(struct json_writer *json, const char *key, const int32_t *values)
{
    json_begin_array(json, key);
    for (int i = 0; i < Q3_ARRAY; i++) {
        json_integer(json, NULL, values[i]);
    }
    json_end_array(json);
}

static void dump_player(struct json_writer *json, const struct q3_protocol *protocol,
                        const struct q3_player_state *player)
{
    json_begin_object(json, "playerState");
    dump_values(json, protocol->player, protocol->player_count, q3_player_names, player->fields);
    dump_array(json, "stats", player->stats);
    dump_array(json, "persistant", player->persistant);
    dump_array(json, "ammo", player->ammo);
    dump_array(json, "powerups", player->powerups);
    json_end_object(json);
}

static void dump_entity(struct json_writer *json, const struct q3_protocol *protocol,
                        const struct q3_entity_state *entity, uint32_t number)
{
    json_begin_object(json, NULL);
    json_integer(json, "number", number);
    dump_values(json, protocol->entity, protocol->entity_count, q3_entity_names, entity->fields);
    json_end_object(json);
}

static void dump_areas(struct json_writer *json, const struct q3_snapshot *s)
{
    json_begin_array(json, "areamask");
    for (int i = 0; i < s->area_size; i++) {
        json_integer(json, NULL, s->areas[i]);
    }
    json_end_array(json);
}

static void dump_head(struct json_writer *json, const struct q3_protocol *protocol,
                      const struct q3_snapshot *s)
{
    json_integer(json, "serverTime", s->server_time);
    json_integer(json, "delta", s->delta);
    json_integer(json, "flags", s->flags);
    json_integer(json, "serverCommand", s->server_command);
    if (protocol->command_time) {
        json_integer(json, "clientCommand", s->client_command);
    }
    dump_areas(json, s);
}

/* --- lines --------------------------------------------------------------------------------------
 */

struct dumper {
    FILE *out;
    struct q3_reader *reader;
    uint32_t snapshots; /* so far */
};

static void dump_gamestate(struct json_writer *json, const struct q3_reader *r)
{
    const struct q3_gamestate *g = &r->gamestate;
    json_integer(json, "serverCommand", g->server_command);
    json_integer(json, "client", g->client);
    json_integer(json, "checksumFeed", g->checksum_feed);
    json_begin_object(json, "configstrings");
    for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS; i++) {
        if (g->offsets[i] != 0) {
            char number[12];
            snprintf(number, sizeof(number), "%lu", (unsigned long)i);
            json_string(json, number, q3_gamestate_string(g, i));
        }
    }
    json_end_object(json);
    json_begin_array(json, "baselines");
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        if (r->frames.baselines[i] != 0) {
            dump_entity(json, r->protocol, q3_frames_baseline(&r->frames, i), i);
        }
    }
    json_end_array(json);
}

static void dump_message(struct dumper *d, const struct q3_message *m)
{
    const struct q3_reader *r = d->reader;
    struct json_writer json = {.out = d->out};
    json_begin_object(&json, NULL);
    json_integer(&json, "block", (int64_t)r->blocks);
    json_integer(&json, "offset", (int64_t)r->block.offset);
    json_string(&json, "name", q3_message_name((uint8_t)m->id));
    json_integer(&json, "id", m->id);
    json_integer(&json, "sequence", r->block.sequence);
    switch (m->id) {
    case Q3_GAMESTATE:
        dump_gamestate(&json, r);
        break;
    case Q3_SERVER_COMMAND:
        json_integer(&json, "command", m->u.command.sequence);
        json_bool(&json, "repeated", m->u.command.repeated);
        json_string(&json, "text", m->u.command.text);
        break;
    case Q3_SNAPSHOT:
        json_bool(&json, "dropped", !m->u.snapshot);
        if (m->u.snapshot) {
            json_integer(&json, "index", d->snapshots - 1);
            dump_head(&json, r->protocol, m->u.snapshot);
            json_integer(&json, "entities", m->u.snapshot->count);
        }
        break;
    case Q3_DOWNLOAD:
        json_integer(&json, "part", m->u.download.block);
        json_integer(&json, "size", m->u.download.size);
        break;
    case Q3_VOIP_SPEEX:
    case Q3_VOIP_OPUS:
        json_integer(&json, "sender", m->u.voip.sender);
        json_integer(&json, "size", m->u.voip.size);
        break;
    default:
        break;
    }
    json_end_object(&json);
    putc('\n', d->out);
}

static void dump_snapshot(struct dumper *d, const struct q3_message *m)
{
    const struct q3_reader *r = d->reader;
    const struct q3_snapshot *s = m->u.snapshot;
    if (m->id != Q3_SNAPSHOT || !s) {
        return;
    }
    struct json_writer json = {.out = d->out};
    json_begin_object(&json, NULL);
    json_integer(&json, "index", d->snapshots - 1);
    json_integer(&json, "sequence", s->sequence);
    dump_head(&json, r->protocol, s);
    dump_player(&json, r->protocol, &s->player);
    json_begin_array(&json, "entities");
    for (uint32_t i = 0; i < s->count; i++) {
        dump_entity(&json, r->protocol, q3_frames_entity(&r->frames, s, i), s->numbers[i]);
    }
    json_end_array(&json);
    json_end_object(&json);
    putc('\n', d->out);
}

static void dump_hashes(struct dumper *d, const struct q3_message *m)
{
    const struct q3_reader *r = d->reader;
    const struct q3_snapshot *s = m->u.snapshot;
    if (m->id == Q3_SNAPSHOT && s) {
        fprintf(d->out, "%lu %ld %ld %016" PRIx64 " %016" PRIx64 "\n",
                (unsigned long)d->snapshots - 1, (long)s->sequence, (long)s->server_time,
                q3_hash_player(r->protocol, &s->player),
                q3_hash_entities(r->protocol, &r->frames, s));
    }
}

static int dump_demo(FILE *out, const uint8_t *data, size_t size, int protocol,
                     void (*line)(struct dumper *d, const struct q3_message *m),
                     struct format_error *err)
{
    struct dumper d = {.out = out, .reader = q3_reader_create(protocol, data, size)};
    struct q3_message message;
    int code;
    if (!d.reader) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    while ((code = q3_reader_block(d.reader, err)) > 0) {
        while ((code = q3_reader_next(d.reader, &message, err)) > 0) {
            d.snapshots += message.id == Q3_SNAPSHOT && message.u.snapshot;
            line(&d, &message);
        }
        if (code < 0 || ferror(out)) {
            break;
        }
    }
    q3_reader_free(d.reader);
    return code;
}

int q3_dump_messages(FILE *out, const uint8_t *data, size_t size, int protocol,
                     struct format_error *err)
{
    return dump_demo(out, data, size, protocol, dump_message, err);
}

int q3_dump_snapshots(FILE *out, const uint8_t *data, size_t size, int protocol,
                      struct format_error *err)
{
    return dump_demo(out, data, size, protocol, dump_snapshot, err);
}

int q3_dump_hashes(FILE *out, const uint8_t *data, size_t size, int protocol,
                   struct format_error *err)
{
    return dump_demo(out, data, size, protocol, dump_hashes, err);
}

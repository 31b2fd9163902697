/* Checks of Quake III demos. Sources: those of validate_limits.h. */
#include <string.h>

#include "engine/edit/validate/validate_limits.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_reader.h"
#include "engine/quake3/q3_trajectory.h"

/* Demos of these numbers have one layout; the engine takes the number it is told to. */
enum { PROTOCOL_FIRST = 66, PROTOCOL_LAST = 71 };

struct checker {
    struct validate_check *check;
    struct q3_reader *reader;
    bool in_level; /* a gamestate was read; then the newest snapshot's: */
    bool any;
    int32_t sequence, server_time;
    bool shown; /* any level */
};

/* As the client stores them: each with its NUL, behind an empty one. */
static int64_t configstring_bytes(const struct q3_gamestate *gamestate)
{
    int64_t bytes = 1;
    for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS; i++) {
        const size_t length = strlen(q3_gamestate_string(gamestate, i));
        bytes += length > 0 ? (int64_t)length + 1 : 0;
    }
    return bytes;
}

static void check_snapshot(struct checker *c, const struct q3_snapshot *snapshot, size_t offset)
{
    if (!snapshot) {
        (void)validate_limit(c->check, RULE_DELTA_BASE, offset, 1);
        return;
    }
    if (!c->any && (snapshot->flags & Q3_SNAP_NOT_ACTIVE)) { /* the client waits for another one */
        return;
    }
    if (c->any) {
        (void)validate_limit(c->check, RULE_SEQUENCE, offset, snapshot->sequence < c->sequence);
        (void)validate_limit(c->check, RULE_TIME, offset, snapshot->server_time < c->server_time);
    }
    c->any = true;
    c->shown = c->shown || c->in_level;
    c->sequence = snapshot->sequence;
    c->server_time = snapshot->server_time;
}

static void check_message(struct checker *c, const struct q3_message *m, size_t offset)
{
    if (m->id == Q3_GAMESTATE) {
        c->in_level = true;
        c->any = false;
    } else if (m->id == Q3_SNAPSHOT) {
        check_snapshot(c, m->u.snapshot, offset);
    }
    if (m->id == Q3_GAMESTATE || c->reader->set >= 0) {
        (void)validate_limit(c->check, RULE_CONFIGSTRINGS, offset,
                             configstring_bytes(&c->reader->gamestate));
    }
}

static void check_block(struct checker *c)
{
    const size_t offset = c->reader->block.offset;
    struct q3_message message;
    int code;
    (void)validate_limit(c->check, RULE_BLOCK_SIZE, offset, c->reader->block.size);
    while ((code = q3_reader_next(c->reader, &message, NULL)) > 0) {
        check_message(c, &message, offset);
    }
    (void)validate_limit(c->check, RULE_BAD_MESSAGE, offset, code < 0);
}

/* What is at pos is no message, nor the end mark. */
static void check_rest(struct checker *c, size_t pos)
{
    const struct q3_reader *reader = c->reader;
    const bool sized = reader->size - pos >= DM3_BLOCK_HEADER;
    const uint32_t size = sized ? bytes_u32(reader->data + pos + sizeof(uint32_t)) : 1;
    if (pos >= reader->size) {
        (void)validate_limit(c->check, RULE_NO_END, pos, 1);
    } else if (!validate_limit(c->check, RULE_EMPTY_BLOCK, pos, size == 0) &&
               !validate_limit(c->check, RULE_BLOCK_SIZE, pos, size)) {
        (void)validate_limit(c->check, RULE_TORN_BLOCK, pos, 1);
    }
}

static void check_blocks(struct checker *c)
{
    int code;
    size_t pos = 0;
    bool passed = false; /* an end mark */
    while (!passed && (code = q3_reader_block(c->reader, NULL)) > 0) {
        passed = validate_limit(c->check, RULE_AFTER_END, pos, c->reader->block.offset > pos);
        if (!passed) {
            check_block(c);
            pos = c->reader->pos;
            c->check->block++;
        }
    }
    if (!passed && code < 0) {
        check_rest(c, pos);
    }
    (void)validate_limit(c->check, RULE_NO_LEVEL, 0, !c->shown);
}

int validate_quake3(struct validate_check *check, const struct demo *demo, struct format_error *err)
{
    const struct q3_file *file = demo->file;
    const int protocol = file->protocol->number;
    struct checker c = {.check = check};
    if (validate_limit(check, RULE_PROTOCOL, 0,
                       protocol < PROTOCOL_FIRST || protocol > PROTOCOL_LAST)) {
        return 0;
    }
    c.reader = q3_reader_create(protocol, file->data, file->size);
    if (!c.reader) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    check_blocks(&c);
    q3_reader_free(c.reader);
    return 0;
}

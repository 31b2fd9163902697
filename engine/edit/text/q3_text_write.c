/* Quake III demos written as text. */
#include <stdlib.h>
#include <string.h>

#include "engine/edit/text/q3_text.h"
#include "engine/edit/text/text_writer.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_reader.h"
#include "formats/quake3/q3_command.h"

enum { ENTITY_BITS = 10, MODELS = 256, STRING_BYTES = Q3_MAX_CONFIGSTRING, NO_FIELD = 64 };

/* Entity fields whose numbers have names. */
struct named_fields {
    uint32_t type, model, model2, sound, event, event_parm; /* of the wire */
};

struct q3_writing {
    struct text_writing w;
    const struct q3_file *file;
    const struct q3_game *game;
    struct q3_text text; /* what a reader of the text makes */
    struct q3_bits bits; /* being read */
    size_t message_end;  /* bit of the last command's end */
    struct named_fields named;
    int32_t first_time; /* of the level's first snapshot, ms */
    bool has_time;
    uint8_t types[Q3_MAX_ENTITIES], baseline_types[Q3_MAX_ENTITIES];
    struct q3_words words;
    struct q3_gamestate strings; /* configstrings as they are now */
    char string[STRING_BYTES];
};

static void write_number(struct q3_writing *q, const char *name, int64_t value)
{
    text_write(&q->w.out, name);
    text_write_integer(&q->w.out, value);
}

/* --- names in comments -------------------------------------------------------------------------
 */

static uint32_t find_field(const struct q3_protocol *protocol, uint8_t slot)
{
    for (uint32_t i = 0; i < protocol->entity_count; i++) {
        if (protocol->entity[i].slot == slot) {
            return i;
        }
    }
    return NO_FIELD;
}

static void write_name(struct q3_writing *q, uint32_t index)
{
    const char *name = q3_gamestate_string(&q->strings, index);
    if (*name != '\0') {
        text_write(&q->w.out, " ");
        text_write_comment(&q->w.out, name);
    }
}

static bool is_sent(const struct q3_wire_fields *fields, uint32_t i)
{
    return i < NO_FIELD && (fields->sent >> i & 1) && fields->values[i] > 0;
}

/* The parameter of this event, or of this event entity, is the number of a sound. */
static bool is_sound_event(const struct q3_writing *q, int32_t event)
{
    event &= ~Q3_EVENT_BITS;
    return event != 0 && (event == q->game->sound || event == q->game->sound_for_all);
}

/* type: entity type before and after; of an entity whose base is not known exactly, the likely one.
 */
static void write_names(struct q3_writing *q, const struct q3_wire_fields *fields, uint8_t *type)
{
    const struct named_fields *named = &q->named;
    if (fields->sent >> named->type & 1) {
        *type = (uint8_t)fields->values[named->type];
    }
    if (*type == Q3_ET_GENERAL && is_sent(fields, named->model)) {
        write_name(q, q->game->models + (uint32_t)fields->values[named->model]);
    }
    if (*type == Q3_ET_MOVER && is_sent(fields, named->model2)) {
        write_name(q, q->game->models + (uint32_t)fields->values[named->model2]);
    }
    if (is_sent(fields, named->sound)) {
        write_name(q, q->game->models + MODELS + (uint32_t)fields->values[named->sound]);
    }
    const int32_t event = is_sent(fields, named->event)   ? fields->values[named->event]
                          : *type > q->game->event_entity ? *type - q->game->event_entity
                                                          : 0;
    if (is_sound_event(q, event) && is_sent(fields, named->event_parm)) {
        write_name(q, q->game->models + MODELS + (uint32_t)fields->values[named->event_parm]);
    }
}

/* --- commands ----------------------------------------------------------------------------------
 */

static int fail_block(struct format_error *err, const char *what)
{
    return format_fail(err, FORMAT_BAD, 0, "%s", what);
}

static int read_string(struct q3_writing *q, size_t capacity, struct format_error *err)
{
    return q3_bits_exact_string(&q->bits, q->string, capacity)
               ? 0
               : fail_block(err, "a string has no end, or is longer than any may be");
}

static void write_string(struct q3_writing *q)
{
    text_write(&q->w.out, " ");
    text_write_string(&q->w.out, q->string, strlen(q->string));
}

static void write_last(struct q3_writing *q, const struct q3_wire_fields *fields, bool needed)
{
    if (needed || fields->last > q3_wire_last(fields->sent)) {
        write_number(q, " last ", fields->last);
    }
}

/* Fields of an entity, behind its number. */
static int write_entity(struct q3_writing *q, enum q3_change change, uint8_t *type,
                        struct format_error *err)
{
    struct q3_wire_fields fields;
    if (change != Q3_CHANGE_FIELDS) {
        text_write(&q->w.out, change == Q3_CHANGE_REMOVED ? " remove" : "");
        return 0;
    }
    const int code = q3_wire_read_entity(&q->bits, q->text.protocol, &fields, err);
    if (code == 0) {
        q3_text_write_fields(&q->w.out, &q->text.entity, &fields);
        write_last(q, &fields, fields.sent == 0);
        write_names(q, &fields, type);
    }
    return code;
}

static int write_command(struct q3_writing *q, struct format_error *err)
{
    write_number(q, "command ", (int32_t)q3_bits_read(&q->bits, 32));
    const int code =
        read_string(q, q->text.protocol->utf8 ? Q3_COMMAND_BYTES : Q3_MAX_COMMAND, err);
    if (code < 0) {
        return code;
    }
    write_string(q);
    if (memcmp(q->string, "cs ", 3) == 0) {
        q3_words_split(&q->words, q->string);
        (void)q3_gamestate_set(&q->strings, (uint32_t)q3_word_number(&q->words, 1),
                               q3_word(&q->words, 2));
    }
    return 0;
}

static int write_configstring(struct q3_writing *q, struct format_error *err)
{
    const uint32_t index = q3_bits_read(&q->bits, 16);
    if (index >= Q3_MAX_CONFIGSTRINGS) {
        return fail_block(err, "the number of a configstring is out of range");
    }
    const int code = read_string(q, Q3_MAX_CONFIGSTRING, err);
    if (code == 0) {
        write_number(q, "\n  cs ", index);
        write_string(q);
        (void)q3_gamestate_set(&q->strings, index, q->string);
    }
    return code;
}

static int write_baseline(struct q3_writing *q, struct format_error *err)
{
    const uint32_t number = q3_bits_read(&q->bits, ENTITY_BITS);
    q3_bits_refill(&q->bits);
    const enum q3_change change = q3_delta_change(&q->bits);
    write_number(q, "\n  baseline ", number);
    const int code = write_entity(q, change, &q->baseline_types[number], err);
    q->types[number] = q->baseline_types[number];
    return code;
}

static int write_gamestate(struct q3_writing *q, struct format_error *err)
{
    const bool plain = q->text.protocol->masks;
    struct byte_writer *out = &q->w.out;
    q3_gamestate_reset(&q->strings);
    memset(q->baseline_types, 0, sizeof(q->baseline_types));
    q->has_time = false;
    write_number(q, "gamestate ", (int32_t)q3_bits_read(&q->bits, 32));
    const size_t head = out->size;
    for (;;) {
        const uint32_t id = q3_bits_read(&q->bits, 8);
        int code = 0;
        if (q3_bits_overrun(&q->bits)) {
            return fail_block(err, "the message exceeds its block");
        }
        if (id == Q3_EOF || (id == Q3_BAD && plain)) {
            break;
        } else if (id == Q3_CONFIGSTRING) {
            code = write_configstring(q, err);
        } else if (id == Q3_BASELINE) {
            code = write_baseline(q, err);
        } else {
            return fail_block(err, "an unknown command in a gamestate");
        }
        if (code < 0) {
            return code;
        }
    }
    if (plain) {
        return 0;
    }
    /* These stand in front of the lists, and are sent behind them. */
    const size_t size = out->size - head;
    const int32_t client = (int32_t)q3_bits_read(&q->bits, 32);
    q->w.bytes.size = 0;
    byte_writer_bytes(&q->w.bytes, out->data + head, size);
    out->size = head;
    write_number(q, " client ", client);
    write_number(q, " checksum ", (int32_t)q3_bits_read(&q->bits, 32));
    byte_writer_bytes(out, q->w.bytes.data, size);
    return out->failed || q->w.bytes.failed ? FORMAT_MEMORY : 0;
}

static int write_player(struct q3_writing *q, struct format_error *err)
{
    struct byte_writer *out = &q->w.out;
    struct q3_wire_fields fields;
    struct q3_wire_arrays arrays;
    const int code = q3_wire_read_player(&q->bits, q->text.protocol, &fields, &arrays, err);
    if (code < 0) {
        return code;
    }
    const size_t start = out->size;
    text_write(out, "\n  player");
    const size_t name = out->size;
    q3_text_write_fields(out, &q->text.player, &fields);
    write_last(q, &fields, false);
    for (int i = 0; i < Q3_WIRE_ARRAYS; i++) {
        if (arrays.sent[i] != 0) {
            text_write(out, " ");
            text_write(out, q3_array_names[i]);
        }
        for (uint32_t mask = arrays.sent[i]; mask != 0; mask &= mask - 1) {
            const int index = __builtin_ctz(mask);
            write_number(q, " ", index);
            write_number(q, ":", arrays.values[i][index]);
        }
    }
    out->size = out->size == name ? start : out->size;
    return 0;
}

static int write_entities(struct q3_writing *q, struct format_error *err)
{
    struct q3_bits *b = &q->bits;
    int64_t last = -1;
    for (;;) {
        const uint32_t number = q3_bits_read(b, ENTITY_BITS);
        if (q3_bits_overrun(b)) {
            return fail_block(err, "the message exceeds its block");
        }
        if (number == Q3_ENTITY_NONE) {
            return 0;
        }
        if (number <= last) {
            return fail_block(err, "the numbers of entities do not ascend");
        }
        last = number;
        q3_bits_refill(b);
        const enum q3_change change = q3_delta_change(b);
        write_number(q, "\n  ent ", number);
        if (change == Q3_CHANGE_REMOVED) {
            q->types[number] = q->baseline_types[number];
        }
        const int code = write_entity(q, change, &q->types[number], err);
        if (code < 0) {
            return code;
        }
    }
}

/* Time since the level's first snapshot, as a comment. */
static void write_time(struct q3_writing *q, int32_t time)
{
    if (!q->has_time) {
        q->first_time = time;
        q->has_time = true;
    }
    if (q->w.options->numbers) {
        const int64_t ms = (int64_t)time - q->first_time;
        text_write(&q->w.out, ms < 0 ? " // -" : " // ");
        if (byte_writer_reserve(&q->w.out, DECIMAL_MAX)) {
            q->w.out.size += decimal_write_rounded((char *)q->w.out.data + q->w.out.size,
                                                   (double)(ms < 0 ? -ms : ms) / 1000, 3);
        }
        text_write(&q->w.out, " s");
    }
}

static int write_snapshot(struct q3_writing *q, int32_t sequence, struct format_error *err)
{
    struct q3_bits *b = &q->bits;
    uint8_t areas[Q3_MAX_AREA_BYTES];
    const int32_t command = q->text.protocol->command_time ? (int32_t)q3_bits_read(b, 32) : 0;
    const int32_t time = (int32_t)q3_bits_read(b, 32);
    const uint32_t delta = q3_bits_read(b, 8);
    const uint32_t flags = q3_bits_read(b, 8);
    const uint32_t num_areas = q3_bits_read(b, 8);
    if (num_areas > Q3_MAX_AREA_BYTES) {
        return format_fail(err, FORMAT_BAD, 0, "an area mask of %lu bytes (at most %d)",
                           (unsigned long)num_areas, Q3_MAX_AREA_BYTES);
    }
    write_number(q, "snapshot ", time);
    if (command != 0) {
        write_number(q, " command ", command);
    }
    if (delta != 0) {
        write_number(q, " base ", (int32_t)((uint32_t)sequence - delta));
    } else {
        memcpy(q->types, q->baseline_types, sizeof(q->types));
    }
    if (flags != 0) {
        write_number(q, " flags ", flags);
    }
    for (uint32_t i = 0; i < num_areas; i++) {
        areas[i] = (uint8_t)q3_bits_read(b, 8);
    }
    if (num_areas > 0) {
        text_write(&q->w.out, " areas ");
        text_write_hex(&q->w.out, areas, num_areas);
    }
    write_time(q, time);
    const int code = write_player(q, err);
    return code < 0 ? code : write_entities(q, err);
}

/* So many bytes of the message, as a field. */
static int write_bytes(struct q3_writing *q, uint32_t size, struct format_error *err)
{
    struct byte_writer *bytes = &q->w.bytes;
    bytes->size = 0;
    for (uint32_t i = 0; i < size; i++) {
        byte_writer_u8(bytes, q3_bits_read(&q->bits, 8));
        if (q3_bits_overrun(&q->bits)) {
            return fail_block(err, "the message exceeds its block");
        }
    }
    if (size > 0) {
        text_write(&q->w.out, " bytes ");
        text_write_hex(&q->w.out, bytes->data, bytes->size);
    }
    return bytes->failed ? FORMAT_MEMORY : 0;
}

static int write_download(struct q3_writing *q, struct format_error *err)
{
    const uint32_t block = q3_bits_read(&q->bits, 16);
    write_number(q, "download ", block);
    if (block == 0) {
        const int32_t size = (int32_t)q3_bits_read(&q->bits, 32);
        write_number(q, " file_size ", size);
        if (size < 0) {
            const int code = read_string(q, Q3_MAX_COMMAND, err);
            text_write(&q->w.out, " reason");
            write_string(q);
            return code;
        }
    }
    return write_bytes(q, q3_bits_read(&q->bits, 16), err);
}

static int write_voip(struct q3_writing *q, uint32_t id, struct format_error *err)
{
    struct q3_bits *b = &q->bits;
    text_write(&q->w.out, id == Q3_VOIP_OPUS ? "voip opus" : "voip speex");
    write_number(q, " ", q3_bits_read(b, 16));
    write_number(q, " generation ", q3_bits_read(b, 8));
    write_number(q, " sequence ", (int32_t)q3_bits_read(b, 32));
    write_number(q, " frames ", q3_bits_read(b, 8));
    const uint32_t size = q3_bits_read(b, 16);
    write_number(q, " flags ", q3_bits_read(b, 2));
    return write_bytes(q, size, err);
}

/* --- blocks ------------------------------------------------------------------------------------
 */

/* The next command's number; Q3_EOF at the end, in front of which message_end is. */
static uint32_t read_id(struct q3_writing *q)
{
    struct q3_bits *b = &q->bits;
    if (b->plain) {
        q3_bits_align(b);
        q->message_end = q3_bits_taken(b);
        if (q->message_end >= b->size * 8) {
            return Q3_EOF;
        }
        const uint32_t id = q3_bits_read(b, 8);
        return id == Q3_BAD ? Q3_EOF : id;
    }
    const uint32_t id = q3_bits_read(b, 8);
    q->message_end = q3_bits_taken(b);
    return id;
}

/* Reads the statement back, as a part of the message. */
static int read_back(struct q3_writing *q, size_t start)
{
    struct text_error err;
    struct byte_writer *copy = &q->w.copy;
    copy->size = 0;
    if (q->w.out.failed) {
        return FORMAT_MEMORY;
    }
    byte_writer_bytes(copy, q->w.out.data + start, q->w.out.size - start);
    if (copy->failed) {
        return FORMAT_MEMORY;
    }
    char *text = (char *)copy->data;
    struct text_reader r = {text, text + copy->size, text, 1, &err};
    return q3_text_statement(&q->text, &r, &q->w.bytes);
}

/* One statement for each command. FORMAT_BAD: the message is written as bytes, err has the reason.
 */
static int write_commands(struct q3_writing *q, const struct dm3_block *block,
                          struct format_error *err)
{
    for (;;) {
        const size_t start = q->w.out.size;
        const uint32_t id = read_id(q);
        int code;
        if (q3_bits_overrun(&q->bits)) {
            return fail_block(err, "the message exceeds its block");
        }
        if (id == Q3_EOF) {
            return 0;
        } else if (id == Q3_SNAPSHOT) {
            code = write_snapshot(q, block->sequence, err);
        } else if (id == Q3_SERVER_COMMAND) {
            code = write_command(q, err);
        } else if (id == Q3_GAMESTATE) {
            code = write_gamestate(q, err);
        } else if (id == Q3_NOP) {
            text_write(&q->w.out, "nop");
            code = 0;
        } else if (id == Q3_DOWNLOAD) {
            code = write_download(q, err);
        } else if (id == Q3_VOIP_SPEEX || id == Q3_VOIP_OPUS) {
            code = write_voip(q, id, err);
        } else {
            return format_fail(err, FORMAT_BAD, 0, "command %lu has no text", (unsigned long)id);
        }
        if (code == 0 && q3_bits_overrun(&q->bits)) {
            return fail_block(err, "the message exceeds its block");
        }
        text_write(&q->w.out, "\n");
        if (code < 0) {
            return code;
        }
        code = read_back(q, start);
        if (code < 0) {
            return code == FORMAT_MEMORY ? code : fail_block(err, "its text would not be accepted");
        }
    }
}

/* Bits behind the last command, where they are not those that the writer makes. */
static void write_pad(struct q3_writing *q, const struct dm3_block *block)
{
    const size_t at = q->message_end / 8;
    const uint32_t part = q->message_end % 8;
    const size_t left = block->size - at;
    const bool usual = block->size > at && left == 1 && block->data[at] >> part == 0;
    if (q->bits.plain ? left == 0 : usual) {
        return;
    }
    text_write(&q->w.out, "pad ");
    if (left == 0) {
        text_write(&q->w.out, "none");
    } else {
        q->w.copy.size = 0;
        byte_writer_u8(&q->w.copy, (uint8_t)(block->data[at] >> part << part));
        byte_writer_bytes(&q->w.copy, block->data + at + 1, left - 1);
        text_write_hex(&q->w.out, q->w.copy.data, q->w.copy.size);
    }
    text_write(&q->w.out, "\n");
}

/* All bytes, where the lines make others. */
static void write_exact(struct q3_writing *q, const struct dm3_block *block)
{
    const struct byte_writer *made = &q->text.message;
    q3_text_end_message(&q->text);
    if (made->size == block->size && memcmp(made->data, block->data, made->size) == 0) {
        return;
    }
    const uint64_t hash = q3_text_hash(made);
    q->w.copy.size = 0;
    byte_writer_u32(&q->w.copy, (uint32_t)hash);
    byte_writer_u32(&q->w.copy, (uint32_t)(hash >> 32));
    byte_writer_bytes(&q->w.copy, block->data, block->size);
    text_write(&q->w.out, "exact ");
    text_write_hex(&q->w.out, q->w.copy.data, q->w.copy.size);
    text_write(&q->w.out, "\n");
    q->w.report->raw_messages++;
}

static void write_head(struct q3_writing *q, const struct dm3_block *block, int32_t acknowledged)
{
    write_number(q, "\n@ ", block->sequence);
    if (acknowledged != 0) {
        write_number(q, " acknowledged ", acknowledged);
    }
    if (q->w.options->numbers) {
        write_number(q, " // ", (int64_t)q->w.report->blocks);
        write_number(q, ", byte ", (int64_t)block->offset);
    }
    text_write(&q->w.out, "\n");
}

/* 0 or FORMAT_MEMORY; damage is noted. */
static int write_block(struct q3_writing *q, const struct dm3_block *block)
{
    text_writing_begin_block(&q->w);
    const size_t start = q->w.out.size;
    struct format_error err = {0};
    q->bits = q3_bits_make(block->data, block->size, q->text.protocol->masks);
    const int32_t acknowledged =
        q->text.protocol->acknowledges ? (int32_t)q3_bits_read(&q->bits, 32) : 0;
    write_head(q, block, acknowledged);
    q3_text_begin_block(&q->text, block->sequence, acknowledged);
    int code = write_commands(q, block, &err);
    if (code == 0) {
        const size_t pad = q->w.out.size;
        write_pad(q, block);
        code = q->w.out.size > pad ? read_back(q, pad) : 0;
    }
    if (code == FORMAT_MEMORY) {
        return code;
    }
    if (code == 0) {
        write_exact(q, block);
    } else {
        err.offset = block->offset;
        q->w.out.size = start;
        write_head(q, block, 0);
        text_writing_reason(&q->w, &err);
        text_writing_raw(&q->w, block->data, block->size);
        text_writing_note(&q->w, code, &err);
    }
    q->w.report->blocks++;
    return text_writing_flush_much(&q->w);
}

/* Bytes between blocks and behind the last: end marks, and others. */
static int write_between(struct q3_writing *q, size_t from, size_t to)
{
    static const uint8_t mark[DM3_BLOCK_HEADER] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    const uint8_t *data = q->file->data;
    if (to - from >= sizeof(mark) && memcmp(data + from, mark, sizeof(mark)) == 0) {
        text_write(&q->w.out, "\nend\n");
        from += sizeof(mark);
    }
    return text_writing_rest(&q->w, data + from, to - from);
}

static int write_all(struct q3_writing *q)
{
    const struct q3_file *file = q->file;
    struct format_error err;
    struct dm3_block block;
    size_t pos = 0, last = 0;
    int32_t sequence = 0;
    int code;
    text_writing_begin_head(&q->w, "quake3 ");
    text_write_integer(&q->w.out, q->text.protocol->number);
    text_writing_end_head(&q->w);
    while ((code = dm3_next_block(file->data, file->size, &pos, &block, &err)) > 0) {
        code = write_between(q, last, block.offset);
        code = code < 0 ? code : write_block(q, &block);
        if (code < 0) {
            return code;
        }
        last = pos;
        sequence = block.sequence;
    }
    if (code == 0) {
        code = q3_check_end(file->data, file->size, pos, sequence, q->w.report->blocks, &err);
    }
    if (code < 0) {
        text_writing_note(&q->w, code, &err);
        text_writing_reason(&q->w, &err);
    }
    code = write_between(q, last, file->size);
    return code < 0 ? code : text_writing_flush(&q->w);
}

int q3_text_write(const struct demo *demo, struct text_writing *w)
{
    struct q3_writing *q = calloc(1, sizeof(*q));
    if (!q) {
        return FORMAT_MEMORY;
    }
    q->w = *w;
    q->file = demo->file;
    int code = q3_text_set_protocol(&q->text, q->file->protocol->number);
    if (code == 0) {
        const struct q3_protocol *protocol = q->text.protocol;
        q->game = q3_game_of(protocol->number);
        q->named = (struct named_fields){
            find_field(protocol, Q3_ES_E_TYPE),      find_field(protocol, Q3_ES_MODELINDEX),
            find_field(protocol, Q3_ES_MODELINDEX2), find_field(protocol, Q3_ES_LOOP_SOUND),
            find_field(protocol, Q3_ES_EVENT),       find_field(protocol, Q3_ES_EVENT_PARM)};
        q3_gamestate_reset(&q->strings);
        code = write_all(q);
    }
    q3_text_free(&q->text);
    *w = q->w;
    free(q);
    return code;
}

#include "engine/edit/text/q3_text.h"

#include <string.h>

#include "engine/quake3/q3_file.h"
#include "formats/base/hash64.h"

enum {
    ENTITY_BITS = 10,
    END_BYTES = 4 /* that the end of a message takes at most */
};

static int fail_expected(const struct text_reader *r, struct text_word word, const char *what)
{
    return text_fail(r, word.size > 0 ? word.text : r->at, "%s is expected", what);
}

static bool is_word(struct text_word word, const char *name)
{
    return text_word_is(word, name, strlen(name));
}

/* The reader in front of its next word. */
static struct text_reader before_word(struct text_reader *r)
{
    text_skip(r);
    return *r;
}

/* --- entities and players ----------------------------------------------------------------------
 */

/* Reads fields up to a word that is none, which *rest is; its size is 0 at the end. *told: any
 * field or `last`. */
static int read_fields(struct text_reader *r, const struct q3_text_names *names,
                       const struct q3_protocol *protocol, struct q3_wire_fields *fields,
                       bool *told, struct text_reader *rest)
{
    int code = 0;
    fields->sent = fields->long_form = 0;
    fields->last = 0;
    *told = false;
    for (;;) {
        *rest = before_word(r);
        const struct text_word word = q3_text_read_name(r);
        const int found = word.size > 0 ? q3_text_find_name(names, word) : -1;
        if (found >= 0) {
            code = q3_text_read_field(r, names, (uint32_t)found, fields);
        } else if (is_word(word, "last")) {
            int32_t last = 0;
            const bool is_player = names->fields == protocol->player;
            const struct text_reader at = before_word(r);
            code = q3_text_read_whole(r, "last", 8, &last);
            if (code == 0 && last > (is_player ? protocol->player_count : protocol->entity_count)) {
                return text_fail(&at, at.at, "last is more than the protocol's fields");
            }
            fields->last = (uint32_t)last;
        } else {
            *r = *rest;
            return code;
        }
        *told = true;
        if (code < 0) {
            return code;
        }
    }
}

/* The fields of an entity, or `remove`. */
static int read_change(struct q3_text *text, struct text_reader *r, struct q3_wire_fields *fields,
                       enum q3_change *change, struct text_reader *rest)
{
    bool told;
    const struct text_reader first = before_word(r);
    if (is_word(q3_text_read_name(r), "remove")) {
        *change = Q3_CHANGE_REMOVED;
        *rest = before_word(r);
        return 0;
    }
    *r = first;
    const int code = read_fields(r, &text->entity, text->protocol, fields, &told, rest);
    *change = told ? Q3_CHANGE_FIELDS : Q3_CHANGE_NONE;
    return code;
}

/* "3:100 5:12" */
static int read_array(struct text_reader *r, int array, struct q3_wire_arrays *arrays)
{
    const char *name = q3_array_names[array];
    do {
        int32_t index, value;
        const struct text_reader at = before_word(r);
        int code = q3_text_read_whole(r, name, 4, &index);
        if (code == 0 && (r->at >= r->end || *r->at != ':')) {
            return text_fail(&at, at.at, "%s has the form INDEX:VALUE", name);
        }
        if (code == 0 && (arrays->sent[array] >> index & 1)) {
            return text_fail(&at, at.at, "%s has the index %ld twice", name, (long)index);
        }
        if (code == 0) {
            r->at++;
            code = q3_text_read_whole(r, name, q3_array_bits(array), &value);
        }
        if (code < 0) {
            return code;
        }
        arrays->sent[array] = (uint16_t)(arrays->sent[array] | 1u << index);
        arrays->values[array][index] = value;
    } while (text_skip(r) && *r->at >= '0' && *r->at <= '9');
    return 0;
}

/* The line `player`, behind its name. */
static int read_player(struct q3_text *text, struct text_reader *r, struct q3_wire_fields *fields,
                       struct q3_wire_arrays *arrays)
{
    struct text_reader rest;
    bool told;
    int code = read_fields(r, &text->player, text->protocol, fields, &told, &rest);
    while (code == 0 && text_skip(r)) {
        const struct text_word word = q3_text_read_name(r);
        int array = 0;
        while (array < Q3_WIRE_ARRAYS && !is_word(word, q3_array_names[array])) {
            array++;
        }
        if (array == Q3_WIRE_ARRAYS) {
            if (is_word(word, "ent")) {
                *r = rest;
                return 0;
            }
            return q3_text_fail_name(&rest, &text->player, word, "player");
        }
        code = read_array(r, array, arrays);
        rest = before_word(r);
    }
    return code;
}

/* --- messages ----------------------------------------------------------------------------------
 */

static void begin_command(struct q3_text *text, enum q3_message_id id)
{
    if (text->protocol->masks) {
        q3_bits_write_align(&text->bits);
    }
    q3_bits_write(&text->bits, (uint32_t)id, 8);
}

/* A string without NUL, of less than `capacity` bytes, of command or configstring `number`. */
static int read_string(struct q3_text *text, struct text_reader *r, const char *what,
                       int32_t number, size_t capacity, const char **string)
{
    size_t size;
    const struct text_reader at = before_word(r);
    const int code = text_read_string(r, what, string, &size);
    if (code == 0 && strlen(*string) != size) {
        return text_fail(&at, at.at, "%s has a NUL byte inside", what);
    }
    if (code == 0 && size >= capacity) {
        return text_fail(&at, at.at, "%s has %zu bytes (at most %zu)", what, size, capacity - 1);
    }
    return code == 0 ? text_tell_string(text->strings, what, number, capacity - 1, string) : code;
}

static int read_command(struct q3_text *text, struct text_reader *r)
{
    int32_t number;
    const char *string;
    int code = q3_text_read_whole(r, "the number of the command", 32, &number);
    if (code == 0) {
        code = read_string(text, r, "command", number,
                           text->protocol->utf8 ? Q3_COMMAND_BYTES : Q3_MAX_COMMAND, &string);
    }
    if (code == 0) {
        q3_write_command(&text->bits, number, string);
    }
    return code;
}

/* `cs` or `baseline` of a gamestate. */
static int read_gamestate_entry(struct q3_text *text, struct text_reader *r)
{
    struct q3_wire_fields fields;
    struct text_reader rest = before_word(r);
    const struct text_word word = q3_text_read_name(r);
    const char *string;
    enum q3_change change = Q3_CHANGE_NONE;
    int32_t number;
    int code;
    if (is_word(word, "cs")) {
        code = q3_text_read_whole(r, "cs", ENTITY_BITS, &number);
        if (code == 0) {
            code = read_string(text, r, "cs", number, Q3_MAX_CONFIGSTRING, &string);
        }
        if (code == 0) {
            q3_bits_write(&text->bits, Q3_CONFIGSTRING, 8);
            q3_bits_write(&text->bits, (uint32_t)number, 16);
            q3_bits_write_string(&text->bits, string);
        }
        return code;
    }
    if (!is_word(word, "baseline")) {
        return fail_expected(&rest, word, "cs or baseline");
    }
    code = q3_text_read_whole(r, "baseline", ENTITY_BITS, &number);
    if (code == 0) {
        code = read_change(text, r, &fields, &change, &rest);
    }
    if (code < 0) {
        return code;
    }
    const struct text_word next = q3_text_read_name(r);
    if (next.size > 0 && !is_word(next, "cs") && !is_word(next, "baseline")) {
        return q3_text_fail_name(&rest, &text->entity, next, "baseline");
    }
    *r = rest;
    q3_bits_write(&text->bits, Q3_BASELINE, 8);
    q3_bits_write(&text->bits, (uint32_t)number, ENTITY_BITS);
    q3_wire_write_entity(&text->bits, text->protocol, change, &fields);
    return 0;
}

static int read_gamestate(struct q3_text *text, struct text_reader *r)
{
    const bool plain = text->protocol->masks;
    int32_t number = 0, client = 0, checksum = 0;
    int code = q3_text_read_whole(r, "the number of the last command", 32, &number);
    while (code == 0 && !plain) {
        const struct text_reader rest = before_word(r);
        const struct text_word word = q3_text_read_name(r);
        if (is_word(word, "client")) {
            code = q3_text_read_whole(r, "client", 32, &client);
        } else if (is_word(word, "checksum")) {
            code = q3_text_read_whole(r, "checksum", 32, &checksum);
        } else {
            *r = rest;
            break;
        }
    }
    begin_command(text, Q3_GAMESTATE);
    q3_bits_write(&text->bits, (uint32_t)number, 32);
    while (code == 0 && text_skip(r)) {
        code = read_gamestate_entry(text, r);
    }
    q3_bits_write(&text->bits, plain ? Q3_BAD : Q3_EOF, 8);
    if (!plain) {
        q3_bits_write(&text->bits, (uint32_t)client, 32);
        q3_bits_write(&text->bits, (uint32_t)checksum, 32);
    }
    return code;
}

struct snapshot_head {
    int32_t time, command, flags;
    uint32_t delta;
    const uint8_t *areas;
    size_t num_areas;
};

static int read_base(struct q3_text *text, struct text_reader *r, struct snapshot_head *head)
{
    int32_t base;
    const struct text_reader at = before_word(r);
    const int code = q3_text_read_whole(r, "base", 32, &base);
    head->delta = (uint32_t)text->sequence - (uint32_t)base;
    return code == 0 && (head->delta == 0 || head->delta > UINT8_MAX)
               ? text_fail(&at, at.at, "base is 1 to 255 messages before %ld", (long)text->sequence)
               : code;
}

static int read_areas(struct text_reader *r, struct snapshot_head *head)
{
    const struct text_reader at = before_word(r);
    const int code = text_read_hex(r, "areas", &head->areas, &head->num_areas);
    return code == 0 && head->num_areas > Q3_MAX_AREA_BYTES
               ? text_fail(&at, at.at, "areas has %zu bytes (at most %d)", head->num_areas,
                           Q3_MAX_AREA_BYTES)
               : code;
}

/* Up to the first line behind it. */
static int read_snapshot_head(struct q3_text *text, struct text_reader *r,
                              struct snapshot_head *head)
{
    int code = q3_text_read_whole(r, "the server's time", 32, &head->time);
    while (code == 0) {
        const struct text_reader rest = before_word(r);
        const struct text_word word = q3_text_read_name(r);
        if (is_word(word, "base")) {
            code = read_base(text, r, head);
        } else if (is_word(word, "flags")) {
            code = q3_text_read_whole(r, "flags", 8, &head->flags);
        } else if (is_word(word, "areas")) {
            code = read_areas(r, head);
        } else if (is_word(word, "command") && text->protocol->command_time) {
            code = q3_text_read_whole(r, "command", 32, &head->command);
        } else {
            *r = rest;
            break;
        }
    }
    return code;
}

static void write_snapshot_head(struct q3_text *text, const struct snapshot_head *head)
{
    struct q3_bits_writer *w = &text->bits;
    begin_command(text, Q3_SNAPSHOT);
    if (text->protocol->command_time) {
        q3_bits_write(w, (uint32_t)head->command, 32);
    }
    q3_bits_write(w, (uint32_t)head->time, 32);
    q3_bits_write(w, head->delta, 8);
    q3_bits_write(w, (uint32_t)head->flags, 8);
    q3_bits_write(w, (uint32_t)head->num_areas, 8);
    for (size_t i = 0; i < head->num_areas; i++) {
        q3_bits_write(w, head->areas[i], 8);
    }
}

/* `ent`. last: the entity before; set. */
static int read_entity(struct q3_text *text, struct text_reader *r, int32_t *last)
{
    struct q3_wire_fields fields;
    enum q3_change change;
    struct text_reader rest = before_word(r);
    const struct text_word word = q3_text_read_name(r);
    int32_t number;
    if (!is_word(word, "ent")) {
        return fail_expected(&rest, word, "ent");
    }
    const struct text_reader at = before_word(r);
    int code = q3_text_read_whole(r, "the number of the entity", ENTITY_BITS, &number);
    if (code == 0 && (number <= *last || number == Q3_ENTITY_NONE)) {
        return text_fail(&at, at.at, "the numbers of entities ascend, up to %d",
                         Q3_ENTITY_NONE - 1);
    }
    if (code == 0) {
        code = read_change(text, r, &fields, &change, &rest);
    }
    if (code == 0 && text_skip(r)) {
        const struct text_word next = q3_text_read_name(r);
        if (!is_word(next, "ent")) {
            return q3_text_fail_name(&rest, &text->entity, next, "ent");
        }
        *r = rest;
    }
    if (code == 0) {
        q3_bits_write(&text->bits, (uint32_t)number, ENTITY_BITS);
        q3_wire_write_entity(&text->bits, text->protocol, change, &fields);
        *last = number;
    }
    return code;
}

static int read_snapshot(struct q3_text *text, struct text_reader *r)
{
    struct snapshot_head head = {0};
    struct q3_wire_fields fields = {.last = 0};
    struct q3_wire_arrays arrays = {.sent = {0}};
    int32_t last = -1;
    int code = read_snapshot_head(text, r, &head);
    if (code < 0) {
        return code;
    }
    const struct text_reader rest = before_word(r);
    const struct text_word word = q3_text_read_name(r);
    write_snapshot_head(text, &head);
    if (is_word(word, "player")) {
        code = read_player(text, r, &fields, &arrays);
    } else {
        *r = rest;
    }
    q3_wire_write_player(&text->bits, text->protocol, &fields, &arrays);
    while (code == 0 && text_skip(r)) {
        code = read_entity(text, r, &last);
    }
    q3_bits_write(&text->bits, Q3_ENTITY_NONE, ENTITY_BITS);
    return code;
}

/* The name of a field that has to stand here, and its number. */
static int read_named(struct text_reader *r, const char *name, int bits, int32_t *value)
{
    const struct text_reader rest = before_word(r);
    const struct text_word word = q3_text_read_name(r);
    return is_word(word, name) ? q3_text_read_whole(r, name, bits, value)
                               : fail_expected(&rest, word, name);
}

/* `bytes`, or nothing. */
static int read_bytes(struct text_reader *r, const uint8_t **bytes, size_t *size)
{
    const struct text_reader rest = before_word(r);
    *size = 0;
    if (!is_word(q3_text_read_name(r), "bytes")) {
        *r = rest;
        return 0;
    }
    const int code = text_read_hex(r, "bytes", bytes, size);
    return code == 0 && *size > UINT16_MAX
               ? text_fail(&rest, rest.at, "bytes has %zu bytes (at most %d)", *size, UINT16_MAX)
               : code;
}

static void write_bytes(struct q3_text *text, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        q3_bits_write(&text->bits, bytes[i], 8);
    }
}

/* Block 0 has the file's size, or why the file is not sent. */
static int read_download(struct q3_text *text, struct text_reader *r)
{
    int32_t block, file_size = 0;
    const uint8_t *bytes = NULL;
    const char *reason = "";
    size_t size = 0;
    int code = q3_text_read_whole(r, "the number of the block", 16, &block);
    if (code == 0 && block == 0) {
        code = read_named(r, "file_size", 32, &file_size);
    }
    if (code == 0 && file_size < 0) {
        const struct text_reader rest = before_word(r);
        const struct text_word word = q3_text_read_name(r);
        code = is_word(word, "reason")
                   ? read_string(text, r, "download", block, Q3_MAX_COMMAND, &reason)
                   : fail_expected(&rest, word, "reason");
    } else if (code == 0) {
        code = read_bytes(r, &bytes, &size);
    }
    if (code < 0) {
        return code;
    }
    begin_command(text, Q3_DOWNLOAD);
    q3_bits_write(&text->bits, (uint32_t)block, 16);
    if (block == 0) {
        q3_bits_write(&text->bits, (uint32_t)file_size, 32);
    }
    if (file_size < 0) {
        q3_bits_write_string(&text->bits, reason);
    } else {
        q3_bits_write(&text->bits, (uint32_t)size, 16);
        write_bytes(text, bytes, size);
    }
    return 0;
}

static int read_voip(struct q3_text *text, struct text_reader *r)
{
    int32_t sender, generation, sequence, frames, flags;
    const uint8_t *bytes = NULL;
    size_t size = 0;
    const struct text_reader rest = before_word(r);
    const struct text_word codec = q3_text_read_name(r);
    const bool is_opus = is_word(codec, "opus");
    if (!is_opus && !is_word(codec, "speex")) {
        return fail_expected(&rest, codec, "speex or opus");
    }
    int code = q3_text_read_whole(r, "the number of the sender", 16, &sender);
    code = code < 0 ? code : read_named(r, "generation", 8, &generation);
    code = code < 0 ? code : read_named(r, "sequence", 32, &sequence);
    code = code < 0 ? code : read_named(r, "frames", 8, &frames);
    code = code < 0 ? code : read_named(r, "flags", 2, &flags);
    code = code < 0 ? code : read_bytes(r, &bytes, &size);
    if (code < 0) {
        return code;
    }
    begin_command(text, is_opus ? Q3_VOIP_OPUS : Q3_VOIP_SPEEX);
    q3_bits_write(&text->bits, (uint32_t)sender, 16);
    q3_bits_write(&text->bits, (uint32_t)generation, 8);
    q3_bits_write(&text->bits, (uint32_t)sequence, 32);
    q3_bits_write(&text->bits, (uint32_t)frames, 8);
    q3_bits_write(&text->bits, (uint32_t)size, 16);
    q3_bits_write(&text->bits, (uint32_t)flags, 2);
    write_bytes(text, bytes, size);
    return 0;
}

/* --- blocks ------------------------------------------------------------------------------------
 */

uint64_t q3_text_hash(const struct byte_writer *bytes)
{
    return hash64_add(HASH64_START, bytes->data, bytes->size);
}

void q3_text_begin_block(struct q3_text *text, int32_t sequence, int32_t acknowledged)
{
    text->message.size = text->pad.size = text->exact.size = 0;
    text->has_commands = text->is_raw = text->has_pad = text->has_exact = false;
    text->in_block = true;
    text->sequence = sequence;
    text->bits = q3_write_begin(&text->message, text->protocol, acknowledged);
}

/* The bits that are left of the last byte from `pad`, and its other bytes. */
static void write_pad(struct q3_text *text)
{
    q3_bits_flush(&text->bits);
    const uint32_t have = text->bits.have;
    size_t at = 0;
    if (have > 0) {
        const uint32_t left = text->pad.size > 0 ? text->pad.data[at++] : 0;
        byte_writer_u8(&text->message, (uint8_t)((text->bits.buffer & ((1u << have) - 1)) |
                                                 (left & ~((1u << have) - 1))));
    }
    byte_writer_bytes(&text->message, text->pad.data + at, text->pad.size - at);
}

void q3_text_end_message(struct q3_text *text)
{
    if (text->is_raw) {
        return;
    }
    if (!text->protocol->masks) {
        q3_bits_write(&text->bits, Q3_EOF, 8);
    }
    if (text->has_pad && text->pad.size > 0) {
        write_pad(text);
    } else if (text->has_pad) {
        q3_bits_write_align(&text->bits);
    } else {
        q3_bits_end(&text->bits);
    }
}

static void end_block(struct q3_text *text, struct byte_writer *out)
{
    if (!text->in_block) {
        return;
    }
    q3_text_end_message(text);
    const bool same = text->has_exact && q3_text_hash(&text->message) == text->exact_hash;
    text->ignored += text->has_exact && !same;
    const struct byte_writer *bytes = same ? &text->exact : &text->message;
    if (bytes->size == 0) { /* a block must not be empty */
        byte_writer_u8(&text->message, Q3_BAD);
        bytes = &text->message;
    }
    dm3_write_block(out, text->sequence, bytes->data, bytes->size);
    text->message.size = text->pad.size = text->exact.size = 0;
    text->in_block = false;
}

static int read_block(struct q3_text *text, struct text_reader *r, struct byte_writer *out)
{
    int32_t sequence, acknowledged = 0;
    r->at++;
    end_block(text, out);
    int code = q3_text_read_whole(r, "the number of the message", 32, &sequence);
    if (code == 0 && text_skip(r)) {
        const struct text_reader rest = *r;
        const struct text_word word = q3_text_read_name(r);
        if (!text->protocol->acknowledges || !is_word(word, "acknowledged")) {
            return fail_expected(
                &rest, word, text->protocol->acknowledges ? "acknowledged" : "the end of the line");
        }
        code = q3_text_read_whole(r, "acknowledged", 32, &acknowledged);
    }
    if (code == 0) {
        q3_text_begin_block(text, sequence, acknowledged);
    }
    return code;
}

/* --- statements --------------------------------------------------------------------------------
 */

int q3_text_set_protocol(struct q3_text *text, int number)
{
    text->protocol = q3_protocol_get(number);
    if (!text->protocol) {
        return FORMAT_BAD;
    }
    q3_text_names_make(&text->entity, text->protocol->entity, text->protocol->entity_count,
                       q3_entity_names);
    q3_text_names_make(&text->player, text->protocol->player, text->protocol->player_count,
                       q3_player_names);
    return 0;
}

int q3_text_begin(struct q3_text *text, struct text_reader *r)
{
    int32_t number;
    const struct text_reader at = before_word(r);
    const int code = q3_text_read_whole(r, "the protocol", 32, &number);
    return code == 0 && q3_text_set_protocol(text, number) < 0
               ? text_fail(&at, at.at, "protocol %ld is not known", (long)number)
               : code;
}

/* `raw`: bytes in place of the message. */
static int read_raw(struct q3_text *text, struct text_reader *r, const char *at)
{
    if (text->has_commands) {
        return text_fail(r, at, "raw is all of a message, with nothing in front of it");
    }
    if (!text->is_raw) {
        text->message.size = 0;
        text->is_raw = true;
    }
    return text_read_last_hex(r, &text->message);
}

static int read_pad(struct q3_text *text, struct text_reader *r)
{
    const struct text_reader rest = before_word(r);
    const struct text_word word = q3_text_read_name(r);
    text->has_pad = true;
    text->pad.size = 0;
    if (is_word(word, "none")) {
        return 0;
    }
    *r = rest;
    return text_read_last_hex(r, &text->pad);
}

static int read_exact(struct q3_text *text, struct text_reader *r)
{
    enum { HASH_BYTES = 8 };
    struct byte_writer *exact = &text->exact;
    const struct text_reader at = before_word(r);
    exact->size = 0;
    const int code = text_read_last_hex(r, exact);
    if (code == 0 && exact->size <= HASH_BYTES) {
        return text_fail(&at, at.at, "exact has a hash of 8 bytes and all bytes of the message");
    }
    if (code == 0) {
        text->has_exact = true;
        text->exact_hash = bytes_u64(exact->data);
        exact->size -= HASH_BYTES;
        memmove(exact->data, exact->data + HASH_BYTES, exact->size);
    }
    return code;
}

/* A statement of a block, behind its name. */
static int read_message(struct q3_text *text, struct text_reader *r, struct text_word name)
{
    if (is_word(name, "raw")) {
        return read_raw(text, r, name.text);
    }
    if (text->is_raw) {
        return text_fail(r, name.size > 0 ? name.text : r->at, "nothing may stand behind raw");
    }
    text->has_commands = true;
    if (is_word(name, "snapshot")) {
        return read_snapshot(text, r);
    } else if (is_word(name, "command")) {
        return read_command(text, r);
    } else if (is_word(name, "gamestate")) {
        return read_gamestate(text, r);
    } else if (is_word(name, "pad")) {
        return read_pad(text, r);
    } else if (is_word(name, "exact")) {
        return read_exact(text, r);
    } else if (is_word(name, "nop")) {
        begin_command(text, Q3_NOP);
        return 0;
    } else if (is_word(name, "download")) {
        return read_download(text, r);
    } else if (is_word(name, "voip")) {
        return read_voip(text, r);
    }
    return fail_expected(r, name,
                         "gamestate, command, snapshot, download, voip, nop, pad, exact or raw");
}

int q3_text_statement(struct q3_text *text, struct text_reader *r, struct byte_writer *out)
{
    if (!text_skip(r)) {
        return 0;
    }
    const struct text_reader at = *r;
    struct text_word name = {0};
    int code;
    if (*r->at == '@') {
        code = read_block(text, r, out);
    } else {
        name = q3_text_read_name(r);
        if (is_word(name, "rest")) {
            end_block(text, out);
            code = text_read_last_hex(r, out);
        } else if (is_word(name, "end")) {
            end_block(text, out);
            dm3_write_end(out);
            code = 0;
        } else if (!text->in_block) {
            return fail_expected(&at, name, "a block (@ and its number), end or rest");
        } else {
            code = read_message(text, r, name);
        }
    }
    if (code == 0 && text_skip(r)) {
        return text_fail(r, r->at, "the end of the line is expected");
    }
    const size_t end = text->is_raw ? 0 : text->pad.size + END_BYTES;
    if (code == 0 &&
        (text->message.size + end > DM3_MAX_MESSAGE || text->exact.size > DM3_MAX_MESSAGE)) {
        return text_fail(&at, at.at, "the message has more than %d bytes", DM3_MAX_MESSAGE);
    }
    return code == 0 &&
                   (text->message.failed || text->pad.failed || text->exact.failed || out->failed)
               ? FORMAT_MEMORY
               : code;
}

int q3_text_end(struct q3_text *text, struct byte_writer *out)
{
    end_block(text, out);
    return out->failed ? FORMAT_MEMORY : 0;
}

const char *q3_text_find_part(struct q3_text *text, const struct demo *demo, struct text_part *part)
{
    const struct q3_file *file = demo->file;
    struct dm3_block block;
    size_t pos = 0;
    if (text->protocol != file->protocol) {
        return "it has another protocol";
    }
    part->data = file->data;
    part->size = part->end = file->size;
    while (!text_part_is_found(part) &&
           dm3_next_block(file->data, file->size, &pos, &block, NULL) > 0) {
        (void)text_part_see(part, block.offset);
    }
    return NULL;
}

void q3_text_free(struct q3_text *text)
{
    byte_writer_free(&text->message);
    byte_writer_free(&text->pad);
    byte_writer_free(&text->exact);
}

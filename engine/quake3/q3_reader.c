#include "engine/quake3/q3_reader.h"

#include <stdlib.h>
#include <string.h>

struct q3_reader *q3_reader_create(int protocol, const uint8_t *data, size_t size)
{
    const struct q3_protocol *known = q3_protocol_get(protocol);
    struct q3_reader *reader = known ? calloc(1, sizeof(*reader)) : NULL;
    if (reader) {
        reader->protocol = known;
        reader->data = data;
        reader->size = size;
    }
    return reader;
}

void q3_reader_free(struct q3_reader *reader)
{
    free(reader);
}

int q3_check_end(const uint8_t *data, size_t size, size_t pos, int32_t sequence, uint64_t blocks,
                 struct format_error *err)
{
    return dm3_is_ended(data, size, pos)
               ? 0
               : format_fail(err, FORMAT_TRUNCATED, pos,
                             "the file ends without its end mark, behind message %ld (#%llu)",
                             (long)sequence, (unsigned long long)blocks);
}

int q3_reader_block(struct q3_reader *reader, struct format_error *err)
{
    const int code = dm3_next_block(reader->data, reader->size, &reader->pos, &reader->block, err);
    if (code == 0) {
        return q3_check_end(reader->data, reader->size, reader->pos, reader->block.sequence,
                            reader->blocks, err);
    }
    if (code > 0) {
        q3_packet_open(&reader->packet, reader->protocol, &reader->block);
    }
    return code;
}

/* Applies commands that change configstrings; ignores all others. */
static void follow_command(struct q3_reader *reader, const char *text)
{
    if (strncmp(text, "cs", 2) != 0 && strncmp(text, "bcs", 3) != 0) {
        return;
    }
    q3_words_split(&reader->words, text);
    const enum q3_part part = q3_long_command_add(&reader->join, &reader->words);
    if (part == Q3_PART_WAIT || part == Q3_PART_TOO_LONG) {
        return;
    }
    if (part == Q3_PART_DONE) {
        q3_words_split(&reader->words, reader->join.text);
    }
    const int32_t index = q3_word_number(&reader->words, 1);
    if (strcmp(q3_word(&reader->words, 0), "cs") == 0 && index >= 0) {
        /* One that does not fit stays as it was. */
        reader->set =
            q3_gamestate_set(&reader->gamestate, (uint32_t)index, q3_word(&reader->words, 2))
                ? index
                : -1;
    }
}

int q3_reader_next(struct q3_reader *reader, struct q3_message *message, struct format_error *err)
{
    const int code =
        q3_packet_next(&reader->packet, &reader->frames, &reader->gamestate, message, err);
    reader->set = -1;
    if (code == 0) {
        reader->blocks++;
    } else if (code > 0 && message->id == Q3_GAMESTATE) {
        reader->join.size = 0;
    } else if (code > 0 && message->id == Q3_SERVER_COMMAND && !message->u.command.repeated) {
        follow_command(reader, message->u.command.text);
    }
    return code;
}

bool q3_clock_follow(struct q3_clock *clock, const struct q3_message *message)
{
    if (message->id == Q3_GAMESTATE) {
        clock->any = false;
    }
    if (message->id != Q3_SNAPSHOT || !message->u.snapshot) {
        return false;
    }
    const int32_t now = message->u.snapshot->server_time;
    const int64_t gap = clock->any ? (int64_t)now - clock->last : 0;
    if (gap > 0) {
        const int64_t most = (int64_t)(Q3_MAX_GAP * 1000.0);
        clock->milliseconds += gap < most ? gap : most;
    }
    clock->any = true;
    clock->last = now;
    return true;
}

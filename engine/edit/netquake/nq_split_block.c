#include "engine/edit/netquake/nq_split_block.h"

#include <stdbool.h>

#include "formats/netquake/dem.h"

struct splitter {
    const float *angles;
    size_t limit;
    struct byte_writer *out;
    struct byte_writer front, update; /* messages of the block being filled; of the update */
    uint32_t *blocks;
    size_t *largest;
};

size_t nq_block_limit(const struct nq_protocol *protocol)
{
    if (protocol->ftex != 0 || protocol->fte2 != 0) {
        return NQ_BLOCK_QUAKESPASM; /* its offspring alone has them */
    }
    switch (protocol->version) {
    case NQ_PROTOCOL_15:
        return NQ_BLOCK_ID;
    case NQ_PROTOCOL_666:
    case NQ_PROTOCOL_999:
        return NQ_BLOCK_FITZQUAKE;
    default:
        return DEM_MAX_BLOCK_SIZE;
    }
}

static void write_block(struct splitter *s, const uint8_t *data, size_t size)
{
    if (size > 0) { /* an empty block would end playback */
        dem_write_block(s->out, s->angles, data, (uint32_t)size);
        ++*s->blocks;
        *s->largest = size > *s->largest ? size : *s->largest;
    }
}

/* True if a message may be read before the update it came with. */
static bool is_free(const struct nq_message *message)
{
    return message->id == NQ_SOUND || message->id == NQ_PARTICLE || message->id == NQ_TEMP_ENTITY ||
           message->id == NQ_PRINT;
}

/* True if messages behind it may need what it tells. */
static bool is_needed(const struct nq_message *message)
{
    return message->id == NQ_SERVERINFO || message->id == NQ_PRECACHE;
}

static bool tells_time(const struct nq_message *message)
{
    return message->id == NQ_TIME || message->id == NQ_DELTAS;
}

static int has_time(struct nq_protocol protocol, const uint8_t *data, size_t size, bool *found)
{
    struct nq_message message;
    size_t at = 0;
    int code;
    *found = false;
    while ((code = nq_message_decode(&protocol, data, size, &at, &message, NULL)) > 0) {
        nq_protocol_follow(&protocol, &message);
        *found |= tells_time(&message);
    }
    return code;
}

static void add_front(struct splitter *s, const uint8_t *bytes, size_t size)
{
    if (s->front.size > 0 && s->front.size + size > s->limit) {
        write_block(s, s->front.data, s->front.size);
        s->front.size = 0;
    }
    byte_writer_bytes(&s->front, bytes, size);
}

static int split_messages(struct splitter *s, struct nq_protocol protocol, const uint8_t *data,
                          size_t size)
{
    struct nq_message message;
    bool timed, in_front = true;
    size_t at = 0;
    int code = has_time(protocol, data, size, &timed);
    while (code >= 0 &&
           (code = nq_message_decode(&protocol, data, size, &at, &message, NULL)) > 0) {
        nq_protocol_follow(&protocol, &message);
        in_front &= !is_needed(&message);
        if (timed && !(in_front && is_free(&message))) {
            byte_writer_bytes(&s->update, data + message.offset, message.size);
        } else {
            add_front(s, data + message.offset, message.size);
        }
    }
    write_block(s, s->front.data, s->front.size);
    write_block(s, s->update.data, s->update.size);
    return code;
}

int nq_split_block(const struct nq_protocol *protocol, const float angles[3], const uint8_t *data,
                   size_t size, size_t limit, struct byte_writer *out, uint32_t *blocks,
                   size_t *largest)
{
    struct splitter s = {
        .angles = angles, .limit = limit, .out = out, .blocks = blocks, .largest = largest};
    int code = 0;
    *largest = 0;
    if (size <= limit) {
        write_block(&s, data, size);
    } else {
        code = split_messages(&s, *protocol, data, size);
        out->failed |= s.front.failed || s.update.failed;
    }
    byte_writer_free(&s.front);
    byte_writer_free(&s.update);
    return code;
}

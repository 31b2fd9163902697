#include "formats/quake3/q3_detect.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/quake3/q3_message.h"

enum { MESSAGES_LOOKED_AT = 32 };

/* One protocol of each group. */
static const int groups[] = {68, 91, 90, 73, 48, 43};

struct reading {
    struct q3_frames frames;
    struct q3_gamestate gamestate;
    struct q3_packet packet;
};

static char lower_char(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int q3_protocol_of_name(const char *name)
{
    const char *dot = name ? strrchr(name, '.') : NULL;
    if (!dot || lower_char(dot[1]) != 'd' || lower_char(dot[2]) != 'm') {
        return 0;
    }
    if (dot[3] == '3' && dot[4] == '\0') {
        return Q3_PROTOCOL_DM3;
    }
    const long number = dot[3] == '_' ? strtol(dot + 4, NULL, 10) : 0;
    return number > 0 && number < 1000 && q3_protocol_get((int)number) ? (int)number : 0;
}

/* True if the last command ended at the end of its block: another protocol's fields leave bits over
 * or take too many. Writers end with the byte of the last bit, or one more. */
static bool is_used_up(const struct q3_bits *b)
{
    const size_t bytes = (q3_bits_taken(b) + 7) / 8;
    return bytes <= b->size && b->size - bytes <= 1;
}

/* The bits of a message after its first command, whose id goes to *command. */
static struct q3_bits first_command(const struct q3_protocol *protocol, const uint8_t *data,
                                    size_t size, uint32_t *command)
{
    struct q3_bits b = q3_bits_make(data, size, protocol->masks);
    if (protocol->acknowledges) {
        (void)q3_bits_read(&b, 32);
    }
    *command = q3_bits_read(&b, 8);
    return b;
}

/* True if a demo's first message may have a gamestate: only server commands and no-ops may come
 * before it. This rejects most other files before memory for decoding is allocated. */
static bool may_start(const struct q3_protocol *protocol, const struct dm3_block *first)
{
    uint32_t command;
    (void)first_command(protocol, first->data, first->size, &command);
    return command == Q3_GAMESTATE || command == Q3_SERVER_COMMAND || command == Q3_NOP;
}

static bool any_may_start(const struct q3_protocol *hint, const struct dm3_block *first)
{
    bool any = hint && may_start(hint, first);
    for (size_t i = 0; !any && i < sizeof(groups) / sizeof(groups[0]); i++) {
        any = may_start(q3_protocol_get(groups[i]), first);
    }
    return any;
}

/* Number of undamaged messages at the beginning; the first must have a gamestate. */
static uint32_t count_good_messages(struct reading *r, const struct q3_protocol *protocol,
                                    const uint8_t *data, size_t size)
{
    struct dm3_block block;
    size_t pos = 0;
    uint32_t good = 0;
    r->frames.started = false;
    while (good < MESSAGES_LOOKED_AT && dm3_next_block(data, size, &pos, &block, NULL) > 0) {
        struct q3_message m;
        int code;
        q3_packet_open(&r->packet, protocol, &block);
        while ((code = q3_packet_next(&r->packet, &r->frames, &r->gamestate, &m, NULL)) > 0) {
        }
        if (code < 0 || !r->frames.started || !is_used_up(&r->packet.bits)) {
            break;
        }
        good++;
    }
    return good;
}

/* Protocol number in the serverinfo, or 0. */
static int told_protocol(const struct q3_gamestate *gamestate)
{
    const char *at = strstr(q3_gamestate_string(gamestate, 0), "\\protocol\\");
    const long number = at ? strtol(at + strlen("\\protocol\\"), NULL, 10) : 0;
    return number > 0 && number < 1000 ? (int)number : 0;
}

static bool same_group(const struct q3_protocol *a, const struct q3_protocol *b)
{
    return a->entity == b->entity && a->entity_count == b->entity_count && a->player == b->player &&
           a->player_count == b->player_count;
}

/* The container and the first command, for demos whose first message is damaged or cut. */
static bool looks_like(const struct q3_protocol *protocol, const uint8_t *data, size_t size)
{
    if (size < DM3_BLOCK_HEADER + 8) {
        return false;
    }
    const uint32_t length = bytes_u32(data + 4);
    if (length == 0 || length > DM3_MAX_MESSAGE) {
        return false;
    }
    uint32_t command;
    struct q3_bits b =
        first_command(protocol, data + DM3_BLOCK_HEADER, size - DM3_BLOCK_HEADER, &command);
    if (command != Q3_GAMESTATE) {
        return false;
    }
    (void)q3_bits_read(&b, 32);
    const uint32_t next = q3_bits_read(&b, 8);
    return (next == Q3_CONFIGSTRING || next == Q3_BASELINE) && !q3_bits_overrun(&b);
}

/* The protocol whose tables decode most of the first messages of a demo whose first block is
 * complete. Returns 0 (*found NULL = none) or FORMAT_MEMORY. */
static int read_by_each(const struct q3_protocol **found, const struct q3_protocol *hint,
                        const uint8_t *data, size_t size)
{
    struct reading *r = malloc(sizeof(*r));
    if (!r) {
        return FORMAT_MEMORY;
    }
    q3_frames_begin(&r->frames);
    q3_gamestate_reset(&r->gamestate);
    uint32_t best = hint ? count_good_messages(r, hint, data, size) : 0;
    int told = best > 0 ? told_protocol(&r->gamestate) : 0;
    *found = best > 0 ? hint : NULL;
    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
        const struct q3_protocol *group = q3_protocol_get(groups[i]);
        if (best >= MESSAGES_LOOKED_AT || (hint && same_group(group, hint))) {
            continue;
        }
        const uint32_t good = count_good_messages(r, group, data, size);
        if (good > best) {
            best = good;
            *found = group;
            told = told_protocol(&r->gamestate);
        }
    }
    const struct q3_protocol *says = q3_protocol_get(told);
    if (*found && *found != hint && says) {
        /* Newer tables may read older demos by chance; the older ones then read them, too. */
        *found = same_group(says, *found) || count_good_messages(r, says, data, size) >= best
                     ? says
                     : *found;
    }
    free(r);
    return 0;
}

int q3_detect(const uint8_t *data, size_t size, const char *name)
{
    struct dm3_block first;
    const struct q3_protocol *hint = q3_protocol_get(q3_protocol_of_name(name));
    const struct q3_protocol *found = NULL;
    size_t pos = 0;
    const int code = dm3_next_block(data, size, &pos, &first, NULL);
    if (code == 0 || code == FORMAT_BAD) {
        return 0;
    }
    if (code > 0 && any_may_start(hint, &first) && read_by_each(&found, hint, data, size) < 0) {
        return FORMAT_MEMORY;
    }
    if (!found) {
        const struct q3_protocol *guess = hint ? hint : q3_protocol_get(Q3_PROTOCOL_68);
        return looks_like(guess, data, size) ? guess->number : 0;
    }
    return found->number;
}

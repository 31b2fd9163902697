#include "formats/netquake/nq_protocol.h"

#include <stdio.h>

#define EIGHTHS NQ_COORD_EIGHTHS, NQ_ANGLE_BYTE
#define WHOLE NQ_COORD_WHOLE, NQ_ANGLE_BYTE
#define FLOATS NQ_COORD_FLOAT, NQ_ANGLE_SHORT

/* The most frequent ones first. DarkPlaces' sounds, models and static sounds of 16 bits have
 * messages or flags of their own. */
static const struct nq_protocol_row rows[] = {
    {15, "15", "Quake", EIGHTHS, 1, 1, 1, NQ_BY_UPDATES, true},
    {666, "666", "FitzQuake", EIGHTHS, 1, 1, 1, NQ_BY_EXTENDED_UPDATES, true},
    {999, "999", "RMQ", EIGHTHS, 1, 1, 1, NQ_BY_EXTENDED_UPDATES, true},
    {250, "250", "Nehahra", EIGHTHS, 1, 1, 1, NQ_BY_UPDATES, true},
    {10000, "BJP1", "BJP", EIGHTHS, 2, 1, 1, NQ_BY_UPDATES, true},
    {10001, "BJP2", "BJP", EIGHTHS, 2, 2, 2, NQ_BY_UPDATES, true},
    {10002, "BJP3", "BJP", EIGHTHS, 2, 2, 1, NQ_BY_UPDATES, true},
    {3502, "DP5", "DarkPlaces", FLOATS, 1, 1, 1, NQ_BY_CHANGES, true},
    {3503, "DP6", "DarkPlaces", FLOATS, 1, 1, 1, NQ_BY_CHANGES, true},
    {3504, "DP7", "DarkPlaces", FLOATS, 1, 1, 1, NQ_BY_CHANGES, true},
    {3505, "DP8", "DarkPlaces", FLOATS, 1, 1, 1, NQ_BY_CHANGES, false},
    {3501, "DP4", "DarkPlaces", WHOLE, 1, 1, 1, NQ_BY_FRAMES_B, false},
    {3500, "DP3", "DarkPlaces", WHOLE, 1, 1, 1, NQ_BY_FRAMES_A, false},
    {97, "DP2", "DarkPlaces", WHOLE, 1, 1, 1, NQ_BY_FRAMES_A, false},
    {96, "DP1", "DarkPlaces", NQ_COORD_FLOAT, NQ_ANGLE_BYTE, 1, 1, 1, NQ_BY_FRAMES_A, false},
};

/* Numbers of other games, and extension words. */
static const struct {
    int32_t first, last;
    const char *name;
} others[] = {
    {17, 20, "Hexen II"},
    {24, 28, "QuakeWorld"},
    {3506, 3599, "DarkPlaces"},
    {(int32_t)NQ_EXTENSION_FTE1, (int32_t)NQ_EXTENSION_FTE1, "FTE1 extensions"},
    {(int32_t)NQ_EXTENSION_FTE2, (int32_t)NQ_EXTENSION_FTE2, "FTE2 extensions"},
    {(int32_t)NQ_EXTENSION_FTEX, (int32_t)NQ_EXTENSION_FTEX, "FTEX extensions"},
};

const struct nq_protocol_row *nq_protocol_find(int32_t number)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].number == number) {
            return &rows[i];
        }
    }
    return NULL;
}

struct nq_protocol nq_protocol_make(int32_t version, uint32_t flags)
{
    const struct nq_protocol_row *row = nq_protocol_find(version);
    struct nq_protocol protocol = {.version = version, .flags = flags};
    if (row) {
        protocol.flags |= row->coord == NQ_COORD_FLOAT ? NQ_PRFL_FLOATCOORD : 0;
        protocol.flags |= row->angle == NQ_ANGLE_SHORT ? NQ_PRFL_SHORTANGLE : 0;
        protocol.wide |= row->model > 1 ? NQ_WIDE_MODEL : 0;
        protocol.wide |= row->sound > 1 ? NQ_WIDE_SOUND : 0;
        protocol.wide |= row->static_sound > 1 ? NQ_WIDE_STATIC_SOUND : 0;
    }
    return protocol;
}

void nq_protocol_set_dp_sounds(struct nq_protocol *protocol)
{
    protocol->wide |= NQ_WIDE_STATIC_SOUND;
    if (protocol->version != NQ_PROTOCOL_BJP2) {
        protocol->wide &= ~(uint32_t)NQ_WIDE_SOUND;
    }
}

bool nq_protocol_supported(int32_t version)
{
    const struct nq_protocol_row *row = nq_protocol_find(version);
    return row && row->played;
}

const char *nq_protocol_name(int32_t version)
{
    const struct nq_protocol_row *row = nq_protocol_find(version);
    if (row) {
        return row->engine;
    }
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        if (version >= others[i].first && version <= others[i].last) {
            return others[i].name;
        }
    }
    return NULL;
}

const char *nq_protocol_title(int32_t version)
{
    const struct nq_protocol_row *row = nq_protocol_find(version);
    return row && row->name[0] >= 'A' ? row->name : NULL;
}

/* The known FTEX flags tell the server which maps the client can load, how it gets files, and that
 * it runs CSQC. They do not change how messages are laid out; the first CSQC message ends the demo.
 * Of the FTE2 flags, the bits below LERPTIME are known. */
uint32_t nq_protocol_unknown_flags(uint32_t extension, uint32_t flags)
{
    const uint32_t ftex = 0x60000200u;
    switch (extension) {
    case NQ_EXTENSION_FTE2:
        return flags & ~(NQ_FTE2_LERPTIME - 1u);
    case NQ_EXTENSION_FTEX:
        return flags & ~(ftex | NQ_FTEX_FLOATCOORDS);
    default:
        return flags & ~ftex;
    }
}

/* A bit without a name is "bit 12". */
static void list_bits(const char *const bits[32], uint32_t flags, char *names, size_t size)
{
    size_t used = 0;
    names[0] = 0;
    for (int i = 0; i < 32; i++) {
        if (!(flags >> i & 1) || used >= size) {
            continue;
        }
        char number[12];
        snprintf(number, sizeof(number), "bit %d", i);
        int length = snprintf(names + used, size - used, "%s%s", used ? ", " : "",
                              bits[i] ? bits[i] : number);
        used += (size_t)length;
    }
}

void nq_protocol_flag_names(uint32_t flags, char *names, size_t size)
{
    static const char *const bits[32] = {
        [1] = "SHORTANGLE", [2] = "FLOATANGLE",  [3] = "24BITCOORD", [4] = "FLOATCOORD",
        [5] = "EDICTSCALE", [6] = "ALPHASANITY", [7] = "INT32COORD",
    };
    list_bits(bits, flags, names, size);
}

void nq_protocol_extension_names(uint32_t extension, uint32_t flags, char *names, size_t size)
{
    static const char *const fte2[32] = {
        [0] = "PRYDONCURSOR", [1] = "VOICECHAT", [2] = "SETANGLEDELTA",   [3] = "REPLACEMENTDELTAS",
        [4] = "MAXPLAYERS",   [5] = "PREDINFO",  [6] = "NEWSIZEENCODING", [7] = "INFOBLOBS",
        [8] = "STUNAWARE",    [9] = "VRINPUTS",  [10] = "LERPTIME",
    };
    static const char *const ftex[32] = {
        [9] = "HLBSP", [15] = "FLOATCOORDS", [29] = "CHUNKEDDOWNLOADS", [30] = "CSQC"};
    list_bits(extension == NQ_EXTENSION_FTE2 ? fte2 : ftex, flags, names, size);
}

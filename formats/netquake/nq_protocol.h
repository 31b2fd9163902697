/* NetQuake's protocols: what a serverinfo's number means for the layout of the other messages.
 *
 * Sources: DEM 1.0.9; QuakeSpasm and QuakeSpasm-Spiked (CL_ParseServerInfo, 666, 999, the FTE
 * words); TyrQuake and reQuiem (BJP); DarkPlaces (protocol.h, cl_parse.c, com_msg.c). */
#ifndef FORMATS_NETQUAKE_NQ_PROTOCOL_H
#define FORMATS_NETQUAKE_NQ_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number in a serverinfo. */
enum {
    NQ_PROTOCOL_15 = 15,
    NQ_PROTOCOL_DP1 = 96,
    NQ_PROTOCOL_DP2 = 97,
    NQ_PROTOCOL_NEHAHRA = 250,
    NQ_PROTOCOL_666 = 666, /* FitzQuake */
    NQ_PROTOCOL_999 = 999, /* RMQ: 666 with the flags below in its serverinfo */
    NQ_PROTOCOL_DP3 = 3500,
    NQ_PROTOCOL_DP4 = 3501,
    NQ_PROTOCOL_DP5 = 3502,
    NQ_PROTOCOL_DP6 = 3503,
    NQ_PROTOCOL_DP7 = 3504,
    NQ_PROTOCOL_DP8 = 3505,
    NQ_PROTOCOL_BJP1 = 10000,
    NQ_PROTOCOL_BJP2 = 10001,
    NQ_PROTOCOL_BJP3 = 10002
};

/* Extension words before the protocol number (FTE and related servers); each is followed by flags.
 */
#define NQ_EXTENSION_FTEX 0x58455446u
#define NQ_EXTENSION_FTE1 0x31455446u
#define NQ_EXTENSION_FTE2 0x32455446u

/* Flags of NQ_EXTENSION_FTE2; what they all are called is in nq_protocol.c. */
enum {
    NQ_FTE2_PRYDONCURSOR = 1 << 0,
    NQ_FTE2_VOICECHAT = 1 << 1,
    NQ_FTE2_SETANGLEDELTA = 1 << 2,
    NQ_FTE2_REPLACEMENTDELTAS = 1 << 3,
    NQ_FTE2_PREDINFO = 1 << 5,        /* statistics and the view's movement instead of clientdata */
    NQ_FTE2_NEWSIZEENCODING = 1 << 6, /* of an entity's box */
    NQ_FTE2_LERPTIME = 1 << 10        /* not supported: many fields have other lengths */
};

/* Flags of NQ_EXTENSION_FTEX. */
enum {
    NQ_FTEX_CSQC = 1 << 30,       /* messages 58 and 83 may come */
    NQ_FTEX_FLOATCOORDS = 1 << 15 /* float coordinates, and angles of 16 bits; not over 999 */
};

/* Widths of coordinates and angles: the protocol flags of 999. */
enum {
    NQ_PRFL_SHORTANGLE = 1 << 1, /* angles are int16 */
    NQ_PRFL_FLOATANGLE = 1 << 2, /* angles are float32 (before SHORTANGLE) */
    NQ_PRFL_24BITCOORD = 1 << 3, /* coordinates are int16 and 1/255 */
    NQ_PRFL_FLOATCOORD = 1 << 4, /* coordinates are float32 (before the two others) */
    NQ_PRFL_EDICTSCALE = 1 << 5,
    NQ_PRFL_ALPHASANITY = 1 << 6,
    NQ_PRFL_INT32COORD = 1 << 7 /* coordinates are int32, 1/16 (before 24BITCOORD) */
};

/* Numbers of 16 bits where protocol 15 has 8. */
enum {
    NQ_WIDE_MODEL = 1 << 0, /* spawnbaseline, spawnstatic, entity update, clientdata's weapon */
    NQ_WIDE_SOUND = 1 << 1,
    NQ_WIDE_STATIC_SOUND = 1 << 2
};

enum nq_coord { NQ_COORD_EIGHTHS, NQ_COORD_WHOLE, NQ_COORD_FLOAT }; /* int16/8, int16, float32 */
enum nq_angle { NQ_ANGLE_BYTE, NQ_ANGLE_SHORT };                    /* a turn in 256 or 65536 */

/* How the server tells of entities. */
enum nq_entities_by {
    NQ_BY_UPDATES,          /* messages 128 to 255: what is not mentioned is gone */
    NQ_BY_EXTENDED_UPDATES, /* the same with FitzQuake's bits 16 to 31 */
    NQ_BY_FRAMES_A,         /* message 57 with reference frames (DarkPlaces' EntityFrame) */
    NQ_BY_FRAMES_B,         /* message 57 with commits (EntityFrame4) */
    NQ_BY_CHANGES           /* message 57, changes of each entity's last state (EntityFrame5) */
};

/* What is known of one protocol number. */
struct nq_protocol_row {
    int32_t number;
    const char *name;   /* "DP5" */
    const char *engine; /* the engine or family of engines it is named after: "DarkPlaces" */
    enum nq_coord coord;
    enum nq_angle angle;
    uint8_t model;        /* bytes of a model's number, */
    uint8_t sound;        /* of a sound's in a sound message (bit 4 of its flags apart), */
    uint8_t static_sound; /* and in spawnstaticsound */
    enum nq_entities_by entities;
    bool played; /* the decoder reads every message of it */
};

/* Decoder state from earlier messages of the demo: {.version = n} for 15, 666 and 999 without
 * flags, nq_protocol_make for the others. All numbers are 32 bits wide: a client state holds it. */
struct nq_protocol {
    int32_t version;         /* of the last serverinfo; NQ_PROTOCOL_15 before it */
    uint32_t items_optional; /* 1: protocol 15's clientdata has `items` only if its mask has the bit
                                (Quake <= 1.06); of the whole file */
    uint32_t dp_sounds; /* 1: BJP's sounds are as wide as DarkPlaces' server writes them; of the
                           whole file */
    uint32_t flags;     /* NQ_PRFL_*: those of 999's serverinfo; the widths of the others */
    uint32_t wide;      /* NQ_WIDE_* */
    uint32_t ftex;      /* flags behind NQ_EXTENSION_FTEX in the last serverinfo, */
    uint32_t fte2;      /* and behind NQ_EXTENSION_FTE2; 0 without */
};

/* The row of a protocol number; NULL = not a known one. */
const struct nq_protocol_row *nq_protocol_find(int32_t number);

/* The protocol as a serverinfo announces it. flags: NQ_PRFL_* of 999, 0 in the others. */
struct nq_protocol nq_protocol_make(int32_t version, uint32_t flags);

/* Makes BJP's sounds as wide as DarkPlaces' server writes them: static ones have 16 bits under all
 * of its numbers, the others have 8 but under 10001. */
void nq_protocol_set_dp_sounds(struct nq_protocol *protocol);

/* True if the decoder reads it. */
bool nq_protocol_supported(int32_t version);

/* The engine of a protocol number ("Quake", "FitzQuake", "DarkPlaces"), or what uses the number
 * elsewhere ("QuakeWorld", "FTE2 extensions"); NULL when it has none. */
const char *nq_protocol_name(int32_t version);
/* The name of one of several protocols of an engine ("DP5", "BJP3"), NULL when it is the only one.
 */
const char *nq_protocol_title(int32_t version);

/* The bits of an extension word's flags that change the layout in an unknown way: a serverinfo with
 * any of them is refused. */
uint32_t nq_protocol_unknown_flags(uint32_t extension, uint32_t flags);

/* The names of a protocol 999's flags ("SHORTANGLE, INT32COORD"), cut at size. */
void nq_protocol_flag_names(uint32_t flags, char *names, size_t size);
/* Likewise of the flags behind NQ_EXTENSION_FTE2 or NQ_EXTENSION_FTEX ("VOICECHAT, PREDINFO"). */
void nq_protocol_extension_names(uint32_t extension, uint32_t flags, char *names, size_t size);

/* Nehahra's k before an update's alpha: 1, or 2 with a third float. Other numbers there are no
 * float but QUAKEDP's extension. */
static inline bool nq_protocol_is_nehahra_mode(float mode)
{
    return mode == 1.0f || mode == 2.0f;
}

/* Updates as FTE's replacement deltas, with all that goes with them. */
static inline bool nq_protocol_has_deltas(const struct nq_protocol *protocol)
{
    return (protocol->fte2 & NQ_FTE2_REPLACEMENTDELTAS) != 0;
}

/* True if statistics (messages 3 and 51) tell what clientdata does elsewhere. */
static inline bool nq_protocol_stats_tell_all(const struct nq_protocol *protocol)
{
    return (protocol->fte2 & NQ_FTE2_PREDINFO) != 0 ||
           (protocol->version >= NQ_PROTOCOL_DP6 && protocol->version <= NQ_PROTOCOL_DP8);
}

/* Messages and fields of FitzQuake. */
static inline bool nq_protocol_is_extended(const struct nq_protocol *protocol)
{
    return protocol->version == NQ_PROTOCOL_666 || protocol->version == NQ_PROTOCOL_999;
}

/* Messages and fields of DarkPlaces' own protocols. */
static inline bool nq_protocol_is_darkplaces(const struct nq_protocol *protocol)
{
    return protocol->version >= NQ_PROTOCOL_DP3 && protocol->version <= NQ_PROTOCOL_DP8;
}

#endif

/* NetQuake server messages: one decoded form for the simulator, `info`, `dump`, the writer and the
 * tests.
 *
 * Source: DEM 1.0.9 section 7 (numbers in comments below are its subsections); for protocols 666
 * and 999 the FitzQuake protocol page and the protocol flags of RMQ as QuakeSpasm reads them.
 * Units: coordinates in Quake units (1/8 in protocols 15 and 666), angles in degrees, times in
 * seconds.
 * Strings and lists point into the decoded bytes: nothing is owned, nothing is copied.
 * Encoding a decoded message gives back its bytes exactly: masks are kept as found. */
#ifndef FORMATS_NETQUAKE_NQ_MESSAGE_H
#define FORMATS_NETQUAKE_NQ_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"
#include "formats/netquake/nq_delta.h"
#include "formats/netquake/nq_dp_entity.h"
#include "formats/netquake/nq_protocol.h"

enum nq_message_id {
    NQ_BAD = 0,
    NQ_NOP = 1,
    NQ_DISCONNECT = 2,
    NQ_UPDATESTAT = 3,
    NQ_VERSION = 4,
    NQ_SETVIEW = 5,
    NQ_SOUND = 6,
    NQ_TIME = 7,
    NQ_PRINT = 8,
    NQ_STUFFTEXT = 9,
    NQ_SETANGLE = 10,
    NQ_SERVERINFO = 11,
    NQ_LIGHTSTYLE = 12,
    NQ_UPDATENAME = 13,
    NQ_UPDATEFRAGS = 14,
    NQ_CLIENTDATA = 15,
    NQ_STOPSOUND = 16,
    NQ_UPDATECOLORS = 17,
    NQ_PARTICLE = 18,
    NQ_DAMAGE = 19,
    NQ_SPAWNSTATIC = 20,
    NQ_SPAWNBINARY = 21, /* obsolete, never legal */
    NQ_SPAWNBASELINE = 22,
    NQ_TEMP_ENTITY = 23,
    NQ_SETPAUSE = 24,
    NQ_SIGNONNUM = 25,
    NQ_CENTERPRINT = 26,
    NQ_KILLEDMONSTER = 27,
    NQ_FOUNDSECRET = 28,
    NQ_SPAWNSTATICSOUND = 29,
    NQ_INTERMISSION = 30,
    NQ_FINALE = 31,
    NQ_CDTRACK = 32,
    NQ_SELLSCREEN = 33,
    NQ_CUTSCENE = 34,
    /* Nehahra's, which other engines read in any protocol. */
    NQ_SHOWPIC = 35,
    NQ_HIDEPIC = 36,
    NQ_SKYBOX = 37,
    /* From here on in protocols 666 and 999 only. */
    NQ_BONUSFLASH = 40,
    NQ_FOG = 41,
    NQ_SPAWNBASELINE2 = 42,
    NQ_SPAWNSTATIC2 = 43,
    NQ_SPAWNSTATICSOUND2 = 44,
    NQ_ACHIEVEMENT = 52,
    NQ_LOCALSOUND = 56,
    /* Under FTE2's extensions; nq_fte_message.c. */
    NQ_DELTA_STATIC = 21,
    NQ_DOWNLOAD = 50,
    NQ_UPDATESTAT_BYTE = 51,
    NQ_PRECACHE = 54,
    NQ_CSQC_ENTITIES = 58,
    NQ_TRAIL_PARTICLES = 60,
    NQ_POINT_PARTICLES = 61,
    NQ_POINT_PARTICLES1 = 62,
    NQ_DELTA_BASELINE = 66,
    NQ_UPDATESTAT_STRING = 78,
    NQ_UPDATESTAT_FLOAT = 79,
    NQ_CSQC_PACKET = 83,
    NQ_VOICE = 84,
    NQ_ANGLE_DELTA = 85,
    NQ_DELTAS = 86,
    /* In DarkPlaces' protocols, beside NQ_DOWNLOAD, NQ_UPDATESTAT_BYTE, NQ_PRECACHE and the
     * particles; nq_dp_message.c. */
    NQ_DP_EFFECT = 52,
    NQ_DP_EFFECT2 = 53,
    NQ_DP_SPAWNBASELINE2 = 55,
    NQ_DP_SPAWNSTATIC2 = 56,
    NQ_DP_ENTITIES = 57,
    NQ_DP_SPAWNSTATICSOUND2 = 59,
    NQ_ENTITY_UPDATE = 128 /* every id with bit 7 set */
};

/* Mask bits of an entity update (7.36); bit 7 (U_SIGNAL) is part of the id. */
enum {
    NQ_U_MOREBITS = 1 << 0,
    NQ_U_ORIGIN1 = 1 << 1,
    NQ_U_ORIGIN2 = 1 << 2,
    NQ_U_ORIGIN3 = 1 << 3,
    NQ_U_ANGLE2 = 1 << 4,
    NQ_U_NOLERP = 1 << 5, /* the document's "new": do not interpolate to this update */
    NQ_U_FRAME = 1 << 6,
    NQ_U_ANGLE1 = 1 << 8,
    NQ_U_ANGLE3 = 1 << 9,
    NQ_U_MODEL = 1 << 10,
    NQ_U_COLORMAP = 1 << 11,
    NQ_U_SKIN = 1 << 12,
    NQ_U_EFFECTS = 1 << 13,
    NQ_U_LONGENTITY = 1 << 14,
    NQ_U_TRANS = 1 << 15,   /* without EXTEND1: Nehahra's transparency, three floats at most, or
                               QUAKEDP's bits 16 to 31 */
    NQ_U_EXTEND1 = 1 << 15, /* 666 and 999, like all below: bits 16 to 23 are there */
    NQ_U_ALPHA = 1 << 16,
    NQ_U_FRAME2 = 1 << 17,
    NQ_U_MODEL2 = 1 << 18,
    NQ_U_LERPFINISH = 1 << 19,
    NQ_U_SCALE = 1 << 20,
    NQ_U_EXTEND2 = 1 << 23 /* bits 24..31 follow */
};

/* Bits 16 to 31 of an update of DarkPlaces' "QUAKEDP", which has protocol number 15 as well
 * (DarkPlaces protocol.h). */
enum {
    NQ_DPU_DELTA = 1 << 16, /* from the entity's last state instead of the baseline */
    NQ_DPU_ALPHA = 1 << 17,
    NQ_DPU_SCALE = 1 << 18,
    NQ_DPU_EFFECTS2 = 1 << 19,
    NQ_DPU_GLOWSIZE = 1 << 20,
    NQ_DPU_GLOWCOLOR = 1 << 21,
    NQ_DPU_COLORMOD = 1 << 22,
    NQ_DPU_EXTEND2 = 1 << 23, /* bits 24 to 31 follow */
    NQ_DPU_FRAME2 = 1 << 26,
    NQ_DPU_MODEL2 = 1 << 27
};

/* Mask bits of clientdata (7.16). */
enum {
    NQ_SU_VIEWHEIGHT = 1 << 0,
    NQ_SU_IDEALPITCH = 1 << 1,
    NQ_SU_PUNCH1 = 1 << 2,    /* .. PUNCH3 = 1 << 4 */
    NQ_SU_VELOCITY1 = 1 << 5, /* .. VELOCITY3 = 1 << 7 */
    NQ_SU_ITEMS = 1 << 9,
    NQ_SU_ONGROUND = 1 << 10,
    NQ_SU_INWATER = 1 << 11,
    NQ_SU_WEAPONFRAME = 1 << 12,
    NQ_SU_ARMOR = 1 << 13,
    NQ_SU_WEAPON = 1 << 14,
    NQ_SU_EXTEND1 = 1 << 15, /* 666 and 999, like all below: bits 16 to 23 are there (also in
                                DarkPlaces' protocols, which have the NQ_SU_DP_ bits there) */
    NQ_SU_WEAPON2 = 1 << 16, /* the ...2 bits: the value's second byte follows at the end */
    NQ_SU_ARMOR2 = 1 << 17,
    NQ_SU_AMMO2 = 1 << 18,
    NQ_SU_SHELLS2 = 1 << 19, /* then NAILS2, ROCKETS2, CELLS2 = 1 << 22 */
    NQ_SU_EXTEND2 = 1 << 23, /* bits 24 to 31 are there */
    NQ_SU_WEAPONFRAME2 = 1 << 24,
    NQ_SU_WEAPONALPHA = 1 << 25,
    NQ_SU_DP_PUNCHVEC1 = 1 << 16, /* .. PUNCHVEC3 = 1 << 18 */
    NQ_SU_DP_VIEWZOOM = 1 << 19
};

/* Mask bits of a sound message (7.7). */
enum {
    NQ_SND_VOLUME = 1 << 0,
    NQ_SND_ATTENUATION = 1 << 1,
    NQ_SND_LARGEENTITY = 1 << 3, /* 666 and 999 */
    NQ_SND_LARGESOUND = 1 << 4,  /* 666 and 999 */
    /* Under FTE2's replacement deltas, in which LARGEENTITY and LARGESOUND count, too. */
    NQ_SND_MORE = 1 << 2, /* bits 8 to 15 are there */
    NQ_SND_SPEED = 1 << 5,
    NQ_SND_OFFSET = 1 << 6,
    NQ_SND_PITCH = 1 << 7,
    NQ_SND_VELOCITY = 1 << 8
};

/* Flags of spawnbaseline2 and spawnstatic2. */
enum {
    NQ_B_LARGEMODEL = 1 << 0,
    NQ_B_LARGEFRAME = 1 << 1,
    NQ_B_ALPHA = 1 << 2,
    NQ_B_SCALE = 1 << 3
};

/* Types of temp_entity (7.24). */
enum {
    NQ_TE_SPIKE = 0,
    NQ_TE_SUPERSPIKE = 1,
    NQ_TE_GUNSHOT = 2,
    NQ_TE_EXPLOSION = 3,
    NQ_TE_TAREXPLOSION = 4,
    NQ_TE_LIGHTNING1 = 5,
    NQ_TE_LIGHTNING2 = 6,
    NQ_TE_WIZSPIKE = 7,
    NQ_TE_KNIGHTSPIKE = 8,
    NQ_TE_LIGHTNING3 = 9,
    NQ_TE_LAVASPLASH = 10,
    NQ_TE_TELEPORT = 11,
    NQ_TE_EXPLOSION2 = 12,
    NQ_TE_BEAM = 13,
    /* DarkPlaces' and Nehahra's. */
    NQ_TE_EXPLOSION3 = 16,
    NQ_TE_BEAM_BY_NAME = 17,
    NQ_TE_EXPLOSION_SPRITE = 20,
    NQ_TE_GUNSHOT_COUNTED = 21,
    NQ_TE_BLOOD = 50,
    NQ_TE_SPARK = 51,
    NQ_TE_BLOOD_SHOWER = 52,
    NQ_TE_EXPLOSION_RGB = 53,
    NQ_TE_PARTICLE_CUBE = 54,
    NQ_TE_PARTICLE_RAIN = 55,
    NQ_TE_PARTICLE_SNOW = 56,
    NQ_TE_GUNSHOT_QUAD = 57,
    NQ_TE_SPIKE_QUAD = 58,
    NQ_TE_SUPERSPIKE_QUAD = 59,
    NQ_TE_EXPLOSION_QUAD = 70,
    NQ_TE_FLASH_SMALL = 72,
    NQ_TE_FLASH = 73,
    NQ_TE_FLAME_JET = 74,
    NQ_TE_PLASMA_BURN = 75,
    NQ_TE_BEAM_G3 = 76,
    NQ_TE_SMOKE = 77,
    NQ_TE_EXPLOSION_BIG = 78,
    NQ_TE_PLASMA_HIT = 79
};

enum {
    NQ_ALPHA_DEFAULT = 0, /* opaque; 1 = invisible..255 = opaque, linear */
    NQ_SCALE_DEFAULT = 16 /* in 1/16 */
};

/* A list of consecutive NUL-terminated names, as in serverinfo. */
struct nq_names {
    const char *first; /* the first name; the next one follows its NUL */
    uint32_t count;    /* without the empty name that ends the list */
};

struct nq_serverinfo {
    int32_t protocol;
    uint32_t flags; /* NQ_PRFL_*; 0 but in protocol 999 */
    uint8_t max_clients;
    uint8_t game_type; /* 1 = deathmatch rankings at the end of a level */
    uint8_t num_extensions;
    const char *level_name;
    struct nq_names models;    /* index 1 in other messages is the first name */
    struct nq_names sounds;    /* index 1 in other messages is the first name */
    const uint8_t *extensions; /* num_extensions pairs of NQ_EXTENSION_* and flags, 8 bytes each;
                                  no flags that nq_protocol_unknown_flags rejects */
    uint32_t ftex; /* flags of NQ_EXTENSION_FTEX and NQ_EXTENSION_FTE2 in them; 0 without */
    uint32_t fte2;
    const char *game_dirs; /* "" = not told; sent under NQ_FTE2_PREDINFO */
};

struct nq_entity_state { /* baseline or static entity */
    uint8_t flags;       /* NQ_B_* as found; 0 in spawnbaseline and spawnstatic */
    uint8_t alpha;       /* NQ_ALPHA_DEFAULT when absent */
    uint8_t scale;       /* NQ_SCALE_DEFAULT when absent */
    uint16_t model;
    uint16_t frame;
    uint8_t colormap;
    uint8_t skin;
    double origin[3];
    float angles[3];
};

struct nq_entity_update {
    uint32_t mask; /* NQ_U_*: only the fields it names are set, the others are zero */
    uint16_t entity;
    uint16_t model; /* NQ_U_MODEL: its low byte, NQ_U_MODEL2: its high byte; 0 if not named */
    uint16_t frame; /* NQ_U_FRAME: its low byte, NQ_U_FRAME2: its high byte; 0 if not named */
    uint8_t colormap;
    uint8_t skin;
    uint16_t effects;    /* EF_* bits (7.36 table 11); more than 8 bits in QUAKEDP only */
    uint8_t alpha;       /* NQ_U_ALPHA; QUAKEDP: in 1/255 */
    uint8_t scale;       /* NQ_U_SCALE, in 1/16 */
    uint8_t lerp_finish; /* NQ_U_LERPFINISH, in 1/255 s */
    double origin[3];
    float angles[3];
    float trans[3];    /* NQ_U_TRANS: mode, alpha, and for mode 2 full brightness */
    bool is_dp;        /* QUAKEDP's: dp_mask is there, and what it names; the bits of mask above 15
                          are those of 666 that mean the same */
    uint32_t dp_mask;  /* NQ_DPU_* */
    uint8_t glow_size; /* in 4 units */
    uint8_t glow_color;
    uint8_t color_mod; /* 3, 3 and 2 bits of red, green and blue */
};

struct nq_clientdata {
    uint32_t mask;      /* NQ_SU_* */
    bool has_items;     /* the long is there (always from 1.07 on) */
    int8_t view_height; /* 22 when the mask lacks it */
    int8_t ideal_pitch;
    float punch[3];         /* degrees */
    int8_t velocity[3];     /* in 16 units per second; 0 in DarkPlaces' protocols */
    float real_velocity[3]; /* units per second; DarkPlaces' protocols only, like the next two */
    float punch_vector[3];  /* what moves the eyes: units */
    uint16_t view_zoom;     /* in 1/255 of the field of view; 0 when absent */
    bool has_stats;         /* weapon_frame to active_weapon are there: not from DP6 on */
    uint32_t items;         /* IT_* bits; 0x4001 when absent, as the document has it */
    uint16_t weapon_frame;
    uint16_t armor;
    uint16_t weapon_model;
    int16_t health;
    uint16_t ammo;
    uint16_t ammo_counts[4]; /* shells, nails, rockets, cells */
    uint16_t active_weapon;  /* one IT_* bit of the low eight */
    uint8_t weapon_alpha;    /* NQ_ALPHA_DEFAULT when absent */
};

struct nq_sound {
    uint16_t mask;       /* NQ_SND_* */
    uint8_t volume;      /* 255 when absent */
    uint8_t attenuation; /* in 1/64; 64 when absent */
    uint16_t entity;
    uint8_t channel;
    uint16_t sound;
    double origin[3];
    uint8_t pitch;       /* percent; 0 = 100; like all below under replacement deltas only */
    int16_t offset;      /* milliseconds */
    int16_t velocity[3]; /* 1/8 unit per second */
    uint16_t speed;      /* 1/4000 */
};

struct nq_temp_entity {
    uint8_t type;    /* NQ_TE_* */
    bool wide;       /* the entity's number took three bytes */
    uint32_t entity; /* beams: the owner */
    double origin[3];
    double end[3];       /* beams */
    uint8_t color_start; /* TE_EXPLOSION2; and of particles' colours */
    uint8_t color_length;
    /* Of types above NQ_TE_BEAM; those that a type does not have are zero. */
    double direction[3]; /* a third place */
    double rgb[3];       /* NQ_TE_EXPLOSION3: a colour, sent as coordinates */
    double speed;
    const char *name;   /* NQ_TE_BEAM_BY_NAME: its model; else NULL */
    uint16_t count;     /* of particles or shots */
    int8_t velocity[3]; /* blood, sparks */
    uint8_t color[3];   /* red, green, blue */
    uint8_t gravity, radius, lifetime;
};

struct nq_bytes { /* in the decoded bytes */
    const uint8_t *data;
    uint32_t size;
};

enum { NQ_PRECACHE_MODEL, NQ_PRECACHE_EFFECT, NQ_PRECACHE_SOUND };

struct nq_precache {
    uint8_t kind; /* NQ_PRECACHE_*; 3 means nothing */
    uint16_t number;
    const char *name;
};

struct nq_named_particles {
    bool is_trail;
    uint16_t entity; /* trail */
    uint16_t effect; /* number of a precached name */
    uint16_t count;  /* 1 when absent */
    double origin[3];
    double end[3]; /* trail */
    double velocity[3];
};

struct nq_sprite_effect { /* frames of a sprite, shown once */
    double origin[3];
    uint16_t model;
    uint16_t frame; /* the first */
    uint8_t frames;
    uint8_t rate; /* frames per second */
};

struct nq_message {
    uint8_t id;      /* enum nq_message_id; for an entity update the byte as found (>= 128) */
    uint32_t offset; /* offset of the id in the decoded block */
    uint32_t size;   /* bytes including the id */
    union {
        struct {
            uint8_t stat; /* the document knows 0 to 31; others are for the reader to ignore */
            int32_t value;
            float real; /* updatestat_float: what value is cut from */
        } updatestat;   /* and updatestat_byte, updatestat_float */
        struct {
            uint8_t stat;
            const char *text;
        } stat_string;
        int32_t version;
        uint16_t setview; /* entity number */
        struct nq_sound sound;
        float time;
        struct {
            float time;     /* the same */
            uint16_t input; /* number of the last input; NQ_FTE2_PREDINFO only */
        } timed;
        const char *text; /* print, stufftext, centerprint, finale, cutscene, skybox, achievement,
                             hidepic (the slot) */
        struct {
            const char *slot;
            const char *picture;
            uint16_t x, y;
        } showpic;
        float setangle[3];
        struct nq_serverinfo serverinfo;
        struct {
            uint8_t style;
            const char *map; /* 'a' dark .. 'm' normal .. 'z' double, ten letters per second */
        } lightstyle;
        struct {
            uint8_t player; /* 0-based */
            const char *name;
        } updatename;
        struct {
            uint8_t player;
            int16_t frags;
        } updatefrags;
        struct {
            uint8_t player;
            uint8_t colors; /* shirt << 4 | pants */
        } updatecolors;
        struct nq_clientdata clientdata;
        uint16_t stopsound; /* entity << 3 | channel */
        struct {
            double origin[3];
            int8_t velocity[3]; /* in 1/16 units */
            uint8_t count;      /* real files have the count before the colour; 255 = explosion */
            uint8_t color;
        } particle;
        struct {
            uint8_t armor;
            uint8_t blood;
            double origin[3];
        } damage;
        struct nq_entity_state spawnstatic; /* and spawnstatic2 */
        struct {
            uint16_t entity;
            struct nq_entity_state state;
        } spawnbaseline; /* and spawnbaseline2 */
        struct nq_temp_entity temp_entity;
        uint8_t setpause;
        uint8_t signonnum;
        struct {
            double origin[3];
            uint16_t sound;
            uint8_t volume;
            uint8_t attenuation;
        } spawnstaticsound; /* and spawnstaticsound2 */
        struct {
            uint8_t track;
            uint8_t loop_track;
        } cdtrack;
        struct {
            uint8_t density; /* all in 1/255 */
            uint8_t color[3];
            int16_t time; /* to fade to it, in 1/100 s */
        } fog;
        struct {
            uint8_t mask; /* NQ_SND_LARGESOUND counts */
            uint16_t sound;
        } localsound;
        struct nq_entity_update update;
        struct nq_deltas deltas;
        struct nq_dp_entities dp_entities;
        struct nq_sprite_effect sprite_effect;
        struct nq_delta delta_static;
        struct {
            uint32_t entity;
            bool wide; /* the number took three bytes */
            struct nq_delta delta;
        } delta_baseline;
        struct nq_precache precache;
        struct nq_named_particles named_particles;
        struct {
            int32_t start;
            struct nq_bytes bytes;
        } download;
        struct {
            uint8_t sender;
            uint8_t codec;
            uint8_t sequence;
            struct nq_bytes bytes;
        } voice;
    } u;
};

/* Decodes the message at *pos of a block and advances *pos. 1 = a message, 0 = end of the block,
 * negative = error (err->offset counts from the block's first message byte; *pos unchanged).
 * FORMAT_UNKNOWN: unsupported protocol number or extensions in a serverinfo; err names them. */
int nq_message_decode(const struct nq_protocol *protocol, const uint8_t *data, size_t size,
                      size_t *pos, struct nq_message *message, struct format_error *err) MUST_CHECK;

/* Appends the message's bytes: exactly those it was decoded from. For messages made by hand, adds
 * the mask bits for required mask bytes and NQ_U_LONGENTITY; rounds coordinates and angles to the
 * nearest value that the protocol can encode. */
void nq_message_encode(const struct nq_protocol *protocol, const struct nq_message *message,
                       struct byte_writer *out);

/* A serverinfo's protocol; what is known of the whole file stays. */
void nq_protocol_begin(struct nq_protocol *protocol, const struct nq_serverinfo *info);

/* Call with every decoded message: keeps the protocol up to date (serverinfo). */
static inline void nq_protocol_follow(struct nq_protocol *protocol,
                                      const struct nq_message *message)
{
    if (message->id == NQ_SERVERINFO) {
        nq_protocol_begin(protocol, &message->u.serverinfo);
    }
}

/* True if clientdata messages have `items` only on demand (Quake <= 1.06), false if always (>=
 * 1.07). Decided by which interpretation parses the blocks to their ends; the "VERSION x SERVER"
 * print breaks a tie. */
struct dem_file;
bool nq_detect_items_optional(const struct dem_file *dem);

/* The protocol before the first block, with all that only the whole file tells: items_optional and
 * dp_sounds. */
struct nq_protocol nq_detect_protocol(const struct dem_file *dem);

/* The specification's name of a message ("clientdata", "updateentity", ...), "unknown" if none. */
const char *nq_message_name(uint8_t id);
/* The same in that protocol: from 50 on DarkPlaces and others use the same numbers. */
const char *nq_message_name_in(const struct nq_protocol *protocol, uint8_t id);

/* The name at index i (from 0; linear search), NULL past the end. */
const char *nq_names_get(const struct nq_names *names, uint32_t i);

#endif

/* QuakeWorld server messages: one decoded form for the simulator, `info`, `dump`, the writers and
 * the tests, shared by .qwd and .mvd.
 *
 * Source: QWD section 5 (subsection = message number plus 1: 5.43 is playerinfo). Extensions and
 * multi-view demos: the public sources of QuakeWorld, qwprot (protocol.h), MVDSV, ezQuake and FTE;
 * where they differ, real files decided. Units: coordinates in Quake units, angles in degrees,
 * times in seconds, speeds in units per second. Strings and lists point into the decoded bytes;
 * nothing is owned or copied. Encoding a decoded message gives back its bytes exactly: masks are
 * kept as found. */
#ifndef FORMATS_QUAKEWORLD_QW_MESSAGE_H
#define FORMATS_QUAKEWORLD_QW_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum qw_message_id {
    QW_BAD = 0,
    QW_NOP = 1,
    QW_DISCONNECT = 2,
    QW_UPDATESTAT = 3,
    QW_SOUND = 6,
    QW_TIME = 7,
    QW_PRINT = 8,
    QW_STUFFTEXT = 9,
    QW_SETANGLE = 10,
    QW_SERVERDATA = 11,
    QW_LIGHTSTYLE = 12,
    QW_UPDATEFRAGS = 14,
    QW_STOPSOUND = 16,
    QW_DAMAGE = 19,
    QW_SPAWNSTATIC = 20,
    QW_SPAWNSTATIC2 = 21, /* FTE */
    QW_SPAWNBASELINE = 22,
    QW_TEMP_ENTITY = 23,
    QW_SETPAUSE = 24,
    QW_CENTERPRINT = 26,
    QW_KILLEDMONSTER = 27,
    QW_FOUNDSECRET = 28,
    QW_SPAWNSTATICSOUND = 29,
    QW_INTERMISSION = 30,
    QW_FINALE = 31,
    QW_CDTRACK = 32,
    QW_SELLSCREEN = 33,
    QW_SMALLKICK = 34,
    QW_BIGKICK = 35,
    QW_UPDATEPING = 36,
    QW_UPDATEENTERTIME = 37,
    QW_UPDATESTATLONG = 38,
    QW_MUZZLEFLASH = 39,
    QW_UPDATEUSERINFO = 40,
    QW_DOWNLOAD = 41,
    QW_PLAYERINFO = 42,
    QW_NAILS = 43,
    QW_CHOKECOUNT = 44,
    QW_MODELLIST = 45,
    QW_SOUNDLIST = 46,
    QW_PACKETENTITIES = 47,
    QW_DELTAPACKETENTITIES = 48,
    QW_MAXSPEED = 49,
    QW_ENTGRAVITY = 50,
    QW_SETINFO = 51,
    QW_SERVERINFO = 52,
    QW_UPDATEPL = 53,
    QW_NAILS2 = 54,         /* mvdsv */
    QW_MODELLISTSHORT = 60, /* FTE, like all below except the last two */
    QW_SPAWNBASELINE2 = 66,
    QW_CSQCENTITIES = 76, /* named, never decoded: only the mod knows the layout */
    QW_QIZMOVOICE = 83,   /* Qizmo */
    QW_VOICECHAT = 84,
    QW_PACKETPROJECTILES = 100, /* named, never decoded: in no file, nor in the reference */
    QW_DELTAPACKETPROJECTILES = 101
};

enum { QW_PROTOCOL_FIRST = 24, QW_PROTOCOL_LAST = 28 };

/* FTE extensions ("FTEX") that change what a message looks like. */
enum {
    QW_FTEX_TRANS = 1 << 3,
    QW_FTEX_MODELDBL = 1 << 12,
    QW_FTEX_ENTITYDBL = 1 << 13,
    QW_FTEX_ENTITYDBL2 = 1 << 14,
    QW_FTEX_FLOATCOORDS = 1 << 15, /* coordinates are float32 and angles int16, everywhere */
    QW_FTEX_COLOURMOD = 1 << 19,
    QW_FTEX_SPAWNSTATIC2 = 1 << 22,
    QW_FTEX_256PACKETENTITIES = 1 << 24,
    QW_FTEX_CHUNKEDDOWNLOADS = 1 << 29
};

/* FTE's second word ("FTE2"). */
enum { QW_FTE2_VOICECHAT = 1 << 1 };

/* mvdsv's ("MVD1"). */
enum {
    QW_MVD1_FLOATCOORDS = 1 << 0, /* float32 origins, but only in entity deltas and in playerinfo
                                     of a .qwd (qwprot; MVDSV and ezQuake: not of a .mvd) */
    QW_MVD1_HIGHLAGTELEPORT = 1 << 1,
    QW_MVD1_SERVERSIDEWEAPON = 1 << 2,
    QW_MVD1_HIDDEN_MESSAGES = 1 << 5,
    QW_MVD1_WEAPONPREDICTION = 1 << 7,
    QW_MVD1_SIMPLEPROJECTILE = 1 << 8
};

/* Decoder state from earlier messages of the demo. */
struct qw_protocol {
    int32_t version; /* of the last serverdata; QW_PROTOCOL_LAST before it */
    uint32_t ftex;   /* extension words of the last serverdata; 0 where it has none */
    uint32_t fte2;
    uint32_t mvd1;
    bool is_mvd; /* the container is a .mvd: playerinfo, serverdata and setangle differ */
};

/* Bits of an entity in packetentities (5.48) and of a delta elsewhere. Bits 0 to 7 are the
 * message's second mask byte, 16 to 31 FTE's third and fourth. */
enum {
    QW_U_ANGLE1 = 1 << 0,
    QW_U_ANGLE3 = 1 << 1,
    QW_U_MODEL = 1 << 2,
    QW_U_COLORMAP = 1 << 3,
    QW_U_SKIN = 1 << 4,
    QW_U_EFFECTS = 1 << 5,
    QW_U_SOLID = 1 << 6,    /* no data */
    QW_U_EVENMORE = 1 << 7, /* bits 16..23 follow; unused without FTE extensions */
    QW_U_ORIGIN1 = 1 << 9,
    QW_U_ORIGIN2 = 1 << 10,
    QW_U_ORIGIN3 = 1 << 11,
    QW_U_ANGLE2 = 1 << 12,
    QW_U_FRAME = 1 << 13,
    QW_U_REMOVE = 1 << 14,   /* the entity leaves the PVS; no fields follow */
    QW_U_MOREBITS = 1 << 15, /* bits 0..7 follow */
    QW_U_TRANS = 1 << 17,
    QW_U_MODELDBL = 1 << 19,
    QW_U_ENTITYDBL = 1 << 21,
    QW_U_ENTITYDBL2 = 1 << 22,
    QW_U_YETMORE = 1 << 23, /* bits 24..31 follow */
    QW_U_COLOURMOD = 1 << 26
};

enum { QW_MAX_ENTITIES = 2048 /* numbers are below this */ };

/* One entity's change, against its state in an earlier frame, its baseline, or nothing. Real files:
 * spawn markers with baselines of trans 76 and colours 0 38 38; where a gib or a pack takes over
 * the number, its delta sets both back to 0. */
struct qw_entity {
    uint32_t bits;   /* QW_U_*: only the fields it names are set, the others are zero */
    uint16_t number; /* 1 to 511, with FTE extensions to 2047 */
    uint16_t model;  /* QW_U_MODEL, or QW_U_MODELDBL alone */
    uint8_t frame;
    uint8_t colormap;
    uint8_t skin;
    uint8_t effects;       /* EF_* bits */
    uint8_t trans;         /* QW_U_TRANS: 1..255 = opaque; 0 = not set */
    uint8_t colour_mod[3]; /* QW_U_COLOURMOD; 0 0 0 = not set */
    float origin[3];
    float angles[3];
};

/* The entities of a packetentities or deltapacketentities; see qw_entities_next. */
struct qw_entities {
    const uint8_t *data;
    uint32_t size; /* with the two zero bytes at the end */
    uint32_t count;
    uint8_t from; /* deltapacketentities: low 8 bits of the sequence it is a delta against; in a
                     .mvd that is always the frame before */
};

/* Names of a modellist or soundlist; see qw_names_next. */
struct qw_names {
    const char *data; /* consecutive NUL-terminated names, terminated by an empty one */
    uint32_t size;    /* with the empty name */
    uint32_t count;   /* without it: 0 where the list ended with the part before */
    uint16_t start;   /* the first name has index start + 1 in other messages */
    uint8_t next;     /* start (low byte) of the next part; 0 = the list is complete */
};

struct qw_movevars { /* QuakeWorld's movevars_t */
    float gravity, stop_speed, max_speed, spectator_max_speed, accelerate, air_accelerate,
        water_accelerate, friction, water_friction, ent_gravity;
};

struct qw_serverdata {
    const uint8_t *extensions; /* pairs of uint32 before the version; NULL if made by hand: then
                                  derived from the words below */
    uint32_t extension_count;
    uint32_t ftex, fte2, mvd1; /* 0 where absent */
    int32_t protocol;
    int32_t server_count; /* differs from level to level */
    const char *game_dir;
    uint8_t player;  /* .qwd: the recorder's number; bit 7 = a spectator */
    float demo_time; /* .mvd: the demo time, instead of player */
    const char *level_name;
    struct qw_movevars movevars; /* ezQuake's defaults in protocol 24, which has none */
};

/* Bits of a usercmd (5.43, where it is "mask2"). */
enum {
    QW_CM_ANGLE1 = 1 << 0,
    QW_CM_ANGLE3 = 1 << 1,
    QW_CM_FORWARD = 1 << 2, /* .. SIDE = 1 << 3, UP = 1 << 4 */
    QW_CM_BUTTONS = 1 << 5,
    QW_CM_IMPULSE = 1 << 6,
    QW_CM_ANGLE2 = 1 << 7, /* protocols 27 and 28; before, it is always there */
    QW_CM_MSEC = 1 << 7    /* protocols 24 to 26; since, it is always there */
};

struct qw_usercmd { /* fields that are absent are zero */
    uint8_t bits;
    uint8_t msec; /* 1/1000 s */
    uint8_t buttons;
    uint8_t impulse; /* with ZQuake's view weapons: the index of the weapon's model */
    int16_t move[3]; /* forward, side, up; multiples of 8 in protocols 24 to 26 */
    float angles[3];
};

/* Flags of playerinfo in a .qwd (5.43, and QuakeWorld's protocol.h). */
enum {
    QW_PF_MSEC = 1 << 0,
    QW_PF_COMMAND = 1 << 1,
    QW_PF_VELOCITY1 = 1 << 2, /* .. VELOCITY3 = 1 << 4 */
    QW_PF_MODEL = 1 << 5,     /* absent: progs/player.mdl */
    QW_PF_SKIN = 1 << 6,
    QW_PF_EFFECTS = 1 << 7,
    QW_PF_WEAPONFRAME = 1 << 8,
    QW_PF_DEAD = 1 << 9,
    QW_PF_GIB = 1 << 10,
    QW_PF_MOVE_TYPE_SHIFT = 11, /* three bits: ZQuake's move type */
    QW_PF_ONGROUND = 1 << 14,   /* ZQuake */
    QW_PF_SOLID = 1 << 15,      /* ZQuake; with FTEX_TRANS: bits 16..23 follow */
    QW_PF_TRANS = 1 << 17,
    QW_PF_COLOURMOD = 1 << 19
};

struct qw_weapon_prediction { /* MVD1_WEAPONPREDICTION */
    uint8_t present;          /* 0: no other fields follow */
    uint8_t impulse;
    int16_t weapon;
    float client_time;
    float attack_finished;
    float next_think;
    uint8_t think_index;
    uint8_t ping;
    uint8_t flags;
    uint8_t ammo[4]; /* shells, nails, rockets, cells */
};

/* A player in the PVS, sent in full: there are no deltas, and players without a playerinfo are not
 * visible. */
struct qw_playerinfo {
    uint32_t flags; /* QW_PF_*; fields it does not name are zero */
    uint8_t player;
    uint8_t frame;
    uint8_t msec; /* how long before the packet the command was; 1/1000 s */
    uint8_t skin;
    uint16_t model;
    uint8_t effects;
    uint8_t weapon_frame;
    uint8_t trans;         /* as in struct qw_entity */
    uint8_t colour_mod[3]; /* as in struct qw_entity */
    int16_t velocity[3];   /* in units (5.43 has eighths, real files do not) */
    float origin[3];
    struct qw_usercmd command; /* the player's last one, for prediction */
    struct qw_weapon_prediction prediction;
};

/* Flags of playerinfo in a .mvd (MVDSV's sv_ents.c). */
enum {
    QW_DF_ORIGIN1 = 1 << 0, /* .. ORIGIN3 = 1 << 2 */
    QW_DF_ANGLE1 = 1 << 3,  /* .. ANGLE3 = 1 << 5 */
    QW_DF_EFFECTS = 1 << 6,
    QW_DF_SKIN = 1 << 7,
    QW_DF_DEAD = 1 << 8,
    QW_DF_GIB = 1 << 9,
    QW_DF_WEAPONFRAME = 1 << 10,
    QW_DF_MODEL = 1 << 11
};

/* A player's change against the last state of that player. */
struct qw_mvd_playerinfo {
    uint16_t flags; /* QW_DF_*; fields it does not name are zero */
    uint8_t player;
    uint8_t frame;
    uint8_t model;
    uint8_t skin;
    uint8_t effects;
    uint8_t weapon_frame;
    float origin[3];
    float angles[3];
};

struct qw_entity_state { /* baseline or static entity (5.21, 5.23) */
    uint8_t model;
    uint8_t frame;
    uint8_t colormap;
    uint8_t skin;
    float origin[3];
    float angles[3];
};

/* Bits of a sound's first word (5.7). */
enum { QW_SND_ATTENUATION = 1 << 14, QW_SND_VOLUME = 1 << 15 };

struct qw_sound {
    uint16_t mask;       /* bits 13 to 15 as found: QW_SND_* */
    uint16_t entity;     /* 0 to 1023 */
    uint8_t channel;     /* 0 to 7 */
    uint8_t volume;      /* 255 when absent */
    uint8_t attenuation; /* in 1/64; 64 when absent */
    uint8_t sound;
    float origin[3];
};

/* Types of temp_entity (5.24); 12 and 13 are not NetQuake's. */
enum {
    QW_TE_SPIKE = 0,
    QW_TE_SUPERSPIKE = 1,
    QW_TE_GUNSHOT = 2,
    QW_TE_EXPLOSION = 3,
    QW_TE_TAREXPLOSION = 4,
    QW_TE_LIGHTNING1 = 5,
    QW_TE_LIGHTNING2 = 6,
    QW_TE_WIZSPIKE = 7,
    QW_TE_KNIGHTSPIKE = 8,
    QW_TE_LIGHTNING3 = 9,
    QW_TE_LAVASPLASH = 10,
    QW_TE_TELEPORT = 11,
    QW_TE_BLOOD = 12,
    QW_TE_LIGHTNINGBLOOD = 13
};

struct qw_temp_entity {
    uint8_t type;    /* QW_TE_* */
    uint8_t count;   /* GUNSHOT and BLOOD */
    uint16_t entity; /* the three lightnings: the owner */
    float origin[3];
    float end[3]; /* the three lightnings */
};

/* All nails in flight (5.44); see qw_nails_get. */
struct qw_nails {
    const uint8_t *data;
    uint8_t count;
    bool numbered; /* nails2 */
};

struct qw_nail {
    uint8_t number;  /* nails2: id of the nail across frames; 0 in nails */
    float origin[3]; /* even units, -4096 to 4094 */
    float pitch;     /* steps of 22.5 */
    float yaw;
};

struct qw_download { /* 5.42; with FTEX_CHUNKEDDOWNLOADS its chunked form */
    int32_t size;    /* whole: bytes of data, negative = no such file; chunked: bytes of the file */
    uint8_t percent; /* whole */
    int32_t chunk;   /* chunked: negative = the beginning, with size and name */
    const char *name;
    const uint8_t *data; /* 1024 bytes in a chunk */
};

enum { QW_DOWNLOAD_CHUNK = 1024, QW_QIZMO_VOICE = 34 };

/* Levels of print (QWD, svc_print). */
enum { QW_PRINT_LOW = 0, QW_PRINT_MEDIUM = 1, QW_PRINT_HIGH = 2, QW_PRINT_CHAT = 3 };

struct qw_message {
    uint8_t id;      /* enum qw_message_id */
    uint32_t offset; /* offset of the id in the decoded block */
    uint32_t size;   /* bytes including the id */
    union {
        const char *text; /* stufftext, centerprint, finale; disconnect: NULL when absent */
        struct {
            uint8_t level; /* QW_PRINT_* */
            const char *text;
        } print;
        struct { /* updatestat and updatestatlong */
            uint8_t stat;
            int32_t value;
        } updatestat;
        struct qw_sound sound;
        float time;
        struct {
            uint8_t player; /* .mvd: whose view turns */
            uint8_t kind;   /* MVD1_HIGHLAGTELEPORT: 0 none, 1 teleport, 2 respawn */
            float angles[3];
        } setangle;
        struct qw_serverdata serverdata;
        struct {
            uint8_t style;
            const char *map; /* 'a' dark .. 'm' normal .. 'z' double, ten letters per second */
        } lightstyle;
        struct { /* updatefrags, updateping (1/1000 s) */
            uint8_t player;
            int16_t value;
        } player_short;
        struct {
            uint8_t player;
            uint8_t loss; /* percent */
        } updatepl;
        struct {
            uint8_t player;
            float time; /* 5.38: when the player came */
        } updateentertime;
        uint16_t stopsound; /* entity << 3 | channel */
        struct {
            uint8_t armor;
            uint8_t blood;
            float origin[3];
        } damage;
        struct qw_entity_state spawnstatic;
        struct {
            uint16_t entity;
            struct qw_entity_state state;
        } spawnbaseline;
        struct qw_entity entity; /* spawnstatic2, spawnbaseline2: delta from a zeroed entity */
        struct qw_temp_entity temp_entity;
        uint8_t setpause;
        struct {
            float origin[3];
            uint8_t sound;
            uint8_t volume;
            uint8_t attenuation;
        } spawnstaticsound;
        struct {
            float origin[3];
            float angles[3];
        } intermission;
        uint8_t cdtrack;
        uint16_t muzzleflash; /* entity number */
        struct {
            uint8_t player;
            int32_t user; /* 0 = the slot is free */
            const char *info;
        } updateuserinfo;
        struct qw_download download;
        struct qw_playerinfo player;         /* playerinfo of a .qwd */
        struct qw_mvd_playerinfo mvd_player; /* playerinfo of a .mvd */
        struct qw_nails nails;               /* and nails2 */
        uint8_t chokecount;
        struct qw_names names;       /* modellist, soundlist, modellistshort */
        struct qw_entities entities; /* packetentities, deltapacketentities */
        float speed;                 /* maxspeed, units per second */
        float gravity;               /* entgravity */
        struct {                     /* setinfo; serverinfo, without player */
            uint8_t player;
            const char *key;
            const char *value;
        } info;
        const uint8_t *qizmo_voice; /* QW_QIZMO_VOICE bytes */
        struct {
            uint8_t sender;
            uint8_t generation;
            uint8_t sequence;
            uint16_t size;
            const uint8_t *data;
        } voicechat;
    } u;
};

/* Decodes the message at *pos of a block and advances *pos. 1 = a message, 0 = end of the block,
 * negative = error (err->offset counts from the block's first message byte; *pos unchanged).
 * FORMAT_UNKNOWN: unsupported protocol, extension or message. */
int qw_message_decode(const struct qw_protocol *protocol, const uint8_t *data, size_t size,
                      size_t *pos, struct qw_message *message, struct format_error *err) MUST_CHECK;

/* Appends the message's bytes: exactly those it was decoded from. For messages made by hand, rounds
 * coordinates and angles to the nearest value that the protocol can encode. */
void qw_message_encode(const struct qw_protocol *protocol, const struct qw_message *message,
                       struct byte_writer *out);

/* Call with every decoded message: keeps version and extensions up to date (serverdata). */
static inline void qw_protocol_follow(struct qw_protocol *protocol,
                                      const struct qw_message *message)
{
    if (message->id == QW_SERVERDATA) {
        protocol->version = message->u.serverdata.protocol;
        protocol->ftex = message->u.serverdata.ftex;
        protocol->fte2 = message->u.serverdata.fte2;
        protocol->mvd1 = message->u.serverdata.mvd1;
    }
}

bool qw_protocol_supported(int32_t version);

/* The message's name as in the specification ("playerinfo", ...), "unknown" if none. */
const char *qw_message_name(uint8_t id);

/* Steps through the entities; *pos is 0 at first. false = there are no more. protocol: as it was
 * for decoding. */
bool qw_entities_next(const struct qw_protocol *protocol, const struct qw_entities *entities,
                      uint32_t *pos, struct qw_entity *entity);

/* Appends one entity of packetentities; two zero bytes end the list. For entities made by hand,
 * adds the bits for required mask bytes and for large numbers. Number 0 without bits would be read
 * as the end of the list. */
void qw_entity_encode(const struct qw_protocol *protocol, const struct qw_entity *entity,
                      struct byte_writer *out);

/* Steps through the names; *pos is 0 at first. NULL = there are no more. */
const char *qw_names_next(const struct qw_names *names, uint32_t *pos);

/* i < nails->count. */
struct qw_nail qw_nails_get(const struct qw_nails *nails, uint32_t i);
void qw_nail_encode(bool numbered, const struct qw_nail *nail, struct byte_writer *out);

#endif

#include "engine/edit/text/rows/qw_text_rows.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define AT(member) .offset = offsetof(struct qw_message, u.member)
#define SIZE_AT(member, bytes)                                                                     \
    .size_offset = offsetof(struct qw_message, u.member), .size_width = (bytes)
#define ROW(row_id, text, rows)                                                                    \
    .id = (row_id), TEXT_NAME(text), .fields = (rows), .num_fields = COUNT(rows)
#define PLAIN_ROW(row_id, text) .id = (row_id), TEXT_NAME(text)
#define MASK_AT(member, bytes) .masks[0] = {offsetof(struct qw_message, u.member), bytes}
/* A limit that holds in every protocol. */
#define LIMIT(most) .wide_in = 1u << 31, .limit = (most)
#define BITS                                                                                       \
    {                                                                                              \
        TEXT_NAME("bits"), .kind = TEXT_BITS                                                       \
    }
#define NUMBER(text, number_kind, number_need, member)                                             \
    {                                                                                              \
        TEXT_NAME(text), .kind = (number_kind), .need = (number_need), AT(member)                  \
    }
#define PLACE(member)                                                                              \
    {                                                                                              \
        TEXT_NAME("origin"), .kind = TEXT_COORD32, .need = TEXT_NEEDED, .count = 3, AT(member)     \
    }

uint32_t qw_text_classes(const struct qw_protocol *protocol)
{
    return (protocol->is_mvd ? QW_TEXT_MVD : QW_TEXT_QWD) |
           (protocol->version < 27 ? QW_TEXT_OLD : QW_TEXT_NEW) |
           (protocol->ftex ? QW_TEXT_FTE : QW_TEXT_PLAIN) |
           (protocol->ftex & QW_FTEX_CHUNKEDDOWNLOADS ? QW_TEXT_CHUNKS : QW_TEXT_WHOLE) |
           (!protocol->is_mvd && (protocol->mvd1 & QW_MVD1_HIGHLAGTELEPORT) ? QW_TEXT_HIGHLAG : 0u);
}

const char *qw_text_class_title(int bit)
{
    static const char *const titles[QW_TEXT_CLASSES] = {".qwd",
                                                        ".mvd",
                                                        "24 to 26",
                                                        "27 and 28",
                                                        "no extensions",
                                                        "FTE's extensions",
                                                        "mvdsv's HIGHLAGTELEPORT",
                                                        "FTE's CHUNKEDDOWNLOADS",
                                                        "downloads as QuakeWorld has them"};
    return titles[bit];
}

/* --- names of values ---------------------------------------------------------------------------
 */

static const struct text_value effect_values[] = {
    {"brightfield", 1}, {"muzzleflash", 2}, {"brightlight", 4}, {"dimlight", 8},
    {"flag1", 16},      {"flag2", 32},      {"blue", 64},       {"red", 128},
};
static const struct text_values effects = {"effects", effect_values, COUNT(effect_values), true};

static const struct text_value stat_values[] = {
    {"health", 0},      {"weapon", 2},        {"ammo", 3},          {"armor", 4},
    {"weaponframe", 5}, {"shells", 6},        {"nails", 7},         {"rockets", 8},
    {"cells", 9},       {"activeweapon", 10}, {"totalsecrets", 11}, {"totalmonsters", 12},
    {"secrets", 13},    {"monsters", 14},     {"items", 15},        {"viewheight", 16},
    {"time", 17},
};
static const struct text_values stats = {"stats", stat_values, COUNT(stat_values), false};

static const struct text_value temp_values[] = {
    {"spike", QW_TE_SPIKE},
    {"superspike", QW_TE_SUPERSPIKE},
    {"gunshot", QW_TE_GUNSHOT},
    {"explosion", QW_TE_EXPLOSION},
    {"tarexplosion", QW_TE_TAREXPLOSION},
    {"lightning1", QW_TE_LIGHTNING1},
    {"lightning2", QW_TE_LIGHTNING2},
    {"wizspike", QW_TE_WIZSPIKE},
    {"knightspike", QW_TE_KNIGHTSPIKE},
    {"lightning3", QW_TE_LIGHTNING3},
    {"lavasplash", QW_TE_LAVASPLASH},
    {"teleport", QW_TE_TELEPORT},
    {"blood", QW_TE_BLOOD},
    {"lightningblood", QW_TE_LIGHTNINGBLOOD},
};
static const struct text_values temps = {"temporary entities", temp_values, COUNT(temp_values),
                                         false};

static const struct text_value level_values[] = {{"low", QW_PRINT_LOW},
                                                 {"medium", QW_PRINT_MEDIUM},
                                                 {"high", QW_PRINT_HIGH},
                                                 {"chat", QW_PRINT_CHAT}};
static const struct text_values levels = {"levels of print", level_values, COUNT(level_values),
                                          false};

/* --- blocks ------------------------------------------------------------------------------------
 */

#define QWD_AT(member) .offset = offsetof(union qw_text_head, qwd.member)
#define MVD_AT(member) .offset = offsetof(union qw_text_head, mvd.member)
#define QWD_TIME                                                                                   \
    {                                                                                              \
        TEXT_NAME("time"), .help = "of the client's clock, seconds", .kind = TEXT_FLOAT,           \
                           .need = TEXT_FIRST, QWD_AT(time)                                        \
    }
#define MVD_TIME                                                                                   \
    {                                                                                              \
        TEXT_NAME("msec"), .help = "1/1000 s since the block before", .kind = TEXT_U8,             \
                           .need = TEXT_FIRST, MVD_AT(msec)                                        \
    }
#define MVD_TO(to_need)                                                                            \
    {                                                                                              \
        TEXT_NAME("to"), .help = "a player, from 0", .kind = TEXT_U8, .need = (to_need),           \
                         LIMIT(31), MVD_AT(to)                                                     \
    }
#define CMD_FIELDS(at)                                                                             \
    {TEXT_NAME("msec"), .help = "the command's time, 1/1000 s", .kind = TEXT_U8,                   \
     .need = TEXT_USUALLY, at(u.cmd.msec)},                                                        \
        {TEXT_NAME("angles"), .kind = TEXT_FLOAT, .need = TEXT_USUALLY, .count = 3,                \
         at(u.cmd.angles)},                                                                        \
        {TEXT_NAME("move"), .help = "forward, side, up; units/s",                                  \
         .kind = TEXT_I16,  .need = TEXT_USUALLY,                                                  \
         .count = 3,        at(u.cmd.move)},                                                       \
        {TEXT_NAME("buttons"), .help = "1 attack, 2 jump", .kind = TEXT_U8, .need = TEXT_USUALLY,  \
         at(u.cmd.buttons)},                                                                       \
        {TEXT_NAME("impulse"), .kind = TEXT_U8, .need = TEXT_USUALLY, at(u.cmd.impulse)},          \
        {TEXT_NAME("view_angles"),                                                                 \
         .help = "the recorder's view",                                                            \
         .kind = TEXT_FLOAT,                                                                       \
         .need = TEXT_USUALLY,                                                                     \
         .count = 3,                                                                               \
         at(u.cmd.view_angles)},                                                                   \
    {                                                                                              \
        TEXT_NAME("pad"), .help = "bytes that mean nothing", .kind = TEXT_U8,                      \
                          .need = TEXT_USUALLY, .count = 3, at(u.cmd.padding)                      \
    }
#define SET_FIELDS(at)                                                                             \
    {TEXT_NAME("outgoing"), .kind = TEXT_U32, .need = TEXT_NEEDED, at(u.set.outgoing)},            \
    {                                                                                              \
        TEXT_NAME("incoming"), .kind = TEXT_U32, .need = TEXT_NEEDED, at(u.set.incoming)           \
    }

static const struct text_field qwd_cmd_fields[] = {QWD_TIME, CMD_FIELDS(QWD_AT)};
static const struct text_field qwd_set_fields[] = {QWD_TIME, SET_FIELDS(QWD_AT)};
static const struct text_field qwd_time_fields[] = {QWD_TIME};
static const struct text_field qwd_packet_fields[] = {
    QWD_TIME,
    {TEXT_NAME("sequence"), .kind = TEXT_U32, .need = TEXT_NEEDED, LIMIT(0x7fffffff),
     QWD_AT(u.packet.sequence)},
    {TEXT_NAME("acknowledged"), .kind = TEXT_U32, .need = TEXT_NEEDED, LIMIT(0x7fffffff),
     QWD_AT(u.packet.acknowledged)},
    {TEXT_NAME("reliable"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .bits = {1}},
    {TEXT_NAME("acknowledged_reliable"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .mask = 1,
     .bits = {1}},
};
static const struct text_field mvd_cmd_fields[] = {
    {TEXT_NAME("after"), .help = "1/1000 s since the block before", .kind = TEXT_U8,
     .need = TEXT_FIRST, MVD_AT(msec)},
    MVD_TO(TEXT_USUALLY),
    CMD_FIELDS(MVD_AT)};
static const struct text_field mvd_set_fields[] = {MVD_TIME, MVD_TO(TEXT_USUALLY),
                                                   SET_FIELDS(MVD_AT)};
static const struct text_field mvd_all_fields[] = {MVD_TIME, MVD_TO(TEXT_USUALLY)};
static const struct text_field mvd_single_fields[] = {MVD_TIME, MVD_TO(TEXT_FIRST)};
static const struct text_field mvd_multiple_fields[] = {
    MVD_TIME,
    {TEXT_NAME("mask"), .help = "bit n: player n; 0: hidden messages, as bytes", .kind = TEXT_U32,
     .need = TEXT_FIRST, MVD_AT(mask)},
    MVD_TO(TEXT_USUALLY)};

static const struct text_row block_rows[] = {
    {ROW(QW_TEXT_QWD_BLOCK + QWD_READ, "packet", qwd_packet_fields), .classes = QW_TEXT_QWD,
     .masks = {{offsetof(union qw_text_head, qwd.u.packet.reliable), 1},
               {offsetof(union qw_text_head, qwd.u.packet.acknowledged_reliable), 1}}},
    {ROW(QW_TEXT_QWD_BLOCK + QWD_CMD, "cmd", qwd_cmd_fields), .classes = QW_TEXT_QWD,
     .help = "a command of the recorder"},
    {ROW(QW_TEXT_QWD_BLOCK + QWD_SET, "set", qwd_set_fields), .classes = QW_TEXT_QWD},
    {ROW(QW_TEXT_CONNECTIONLESS, "connectionless", qwd_time_fields), .classes = QW_TEXT_QWD,
     .help = "a packet outside of the game, as bytes"},
    {ROW(QW_TEXT_RUNT, "runt", qwd_time_fields), .classes = QW_TEXT_QWD,
     .help = "a packet too short for its header, as bytes"},
    {ROW(QW_TEXT_MVD_BLOCK + MVD_ALL, "all", mvd_all_fields), .classes = QW_TEXT_MVD,
     .help = "messages for all"},
    {ROW(QW_TEXT_MVD_BLOCK + MVD_READ, "read", mvd_all_fields), .classes = QW_TEXT_MVD,
     .help = "messages for all, in converted files"},
    {ROW(QW_TEXT_MVD_BLOCK + MVD_SINGLE, "single", mvd_single_fields), .classes = QW_TEXT_MVD,
     .help = "messages for one player"},
    {ROW(QW_TEXT_MVD_BLOCK + MVD_STATS, "stats", mvd_single_fields), .classes = QW_TEXT_MVD,
     .help = "stats of one player"},
    {ROW(QW_TEXT_MVD_BLOCK + MVD_MULTIPLE, "multiple", mvd_multiple_fields), .classes = QW_TEXT_MVD,
     .help = "messages for some players"},
    {ROW(QW_TEXT_MVD_BLOCK + MVD_CMD, "cmd", mvd_cmd_fields), .classes = QW_TEXT_MVD},
    {ROW(QW_TEXT_MVD_BLOCK + MVD_SET, "set", mvd_set_fields), .classes = QW_TEXT_MVD},
};
const struct text_table qw_text_block_table = {block_rows, COUNT(block_rows), NULL};

/* --- players -----------------------------------------------------------------------------------
 */

#define PLAYER_HEAD                                                                                \
    NUMBER("player", TEXT_U8, TEXT_FIRST, player.player), PLACE(player.origin),                    \
        NUMBER("frame", TEXT_U8, TEXT_NEEDED, player.frame),                                       \
        {TEXT_NAME("msec"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {QW_PF_MSEC},            \
         AT(player.msec)},                                                                         \
    {                                                                                              \
        TEXT_NAME("command"), .help = "the fields up to impulse are sent", .kind = TEXT_FLAG,      \
                              .need = TEXT_MASKED, .bits = {                                       \
                                  QW_PF_COMMAND                                                    \
                              }                                                                    \
    }
#define PLAYER_COMMAND                                                                             \
    {TEXT_NAME("command_move"),                                                                    \
     .help = "forward, side, up",                                                                  \
     .kind = TEXT_I16,                                                                             \
     .need = TEXT_MASKED,                                                                          \
     .mask = 1,                                                                                    \
     .count = 3,                                                                                   \
     .bits = {QW_CM_FORWARD, QW_CM_FORWARD << 1, QW_CM_FORWARD << 2},                              \
     AT(player.command.move)},                                                                     \
        {TEXT_NAME("buttons"),    .kind = TEXT_U8,           .need = TEXT_MASKED, .mask = 1,       \
         .bits = {QW_CM_BUTTONS}, AT(player.command.buttons)},                                     \
    {                                                                                              \
        TEXT_NAME("impulse"), .kind = TEXT_U8, .need = TEXT_MASKED, .mask = 1,                     \
                              .bits = {QW_CM_IMPULSE}, AT(player.command.impulse)                  \
    }
#define PLAYER_TAIL                                                                                \
    {TEXT_NAME("velocity"),                                                                        \
     .help = "units/s",                                                                            \
     .kind = TEXT_I16,                                                                             \
     .need = TEXT_MASKED,                                                                          \
     .count = 3,                                                                                   \
     .bits = {QW_PF_VELOCITY1, QW_PF_VELOCITY1 << 1, QW_PF_VELOCITY1 << 2},                        \
     AT(player.velocity)},                                                                         \
        {TEXT_NAME("model"),          .kind = TEXT_U16,      .need = TEXT_MASKED,                  \
         .refers = TEXT_REFERS_MODEL, .bits = {QW_PF_MODEL}, AT(player.model)},                    \
        {TEXT_NAME("skin"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {QW_PF_SKIN},            \
         AT(player.skin)},                                                                         \
        {TEXT_NAME("effects"),    .kind = TEXT_U8,    .need = TEXT_MASKED,                         \
         .bits = {QW_PF_EFFECTS}, .values = &effects, AT(player.effects)},                         \
        {TEXT_NAME("weapon_frame"), .kind = TEXT_U8, .need = TEXT_MASKED,                          \
         .bits = {QW_PF_WEAPONFRAME}, AT(player.weapon_frame)},                                    \
        {TEXT_NAME("dead"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .bits = {QW_PF_DEAD}},         \
        {TEXT_NAME("gib"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .bits = {QW_PF_GIB}},           \
        {TEXT_NAME("on_ground"), .kind = TEXT_FLAG, .need = TEXT_MASKED,                           \
         .bits = {QW_PF_ONGROUND}},                                                                \
        {TEXT_NAME("solid"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .bits = {QW_PF_SOLID}},       \
        {TEXT_NAME("trans"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {QW_PF_TRANS},          \
         AT(player.trans)},                                                                        \
        {TEXT_NAME("colour_mod"),   .kind = TEXT_U8,      .need = TEXT_MASKED, .count = 3,         \
         .bits = {QW_PF_COLOURMOD}, AT(player.colour_mod)},                                        \
        NUMBER("prediction", TEXT_U8, TEXT_USUALLY, player.prediction.present),                    \
        NUMBER("prediction_impulse", TEXT_U8, TEXT_USUALLY, player.prediction.impulse),            \
        NUMBER("prediction_weapon", TEXT_I16, TEXT_USUALLY, player.prediction.weapon),             \
        NUMBER("client_time", TEXT_FLOAT, TEXT_USUALLY, player.prediction.client_time),            \
        NUMBER("attack_finished", TEXT_FLOAT, TEXT_USUALLY, player.prediction.attack_finished),    \
        NUMBER("next_think", TEXT_FLOAT, TEXT_USUALLY, player.prediction.next_think),              \
        NUMBER("think_index", TEXT_U8, TEXT_USUALLY, player.prediction.think_index),               \
        NUMBER("ping", TEXT_U8, TEXT_USUALLY, player.prediction.ping),                             \
        NUMBER("prediction_flags", TEXT_U8, TEXT_USUALLY, player.prediction.flags),                \
        {TEXT_NAME("ammo"), .help = "shells, nails, rockets, cells",                               \
         .kind = TEXT_U8,   .need = TEXT_USUALLY,                                                  \
         .count = 4,        AT(player.prediction.ammo)},                                           \
    {                                                                                              \
        TEXT_NAME("bits"), .help = "of the flags", .kind = TEXT_BITS                               \
    }

static const struct text_field player_fields[] = {
    PLAYER_HEAD,
    {TEXT_NAME("command_angles"), .kind = TEXT_SHORT_ANGLE, .need = TEXT_MASKED, .mask = 1,
     .count = 3, .bits = {QW_CM_ANGLE1, QW_CM_ANGLE2, QW_CM_ANGLE3}, AT(player.command.angles)},
    PLAYER_COMMAND,
    NUMBER("command_msec", TEXT_U8, TEXT_USUALLY, player.command.msec),
    PLAYER_TAIL};
static const struct text_field old_player_fields[] = {
    PLAYER_HEAD,
    {TEXT_NAME("command_pitch"), .kind = TEXT_SHORT_ANGLE, .need = TEXT_MASKED, .mask = 1,
     .bits = {QW_CM_ANGLE1}, AT(player.command.angles[0])},
    NUMBER("command_yaw", TEXT_SHORT_ANGLE, TEXT_USUALLY, player.command.angles[1]),
    {TEXT_NAME("command_roll"), .kind = TEXT_SHORT_ANGLE, .need = TEXT_MASKED, .mask = 1,
     .bits = {QW_CM_ANGLE3}, AT(player.command.angles[2])},
    PLAYER_COMMAND,
    {TEXT_NAME("command_msec"), .kind = TEXT_U8, .need = TEXT_MASKED, .mask = 1,
     .bits = {QW_CM_MSEC}, AT(player.command.msec)},
    PLAYER_TAIL};

static uint32_t player_needs(const void *message, uint32_t mask, uint32_t classes)
{
    (void)message;
    return (classes & QW_TEXT_FTE) && mask >> 16 ? QW_PF_SOLID & ~mask : 0u;
}

static const struct text_field mvd_player_fields[] = {
    NUMBER("player", TEXT_U8, TEXT_FIRST, mvd_player.player),
    NUMBER("frame", TEXT_U8, TEXT_FIRST, mvd_player.frame),
    {TEXT_NAME("origin"), .kind = TEXT_COORD32, .need = TEXT_MASKED, .count = 3,
     .bits = {QW_DF_ORIGIN1, QW_DF_ORIGIN1 << 1, QW_DF_ORIGIN1 << 2}, AT(mvd_player.origin)},
    {TEXT_NAME("angles"), .kind = TEXT_SHORT_ANGLE, .need = TEXT_MASKED, .count = 3,
     .bits = {QW_DF_ANGLE1, QW_DF_ANGLE1 << 1, QW_DF_ANGLE1 << 2}, AT(mvd_player.angles)},
    {TEXT_NAME("model"), .kind = TEXT_U8, .need = TEXT_MASKED, .refers = TEXT_REFERS_MODEL,
     .bits = {QW_DF_MODEL}, AT(mvd_player.model)},
    {TEXT_NAME("skin"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {QW_DF_SKIN},
     AT(mvd_player.skin)},
    {TEXT_NAME("effects"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {QW_DF_EFFECTS},
     .values = &effects, AT(mvd_player.effects)},
    {TEXT_NAME("weapon_frame"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {QW_DF_WEAPONFRAME},
     AT(mvd_player.weapon_frame)},
    {TEXT_NAME("dead"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .bits = {QW_DF_DEAD}},
    {TEXT_NAME("gib"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .bits = {QW_DF_GIB}},
    BITS,
};

/* --- entities ----------------------------------------------------------------------------------
 */

static uint32_t entity_bits(const struct qw_entity *e, uint32_t mask, uint32_t classes)
{
    const uint32_t found = mask;
    if (classes & QW_TEXT_FTE) {
        mask |= e->number & 512 ? QW_U_ENTITYDBL : 0u;
        mask |= e->number & 1024 ? QW_U_ENTITYDBL2 : 0u;
        mask |= e->model > 255 ? QW_U_MODELDBL : 0u;
        mask |= mask >> 24 ? QW_U_YETMORE : 0u;
        mask |= mask >> 16 ? QW_U_EVENMORE : 0u;
    }
    mask |= mask & 0xff ? QW_U_MOREBITS : 0u;
    return mask & ~found;
}

static uint32_t entry_needs(const void *message, uint32_t mask, uint32_t classes)
{
    return entity_bits(message, mask, classes);
}

static uint32_t entity_needs(const void *message, uint32_t mask, uint32_t classes)
{
    return entity_bits(&((const struct qw_message *)message)->u.entity, mask, classes);
}

#define IN(base, member) .offset = (base) + offsetof(struct qw_entity, member)
#define ENTITY_NUMBER(base, text, bit, member)                                                     \
    {                                                                                              \
        TEXT_NAME(text), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {bit}, IN(base, member)     \
    }
#define ENTITY_FIELDS(base)                                                                          \
    {TEXT_NAME("entity"),    .kind = TEXT_U16, .need = TEXT_FIRST,                                   \
     .wide_in = QW_TEXT_FTE, .limit = 511,     IN(base, number)},                                    \
        {TEXT_NAME("remove"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .bits = {QW_U_REMOVE}},        \
        {TEXT_NAME("model"),          .kind = TEXT_U16,     .need = TEXT_MASKED,                     \
         .refers = TEXT_REFERS_MODEL, .bits = {QW_U_MODEL}, .also = QW_U_MODELDBL,                   \
         .wide_in = QW_TEXT_FTE,      .limit = 255,         IN(base, model)},                        \
        ENTITY_NUMBER(base, "frame", QW_U_FRAME, frame),                                             \
        ENTITY_NUMBER(base, "colormap", QW_U_COLORMAP, colormap),                                    \
        ENTITY_NUMBER(base, "skin", QW_U_SKIN, skin),                                                \
        {TEXT_NAME("effects"),   .kind = TEXT_U8,    .need = TEXT_MASKED,                            \
         .bits = {QW_U_EFFECTS}, .values = &effects, IN(base, effects)},                             \
        {TEXT_NAME("origin"),                                                                        \
         .kind = TEXT_COORD32,                                                                       \
         .need = TEXT_MASKED,                                                                        \
         .count = 3,                                                                                 \
         .bits = {QW_U_ORIGIN1, QW_U_ORIGIN2, QW_U_ORIGIN3},                                         \
         IN(base, origin)},                                                                          \
        {TEXT_NAME("yaw"),                                                                           \
         .kind = TEXT_ANGLE,                                                                         \
         .need = TEXT_MASKED,                                                                        \
         .bits = {QW_U_ANGLE2},                                                                      \
         .unless = QW_U_ANGLE1 | QW_U_ANGLE3,                                                        \
         IN(base, angles[1])},                                                                       \
        {TEXT_NAME("angles"), .kind = TEXT_ANGLE,   .need = TEXT_MASKED,                             \
         .count = 3,          .alone = QW_U_ANGLE2, .bits = {QW_U_ANGLE1, QW_U_ANGLE2, QW_U_ANGLE3}, \
         IN(base, angles)},                                                                          \
        {TEXT_NAME("solid"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .bits = {QW_U_SOLID}},          \
        ENTITY_NUMBER(base, "trans", QW_U_TRANS, trans),                                             \
        {TEXT_NAME("colour_mod"),  .kind = TEXT_U8,     .need = TEXT_MASKED, .count = 3,             \
         .bits = {QW_U_COLOURMOD}, IN(base, colour_mod)},                                            \
        BITS

static const struct text_field entry_fields[] = {ENTITY_FIELDS(0)};
static const struct text_field entity_fields[] = {
    ENTITY_FIELDS(offsetof(struct qw_message, u.entity))};
/* An entry ends where the next begins. */
static const struct text_table entry_table;
static const struct text_row entries[] = {
    {ROW(QW_TEXT_ENTITY, "ent", entry_fields), .masks = {{offsetof(struct qw_entity, bits), 4}},
     .needs = entry_needs, .entries = &entry_table},
};
static const struct text_table entry_table = {entries, COUNT(entries), NULL};

static const struct text_field delta_fields[] = {
    {TEXT_NAME("from"), .help = "low byte of the sequence number it differs from", .kind = TEXT_U8,
     .need = TEXT_FIRST, AT(entities.from)}};

#define NAIL_AT(member) .offset = offsetof(struct qw_nail, member)
static const struct text_field nail_fields[] = {
    {TEXT_NAME("origin"), .help = "even units", .kind = TEXT_FLOAT, .need = TEXT_FIRST, .count = 3,
     NAIL_AT(origin)},
    {TEXT_NAME("pitch"), .kind = TEXT_FLOAT, .need = TEXT_USUALLY, NAIL_AT(pitch)},
    {TEXT_NAME("yaw"), .kind = TEXT_FLOAT, .need = TEXT_USUALLY, NAIL_AT(yaw)},
    {TEXT_NAME("number"), .help = "in nails2", .kind = TEXT_U8, .need = TEXT_USUALLY,
     NAIL_AT(number)},
};
static const struct text_table nail_table;
static const struct text_row nails[] = {
    {ROW(QW_TEXT_NAIL, "nail", nail_fields), .entries = &nail_table}};
static const struct text_table nail_table = {nails, COUNT(nails), NULL};

#define STATE_FIELDS(at)                                                                           \
    {TEXT_NAME("model"), .kind = TEXT_U8, .need = TEXT_NEEDED, .refers = TEXT_REFERS_MODEL,        \
     AT(at.model)},                                                                                \
        NUMBER("frame", TEXT_U8, TEXT_USUALLY, at.frame),                                          \
        NUMBER("colormap", TEXT_U8, TEXT_USUALLY, at.colormap),                                    \
        NUMBER("skin", TEXT_U8, TEXT_USUALLY, at.skin), PLACE(at.origin),                          \
    {                                                                                              \
        TEXT_NAME("angles"), .kind = TEXT_ANGLE, .need = TEXT_USUALLY, .count = 3, AT(at.angles)   \
    }
static const struct text_field static_fields[] = {STATE_FIELDS(spawnstatic)};
static const struct text_field baseline_fields[] = {
    NUMBER("entity", TEXT_U16, TEXT_FIRST, spawnbaseline.entity),
    STATE_FIELDS(spawnbaseline.state)};

/* --- the other messages ------------------------------------------------------------------------
 */

static const struct text_field text_fields[] = {NUMBER("text", TEXT_STRING, TEXT_FIRST, text)};
static const struct text_field disconnect_fields[] = {
    {TEXT_NAME("text"), .kind = TEXT_STRING, .need = TEXT_USUALLY, .usual = 1, AT(text)}};
static const struct text_field print_fields[] = {
    {TEXT_NAME("level"), .kind = TEXT_U8, .need = TEXT_FIRST, .values = &levels, AT(print.level)},
    NUMBER("text", TEXT_STRING, TEXT_FIRST, print.text)};
static const struct text_field stat_fields[] = {
    {TEXT_NAME("stat"), .kind = TEXT_U8, .need = TEXT_FIRST, .values = &stats, AT(updatestat.stat)},
    {TEXT_NAME("value"), .kind = TEXT_U32, .need = TEXT_FIRST, LIMIT(255), AT(updatestat.value)}};
static const struct text_field stat_long_fields[] = {
    {TEXT_NAME("stat"), .kind = TEXT_U8, .need = TEXT_FIRST, .values = &stats, AT(updatestat.stat)},
    NUMBER("value", TEXT_I32, TEXT_FIRST, updatestat.value)};
static const struct text_field sound_fields[] = {
    {TEXT_NAME("sound"), .kind = TEXT_U8, .need = TEXT_FIRST, .refers = TEXT_REFERS_SOUND,
     AT(sound.sound)},
    {TEXT_NAME("entity"), .kind = TEXT_U16, .need = TEXT_NEEDED, LIMIT(1023), AT(sound.entity)},
    {TEXT_NAME("channel"), .kind = TEXT_U8, .need = TEXT_NEEDED, LIMIT(7), AT(sound.channel)},
    PLACE(sound.origin),
    {TEXT_NAME("volume"), .help = "1/255; 255 without", .kind = TEXT_U8, .need = TEXT_MASKED,
     .bits = {QW_SND_VOLUME}, AT(sound.volume)},
    {TEXT_NAME("attenuation"), .help = "1/64; 64 without", .kind = TEXT_U8, .need = TEXT_MASKED,
     .bits = {QW_SND_ATTENUATION}, AT(sound.attenuation)},
    BITS};
static const struct text_field stopsound_fields[] = {
    {TEXT_NAME("entity"), .kind = TEXT_U16, .need = TEXT_NEEDED, .shift = 3, .width = 13,
     AT(stopsound)},
    {TEXT_NAME("channel"), .kind = TEXT_U16, .need = TEXT_NEEDED, .width = 3, AT(stopsound)}};
static const struct text_field time_fields[] = {NUMBER("time", TEXT_FLOAT, TEXT_FIRST, time)};
#define ANGLES(angle_need, member)                                                                 \
    {                                                                                              \
        TEXT_NAME("angles"), .help = "pitch, yaw, roll in degrees", .kind = TEXT_ANGLE,            \
                             .need = (angle_need), .count = 3, AT(member)                          \
    }
static const struct text_field setangle_fields[] = {ANGLES(TEXT_FIRST, setangle.angles)};
static const struct text_field setangle_mvd_fields[] = {
    NUMBER("player", TEXT_U8, TEXT_FIRST, setangle.player), ANGLES(TEXT_FIRST, setangle.angles)};
static const struct text_field setangle_kind_fields[] = {
    {TEXT_NAME("kind"), .help = "0 none, 1 teleport, 2 respawn", .kind = TEXT_U8,
     .need = TEXT_FIRST, AT(setangle.kind)},
    ANGLES(TEXT_FIRST, setangle.angles)};
static const struct text_field lightstyle_fields[] = {
    NUMBER("style", TEXT_U8, TEXT_FIRST, lightstyle.style),
    {TEXT_NAME("map"), .kind = TEXT_STRING, .need = TEXT_FIRST, .is_data = true,
     AT(lightstyle.map)}};
static const struct text_field player_short_fields[] = {
    NUMBER("player", TEXT_U8, TEXT_FIRST, player_short.player),
    NUMBER("value", TEXT_I16, TEXT_FIRST, player_short.value)};
static const struct text_field updatepl_fields[] = {
    NUMBER("player", TEXT_U8, TEXT_FIRST, updatepl.player),
    {TEXT_NAME("loss"), .help = "percent", .kind = TEXT_U8, .need = TEXT_FIRST, AT(updatepl.loss)}};
static const struct text_field entertime_fields[] = {
    NUMBER("player", TEXT_U8, TEXT_FIRST, updateentertime.player),
    NUMBER("time", TEXT_FLOAT, TEXT_FIRST, updateentertime.time)};
static const struct text_field damage_fields[] = {
    NUMBER("armor", TEXT_U8, TEXT_NEEDED, damage.armor),
    NUMBER("blood", TEXT_U8, TEXT_NEEDED, damage.blood), PLACE(damage.origin)};
static const struct text_field temp_fields[] = {
    {TEXT_NAME("type"), .kind = TEXT_U8, .need = TEXT_FIRST, .values = &temps,
     AT(temp_entity.type)},
    {TEXT_NAME("count"), .help = "of gunshot and blood", .kind = TEXT_U8, .need = TEXT_USUALLY,
     AT(temp_entity.count)},
    {TEXT_NAME("entity"), .help = "the owner of a beam", .kind = TEXT_U16, .need = TEXT_USUALLY,
     AT(temp_entity.entity)},
    PLACE(temp_entity.origin),
    {TEXT_NAME("end"), .help = "of a beam", .kind = TEXT_COORD32, .need = TEXT_USUALLY, .count = 3,
     AT(temp_entity.end)}};
static const struct text_field setpause_fields[] = {NUMBER("pause", TEXT_U8, TEXT_FIRST, setpause)};
static const struct text_field staticsound_fields[] = {
    {TEXT_NAME("sound"), .kind = TEXT_U8, .need = TEXT_FIRST, .refers = TEXT_REFERS_SOUND,
     AT(spawnstaticsound.sound)},
    PLACE(spawnstaticsound.origin),
    NUMBER("volume", TEXT_U8, TEXT_NEEDED, spawnstaticsound.volume),
    NUMBER("attenuation", TEXT_U8, TEXT_NEEDED, spawnstaticsound.attenuation)};
static const struct text_field intermission_fields[] = {PLACE(intermission.origin),
                                                        ANGLES(TEXT_NEEDED, intermission.angles)};
static const struct text_field cdtrack_fields[] = {NUMBER("track", TEXT_U8, TEXT_FIRST, cdtrack)};
static const struct text_field muzzleflash_fields[] = {
    NUMBER("entity", TEXT_U16, TEXT_FIRST, muzzleflash)};
static const struct text_field userinfo_fields[] = {
    NUMBER("player", TEXT_U8, TEXT_FIRST, updateuserinfo.player),
    NUMBER("user", TEXT_I32, TEXT_FIRST, updateuserinfo.user),
    NUMBER("info", TEXT_STRING, TEXT_FIRST, updateuserinfo.info)};
static const struct text_field chokecount_fields[] = {
    NUMBER("count", TEXT_U8, TEXT_FIRST, chokecount)};
#define LIST_FIELDS(most)                                                                          \
    {TEXT_NAME("start"), .help = "the first name has the next number",                             \
     .kind = TEXT_U16,   .need = TEXT_FIRST,                                                       \
     LIMIT(most),        AT(names.start)},                                                         \
        {TEXT_NAME("next"), .help = "start of the next part; 0: there is none", .kind = TEXT_U8,   \
         .need = TEXT_USUALLY, AT(names.next)},                                                    \
    {                                                                                              \
        TEXT_NAME("names"), .kind = TEXT_NAMES, .need = TEXT_USUALLY, AT(names.data),              \
                            SIZE_AT(names.count, 4)                                                \
    }
static const struct text_field list_fields[] = {LIST_FIELDS(255)};
static const struct text_field list_short_fields[] = {LIST_FIELDS(65535)};
static const struct text_field speed_fields[] = {NUMBER("speed", TEXT_FLOAT, TEXT_FIRST, speed)};
static const struct text_field gravity_fields[] = {
    NUMBER("gravity", TEXT_FLOAT, TEXT_FIRST, gravity)};
static const struct text_field setinfo_fields[] = {
    NUMBER("player", TEXT_U8, TEXT_FIRST, info.player),
    NUMBER("key", TEXT_STRING, TEXT_FIRST, info.key),
    NUMBER("value", TEXT_STRING, TEXT_FIRST, info.value)};
static const struct text_field serverinfo_fields[] = {
    NUMBER("key", TEXT_STRING, TEXT_FIRST, info.key),
    NUMBER("value", TEXT_STRING, TEXT_FIRST, info.value)};
static const struct text_field voicechat_fields[] = {
    NUMBER("sender", TEXT_U8, TEXT_FIRST, voicechat.sender),
    NUMBER("generation", TEXT_U8, TEXT_NEEDED, voicechat.generation),
    NUMBER("sequence", TEXT_U8, TEXT_NEEDED, voicechat.sequence),
    {TEXT_NAME("bytes"), .kind = TEXT_BYTES, .need = TEXT_USUALLY, AT(voicechat.data),
     SIZE_AT(voicechat.size, 2)}};

#define DOWNLOAD_PERCENT                                                                           \
    {                                                                                              \
        TEXT_NAME("percent"), .help = "of the file, with these bytes", .kind = TEXT_U8,            \
                              .need = TEXT_FIRST, AT(download.percent)                             \
    }
static const struct text_field download_fields[] = {DOWNLOAD_PERCENT,
                                                    {TEXT_NAME("bytes"), .kind = TEXT_BYTES,
                                                     .need = TEXT_USUALLY, .limit = INT16_MAX,
                                                     AT(download.data), SIZE_AT(download.size, 4)}};
static const struct text_field download_refused_fields[] = {
    DOWNLOAD_PERCENT,
    {TEXT_NAME("size"), .help = "below 0: why", .kind = TEXT_I32, .need = TEXT_NEEDED,
     AT(download.size)}};
static const struct text_field download_chunk_fields[] = {
    NUMBER("chunk", TEXT_I32, TEXT_FIRST, download.chunk),
    {TEXT_NAME("bytes"), .help = "1024", .kind = TEXT_BYTES, .need = TEXT_NEEDED,
     .limit = QW_DOWNLOAD_CHUNK, AT(download.data)}};
static const struct text_field download_begin_fields[] = {
    {TEXT_NAME("chunk"), .help = "below 0", .kind = TEXT_I32, .need = TEXT_FIRST,
     AT(download.chunk)},
    {TEXT_NAME("size"), .help = "of the file; below 0: why it is not sent", .kind = TEXT_I32,
     .need = TEXT_NEEDED, AT(download.size)},
    {TEXT_NAME("file_name"), .kind = TEXT_STRING, .need = TEXT_NEEDED, .is_data = true,
     AT(download.name)}};
static const struct text_field qizmo_voice_fields[] = {{TEXT_NAME("bytes"), .help = "34",
                                                        .kind = TEXT_BYTES, .need = TEXT_NEEDED,
                                                        .limit = QW_QIZMO_VOICE, AT(qizmo_voice)}};

#define MOVEVAR(text, member) NUMBER(text, TEXT_FLOAT, TEXT_USUALLY, serverdata.movevars.member)
#define SERVERDATA_FIELDS(own)                                                                     \
    NUMBER("protocol", TEXT_I32, TEXT_FIRST, serverdata.protocol),                                 \
        {TEXT_NAME("extensions"),                                                                  \
         .help = "pairs of a word (FTEX, FTE2, MVD1) and its flags",                               \
         .kind = TEXT_BYTES,                                                                       \
         .need = TEXT_USUALLY,                                                                     \
         .unit = 8,                                                                                \
         .limit = 255,                                                                             \
         AT(serverdata.extensions),                                                                \
         SIZE_AT(serverdata.extension_count, 4)},                                                  \
        NUMBER("server_count", TEXT_I32, TEXT_NEEDED, serverdata.server_count),                    \
        {TEXT_NAME("game_dir"), .kind = TEXT_STRING, .need = TEXT_NEEDED, .is_data = true,         \
         AT(serverdata.game_dir)},                                                                 \
        own, NUMBER("level_name", TEXT_STRING, TEXT_NEEDED, serverdata.level_name),                \
        MOVEVAR("gravity", gravity), MOVEVAR("stop_speed", stop_speed),                            \
        MOVEVAR("max_speed", max_speed), MOVEVAR("spectator_max_speed", spectator_max_speed),      \
        MOVEVAR("accelerate", accelerate), MOVEVAR("air_accelerate", air_accelerate),              \
        MOVEVAR("water_accelerate", water_accelerate), MOVEVAR("friction", friction),              \
        MOVEVAR("water_friction", water_friction), MOVEVAR("ent_gravity", ent_gravity)
static const struct text_field serverdata_fields[] = {
    SERVERDATA_FIELDS(NUMBER("player", TEXT_U8, TEXT_NEEDED, serverdata.player))};
static const struct text_field serverdata_mvd_fields[] = {
    SERVERDATA_FIELDS(NUMBER("demo_time", TEXT_FLOAT, TEXT_NEEDED, serverdata.demo_time))};

/* --- the rows, the frequent ones first ---------------------------------------------------------
 */

#define PLAYER_MASKS                                                                               \
    .masks = {{offsetof(struct qw_message, u.player.flags), 4},                                    \
              {offsetof(struct qw_message, u.player.command.bits), 1}},                            \
    .needs = player_needs
#define ENTITY_REST MASK_AT(entity.bits, 4), .needs = entity_needs

static const struct text_row rows[] = {
    {ROW(QW_TEXT_MVD_PLAYER, "playerinfo", mvd_player_fields), .classes = QW_TEXT_MVD,
     MASK_AT(mvd_player.flags, 2)},
    {ROW(QW_TEXT_OLD_PLAYER, "playerinfo", old_player_fields), .classes = QW_TEXT_OLD,
     PLAYER_MASKS},
    {ROW(QW_PLAYERINFO, "playerinfo", player_fields), PLAYER_MASKS},
    {PLAIN_ROW(QW_PACKETENTITIES, "packetentities"), .entries = &entry_table},
    {ROW(QW_DELTAPACKETENTITIES, "deltapacketentities", delta_fields), .entries = &entry_table},
    {ROW(QW_SOUND, "sound", sound_fields), MASK_AT(sound.mask, 2)},
    {ROW(QW_UPDATESTAT, "updatestat", stat_fields)},
    {ROW(QW_UPDATESTATLONG, "updatestatlong", stat_long_fields)},
    {ROW(QW_TEMP_ENTITY, "temp_entity", temp_fields)},
    {PLAIN_ROW(QW_NAILS, "nails"), .entries = &nail_table},
    {PLAIN_ROW(QW_NAILS2, "nails2"), .entries = &nail_table},
    {ROW(QW_MUZZLEFLASH, "muzzleflash", muzzleflash_fields)},
    {ROW(QW_UPDATEPING, "updateping", player_short_fields)},
    {ROW(QW_UPDATEPL, "updatepl", updatepl_fields)},
    {ROW(QW_PRINT, "print", print_fields)},
    {ROW(QW_STUFFTEXT, "stufftext", text_fields)},
    {ROW(QW_DAMAGE, "damage", damage_fields)},
    {ROW(QW_CHOKECOUNT, "chokecount", chokecount_fields)},
    {ROW(QW_LIGHTSTYLE, "lightstyle", lightstyle_fields)},
    {ROW(QW_CENTERPRINT, "centerprint", text_fields)},
    {ROW(QW_UPDATEFRAGS, "updatefrags", player_short_fields)},
    {ROW(QW_UPDATEUSERINFO, "updateuserinfo", userinfo_fields)},
    {ROW(QW_UPDATEENTERTIME, "updateentertime", entertime_fields)},
    {ROW(QW_SETINFO, "setinfo", setinfo_fields)},
    {ROW(QW_SERVERINFO, "serverinfo", serverinfo_fields)},
    {PLAIN_ROW(QW_SMALLKICK, "smallkick")},
    {PLAIN_ROW(QW_BIGKICK, "bigkick")},
    {ROW(QW_SETANGLE, "setangle", setangle_mvd_fields), .classes = QW_TEXT_MVD},
    {ROW(QW_SETANGLE, "setangle", setangle_kind_fields), .classes = QW_TEXT_HIGHLAG},
    {ROW(QW_SETANGLE, "setangle", setangle_fields)},
    {ROW(QW_SPAWNBASELINE, "spawnbaseline", baseline_fields)},
    {ROW(QW_SPAWNSTATIC, "spawnstatic", static_fields)},
    {ROW(QW_SPAWNSTATICSOUND, "spawnstaticsound", staticsound_fields)},
    {ROW(QW_SPAWNBASELINE2, "spawnbaseline2", entity_fields), ENTITY_REST},
    {ROW(QW_SPAWNSTATIC2, "spawnstatic2", entity_fields), ENTITY_REST},
    {ROW(QW_SERVERDATA, "serverdata", serverdata_mvd_fields), .classes = QW_TEXT_MVD},
    {ROW(QW_SERVERDATA, "serverdata", serverdata_fields)},
    {ROW(QW_MODELLIST, "modellist", list_fields)},
    {ROW(QW_SOUNDLIST, "soundlist", list_fields)},
    {ROW(QW_MODELLISTSHORT, "modellistshort", list_short_fields)},
    {ROW(QW_STOPSOUND, "stopsound", stopsound_fields)},
    {ROW(QW_TIME, "time", time_fields)},
    {ROW(QW_SETPAUSE, "setpause", setpause_fields)},
    {ROW(QW_CDTRACK, "cdtrack", cdtrack_fields)},
    {ROW(QW_MAXSPEED, "maxspeed", speed_fields)},
    {ROW(QW_ENTGRAVITY, "entgravity", gravity_fields)},
    {ROW(QW_INTERMISSION, "intermission", intermission_fields)},
    {ROW(QW_FINALE, "finale", text_fields)},
    {PLAIN_ROW(QW_SELLSCREEN, "sellscreen")},
    {PLAIN_ROW(QW_KILLEDMONSTER, "killedmonster")},
    {PLAIN_ROW(QW_FOUNDSECRET, "foundsecret")},
    {ROW(QW_VOICECHAT, "voicechat", voicechat_fields)},
    {ROW(QW_QIZMOVOICE, "qizmovoice", qizmo_voice_fields)},
    {ROW(QW_DOWNLOAD, "download", download_fields), .classes = QW_TEXT_WHOLE},
    {ROW(QW_TEXT_DOWNLOAD_REFUSED, "download_refused", download_refused_fields),
     .classes = QW_TEXT_WHOLE},
    {ROW(QW_TEXT_DOWNLOAD_CHUNK, "download_chunk", download_chunk_fields),
     .classes = QW_TEXT_CHUNKS},
    {ROW(QW_TEXT_DOWNLOAD_BEGIN, "download_begin", download_begin_fields),
     .classes = QW_TEXT_CHUNKS},
    {PLAIN_ROW(QW_NOP, "nop")},
    {ROW(QW_DISCONNECT, "disconnect", disconnect_fields)},
};
const struct text_table qw_text_table = {rows, COUNT(rows), NULL};

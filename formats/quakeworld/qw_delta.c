/* QuakeWorld's delta-encoded structures, masks followed by fields: entities, players, user
 * commands. */
#include "formats/quakeworld/qw_internal.h"

enum {
    ENTITY_BITS = 0x1ff, /* bits of an entity's first word: its number */
    ENTITY_WORD = 0xfe00,
    SKIN_MODEL2 = 0x80, /* in a player's skin: the model's index is 256 higher */
    EXTRA_SHIFT = 16,
    ENTITY_MAX = 48, /* more bytes than any entity takes */
    /* The bits that FTE added and whose fields are known. Real files: TRANS and COLOURMOD occur in
     * a .mvd of 2026 (the reference, at its end, knows none). */
    EXTRA_BITS = QW_U_TRANS | QW_U_MODELDBL | QW_U_ENTITYDBL | QW_U_ENTITYDBL2 | QW_U_YETMORE |
                 QW_U_COLOURMOD
};

/* Entities: 5.48, and ezQuake's cl_ents.c for the extensions. */

static inline bool is_removed(uint32_t bits, bool in_list)
{
    return in_list && (bits & QW_U_REMOVE);
}

/* Mask bytes before an entity's fields; each is present only if the previous one has a bit for it.
 */
struct mask_layout {
    bool more, even_more, yet_more;
};

static inline struct mask_layout layout_of(const struct qw_protocol *protocol, uint32_t bits,
                                           bool in_list)
{
    struct mask_layout layout = {.more = (bits & QW_U_MOREBITS) != 0};
    if (is_removed(bits, in_list)) {
        layout.more = layout.more && (protocol->ftex & QW_FTEX_ENTITYDBL);
        layout.even_more = layout.more && (bits & QW_U_EVENMORE);
        return layout;
    }
    layout.even_more = layout.more && (bits & QW_U_EVENMORE) && protocol->ftex != 0;
    layout.yet_more = layout.even_more && (bits & QW_U_YETMORE);
    return layout;
}

/* Reads the mask bytes, starting at the number's word. Returns their count, or FORMAT_TRUNCATED. */
static inline int read_bits(const struct qw_protocol *protocol, const uint8_t *data, size_t left,
                            bool in_list, uint32_t *bits)
{
    if (left < 2) {
        return FORMAT_TRUNCATED;
    }
    *bits = bytes_u16(data) & ENTITY_WORD;
    if (!(*bits & QW_U_MOREBITS) || !layout_of(protocol, *bits, in_list).more) {
        return 2;
    }
    if (left < 3) {
        return FORMAT_TRUNCATED;
    }
    *bits |= data[2];
    if (!(*bits & QW_U_EVENMORE) || !layout_of(protocol, *bits, in_list).even_more) {
        return 3;
    }
    if (left < 4) {
        return FORMAT_TRUNCATED;
    }
    *bits |= (uint32_t)data[3] << EXTRA_SHIFT;
    if (!layout_of(protocol, *bits, in_list).yet_more) {
        return 4;
    }
    if (left < 5) {
        return FORMAT_TRUNCATED;
    }
    *bits |= (uint32_t)data[4] << (EXTRA_SHIFT + 8);
    return 5;
}

static inline bool has_trans(const struct qw_protocol *protocol, uint32_t bits)
{
    return (bits & QW_U_TRANS) && (protocol->ftex & QW_FTEX_TRANS);
}

static inline bool has_colour_mod(const struct qw_protocol *protocol, uint32_t bits)
{
    return (bits & QW_U_COLOURMOD) && (protocol->ftex & QW_FTEX_COLOURMOD);
}

/* Bytes that the fields of those bits take. */
static inline size_t fields_size(const struct qw_protocol *protocol, uint32_t bits)
{
    static const uint8_t ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    size_t size = (size_t)ones[bits >> 9 & 7] << (qw_wide_origin(protocol) ? 2 : 1);
    size += (size_t)ones[(bits & 3) | (bits >> 10 & 4)] << (qw_wide(protocol) ? 1 : 0);
    size += ones[bits >> 2 & 15]; /* model, colormap, skin, effects */
    size += bits >> 13 & 1;       /* frame */
    if (bits >> EXTRA_SHIFT) {
        size += (bits & QW_U_MODELDBL) && !(bits & QW_U_MODEL) ? 2 : 0;
        size += has_trans(protocol, bits) ? 1 : 0;
        size += has_colour_mod(protocol, bits) ? 3 : 0;
    }
    return size;
}

int qw_entity_measure(const struct qw_protocol *protocol, const uint8_t *data, size_t left,
                      bool in_list)
{
    uint32_t bits;
    const int header = read_bits(protocol, data, left, in_list, &bits);
    if (header < 0 || is_removed(bits, in_list)) {
        return header;
    }
    if (bits >> EXTRA_SHIFT & ~(uint32_t)EXTRA_BITS >> EXTRA_SHIFT) {
        return FORMAT_UNKNOWN;
    }
    const size_t size = (size_t)header + fields_size(protocol, bits);
    return size <= left ? (int)size : FORMAT_TRUNCATED;
}

static inline void take_entity_model(fields *p, struct qw_entity *entity)
{
    if (entity->bits & QW_U_MODEL) {
        entity->model = (uint16_t)(take_u8(p) + (entity->bits & QW_U_MODELDBL ? 256 : 0));
    } else if (entity->bits & QW_U_MODELDBL) {
        entity->model = take_u16(p);
    }
}

static void take_entity_extra(const struct qw_protocol *protocol, fields *p,
                              struct qw_entity *entity)
{
    if (has_trans(protocol, entity->bits)) {
        entity->trans = take_u8(p);
    }
    if (has_colour_mod(protocol, entity->bits)) {
        for (int i = 0; i < 3; i++) {
            entity->colour_mod[i] = take_u8(p);
        }
    }
}

/* Reads all fields after the mask bytes. */
static inline void take_entity_fields(const struct qw_protocol *protocol, fields *p,
                                      struct qw_entity *entity)
{
    static const uint32_t angle_bits[3] = {QW_U_ANGLE1, QW_U_ANGLE2, QW_U_ANGLE3};
    const bool wide = qw_wide(protocol);
    const bool wide_origin = qw_wide_origin(protocol);
    const uint32_t bits = entity->bits;
    take_entity_model(p, entity);
    if (bits & QW_U_FRAME) {
        entity->frame = take_u8(p);
    }
    if (bits & QW_U_COLORMAP) {
        entity->colormap = take_u8(p);
    }
    if (bits & QW_U_SKIN) {
        entity->skin = take_u8(p);
    }
    if (bits & QW_U_EFFECTS) {
        entity->effects = take_u8(p);
    }
    for (int i = 0; i < 3; i++) {
        if (bits & (uint32_t)QW_U_ORIGIN1 << i) {
            entity->origin[i] = qw_take_coord(p, wide_origin);
        }
        if (bits & angle_bits[i]) {
            entity->angles[i] = qw_take_angle(p, wide);
        }
    }
    if (bits >> EXTRA_SHIFT) {
        take_entity_extra(protocol, p, entity);
    }
}

/* Reads the entity whose mask bytes were read; returns where it ends. */
static inline fields take_entity(const struct qw_protocol *protocol, const uint8_t *data,
                                 int header, uint32_t bits, bool in_list, struct qw_entity *entity)
{
    fields p = data + header;
    *entity = (struct qw_entity){.bits = bits, .number = bytes_u16(data) & ENTITY_BITS};
    if (bits >> EXTRA_SHIFT) {
        entity->number = (uint16_t)(entity->number + (bits & QW_U_ENTITYDBL ? 512 : 0) +
                                    (bits & QW_U_ENTITYDBL2 ? 1024 : 0));
    }
    if (!is_removed(bits, in_list)) {
        take_entity_fields(protocol, &p, entity);
    }
    return p;
}

int qw_take_entity(const struct qw_protocol *protocol, const uint8_t *data, size_t left,
                   struct qw_entity *entity)
{
    const int size = qw_entity_measure(protocol, data, left, false);
    if (size >= 0) {
        uint32_t bits;
        const int header = read_bits(protocol, data, left, false, &bits);
        take_entity(protocol, data, header, bits, false, entity);
    }
    return size;
}

bool qw_entities_next(const struct qw_protocol *protocol, const struct qw_entities *entities,
                      uint32_t *pos, struct qw_entity *entity)
{
    if (*pos >= entities->size) {
        return false;
    }
    const uint8_t *data = entities->data + *pos;
    const size_t left = entities->size - *pos;
    uint32_t bits;
    const int header = read_bits(protocol, data, left, true, &bits);
    if (header < 0 || bytes_u16(data) == 0) {
        return false;
    }
    /* The decoder has measured all of them, maybe with another protocol than this one. */
    if (left < ENTITY_MAX && !is_removed(bits, true) &&
        left - (size_t)header < fields_size(protocol, bits)) {
        return false;
    }
    *pos = (uint32_t)(take_entity(protocol, data, header, bits, true, entity) - entities->data);
    return true;
}

/* The bits as found, with those that later bytes need. */
static uint32_t complete_entity_bits(const struct qw_protocol *protocol,
                                     const struct qw_entity *entity)
{
    uint32_t bits = entity->bits & ~(uint32_t)(ENTITY_BITS & ~0xff);
    if (protocol->ftex == 0) {
        bits &= 0xffff;
    } else {
        bits |= entity->number & 512 ? QW_U_ENTITYDBL : 0;
        bits |= entity->number & 1024 ? QW_U_ENTITYDBL2 : 0;
        bits |= (bits & QW_U_MODEL) && entity->model > 255 ? QW_U_MODELDBL : 0;
        bits |= bits >> 24 ? QW_U_YETMORE : 0;
        bits |= bits >> EXTRA_SHIFT ? QW_U_EVENMORE : 0;
    }
    return bits | (bits & 0xff ? QW_U_MOREBITS : 0);
}

void qw_put_entity(const struct qw_protocol *protocol, const struct qw_entity *entity, bool in_list,
                   struct byte_writer *out)
{
    const uint32_t bits = complete_entity_bits(protocol, entity);
    const struct mask_layout layout = layout_of(protocol, bits, in_list);
    byte_writer_u16(out, (bits & ENTITY_WORD) | (entity->number & ENTITY_BITS));
    const bool there[3] = {layout.more, layout.even_more, layout.yet_more};
    static const int shifts[3] = {0, EXTRA_SHIFT, EXTRA_SHIFT + 8};
    for (int i = 0; i < 3; i++) {
        if (there[i]) {
            byte_writer_u8(out, bits >> shifts[i]);
        }
    }
    if (is_removed(bits, in_list)) {
        return;
    }
    if ((bits & QW_U_MODELDBL) && !(bits & QW_U_MODEL)) {
        byte_writer_u16(out, entity->model);
    }
    const struct {
        uint32_t bit;
        uint32_t value;
    } bytes[] = {
        {QW_U_MODEL, entity->model},       {QW_U_FRAME, entity->frame},
        {QW_U_COLORMAP, entity->colormap}, {QW_U_SKIN, entity->skin},
        {QW_U_EFFECTS, entity->effects},
    };
    for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
        if (bits & bytes[i].bit) {
            byte_writer_u8(out, bytes[i].value);
        }
    }
    static const uint32_t angle_bits[3] = {QW_U_ANGLE1, QW_U_ANGLE2, QW_U_ANGLE3};
    for (int i = 0; i < 3; i++) {
        if (bits & (uint32_t)QW_U_ORIGIN1 << i) {
            qw_put_coord(out, qw_wide_origin(protocol), entity->origin[i]);
        }
        if (bits & angle_bits[i]) {
            qw_put_angle(out, qw_wide(protocol), entity->angles[i]);
        }
    }
    if (has_trans(protocol, bits)) {
        byte_writer_u8(out, entity->trans);
    }
    if (has_colour_mod(protocol, bits)) {
        byte_writer_bytes(out, entity->colour_mod, sizeof(entity->colour_mod));
    }
}

void qw_entity_encode(const struct qw_protocol *protocol, const struct qw_entity *entity,
                      struct byte_writer *out)
{
    qw_put_entity(protocol, entity, true, out);
}

/* A player's command: 5.43 "mask2", and QuakeWorld's MSG_ReadDeltaUsercmd. */

static bool is_old_usercmd(const struct qw_protocol *protocol)
{
    return protocol->version <= 26;
}

static void take_usercmd(const struct qw_protocol *protocol, fields *p, struct qw_usercmd *cmd)
{
    const bool old = is_old_usercmd(protocol);
    cmd->bits = take_u8(p);
    if (cmd->bits & QW_CM_ANGLE1) {
        cmd->angles[0] = qw_take_angle16(p);
    }
    if (old || (cmd->bits & QW_CM_ANGLE2)) {
        cmd->angles[1] = qw_take_angle16(p);
    }
    if (cmd->bits & QW_CM_ANGLE3) {
        cmd->angles[2] = qw_take_angle16(p);
    }
    for (int i = 0; i < 3; i++) {
        if (cmd->bits & QW_CM_FORWARD << i) {
            cmd->move[i] = old ? (int16_t)(take_i8(p) * 8) : take_i16(p);
        }
    }
    if (cmd->bits & QW_CM_BUTTONS) {
        cmd->buttons = take_u8(p);
    }
    if (cmd->bits & QW_CM_IMPULSE) {
        cmd->impulse = take_u8(p);
    }
    if (!old || (cmd->bits & QW_CM_MSEC)) {
        cmd->msec = take_u8(p);
    }
}

static void put_usercmd(const struct qw_protocol *protocol, const struct qw_usercmd *cmd,
                        struct byte_writer *out)
{
    const bool old = is_old_usercmd(protocol);
    byte_writer_u8(out, cmd->bits);
    if (cmd->bits & QW_CM_ANGLE1) {
        qw_put_angle16(out, cmd->angles[0]);
    }
    if (old || (cmd->bits & QW_CM_ANGLE2)) {
        qw_put_angle16(out, cmd->angles[1]);
    }
    if (cmd->bits & QW_CM_ANGLE3) {
        qw_put_angle16(out, cmd->angles[2]);
    }
    for (int i = 0; i < 3; i++) {
        if (!(cmd->bits & QW_CM_FORWARD << i)) {
            continue;
        }
        if (old) {
            byte_writer_u8(out, (uint32_t)fields_nearest(cmd->move[i] / 8.0, INT8_MIN, INT8_MAX));
        } else {
            byte_writer_u16(out, (uint16_t)cmd->move[i]);
        }
    }
    if (cmd->bits & QW_CM_BUTTONS) {
        byte_writer_u8(out, cmd->buttons);
    }
    if (cmd->bits & QW_CM_IMPULSE) {
        byte_writer_u8(out, cmd->impulse);
    }
    if (!old || (cmd->bits & QW_CM_MSEC)) {
        byte_writer_u8(out, cmd->msec);
    }
}

/* Players in a .qwd: 5.43, and ezQuake's cl_ents.c for the extensions. */

static void take_prediction(fields *p, struct qw_weapon_prediction *prediction)
{
    prediction->present = take_u8(p);
    if (prediction->present == 0) {
        return;
    }
    prediction->impulse = take_u8(p);
    prediction->weapon = take_i16(p);
    prediction->client_time = take_f32(p);
    prediction->attack_finished = take_f32(p);
    prediction->next_think = take_f32(p);
    prediction->think_index = take_u8(p);
    prediction->ping = take_u8(p);
    prediction->flags = take_u8(p);
    for (int i = 0; i < 4; i++) {
        prediction->ammo[i] = take_u8(p);
    }
}

static void put_prediction(const struct qw_weapon_prediction *prediction, struct byte_writer *out)
{
    byte_writer_u8(out, prediction->present);
    if (prediction->present == 0) {
        return;
    }
    byte_writer_u8(out, prediction->impulse);
    byte_writer_u16(out, (uint16_t)prediction->weapon);
    byte_writer_f32(out, prediction->client_time);
    byte_writer_f32(out, prediction->attack_finished);
    byte_writer_f32(out, prediction->next_think);
    byte_writer_u8(out, prediction->think_index);
    byte_writer_u8(out, prediction->ping);
    byte_writer_u8(out, prediction->flags);
    byte_writer_bytes(out, prediction->ammo, sizeof(prediction->ammo));
}

static bool has_player_colour_mod(const struct qw_protocol *protocol, uint32_t flags)
{
    return (flags & QW_PF_COLOURMOD) && (protocol->ftex & QW_FTEX_COLOURMOD);
}

/* A player's model and skin: the skin's upper bit is the model's, if both are there. */
static void take_player_model(fields *p, struct qw_playerinfo *info)
{
    if (info->flags & QW_PF_MODEL) {
        info->model = take_u8(p);
    }
    if (info->flags & QW_PF_SKIN) {
        info->skin = take_u8(p);
        if ((info->flags & QW_PF_MODEL) && (info->skin & SKIN_MODEL2)) {
            info->model = (uint16_t)(info->model + 256);
            info->skin &= (uint8_t)~SKIN_MODEL2;
        }
    }
}

void qw_take_playerinfo(const struct qw_protocol *protocol, fields *p, struct qw_playerinfo *info)
{
    const uint8_t player = take_u8(p);
    uint32_t flags = take_u16(p);
    if ((protocol->ftex & QW_FTEX_TRANS) && (flags & QW_PF_SOLID)) {
        flags |= (uint32_t)take_u8(p) << EXTRA_SHIFT;
    }
    *info = (struct qw_playerinfo){.flags = flags, .player = player};
    qw_take_origin(p, qw_wide_origin(protocol), info->origin);
    info->frame = take_u8(p);
    if (flags & QW_PF_MSEC) {
        info->msec = take_u8(p);
    }
    if (flags & QW_PF_COMMAND) {
        take_usercmd(protocol, p, &info->command);
    }
    for (int i = 0; i < 3; i++) {
        if (flags & (uint32_t)QW_PF_VELOCITY1 << i) {
            info->velocity[i] = take_i16(p);
        }
    }
    take_player_model(p, info);
    if (flags & QW_PF_EFFECTS) {
        info->effects = take_u8(p);
    }
    if (flags & QW_PF_WEAPONFRAME) {
        info->weapon_frame = take_u8(p);
    }
    if (protocol->mvd1 & QW_MVD1_WEAPONPREDICTION) {
        take_prediction(p, &info->prediction);
    }
    if (flags & QW_PF_TRANS) {
        info->trans = take_u8(p);
    }
    if (has_player_colour_mod(protocol, flags)) {
        for (int i = 0; i < 3; i++) {
            info->colour_mod[i] = take_u8(p);
        }
    }
}

/* The flags as found, with the one that later bytes need. */
static uint32_t complete_player_flags(const struct qw_protocol *protocol, uint32_t flags)
{
    if (!(protocol->ftex & QW_FTEX_TRANS)) {
        return flags & 0xffff;
    }
    return flags & 0xff0000 ? flags | QW_PF_SOLID : flags;
}

void qw_put_playerinfo(const struct qw_protocol *protocol, const struct qw_playerinfo *info,
                       struct byte_writer *out)
{
    const uint32_t flags = complete_player_flags(protocol, info->flags);
    byte_writer_u8(out, info->player);
    byte_writer_u16(out, flags);
    if ((protocol->ftex & QW_FTEX_TRANS) && (flags & QW_PF_SOLID)) {
        byte_writer_u8(out, flags >> EXTRA_SHIFT);
    }
    qw_put_origin(out, qw_wide_origin(protocol), info->origin);
    byte_writer_u8(out, info->frame);
    if (flags & QW_PF_MSEC) {
        byte_writer_u8(out, info->msec);
    }
    if (flags & QW_PF_COMMAND) {
        put_usercmd(protocol, &info->command, out);
    }
    for (int i = 0; i < 3; i++) {
        if (flags & (uint32_t)QW_PF_VELOCITY1 << i) {
            byte_writer_u16(out, (uint16_t)info->velocity[i]);
        }
    }
    if (flags & QW_PF_MODEL) {
        byte_writer_u8(out, info->model);
    }
    if (flags & QW_PF_SKIN) {
        const bool high = (flags & QW_PF_MODEL) && info->model > 255;
        byte_writer_u8(out, info->skin | (high ? SKIN_MODEL2 : 0u));
    }
    if (flags & QW_PF_EFFECTS) {
        byte_writer_u8(out, info->effects);
    }
    if (flags & QW_PF_WEAPONFRAME) {
        byte_writer_u8(out, info->weapon_frame);
    }
    if (protocol->mvd1 & QW_MVD1_WEAPONPREDICTION) {
        put_prediction(&info->prediction, out);
    }
    if (flags & QW_PF_TRANS) {
        byte_writer_u8(out, info->trans);
    }
    if (has_player_colour_mod(protocol, flags)) {
        byte_writer_bytes(out, info->colour_mod, sizeof(info->colour_mod));
    }
}

/* Players in a .mvd: MVDSV's sv_ents.c. */

void qw_take_mvd_playerinfo(const struct qw_protocol *protocol, fields *p,
                            struct qw_mvd_playerinfo *info)
{
    const bool wide = qw_wide(protocol); /* MVDSV and ezQuake: whatever MVD1 says */
    const uint8_t player = take_u8(p);
    const uint16_t flags = take_u16(p);
    *info = (struct qw_mvd_playerinfo){.flags = flags, .player = player, .frame = take_u8(p)};
    for (int i = 0; i < 3; i++) {
        if (flags & QW_DF_ORIGIN1 << i) {
            info->origin[i] = qw_take_coord(p, wide);
        }
    }
    for (int i = 0; i < 3; i++) {
        if (flags & QW_DF_ANGLE1 << i) {
            info->angles[i] = qw_take_angle16(p);
        }
    }
    if (flags & QW_DF_MODEL) {
        info->model = take_u8(p);
    }
    if (flags & QW_DF_SKIN) {
        info->skin = take_u8(p);
    }
    if (flags & QW_DF_EFFECTS) {
        info->effects = take_u8(p);
    }
    if (flags & QW_DF_WEAPONFRAME) {
        info->weapon_frame = take_u8(p);
    }
}

void qw_put_mvd_playerinfo(const struct qw_protocol *protocol, const struct qw_mvd_playerinfo *info,
                           struct byte_writer *out)
{
    const bool wide = qw_wide(protocol); /* MVDSV and ezQuake: whatever MVD1 says */
    byte_writer_u8(out, info->player);
    byte_writer_u16(out, info->flags);
    byte_writer_u8(out, info->frame);
    for (int i = 0; i < 3; i++) {
        if (info->flags & QW_DF_ORIGIN1 << i) {
            qw_put_coord(out, wide, info->origin[i]);
        }
    }
    for (int i = 0; i < 3; i++) {
        if (info->flags & QW_DF_ANGLE1 << i) {
            qw_put_angle16(out, info->angles[i]);
        }
    }
    const struct {
        uint32_t bit;
        uint32_t value;
    } bytes[] = {
        {QW_DF_MODEL, info->model},
        {QW_DF_SKIN, info->skin},
        {QW_DF_EFFECTS, info->effects},
        {QW_DF_WEAPONFRAME, info->weapon_frame},
    };
    for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
        if (info->flags & bytes[i].bit) {
            byte_writer_u8(out, bytes[i].value);
        }
    }
}

/* Nails: 5.44 */

struct qw_nail qw_nails_get(const struct qw_nails *nails, uint32_t i)
{
    const uint8_t *b = nails->data + i * (nails->numbered ? QW_NAIL2_SIZE : QW_NAIL_SIZE);
    struct qw_nail nail = {.number = nails->numbered ? *b++ : 0};
    const int packed[3] = {b[0] | (b[1] & 15) << 8, b[1] >> 4 | b[2] << 4, b[3] | (b[4] & 15) << 8};
    for (int k = 0; k < 3; k++) {
        nail.origin[k] = (float)((packed[k] - 2048) * 2);
    }
    const int pitch = b[4] >> 4;
    nail.pitch = (float)(pitch < 8 ? pitch : pitch - 16) * (360.0f / 16.0f);
    nail.yaw = (float)(int8_t)b[5] * (360.0f / 256.0f);
    return nail;
}

void qw_nail_encode(bool numbered, const struct qw_nail *nail, struct byte_writer *out)
{
    uint32_t packed[3];
    for (int k = 0; k < 3; k++) {
        packed[k] = (uint32_t)fields_nearest((nail->origin[k] + 4096.0) / 2, 0, 4095);
    }
    if (numbered) {
        byte_writer_u8(out, nail->number);
    }
    byte_writer_u8(out, packed[0]);
    byte_writer_u8(out, packed[0] >> 8 | (packed[1] & 15) << 4);
    byte_writer_u8(out, packed[1] >> 4);
    byte_writer_u8(out, packed[2]);
    byte_writer_u8(out, packed[2] >> 8 | ((uint32_t)qw_angle_steps(nail->pitch, 16) & 15) << 4);
    byte_writer_u8(out, (uint32_t)qw_angle_steps(nail->yaw, 256));
}

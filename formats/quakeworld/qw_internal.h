/* Private to formats/quakeworld: shared parts of the QuakeWorld message codec. */
#ifndef FORMATS_QUAKEWORLD_QW_INTERNAL_H
#define FORMATS_QUAKEWORLD_QW_INTERNAL_H

#include "formats/base/fields.h"
#include "formats/quakeworld/qw_message.h"

/* Extension words before the version in a serverdata: qwprot's protocol.h. */
enum { QW_WORD_FTEX = 0x58455446, QW_WORD_FTE2 = 0x32455446, QW_WORD_MVD1 = 0x3144564d };

enum { QW_NAIL_SIZE = 6, QW_NAIL2_SIZE = 7 };

/* Reference section 3: which coordinates and angles an extension widens. */
static inline bool qw_wide(const struct qw_protocol *protocol)
{
    return (protocol->ftex & QW_FTEX_FLOATCOORDS) != 0;
}

/* Those of playerinfo in a .qwd and of deltas. */
static inline bool qw_wide_origin(const struct qw_protocol *protocol)
{
    return qw_wide(protocol) || (protocol->mvd1 & QW_MVD1_FLOATCOORDS);
}

static inline float qw_take_coord(fields *p, bool wide)
{
    return wide ? take_f32(p) : (float)take_i16(p) * 0.125f;
}

static inline float qw_take_angle16(fields *p)
{
    return (float)take_i16(p) * (360.0f / 65536.0f);
}

static inline float qw_take_angle(fields *p, bool wide)
{
    return wide ? qw_take_angle16(p) : (float)take_i8(p) * (360.0f / 256.0f);
}

static inline void qw_take_origin(fields *p, bool wide, float origin[3])
{
    for (int i = 0; i < 3; i++) {
        origin[i] = qw_take_coord(p, wide);
    }
}

static inline void qw_put_coord(struct byte_writer *out, bool wide, float v)
{
    if (wide) {
        byte_writer_f32(out, v);
    } else {
        byte_writer_u16(out, (uint32_t)fields_nearest(v * 8.0, INT16_MIN, INT16_MAX));
    }
}

/* Wider than any angle that makes sense; whole turns fall off with the upper bits. */
static inline int32_t qw_angle_steps(float v, int steps)
{
    return fields_nearest(v * (steps / 360.0), -(1 << 30), 1 << 30);
}

static inline void qw_put_angle16(struct byte_writer *out, float v)
{
    byte_writer_u16(out, (uint32_t)qw_angle_steps(v, 65536));
}

static inline void qw_put_angle(struct byte_writer *out, bool wide, float v)
{
    if (wide) {
        qw_put_angle16(out, v);
    } else {
        byte_writer_u8(out, (uint32_t)qw_angle_steps(v, 256));
    }
}

static inline void qw_put_origin(struct byte_writer *out, bool wide, const float origin[3])
{
    for (int i = 0; i < 3; i++) {
        qw_put_coord(out, wide, origin[i]);
    }
}

/* Behind the id. At most QW_PLAYERINFO_MAX bytes are taken. */
enum { QW_PLAYERINFO_MAX = 80 };
void qw_take_playerinfo(const struct qw_protocol *protocol, fields *p, struct qw_playerinfo *info);
void qw_take_mvd_playerinfo(const struct qw_protocol *protocol, fields *p,
                            struct qw_mvd_playerinfo *info);
void qw_put_playerinfo(const struct qw_protocol *protocol, const struct qw_playerinfo *info,
                       struct byte_writer *out);
void qw_put_mvd_playerinfo(const struct qw_protocol *protocol, const struct qw_mvd_playerinfo *info,
                           struct byte_writer *out);

/* Bytes that an entity takes, or FORMAT_TRUNCATED, or FORMAT_UNKNOWN for mask bits with unknown
 * fields. in_list: of packetentities, where an entity with REMOVE has no fields and the zero word
 * at the end is an entity of two bytes. */
int qw_entity_measure(const struct qw_protocol *protocol, const uint8_t *data, size_t left,
                      bool in_list);
/* Reads an entity outside of lists; returns as qw_entity_measure. */
int qw_take_entity(const struct qw_protocol *protocol, const uint8_t *data, size_t left,
                   struct qw_entity *entity);
void qw_put_entity(const struct qw_protocol *protocol, const struct qw_entity *entity, bool in_list,
                   struct byte_writer *out);

#endif

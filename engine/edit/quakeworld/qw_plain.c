#include "engine/edit/quakeworld/qw_plain.h"

#include <math.h>
#include <string.h>

#include "engine/edit/quakeworld/qw_full_update.h"

enum {
    NAMES_BYTES = 1200, /* of a part of a list */
    LAST_INDEX = 255,   /* of a model or sound */
    PLAIN_FLAGS = 0x7fff,
    PLACE_SIZE = 3
};

const struct qw_protocol qw_plain_protocol = {.version = QW_PROTOCOL_LAST};

void qw_plain_found(struct qw_plain *p, enum convert_kind kind, double value)
{
    struct convert_finding *found = &p->report->found[kind];
    if (found->count == 0) {
        *found = (struct convert_finding){
            .placed = true, .block = p->block, .offset = p->offset, .value = value};
    }
    found->count++;
}

static void note_place(struct qw_plain *p, const float place[PLACE_SIZE])
{
    for (int i = 0; i < PLACE_SIZE; i++) {
        if (!(fabs((double)place[i]) <= QW_PLAIN_PLACE)) {
            qw_plain_found(p, CONVERT_PLACE, (double)place[i]);
            return;
        }
        const double steps = floor((double)place[i] * 8.0 + 0.5);
        p->report->moved = fmax(p->report->moved, fabs(steps / 8.0 - (double)place[i]));
    }
}

/* --- single messages ----------------------------------------------------------------------------
 */

static void write(const struct qw_message *m, struct byte_writer *out)
{
    qw_message_encode(&qw_plain_protocol, m, out);
}

static void write_serverdata(const struct qw_message *from, uint8_t player, struct byte_writer *out)
{
    struct qw_message m = *from;
    m.u.serverdata.extensions = NULL;
    m.u.serverdata.extension_count = 0;
    m.u.serverdata.ftex = m.u.serverdata.fte2 = m.u.serverdata.mvd1 = 0;
    m.u.serverdata.protocol = QW_PROTOCOL_LAST;
    m.u.serverdata.player = player;
    write(&m, out);
}

/* In parts of NAMES_BYTES, up to the last index of one byte. */
static void write_names(struct qw_plain *p, const struct qw_message *from, struct byte_writer *out)
{
    const struct qw_names *names = &from->u.names;
    const uint8_t id = from->id == QW_SOUNDLIST ? QW_SOUNDLIST : QW_MODELLIST;
    uint32_t pos = 0, index = names->start;
    size_t begin = out->size;
    const char *name = qw_names_next(names, &pos);
    if (index >= LAST_INDEX) {
        qw_plain_found(p, CONVERT_HIGH_MODEL, 0.0);
        return;
    }
    byte_writer_u8(out, id);
    byte_writer_u8(out, index);
    for (; name && index < LAST_INDEX; name = qw_names_next(names, &pos)) {
        if (out->size - begin > NAMES_BYTES) {
            byte_writer_u8(out, 0);
            byte_writer_u8(out, index);
            begin = out->size;
            byte_writer_u8(out, id);
            byte_writer_u8(out, index);
        }
        byte_writer_string(out, name);
        index++;
    }
    if (name) {
        qw_plain_found(p, CONVERT_HIGH_MODEL, 0.0);
    }
    byte_writer_u8(out, 0);
    byte_writer_u8(out, name || names->next == 0 ? 0 : index);
}

static struct qw_entity_state plain_state(struct qw_plain *p, const struct qw_entity *e)
{
    struct qw_entity_state s = {
        .frame = e->frame, .colormap = e->colormap, .skin = e->skin, .model = (uint8_t)e->model};
    if (e->model > LAST_INDEX) {
        qw_plain_found(p, CONVERT_HIGH_MODEL, 0.0);
        s.model = 0;
    }
    if (e->trans != 0) {
        qw_plain_found(p, CONVERT_ALPHA, 0.0);
    }
    memcpy(s.origin, e->origin, sizeof(s.origin));
    memcpy(s.angles, e->angles, sizeof(s.angles));
    note_place(p, s.origin);
    return s;
}

static void write_static(struct qw_plain *p, const struct qw_message *from, struct byte_writer *out)
{
    struct qw_message m = *from;
    if (from->id == QW_SPAWNSTATIC2) {
        m = (struct qw_message){.id = QW_SPAWNSTATIC};
        m.u.spawnstatic = plain_state(p, &from->u.entity);
    } else {
        note_place(p, m.u.spawnstatic.origin);
    }
    if (m.u.spawnstatic.model != 0) {
        write(&m, out);
    }
}

static void write_baseline(struct qw_plain *p, const struct qw_message *from,
                           struct byte_writer *out)
{
    struct qw_message m = *from;
    if (from->id == QW_SPAWNBASELINE2) {
        m = (struct qw_message){.id = QW_SPAWNBASELINE};
        m.u.spawnbaseline.entity = from->u.entity.number;
        m.u.spawnbaseline.state = plain_state(p, &from->u.entity);
    } else {
        note_place(p, m.u.spawnbaseline.state.origin);
    }
    if (m.u.spawnbaseline.entity <= QW_PLAIN_LAST_ENTITY) {
        write(&m, out);
    }
}

/* With FTEX_TRANS the flag that ZQuake uses for solid players says that more flags follow. */
static void write_player(struct qw_plain *p, const struct qw_protocol *from,
                         const struct qw_message *message, struct byte_writer *out)
{
    struct qw_message m = *message;
    struct qw_playerinfo *player = &m.u.player;
    if (player->trans != 0) {
        qw_plain_found(p, CONVERT_ALPHA, 0.0);
    }
    player->flags &= from->ftex & QW_FTEX_TRANS ? PLAIN_FLAGS : PLAIN_FLAGS | QW_PF_SOLID;
    if (player->model > LAST_INDEX) {
        qw_plain_found(p, CONVERT_HIGH_MODEL, 0.0);
        player->model = 0;
    }
    note_place(p, player->origin);
    write(&m, out);
}

static void write_nails(const struct qw_nails *nails, struct byte_writer *out)
{
    byte_writer_u8(out, QW_NAILS);
    byte_writer_u8(out, nails->count);
    for (uint32_t i = 0; i < nails->count; i++) {
        const struct qw_nail nail = qw_nails_get(nails, i);
        qw_nail_encode(false, &nail, out);
    }
}

static void write_placed(struct qw_plain *p, const struct qw_message *m, struct byte_writer *out)
{
    switch (m->id) {
    case QW_SOUND:
        note_place(p, m->u.sound.origin);
        break;
    case QW_TEMP_ENTITY:
        note_place(p, m->u.temp_entity.origin);
        note_place(p, m->u.temp_entity.end);
        break;
    case QW_SPAWNSTATICSOUND:
        note_place(p, m->u.spawnstaticsound.origin);
        break;
    case QW_INTERMISSION:
        note_place(p, m->u.intermission.origin);
        break;
    default:
        break;
    }
    write(m, out);
}

void qw_plain_message(struct qw_plain *p, const struct qw_protocol *from,
                      const struct qw_message *m, uint8_t player, struct byte_writer *out)
{
    switch (m->id) {
    case QW_SERVERDATA:
        write_serverdata(m, player, out);
        break;
    case QW_MODELLIST:
    case QW_MODELLISTSHORT:
    case QW_SOUNDLIST:
        write_names(p, m, out);
        break;
    case QW_SPAWNSTATIC:
    case QW_SPAWNSTATIC2:
        write_static(p, m, out);
        break;
    case QW_SPAWNBASELINE:
    case QW_SPAWNBASELINE2:
        write_baseline(p, m, out);
        break;
    case QW_PLAYERINFO:
        write_player(p, from, m, out);
        break;
    case QW_NAILS:
    case QW_NAILS2:
        write_nails(&m->u.nails, out);
        break;
    case QW_VOICECHAT:
    case QW_QIZMOVOICE:
        qw_plain_found(p, CONVERT_VOICE, 0.0);
        break;
    case QW_DOWNLOAD:
    case QW_TIME:
        qw_plain_found(p, CONVERT_EXTRA, 0.0);
        break;
    default:
        write_placed(p, m, out);
        break;
    }
}

/* --- entities -----------------------------------------------------------------------------------
 */

struct candidates {
    const struct qw_frame_entity *entities[QW_MAX_ENTITIES];
    uint32_t count;
};

static float distance(const struct qw_frame_entity *e, const float eye[PLACE_SIZE])
{
    float sum = 0.0f;
    for (int i = 0; i < PLACE_SIZE; i++) {
        sum += (e->origin[i] - eye[i]) * (e->origin[i] - eye[i]);
    }
    return sum;
}

/* The entities whose numbers fit. */
static void choose(struct qw_plain *p, const struct qw_state *s, struct candidates *c)
{
    const uint32_t count = qw_full_update_count(s);
    c->count = 0;
    for (uint32_t i = 0; i < count && c->count < QW_MAX_ENTITIES; i++) {
        const struct qw_frame_entity *e = qw_full_update_entity(s, i);
        if (e->number == 0 || e->number > QW_PLAIN_LAST_ENTITY) {
            qw_plain_found(p, CONVERT_HIGH_ENTITY, 0.0);
        } else if (e->model > LAST_INDEX) {
            qw_plain_found(p, CONVERT_HIGH_MODEL, 0.0);
        } else {
            c->entities[c->count++] = e;
        }
    }
}

static void drop_farthest(struct qw_plain *p, struct candidates *c, const float eye[PLACE_SIZE])
{
    uint32_t farthest = 0;
    float most = -1.0f;
    for (uint32_t i = 0; i < c->count; i++) {
        const float away = distance(c->entities[i], eye);
        if (!(away <= most)) {
            most = away;
            farthest = i;
        }
    }
    c->count--;
    memmove(&c->entities[farthest], &c->entities[farthest + 1],
            (c->count - farthest) * sizeof(c->entities[0]));
    qw_plain_found(p, CONVERT_FAR_ENTITY, 0.0);
}

static void write_entities(const struct qw_state *s, const struct candidates *c,
                           struct byte_writer *out)
{
    byte_writer_u8(out, QW_PACKETENTITIES);
    for (uint32_t i = 0; i < c->count; i++) {
        qw_full_update_write(s, c->entities[i], &qw_plain_protocol, out);
    }
    byte_writer_u16(out, 0);
}

void qw_plain_entities(struct qw_plain *p, const struct qw_state *s, const float eye[PLACE_SIZE],
                       size_t room, struct byte_writer *out)
{
    struct candidates c;
    const size_t begin = out->size;
    choose(p, s, &c);
    while (c.count > QW_PLAIN_ENTITIES) {
        drop_farthest(p, &c, eye);
    }
    write_entities(s, &c, out);
    while (c.count > 0 && out->size - begin > room) {
        drop_farthest(p, &c, eye);
        out->size = begin;
        write_entities(s, &c, out);
    }
    for (uint32_t i = 0; i < c.count; i++) {
        note_place(p, c.entities[i]->origin);
        if (c.entities[i]->trans != 0) {
            qw_plain_found(p, CONVERT_ALPHA, 0.0);
        }
    }
}

#include "engine/edit/camera/qwd_camera.h"

#include <stdbool.h>
#include <string.h>

#include "engine/edit/camera/qw_camera_slot.h"
#include "engine/edit/quakeworld/qw_groups.h"
#include "engine/quakeworld/qw_block.h"
#include "formats/quakeworld/qw_message.h"

enum {
    SPECTATOR = 0x80,
    STAT_ITEMS = 15,
    POWERS = 0xf << 19, /* IT_INVISIBILITY .. IT_QUAD: they colour the view */
    OLD_SPECTATOR = 2,  /* ZQuake's move type */
    PACKET_MAX = 1442,  /* bytes of messages: MAX_MSGLEN less the sequence numbers (id, qwd) */
    AXES = QW_CAMERA_AXES
};

struct filming {
    const struct qw_demo *demo;
    const struct camera_path *path;
    struct edit_camera_report *report;
    struct byte_writer *out;
    struct qw_protocol protocol;
    uint8_t slot; /* the camera's */
    uint8_t recorder;
    bool recorder_spectates;
    float angles[AXES]; /* the recorder's view */
    double before;      /* time of the update before */
    double time;        /* of the block */
    struct camera camera;
    bool is_placed; /* the camera, in this packet */
    bool is_full;   /* the packet: nothing is added */
    struct byte_writer messages;
};

/* --- messages -----------------------------------------------------------------------------------
 */

static void put(struct filming *f, const struct qw_message *m)
{
    qw_message_encode(&f->protocol, m, &f->messages);
}

/* What the camera's place becomes in the message. */
static void note_place(struct filming *f, const struct qw_message *told, size_t at)
{
    struct qw_message m;
    if (f->messages.failed ||
        qw_message_decode(&f->protocol, f->messages.data, f->messages.size, &at, &m, NULL) <= 0) {
        return;
    }
    qw_camera_slot_note(f->report, m.u.player.origin, told->u.player.origin);
}

static void put_camera(struct filming *f)
{
    struct qw_message m = {.id = QW_PLAYERINFO};
    m.u.player.player = f->slot;
    m.u.player.flags = (uint32_t)OLD_SPECTATOR << QW_PF_MOVE_TYPE_SHIFT;
    qw_camera_slot_place(&f->camera, m.u.player.origin);
    const size_t at = f->messages.size;
    put(f, &m);
    note_place(f, &m, at);
    f->is_placed = true;
    f->report->updates++;
}

/* The server does not tell a client where it looks itself. */
static void put_player(struct filming *f, const struct qw_message *from)
{
    struct qw_message m = *from;
    struct qw_playerinfo *p = &m.u.player;
    if (p->player == f->recorder && f->recorder_spectates) {
        return;
    }
    if (p->player == f->recorder && !f->is_full && !(p->flags & QW_PF_COMMAND)) {
        p->flags |= QW_PF_COMMAND | QW_PF_MSEC;
        p->command.bits = QW_CM_ANGLE1 | QW_CM_ANGLE2 | QW_CM_ANGLE3;
        p->command.bits |= f->protocol.version <= 26 ? QW_CM_MSEC : 0;
        memcpy(p->command.angles, f->angles, sizeof(p->command.angles));
    }
    put(f, &m);
}

static void put_serverdata(struct filming *f, const struct qw_message *from)
{
    struct qw_message m = *from;
    f->recorder = from->u.serverdata.player & (uint8_t)~SPECTATOR;
    f->recorder_spectates = (from->u.serverdata.player & SPECTATOR) != 0;
    m.u.serverdata.player = f->slot | SPECTATOR;
    put(f, &m);
}

static void put_userinfo(struct filming *f)
{
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.player = f->slot;
    m.u.updateuserinfo.user = QW_CAMERA_USER;
    m.u.updateuserinfo.info = "\\*spectator\\1\\name\\camera";
    put(f, &m);
}

static void put_intermission(struct filming *f)
{
    struct qw_message m = {.id = QW_INTERMISSION};
    memcpy(m.u.intermission.origin, f->camera.origin, sizeof(m.u.intermission.origin));
    memcpy(m.u.intermission.angles, f->camera.angles, sizeof(m.u.intermission.angles));
    put(f, &m);
}

static void put_stat(struct filming *f, const struct qw_message *from)
{
    struct qw_message m = *from;
    m.u.updatestat.value &= m.u.updatestat.stat == STAT_ITEMS ? ~POWERS : -1;
    put(f, &m);
}

/* False: the message is copied. */
static bool put_changed(struct filming *f, const struct qw_message *m)
{
    switch (m->id) {
    case QW_SERVERDATA:
        put_serverdata(f, m);
        return true;
    case QW_PLAYERINFO:
        put_player(f, m);
        return true;
    case QW_INTERMISSION:
        put_intermission(f);
        return true;
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        put_stat(f, m);
        return true;
    case QW_STUFFTEXT:
        if (strncmp(m->u.text, "skins", 5) == 0 && !f->is_full) {
            put_userinfo(f);
        }
        return strcmp(m->u.text, "bf\n") == 0;
    case QW_DAMAGE:
    case QW_SMALLKICK:
    case QW_BIGKICK:
    case QW_SETANGLE:
        return true;
    default:
        return false;
    }
}

static bool is_frame(uint8_t id)
{
    return id == QW_PLAYERINFO || id == QW_PACKETENTITIES || id == QW_DELTAPACKETENTITIES;
}

/* Fills f->messages. */
static void film_messages(struct filming *f, const struct qw_block *block)
{
    struct qw_message m;
    size_t at = 0, end = 0;
    f->messages.size = 0;
    f->is_placed = false;
    while (qw_message_decode(&f->protocol, block->messages, block->size, &at, &m, NULL) > 0) {
        qw_protocol_follow(&f->protocol, &m);
        if (is_frame(m.id) && !f->is_placed && !f->is_full) {
            put_camera(f);
        }
        if (!put_changed(f, &m)) {
            byte_writer_bytes(&f->messages, block->messages + m.offset, m.size);
        }
        end = m.offset + m.size;
    }
    byte_writer_bytes(&f->messages, block->messages + end, block->size - end);
    if (f->messages.size == 0 && block->size > 0) {
        byte_writer_u8(&f->messages, QW_NOP);
    }
}

/* As film_messages. Clients read no longer packets: one that would be too long stays without the
 * camera, which is where the packet before told. */
static void film_packet(struct filming *f, const struct qw_block *block)
{
    const struct filming before = *f;
    const struct edit_camera_report report = *f->report;
    film_messages(f, block);
    if (f->messages.size > PACKET_MAX && f->messages.size > block->size) {
        const struct byte_writer messages = f->messages;
        *f = before;
        *f->report = report;
        f->messages = messages;
        f->is_full = true;
        film_messages(f, block);
        f->is_full = false;
    }
}

/* --- blocks -------------------------------------------------------------------------------------
 */

static void film_command(struct filming *f, struct qwd_cmd *cmd)
{
    memcpy(f->angles, cmd->view_angles, sizeof(f->angles));
    memcpy(cmd->angles, f->camera.angles, sizeof(cmd->angles));
    memcpy(cmd->view_angles, f->camera.angles, sizeof(cmd->view_angles));
    memset(cmd->move, 0, sizeof(cmd->move));
    cmd->buttons = 0;
    cmd->impulse = 0;
}

/* The time of the block at `pos` of an update's group, whose last block has the update's. */
static double block_time(const struct filming *f, const struct qw_group *group,
                         const struct qwd_block *block, double last)
{
    const double time = group->time - (last - (double)block->time);
    return group->update && time > f->before && time < group->time ? time
           : group->update && time <= f->before                    ? f->before
                                                                   : group->time;
}

static double last_time(const struct filming *f, const struct qw_group *group)
{
    struct qw_block block;
    size_t pos = group->begin;
    double time = 0.0;
    while (pos < group->end && qw_block_next(f->demo, &pos, &block, NULL) > 0) {
        time = (double)block.u.qwd.time;
    }
    return time;
}

static int film_group(void *context, const struct qw_group *group, struct format_error *err)
{
    struct filming *f = context;
    struct qw_block block;
    size_t pos = group->begin;
    const double last = last_time(f, group);
    while (pos < group->end && qw_block_next(f->demo, &pos, &block, NULL) > 0) {
        float fov = 0.0f;
        f->time = block_time(f, group, &block.u.qwd, last);
        camera_path_at(f->path, f->time, &f->camera, &fov);
        if (block.type == QWD_CMD) {
            film_command(f, &block.u.qwd.u.cmd);
        } else if (block.messages) {
            film_packet(f, &block);
            block.u.qwd.u.packet.messages = f->messages.data;
            block.u.qwd.u.packet.size = (uint32_t)f->messages.size;
        }
        qwd_write_block(f->out, &block.u.qwd);
    }
    f->before = group->time;
    const int code = qw_camera_slot_check(f->report, f->time, err);
    return f->messages.failed ? FORMAT_MEMORY : code;
}

int qwd_camera(const struct demo *demo, const struct camera_path *path, struct byte_writer *out,
               struct edit_camera_report *report, struct format_error *err)
{
    struct filming f = {.demo = demo->file,
                        .path = path,
                        .report = report,
                        .out = out,
                        .protocol = {.version = QW_PROTOCOL_LAST},
                        .camera = camera_default()};
    int code = qw_camera_slot_find(f.demo, &f.slot, report, err);
    if (code == 0) {
        code = qw_camera_slot_film(demo, film_group, &f, out, report, err);
    }
    byte_writer_free(&f.messages);
    return code;
}

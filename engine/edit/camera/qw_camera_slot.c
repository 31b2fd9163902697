#include "engine/edit/camera/qw_camera_slot.h"

#include <math.h>
#include <stdbool.h>

#include "engine/quakeworld/qw_block.h"

enum {
    SLOTS = 32, /* MAX_CLIENTS (id, qw/protocol.h) */
    SPECTATOR = 0x80,
    VIEWER = 31 /* ezQuake's own slot while it plays a .mvd */
};

/* A client adds it to the view's place, so that it is on no plane of the level, and the height of
 * the eyes (QW, view.c). */
static const double view_offset[QW_CAMERA_AXES] = {1.0 / 16.0, 1.0 / 16.0, 1.0 / 16.0 + 22.0};

static void use_slot(bool used[SLOTS], uint32_t slot)
{
    if (slot < SLOTS) {
        used[slot] = true;
    }
}

static void note_slots(bool used[SLOTS], const struct qw_message *m, bool is_mvd)
{
    switch (m->id) {
    case QW_SERVERDATA:
        if (!is_mvd) {
            use_slot(used, m->u.serverdata.player & ~(uint32_t)SPECTATOR);
        }
        break;
    case QW_UPDATEUSERINFO:
        if (m->u.updateuserinfo.user != 0 || m->u.updateuserinfo.info[0] != '\0') {
            use_slot(used, m->u.updateuserinfo.player);
        }
        break;
    case QW_PLAYERINFO:
        use_slot(used, is_mvd ? m->u.mvd_player.player : m->u.player.player);
        break;
    default:
        break;
    }
}

int qw_camera_slot_find(const struct qw_demo *demo, uint8_t *slot,
                        struct edit_camera_report *report, struct format_error *err)
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST,
                                   .is_mvd = demo->container == QW_CONTAINER_MVD};
    bool used[SLOTS] = {false};
    struct qw_block block;
    struct qw_message m;
    size_t pos = 0;
    uint32_t free_slot = SLOTS;
    while (qw_block_next(demo, &pos, &block, NULL) > 0) {
        size_t at = 0;
        while (block.messages &&
               qw_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0) {
            qw_protocol_follow(&protocol, &m);
            note_slots(used, &m, protocol.is_mvd);
        }
    }
    if (protocol.is_mvd) {
        use_slot(used, VIEWER);
    }
    while (free_slot > 0 && used[free_slot - 1]) {
        free_slot--;
    }
    *slot = (uint8_t)(free_slot - 1);
    report->entity = free_slot;
    return free_slot > 0 ? 0
                         : format_fail(err, FORMAT_UNKNOWN, 0,
                                       "all players are there: no slot is left for the camera");
}

int qw_camera_slot_film(const struct demo *demo, qw_group_fn film, void *context,
                        struct byte_writer *out, const struct edit_camera_report *report,
                        struct format_error *err)
{
    const size_t begin = out->size;
    int code = qw_groups_walk(demo, film, context, out, err);
    if (report->entity == 0 || !(report->moved <= 1.0)) {
        out->size = begin;
        code = FORMAT_UNKNOWN;
    }
    if (code == FORMAT_MEMORY || out->failed) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    return code;
}

void qw_camera_slot_place(const struct camera *camera, float origin[QW_CAMERA_AXES])
{
    for (int i = 0; i < QW_CAMERA_AXES; i++) {
        origin[i] = (float)((double)camera->origin[i] - view_offset[i]);
    }
}

void qw_camera_slot_note(struct edit_camera_report *report, const float told[QW_CAMERA_AXES],
                         const float wanted[QW_CAMERA_AXES])
{
    for (int i = 0; i < QW_CAMERA_AXES; i++) {
        const double away = fabs((double)told[i] - (double)wanted[i]);
        report->moved = away <= report->moved ? report->moved : away;
    }
}

int qw_camera_slot_check(const struct edit_camera_report *report, double time,
                         struct format_error *err)
{
    return report->moved <= 1.0
               ? 0
               : format_fail(err, FORMAT_UNKNOWN, 0,
                             "at %.3f s the camera is farther out than the demo can tell", time);
}

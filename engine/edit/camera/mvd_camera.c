#include "engine/edit/camera/mvd_camera.h"

#include <stdbool.h>
#include <string.h>

#include "engine/edit/camera/qw_camera_slot.h"
#include "engine/edit/quakeworld/qw_groups.h"
#include "engine/quakeworld/qw_state.h"
#include "formats/quakeworld/mvd.h"

enum { HEALTH = 100, VIEW_HEIGHT = 22 };

struct filming {
    const struct qw_demo *demo;
    const struct camera_path *path;
    struct edit_camera_report *report;
    struct byte_writer *out;
    struct qw_protocol protocol; /* of the next block */
    uint8_t slot;                /* the camera's */
    bool is_known;               /* the level has the camera as a player */
    uint8_t msec;                /* of the next block that is added: time since the one before */
    struct byte_writer messages;
};

/* What a block has. */
struct found {
    bool level, frame, goodbye;
};

static void put(struct filming *f, const struct qw_message *m)
{
    qw_message_encode(&f->protocol, m, &f->messages);
}

static void end_block(struct filming *f, enum mvd_block_type type)
{
    struct mvd_block block = {.msec = f->msec, .type = type, .to = type == MVD_STATS ? f->slot : 0};
    block.u.messages.data = f->messages.data;
    block.u.messages.size = (uint32_t)f->messages.size;
    mvd_write_block(f->out, &block);
    f->messages.size = 0;
    f->msec = 0;
}

/* Without health the view would lie on its side; the height of the eyes counts where the server
 * tells it of its players (ZQuake's extensions). */
static void introduce(struct filming *f)
{
    struct qw_message info = {.id = QW_UPDATEUSERINFO};
    struct qw_message health = {.id = QW_UPDATESTAT}, height = {.id = QW_UPDATESTAT};
    info.u.updateuserinfo.player = f->slot;
    info.u.updateuserinfo.user = QW_CAMERA_USER;
    info.u.updateuserinfo.info = "\\name\\camera";
    put(f, &info);
    end_block(f, MVD_ALL);
    health.u.updatestat.stat = QW_STAT_HEALTH;
    health.u.updatestat.value = HEALTH;
    height.u.updatestat.stat = QW_STAT_VIEW_HEIGHT;
    height.u.updatestat.value = VIEW_HEIGHT;
    put(f, &health);
    put(f, &height);
    end_block(f, MVD_STATS);
    f->is_known = true;
}

/* In full each time: it has no model, so that nobody sees it. */
static void place(struct filming *f, double time)
{
    struct qw_message m = {.id = QW_PLAYERINFO}, told = m;
    struct camera camera = camera_default();
    float fov = 0.0f;
    size_t at = 0;
    if (!f->is_known) {
        introduce(f);
    }
    camera_path_at(f->path, time, &camera, &fov);
    m.u.mvd_player.player = f->slot;
    m.u.mvd_player.flags = QW_DF_ORIGIN1 * 7 | QW_DF_ANGLE1 * 7 | QW_DF_MODEL;
    qw_camera_slot_place(&camera, m.u.mvd_player.origin);
    memcpy(m.u.mvd_player.angles, camera.angles, sizeof(camera.angles));
    put(f, &m);
    if (!f->messages.failed &&
        qw_message_decode(&f->protocol, f->messages.data, f->messages.size, &at, &told, NULL) > 0) {
        qw_camera_slot_note(f->report, told.u.mvd_player.origin, m.u.mvd_player.origin);
    }
    end_block(f, MVD_ALL);
}

/* protocol: before the block, then behind it. */
static struct found read_messages(const struct mvd_block *block, struct qw_protocol *protocol)
{
    struct found found = {false, false, false};
    struct qw_message m;
    size_t at = 0;
    while (mvd_has_messages(block) &&
           qw_message_decode(protocol, block->u.messages.data, block->u.messages.size, &at, &m,
                             NULL) > 0) {
        qw_protocol_follow(protocol, &m);
        found.level |= m.id == QW_SERVERDATA;
        found.frame |=
            m.id == QW_PLAYERINFO || m.id == QW_PACKETENTITIES || m.id == QW_DELTAPACKETENTITIES;
        found.goodbye |= m.id == QW_DISCONNECT;
    }
    return found;
}

/* The camera comes in front of the update's players: ezQuake watches the first player that a level
 * tells of until its user chooses another one. */
static int film_group(void *context, const struct qw_group *group, struct format_error *err)
{
    struct filming *f = context;
    struct mvd_block block;
    size_t pos = group->begin;
    bool placed = !group->update;
    while (pos < group->end && mvd_next_block(f->demo->data, group->end, &pos, &block, NULL) > 0) {
        struct qw_protocol protocol = f->protocol;
        const struct found found = read_messages(&block, &protocol);
        f->is_known = f->is_known && !found.level;
        if (!placed && !found.level && (found.frame || found.goodbye)) {
            f->msec = block.msec; /* both are at the block's time */
            place(f, group->time);
            block.msec = 0;
            placed = true;
        }
        mvd_write_block(f->out, &block);
        f->protocol = protocol;
        placed = placed && !(found.level && group->update);
    }
    if (!placed) {
        place(f, group->time);
    }
    f->report->updates += group->update;
    const int code = qw_camera_slot_check(f->report, group->time, err);
    return f->messages.failed ? FORMAT_MEMORY : code;
}

int mvd_camera(const struct demo *demo, const struct camera_path *path, struct byte_writer *out,
               struct edit_camera_report *report, struct format_error *err)
{
    struct filming f = {.demo = demo->file,
                        .path = path,
                        .report = report,
                        .out = out,
                        .protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true}};
    int code = qw_camera_slot_find(f.demo, &f.slot, report, err);
    if (code == 0) {
        code = qw_camera_slot_film(demo, film_group, &f, out, report, err);
    }
    byte_writer_free(&f.messages);
    return code;
}

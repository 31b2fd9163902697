#include "engine/edit/edit_cut.h"

#include <stdio.h>

#include "engine/edit/netquake/nq_cut.h"
#include "engine/edit/netquake/nq_follow.h"
#include "engine/edit/quake3/q3_cut.h"
#include "engine/edit/quakeworld/mvd_cut.h"
#include "engine/edit/quakeworld/mvd_follow.h"
#include "engine/edit/quakeworld/qw_start.h"
#include "engine/edit/quakeworld/qwd_cut.h"
#include "engine/edit/quakeworld/qwd_follow.h"
#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_reader.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/netquake/nq_message.h"
#include "formats/quake3/dm3.h"
#include "formats/quakeworld/qwd.h"

static int cut_netquake(const struct demo *demo, const struct edit_range *range,
                        struct byte_writer *out, struct edit_report *report,
                        struct format_error *err)
{
    return nq_cut(demo->file, range, out, report, err);
}

static int cut_quake3(const struct demo *demo, const struct edit_range *range,
                      struct byte_writer *out, struct edit_report *report, struct format_error *err)
{
    const struct q3_file *file = demo->file;
    return q3_cut(file->data, file->size, file->protocol->number, range, out, report, err);
}

static int cut_quakeworld(const struct demo *demo, const struct edit_range *range,
                          struct byte_writer *out, struct edit_report *report,
                          struct format_error *err)
{
    const struct qw_demo *file = demo->file;
    return file->container == QW_CONTAINER_MVD ? mvd_cut(file, range, out, report, err)
                                               : qwd_cut(file, range, out, report, err);
}

/* --- several parts ------------------------------------------------------------------------------
 */

static void *walk_netquake(const struct demo *demo)
{
    return nq_walk_create(demo->file);
}

static int next_netquake(const struct demo *demo, void *walk, const struct edit_range *range,
                         struct byte_writer *out, struct edit_report *report,
                         struct format_error *err)
{
    (void)demo;
    return nq_walk_cut(walk, range, out, report, err);
}

static void end_netquake_walk(void *walk)
{
    nq_walk_free(walk);
}

static void *walk_quake3(const struct demo *demo)
{
    const struct q3_file *file = demo->file;
    return q3_cut_walk_create(file->data, file->size, file->protocol->number);
}

static int next_quake3(const struct demo *demo, void *walk, const struct edit_range *range,
                       struct byte_writer *out, struct edit_report *report,
                       struct format_error *err)
{
    (void)demo;
    return q3_cut_walk_part(walk, range, out, report, err);
}

static void end_quake3_walk(void *walk)
{
    q3_cut_walk_free(walk);
}

static void *walk_quakeworld(const struct demo *demo)
{
    return qw_walk_create(demo->file);
}

static int next_quakeworld(const struct demo *demo, void *walk, const struct edit_range *range,
                           struct byte_writer *out, struct edit_report *report,
                           struct format_error *err)
{
    const struct qw_demo *file = demo->file;
    return file->container == QW_CONTAINER_MVD ? mvd_walk_cut(file, walk, range, out, report, err)
                                               : qwd_walk_cut(file, walk, range, out, report, err);
}

static void end_quakeworld_walk(void *walk)
{
    qw_walk_free(walk);
}

/* --- names and ends -----------------------------------------------------------------------------
 */

static void name_netquake(const struct demo *demo, char extension[EDIT_EXTENSION])
{
    (void)demo;
    snprintf(extension, EDIT_EXTENSION, ".dem");
}

static void name_quakeworld(const struct demo *demo, char extension[EDIT_EXTENSION])
{
    const struct qw_demo *file = demo->file;
    snprintf(extension, EDIT_EXTENSION, file->container == QW_CONTAINER_MVD ? ".mvd" : ".qwd");
}

static void name_quake3(const struct demo *demo, char extension[EDIT_EXTENSION])
{
    const struct q3_file *file = demo->file;
    const int protocol = file->protocol->number;
    if (protocol == Q3_PROTOCOL_DM3) {
        snprintf(extension, EDIT_EXTENSION, ".dm3");
    } else {
        snprintf(extension, EDIT_EXTENSION, ".dm_%d", protocol);
    }
}

/* A disconnect with the view angles of the last block. */
static void end_netquake(const struct demo *demo, size_t last, struct byte_writer *out)
{
    const struct nq_file *file = demo->file;
    const uint8_t disconnect = NQ_DISCONNECT;
    struct dem_block block = {0};
    (void)!dem_next_block(&file->dem, &last, &block, NULL);
    dem_write_block(out, block.angles, &disconnect, 1);
}

static void end_quake3(const struct demo *demo, size_t last, struct byte_writer *out)
{
    (void)demo;
    (void)last;
    dm3_write_end(out);
}

static int check_quake3_end(const struct demo *demo, size_t last, size_t end, uint32_t steps,
                            struct format_error *err)
{
    const struct q3_file *file = demo->file;
    struct dm3_block block = {0};
    (void)!dm3_next_block(file->data, file->size, &last, &block, NULL);
    return q3_check_end(file->data, file->size, end, block.sequence, steps, err);
}

static int follow_netquake(const struct demo *before, const struct demo *next,
                           struct edit_follow *how, struct byte_writer *out)
{
    return nq_follow(before->file, next->file, how, out);
}

static int follow_quakeworld(const struct demo *before, const struct demo *next,
                             struct edit_follow *how, struct byte_writer *out)
{
    const struct qw_demo *file = next->file;
    return file->container == QW_CONTAINER_QWD ? qwd_follow(before->file, file, how, out)
                                               : mvd_follow(before->file, file, how, out);
}

/* A block of a kind that does not exist, at the time of the last one. */
static void stop_quakeworld(const struct demo *demo, size_t last, struct byte_writer *out)
{
    const struct qw_demo *file = demo->file;
    struct qwd_block block = {0};
    if (file->container == QW_CONTAINER_QWD) {
        (void)!qwd_next_block(file->data, file->size, &last, &block, NULL);
        byte_writer_f32(out, block.time);
        byte_writer_u8(out, UINT8_MAX);
    } else {
        byte_writer_u16(out, UINT8_MAX << 8);
    }
}

static const struct edit_cutter cutters[] = {
    {.family = &netquake_family,
     .step = "block",
     .extension = name_netquake,
     .cut = cut_netquake,
     .walk = walk_netquake,
     .cut_next = next_netquake,
     .end_walk = end_netquake_walk,
     .end = end_netquake,
     .follow = follow_netquake},
    {.family = &quakeworld_family,
     .step = "block",
     .extension = name_quakeworld,
     .cut = cut_quakeworld,
     .walk = walk_quakeworld,
     .cut_next = next_quakeworld,
     .end_walk = end_quakeworld_walk,
     .follow = follow_quakeworld,
     .numbered = true,
     .stop = stop_quakeworld},
    {.family = &quake3_family,
     .step = "message",
     .extension = name_quake3,
     .cut = cut_quake3,
     .walk = walk_quake3,
     .cut_next = next_quake3,
     .end_walk = end_quake3_walk,
     .end = end_quake3,
     .check_end = check_quake3_end,
     .no_retime = "the times of a Quake III demo cannot be moved: entities, events and "
                  "configstrings have them, too",
     .no_smooth = "the gamestate of a Quake III demo cannot be left out: numbers of messages and "
                  "commands begin with it",
     .stop = end_quake3},
};

const struct edit_cutter *edit_cutter_find(const struct demo_family *family)
{
    const struct edit_cutter *cutter = cutters;
    while (cutter->family != family) {
        cutter++;
    }
    return cutter;
}

void edit_drop_head(const struct demo *demo, size_t begin, struct byte_writer *out)
{
    if (out->size - begin <= demo->family->first_step(demo->file)) {
        out->size = begin;
    }
}

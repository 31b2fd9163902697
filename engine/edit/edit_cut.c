#include "engine/edit/edit_cut.h"

#include <stdio.h>

#include "engine/edit/nq_cut.h"
#include "engine/edit/q3_cut.h"
#include "engine/edit/quakeworld/mvd_cut.h"
#include "engine/edit/quakeworld/qwd_cut.h"
#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quakeworld/qw_family.h"

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

static const struct edit_cutter cutters[] = {
    {&netquake_family, "block", name_netquake, cut_netquake},
    {&quakeworld_family, "block", name_quakeworld, cut_quakeworld},
    {&quake3_family, "message", name_quake3, cut_quake3},
};

const struct edit_cutter *edit_cutter_find(const struct demo_family *family)
{
    const struct edit_cutter *cutter = cutters;
    while (cutter->family != family) {
        cutter++;
    }
    return cutter;
}

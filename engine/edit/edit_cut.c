#include "engine/edit/edit_cut.h"

#include <stdio.h>

#include "engine/edit/nq_cut.h"
#include "engine/edit/q3_cut.h"
#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"

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

static void name_netquake(const struct demo *demo, char extension[EDIT_EXTENSION])
{
    (void)demo;
    snprintf(extension, EDIT_EXTENSION, ".dem");
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
    {&quake3_family, "message", name_quake3, cut_quake3},
};

const struct edit_cutter *edit_cutter_find(const struct demo_family *family)
{
    for (size_t i = 0; i < sizeof(cutters) / sizeof(cutters[0]); i++) {
        if (cutters[i].family == family) {
            return &cutters[i];
        }
    }
    return NULL;
}

#include "engine/edit/edit_convert.h"

#include <stdio.h>

#include "engine/edit/netquake/nq_convert.h"
#include "engine/edit/quake3/q3_convert.h"
#include "engine/edit/quake3/q3_translator.h"
#include "engine/edit/quakeworld/qw_plain.h"
#include "engine/edit/quakeworld/qwd_convert.h"
#include "engine/edit/quakeworld/qwd_to_mvd.h"
#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quakeworld/qw_family.h"

static bool knows_netquake(const struct demo *demo, const struct convert_target *to)
{
    (void)demo;
    return to->file == CONVERT_ANY_FILE && nq_convert_knows(to->protocol);
}

static void name_netquake(const struct convert_target *to, char extension[EDIT_EXTENSION])
{
    (void)to;
    snprintf(extension, EDIT_EXTENSION, ".dem");
}

static int convert_netquake(const struct demo *demo, const struct convert_target *to,
                            struct byte_writer *out, struct convert_report *report,
                            struct format_error *err)
{
    return nq_convert(demo->file, to->protocol, out, report, err);
}

static bool knows_quake3(const struct demo *demo, const struct convert_target *to)
{
    const struct q3_file *file = demo->file;
    return to->file == CONVERT_ANY_FILE &&
           q3_translator_knows(file->protocol->number, to->protocol);
}

static void name_quake3(const struct convert_target *to, char extension[EDIT_EXTENSION])
{
    snprintf(extension, EDIT_EXTENSION, ".dm_%d", to->protocol);
}

static double limit_quake3(int to, enum convert_kind kind)
{
    (void)to;
    (void)kind;
    return 0.0; /* all fits */
}

static int convert_quake3(const struct demo *demo, const struct convert_target *to,
                          struct byte_writer *out, struct convert_report *report,
                          struct format_error *err)
{
    const struct q3_file *file = demo->file;
    return q3_convert(file->data, file->size, file->protocol->number, to->protocol, out, report,
                      err);
}

static bool knows_quakeworld(const struct demo *demo, const struct convert_target *to)
{
    const struct qw_demo *file = demo->file;
    return to->protocol == QW_PROTOCOL_LAST &&
           (to->file != CONVERT_MVD || file->container == QW_CONTAINER_QWD);
}

static bool needs_quakeworld_player(const struct demo *demo, const struct convert_target *to)
{
    const struct qw_demo *file = demo->file;
    (void)to;
    return file->container == QW_CONTAINER_MVD;
}

static void name_quakeworld(const struct convert_target *to, char extension[EDIT_EXTENSION])
{
    snprintf(extension, EDIT_EXTENSION, to->file == CONVERT_MVD ? ".mvd" : ".qwd");
}

static double limit_quakeworld(int to, enum convert_kind kind)
{
    (void)to;
    return kind == CONVERT_PLACE ? QW_PLAIN_PLACE : 0.0;
}

/* In two steps: a .mvd without extensions is read by all versions of its players. The places of
 * findings are the source's. */
static int convert_to_mvd(const struct qw_demo *file, struct byte_writer *out,
                          struct convert_report *report, struct format_error *err)
{
    struct byte_writer plain = {0};
    struct convert_report own;
    const int damage = qwd_convert_plain(file, &plain, report, err);
    int code = damage;
    if (code != FORMAT_MEMORY) {
        const struct qw_demo demo = {plain.data, plain.size, QW_CONTAINER_QWD};
        code = qwd_to_mvd(&demo, out, &own, damage < 0 ? NULL : err);
        code = code == 0 ? damage : code;
        report->blocks = own.blocks;
    }
    byte_writer_free(&plain);
    return code;
}

static int convert_quakeworld(const struct demo *demo, const struct convert_target *to,
                              struct byte_writer *out, struct convert_report *report,
                              struct format_error *err)
{
    const struct qw_demo *file = demo->file;
    if (to->file == CONVERT_MVD) {
        return convert_to_mvd(file, out, report, err);
    }
    return file->container == QW_CONTAINER_MVD
               ? qwd_convert_player(file, (uint8_t)to->player, out, report, err)
               : qwd_convert_plain(file, out, report, err);
}

static const struct edit_converter converters[] = {
    {&netquake_family, "15, 666 and 999", "block", knows_netquake, NULL, name_netquake,
     nq_convert_limit, convert_netquake},
    {&quakeworld_family, "28 without extensions, of a .qwd also --to mvd", "block",
     knows_quakeworld, needs_quakeworld_player, name_quakeworld, limit_quakeworld,
     convert_quakeworld},
    {&quake3_family, "68 (of 43, 48, 66, 67) and 91 (of 73, 90)", "message", knows_quake3, NULL,
     name_quake3, limit_quake3, convert_quake3},
};

const struct edit_converter *edit_converter_find(const struct demo_family *family)
{
    for (size_t i = 0; i < sizeof(converters) / sizeof(converters[0]); i++) {
        if (converters[i].family == family) {
            return &converters[i];
        }
    }
    return NULL;
}

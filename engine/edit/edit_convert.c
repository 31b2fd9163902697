#include "engine/edit/edit_convert.h"

#include <stdio.h>

#include "engine/edit/netquake/nq_convert.h"
#include "engine/edit/quake3/q3_convert.h"
#include "engine/edit/quake3/q3_translator.h"
#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"

static bool knows_netquake(const struct demo *demo, int to)
{
    (void)demo;
    return nq_convert_knows(to);
}

static void name_netquake(int to, char extension[EDIT_EXTENSION])
{
    (void)to;
    snprintf(extension, EDIT_EXTENSION, ".dem");
}

static int convert_netquake(const struct demo *demo, int to, struct byte_writer *out,
                            struct convert_report *report, struct format_error *err)
{
    return nq_convert(demo->file, to, out, report, err);
}

static bool knows_quake3(const struct demo *demo, int to)
{
    const struct q3_file *file = demo->file;
    return q3_translator_knows(file->protocol->number, to);
}

static void name_quake3(int to, char extension[EDIT_EXTENSION])
{
    snprintf(extension, EDIT_EXTENSION, ".dm_%d", to);
}

static double limit_quake3(int to, enum convert_kind kind)
{
    (void)to;
    (void)kind;
    return 0.0; /* all fits */
}

static int convert_quake3(const struct demo *demo, int to, struct byte_writer *out,
                          struct convert_report *report, struct format_error *err)
{
    const struct q3_file *file = demo->file;
    return q3_convert(file->data, file->size, file->protocol->number, to, out, report, err);
}

static const struct edit_converter converters[] = {
    {&netquake_family, "15, 666 and 999", "block", knows_netquake, name_netquake, nq_convert_limit,
     convert_netquake},
    {&quake3_family, "68 (of 43, 48, 66, 67) and 91 (of 73, 90)", "message", knows_quake3,
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

#include "engine/edit/json/demo_json.h"

#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_dump.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"

int demo_json_write(FILE *out, const struct demo *demo, struct format_error *err)
{
    if (demo->family == &quake3_family) {
        const struct q3_file *file = demo->file;
        return q3_dump_messages(out, file->data, file->size, file->protocol->number, err);
    }
    return demo->family == &netquake_family ? nq_json_write(out, demo, err)
                                            : qw_json_write(out, demo, err);
}

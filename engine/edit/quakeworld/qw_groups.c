#include "engine/edit/quakeworld/qw_groups.h"

#include <stdlib.h>

#include "engine/family/demo_clock.h"
#include "formats/parts/part_note.h"

static int walk(const struct demo *demo, void *scanner, qw_group_fn write, void *context,
                struct byte_writer *out, struct format_error *err)
{
    struct demo_reading reading = {0};
    struct demo_clock clock = {0};
    struct qw_group group = {0};
    size_t pos = 0;
    int code = 1, status = 0;
    while (code > 0 && !reading.step.last && status == 0) {
        code = demo->family->scan(demo->file, scanner, &pos, &reading, err);
        if (code <= 0) {
            break;
        }
        group.end = pos;
        if (demo_clock_step(&clock, &reading.step)) {
            group.time = clock.time;
            group.update = true;
            group.last = reading.step.last;
            status = write(context, &group, err);
            group = (struct qw_group){.begin = pos, .end = pos, .time = clock.time};
        }
    }
    if (status == 0 && group.end > group.begin) {
        status = write(context, &group, code < 0 ? NULL : err);
    }
    if (status == 0 && reading.step.last) {
        const size_t end = part_note_skip(demo->data, demo->size);
        byte_writer_bytes(out, demo->data + group.end, end > group.end ? end - group.end : 0);
    }
    return code < 0 ? code : status;
}

int qw_groups_walk(const struct demo *demo, qw_group_fn write, void *context,
                   struct byte_writer *out, struct format_error *err)
{
    void *scanner = demo_scanner_create(demo->family);
    const int code = scanner ? walk(demo, scanner, write, context, out, err)
                             : format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    free(scanner);
    return code;
}

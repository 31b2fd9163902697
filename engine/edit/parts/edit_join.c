#include "engine/edit/parts/edit_join.h"

#include <stdlib.h>
#include <string.h>

#include "engine/playback/families.h"

/* Where the demo's last step ends, without the one that says goodbye. Codes as edit_join_add. */
static int find_end(const struct demo *demo, size_t *end, struct format_error *err)
{
    const struct demo_family *family = demo->family;
    struct demo_reading reading = {0};
    void *scanner = demo_scanner_create(family);
    size_t pos = family->first_step(demo->file);
    int code = 1;
    *end = pos;
    if (!scanner) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    while (code > 0) {
        *end = pos;
        code = family->scan(demo->file, scanner, &pos, &reading, err);
        if (reading.step.last) {
            break;
        }
    }
    free(scanner);
    return code < 0 ? code : 0;
}

static int refuse(const struct edit_join *join, const char *extension, struct format_error *err)
{
    return format_fail(err, FORMAT_UNKNOWN, 0, "a %s demo cannot follow a %s demo", extension + 1,
                       join->extension + 1);
}

/* Appends a demo to those before it. *end: where its end begins in it, then in out. Returns 0 or
 * FORMAT_MEMORY. */
static int append_next(const struct edit_join *join, const struct demo *demo, size_t *end,
                       struct byte_writer *out)
{
    const struct edit_cutter *cutter = join->cutter;
    const size_t skip = demo->family->first_step(demo->file), rest = demo->size - *end;
    struct demo before = {0};
    int code = 0;
    if ((join->resumes && cutter->resume) || cutter->follow) {
        struct byte_writer steps = {0};
        demo_open(&before, out->data, out->size, join->extension);
        code = before.code;
        if (code == 0 && join->resumes && cutter->resume) {
            code = cutter->resume(&before, demo, &steps);
        }
        if (code == 0 && cutter->follow) {
            cutter->follow(&before, demo, &steps);
            code = steps.failed ? FORMAT_MEMORY : 1;
        }
        byte_writer_bytes(out, steps.data, steps.size);
        byte_writer_free(&steps);
        demo_close(&before);
    }
    if (code == 0) {
        byte_writer_bytes(out, demo->data + skip, demo->size - skip);
    }
    *end = out->size - rest;
    return code == FORMAT_MEMORY ? code : 0;
}

int edit_join_add(struct edit_join *join, const struct demo *demo, struct byte_writer *out,
                  struct format_error *err)
{
    const struct edit_cutter *cutter = edit_cutter_find(demo->family);
    char extension[EDIT_EXTENSION];
    size_t end;
    cutter->extension(demo, extension);
    if (join->cutter && strcmp(extension, join->extension) != 0) {
        return refuse(join, extension, err);
    }
    const int code = find_end(demo, &end, err);
    if (code == FORMAT_MEMORY) {
        return code;
    }
    int appended = 0;
    if (join->cutter) {
        out->size = join->end;
        appended = append_next(join, demo, &end, out);
    } else {
        byte_writer_bytes(out, demo->data, demo->size);
    }
    if (appended < 0 || out->failed) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    join->end = end;
    join->cutter = cutter;
    memcpy(join->extension, extension, sizeof(extension));
    return code;
}

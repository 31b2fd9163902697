#include "engine/edit/edit_join.h"

#include <stdlib.h>
#include <string.h>

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

/* A .qwd has sequence numbers, which rise: clients drop the start packets of a second one. */
static bool can_follow(const struct edit_join *join, const char *extension)
{
    return !join->cutter ||
           (strcmp(extension, join->extension) == 0 && strcmp(extension, ".qwd") != 0);
}

static int refuse(const struct edit_join *join, const char *extension, struct format_error *err)
{
    return strcmp(extension, join->extension) == 0
               ? format_fail(err, FORMAT_UNKNOWN, 0, "%s demos cannot be joined yet", extension + 1)
               : format_fail(err, FORMAT_UNKNOWN, 0, "a %s demo cannot follow a %s demo",
                             extension + 1, join->extension + 1);
}

int edit_join_add(struct edit_join *join, const struct demo *demo, struct byte_writer *out,
                  struct format_error *err)
{
    const struct edit_cutter *cutter = edit_cutter_find(demo->family);
    char extension[EDIT_EXTENSION];
    size_t end;
    cutter->extension(demo, extension);
    if (!can_follow(join, extension)) {
        return refuse(join, extension, err);
    }
    const int code = find_end(demo, &end, err);
    if (code == FORMAT_MEMORY) {
        return code;
    }
    const size_t skip = join->cutter ? demo->family->first_step(demo->file) : 0;
    if (join->cutter) {
        out->size = join->end;
    }
    join->end = out->size + (end - skip);
    byte_writer_bytes(out, demo->data + skip, demo->size - skip);
    join->cutter = cutter;
    memcpy(join->extension, extension, sizeof(extension));
    return out->failed ? format_fail(err, FORMAT_MEMORY, 0, "out of memory") : code;
}

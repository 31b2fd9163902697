#include "engine/edit/parts/edit_join.h"

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

/* Appends a demo to those before it. Returns 0 or FORMAT_MEMORY. */
static int append_next(const struct edit_join *join, const struct demo *demo,
                       struct byte_writer *out)
{
    const size_t skip = demo->family->first_step(demo->file);
    struct demo before = {.data = out->data, .size = out->size, .family = demo->family};
    struct byte_writer rest = {0};
    int code = 0;
    if (join->resumes && join->cutter->resume) {
        code = before.family->open(&before.file, before.data, before.size, 0, NULL);
        if (code == 0) {
            code = join->cutter->resume(&before, demo, &rest);
            before.family->close(before.file);
        }
    }
    byte_writer_bytes(out, code == 1 ? rest.data : demo->data + skip,
                      code == 1 ? rest.size : demo->size - skip);
    byte_writer_free(&rest);
    return code == FORMAT_MEMORY ? code : 0;
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
    int appended = 0;
    if (join->cutter) {
        out->size = join->end;
        appended = append_next(join, demo, out);
    } else {
        byte_writer_bytes(out, demo->data, demo->size);
    }
    if (appended < 0 || out->failed) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    join->end = out->size - (demo->size - end);
    join->cutter = cutter;
    memcpy(join->extension, extension, sizeof(extension));
    return code;
}

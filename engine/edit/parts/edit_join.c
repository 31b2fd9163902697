#include "engine/edit/parts/edit_join.h"

#include <stdlib.h>
#include <string.h>

#include "engine/playback/families.h"

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

/* Where the demo's last step ends, without the one that says goodbye. Codes as edit_join_add. */
static int find_end(const struct demo *demo, size_t *end, struct format_error *err)
{
    const struct demo_family *family = demo->family;
    struct demo_reading reading = {0};
    void *scanner = demo_scanner_create(family);
    const struct edit_cutter *cutter = edit_cutter_find(family);
    size_t pos = family->first_step(demo->file), last = pos;
    uint32_t steps = 0;
    int code = 1;
    *end = pos;
    if (!scanner) {
        return no_memory(err);
    }
    while (code > 0) {
        last = *end;
        *end = pos;
        code = family->scan(demo->file, scanner, &pos, &reading, err);
        if (reading.step.last) {
            break;
        }
        steps += code > 0;
    }
    free(scanner);
    if (code == 0 && steps > 0 && cutter->check_end) {
        code = cutter->check_end(demo, last, pos, steps, err);
    }
    return code < 0 ? code : 0;
}

/* Whether the demo can be joined to those before it. 0 or FORMAT_UNKNOWN. */
static int check_kind(const struct edit_join *join, const struct edit_cutter *cutter,
                      const char *extension, struct format_error *err)
{
    if (join->cutter && strcmp(extension, join->extension) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "a %s demo cannot follow a %s demo",
                           extension + 1, join->extension + 1);
    }
    if (join->how.retime && cutter->no_retime) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "%s", cutter->no_retime);
    }
    if (join->how.smooth && cutter->no_smooth) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "%s", cutter->no_smooth);
    }
    return 0;
}

/* Appends a demo to those before it. *end: where its end begins in it, then in out. Returns 0 or
 * FORMAT_MEMORY. */
static int append_next(struct edit_join *join, const struct demo *demo, size_t *end,
                       struct byte_writer *out)
{
    const struct edit_cutter *cutter = join->cutter;
    const size_t skip = demo->family->first_step(demo->file), rest = demo->size - *end;
    const size_t begin = out->size;
    struct demo before = {.code = FORMAT_UNKNOWN};
    struct byte_writer steps = {0};
    int code = 0;
    if (cutter->follow && (cutter->numbered || join->how.retime || join->how.smooth)) {
        (void)demo_open(&before, out->data, out->size, join->extension);
    }
    if (before.code == FORMAT_MEMORY) {
        code = before.code;
    } else if (before.code == 0) {
        code = cutter->follow(&before, demo, &join->how, &steps);
        byte_writer_bytes(out, steps.data, steps.size);
    } else {
        byte_writer_bytes(out, demo->data + skip, demo->size - skip);
    }
    byte_writer_free(&steps);
    demo_close(&before);
    *end = rest < out->size - begin ? out->size - rest : begin;
    return code;
}

static int add_demo(struct edit_join *join, const struct demo *demo, struct byte_writer *out,
                    struct format_error *err)
{
    size_t end;
    const int code = find_end(demo, &end, err);
    if (code == FORMAT_MEMORY) {
        return code;
    }
    int appended = 0;
    if (join->cutter) {
        out->size = join->end;
        join->before = (struct part_hash){0};
        appended = append_next(join, demo, &end, out);
    } else {
        byte_writer_bytes(out, demo->data, demo->size);
    }
    if (appended < 0 || out->failed) {
        return no_memory(err);
    }
    join->end = end;
    return code;
}

/* --- parts of split -----------------------------------------------------------------------------
 */

/* Appends the bytes that a part was in its demo, and if more of that are to follow, the end of the
 * part. Returns 1; 0 if the part does not go on where the demos so far end; or FORMAT_MEMORY. */
static int add_part(struct edit_join *join, const struct demo *part, const struct part_note *note,
                    struct byte_writer *out, struct format_error *err)
{
    const size_t begin = join->cutter ? join->end : 0, old = out->size;
    const bool last = note->offset + note->size == note->demo;
    struct byte_writer bytes = {0};
    size_t end;
    if (note->offset != begin || note->before != part_hash_on(&join->before, out->data, begin)) {
        return 0;
    }
    int code = find_end(part, &end, err);
    code = code == FORMAT_MEMORY ? code : part_note_restore(part->data, note, part->size, &bytes);
    if (code == 0) {
        out->size = begin;
        byte_writer_bytes(out, bytes.data, bytes.size);
        join->end = last && note->end >= begin ? note->end : out->size;
        if (!last && end < note->part) {
            byte_writer_bytes(out, part->data + end, note->part - end);
        }
        code = out->failed ? FORMAT_MEMORY : 1;
    }
    byte_writer_free(&bytes);
    if (code == FORMAT_MEMORY) {
        out->size = old;
        return no_memory(err);
    }
    return code > 0 ? code : 0;
}

/* A demo without its note. */
static int add_without_note(struct edit_join *join, const struct demo *demo, size_t size,
                            struct byte_writer *out, struct format_error *err)
{
    struct demo part;
    int code = demo_open(&part, demo->data, size, join->extension);
    if (code < 0) {
        *err = part.error;
    } else {
        code = add_demo(join, &part, out, err);
    }
    demo_close(&part);
    return code;
}

int edit_join_add(struct edit_join *join, const struct demo *demo, struct byte_writer *out,
                  struct format_error *err)
{
    const struct edit_cutter *cutter = edit_cutter_find(demo->family);
    char extension[EDIT_EXTENSION];
    struct part_note note;
    cutter->extension(demo, extension);
    int code = check_kind(join, cutter, extension, err);
    if (code < 0) {
        return code;
    }
    join->how.anew = NULL;
    const bool part = part_note_read(demo->data, demo->size, &note);
    if (part) {
        code = add_part(join, demo, &note, out, err);
    }
    memcpy(join->extension, extension, sizeof(extension));
    if (code == 0) {
        code = part ? add_without_note(join, demo, note.part, out, err)
                    : add_demo(join, demo, out, err);
    }
    if (code != FORMAT_MEMORY) {
        join->cutter = cutter;
    }
    return code > 0 ? 0 : code;
}

#include "engine/edit/text/text_writing.h"

#include <stdlib.h>
#include <string.h>

#include "engine/edit/text/text_writer.h"
#include "formats/base/arrays.h"

enum { FLUSH_BYTES = 1 << 16, REST_BYTES = 4096 };

int text_level_list(struct text_level_names *list, size_t keep, const char *first, uint32_t count)
{
    const char *name = first;
    list->count = list->count < keep ? list->count : keep;
    if (array_reserve(&list->names, &list->capacity, list->count + count, sizeof(*list->names)) <
        0) {
        return FORMAT_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        list->names[list->count++] = name;
        name += strlen(name) + 1;
    }
    return 0;
}

const char *text_level_name(const void *context, enum text_refers refers, uint32_t number)
{
    static const char folder[] = "progs/"; /* of nearly all models */
    const struct text_level *level = context;
    const struct text_level_names *list =
        refers == TEXT_REFERS_MODEL ? &level->models : &level->sounds;
    const char *name = number > 0 && number <= list->count ? list->names[number - 1] : NULL;
    return name && strncmp(name, folder, sizeof(folder) - 1) == 0 ? name + sizeof(folder) - 1
                                                                  : name;
}

void text_writing_begin_head(struct text_writing *w, const char *family)
{
    text_write(&w->out, "quakereel-text ");
    text_write_integer(&w->out, DEMO_TEXT_VERSION);
    if (w->options->is_part) {
        text_write(&w->out, " part ");
        text_write_integer(&w->out, w->options->part.first);
        text_write(&w->out, " ");
        if (w->options->part.last == DEMO_TEXT_END) {
            text_write(&w->out, "end");
        } else {
            text_write_integer(&w->out, w->options->part.last);
        }
    }
    text_write(&w->out, " ");
    text_write(&w->out, family);
}

void text_writing_end_head(struct text_writing *w)
{
    text_write(&w->out, "\n");
    w->kept = w->out.size;
    w->is_outside = w->options->is_part;
}

/* Drops what is not in the part. */
static void drop_outside(struct text_writing *w)
{
    if (w->is_outside) {
        w->out.size = w->kept;
    }
}

void text_writing_begin_block(struct text_writing *w)
{
    const struct demo_text_blocks *part = &w->options->part;
    drop_outside(w);
    w->kept = w->out.size;
    w->is_outside =
        w->options->is_part && (w->report->blocks < part->first || w->report->blocks > part->last);
}

void text_writing_note(struct text_writing *w, int code, const struct format_error *err)
{
    if (w->code == 0) {
        w->code = code;
        *w->err = *err;
    }
}

void text_writing_reason(struct text_writing *w, const struct format_error *err)
{
    text_write(&w->out, "// byte ");
    text_write_integer(&w->out, (int64_t)err->offset);
    text_write(&w->out, ": ");
    text_write(&w->out, err->what);
    text_write(&w->out, "\n");
}

static void write_bytes(struct text_writing *w, const char *name, const uint8_t *bytes, size_t size)
{
    text_write(&w->out, name);
    text_write_hex(&w->out, bytes, size);
    text_write(&w->out, "\n");
    w->report->raw_bytes += size;
}

void text_writing_raw(struct text_writing *w, const uint8_t *bytes, size_t size)
{
    write_bytes(w, "raw ", bytes, size);
}

void text_writing_raw_message(struct text_writing *w, const char *name, const uint8_t *bytes,
                              size_t size)
{
    text_write(&w->out, "// ");
    text_write(&w->out, name);
    text_write(&w->out, ", in a form that its fields do not give back\n");
    text_writing_raw(w, bytes, size);
    w->report->raw_messages++;
}

int text_writing_rest(struct text_writing *w, const uint8_t *bytes, size_t size)
{
    int code = 0;
    for (size_t at = 0; code == 0 && at < size; at += REST_BYTES) {
        write_bytes(w, "rest ", bytes + at, size - at < REST_BYTES ? size - at : REST_BYTES);
        code = text_writing_flush_much(w);
    }
    return code;
}

bool text_writing_gives_back(struct text_writing *w, size_t start, const uint8_t *bytes,
                             size_t size, text_read_message *read, void *context)
{
    struct text_error err;
    w->copy.size = w->bytes.size = 0;
    if (w->out.failed) {
        return false;
    }
    byte_writer_bytes(&w->copy, w->out.data + start, w->out.size - start);
    if (w->copy.failed) {
        return false;
    }
    char *text = (char *)w->copy.data;
    struct text_reader r = {text, text + w->copy.size, text, 1, &err};
    const struct text_word name = text_read_word(&r);
    return read(context, &r, name, &w->bytes) == 0 && w->bytes.size == size &&
           memcmp(w->bytes.data, bytes, size) == 0;
}

int text_writing_flush(struct text_writing *w)
{
    if (w->out.failed || w->copy.failed || w->bytes.failed) {
        return FORMAT_MEMORY;
    }
    drop_outside(w);
    w->kept = 0;
    const int code = w->sink->append(w->sink->context, w->out.data, w->out.size);
    w->out.size = 0;
    return code;
}

int text_writing_flush_much(struct text_writing *w)
{
    return w->out.size >= FLUSH_BYTES || w->out.failed ? text_writing_flush(w) : 0;
}

void text_writing_free(struct text_writing *w)
{
    free(w->level.models.names);
    free(w->level.sounds.names);
    byte_writer_free(&w->out);
    byte_writer_free(&w->copy);
    byte_writer_free(&w->bytes);
}

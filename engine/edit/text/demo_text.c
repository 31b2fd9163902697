#include "engine/edit/text/demo_text.h"

#include "engine/edit/text/demo_compiler.h"
#include "engine/edit/text/nq_text.h"
#include "engine/edit/text/q3_text.h"
#include "engine/edit/text/qw_text.h"
#include "engine/edit/text/text_statements.h"
#include "engine/edit/text/text_writing.h"
#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/parts/part_note.h"

static const struct text_family {
    const struct demo_family *family;
    int (*write)(const struct demo *demo, struct text_writing *w);
} families[] = {
    {&netquake_family, nq_text_write},
    {&quakeworld_family, qw_text_write},
    {&quake3_family, q3_text_write},
};
enum { FAMILIES = sizeof(families) / sizeof(families[0]) };

static const struct text_family *find_family(const struct demo_family *family)
{
    for (int i = 0; i < FAMILIES; i++) {
        if (families[i].family == family) {
            return &families[i];
        }
    }
    return NULL;
}

bool demo_text_has(const struct demo_family *family)
{
    return find_family(family) != NULL;
}

int demo_text_write(const struct demo *demo, const struct demo_text_options *options,
                    struct media_sink *out, struct demo_text_report *report,
                    struct format_error *err)
{
    struct format_error unused;
    *report = (struct demo_text_report){0};
    struct text_writing w = {
        .options = options, .sink = out, .report = report, .err = err ? err : &unused};
    int code = find_family(demo->family)->write(demo, &w);
    if (code == 0) {
        report->is_whole = true;
        /* The note of a part stands there as bytes, but is no damage. */
        const bool damaged = w.code < 0 && w.err->offset < part_note_skip(demo->data, demo->size);
        code = damaged ? w.code : 0;
    } else if (code == FORMAT_MEMORY) {
        (void)format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    text_writing_free(&w);
    return code;
}

static int read_text(struct demo_compiler *compiler, struct text_statements *statements,
                     uint64_t *ignored, struct text_error *err)
{
    struct text_reader r = {.err = err};
    int code = text_statements_next(statements, &r);
    if (code >= 0) { /* an empty text has no first line */
        code = demo_compiler_statement(compiler, &r);
    }
    while (code == 0) {
        code = text_statements_next(statements, &r);
        if (code <= 0) {
            break;
        }
        code = demo_compiler_statement(compiler, &r);
    }
    if (code == 0) {
        code = demo_compiler_end(compiler, ignored);
    }
    if (code == FORMAT_BAD && err->line == 0) {
        (void)text_fail(&r, r.at, "this statement is longer than any that a demo needs");
    }
    return code;
}

int demo_text_read_part(const struct text_source *source, const struct demo *demo,
                        struct media_sink *out, uint64_t *ignored, struct text_error *err)
{
    struct text_statements statements = {.source = source, .line = 1};
    struct demo_compiler *compiler = demo_compiler_create(demo, out, NULL);
    *err = (struct text_error){0};
    const int code = compiler ? read_text(compiler, &statements, ignored, err) : FORMAT_MEMORY;
    text_statements_free(&statements);
    demo_compiler_free(compiler);
    return code;
}

int demo_text_read(const struct text_source *source, struct media_sink *out, uint64_t *ignored,
                   struct text_error *err)
{
    return demo_text_read_part(source, NULL, out, ignored, err);
}

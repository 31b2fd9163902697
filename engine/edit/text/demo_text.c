#include "engine/edit/text/demo_text.h"

#include <string.h>

#include "engine/edit/text/nq_text.h"
#include "engine/edit/text/text_statements.h"
#include "engine/netquake/nq_family.h"

enum { FLUSH_BYTES = 1 << 16 };

static const char head[] = "quakereel-text";

bool demo_text_has(const struct demo_family *family)
{
    return family == &netquake_family;
}

int demo_text_write(const struct demo *demo, const struct demo_text_options *options,
                    struct media_sink *out, struct demo_text_report *report,
                    struct format_error *err)
{
    *report = (struct demo_text_report){0};
    return nq_text_write(demo->file, options, out, report, err);
}

/* The first line, up to the family. */
static int read_head(struct text_reader *r)
{
    struct decimal version;
    static const char bom[] = "\xef\xbb\xbf";
    if (r->end - r->at >= 3 && memcmp(r->at, bom, 3) == 0) {
        r->at += 3;
    }
    text_skip(r);
    if (r->end - r->at < (ptrdiff_t)sizeof(head) || memcmp(r->at, head, sizeof(head) - 1) != 0) {
        return text_fail(r, r->at, "this is no text of a demo: it has to begin with \"%s %d\"",
                         head, DEMO_TEXT_VERSION);
    }
    r->at += sizeof(head) - 1;
    text_skip(r);
    const char *at = r->at;
    int code = text_read_number(r, "the version of the grammar", &version);
    if (code == 0 && version.value != DEMO_TEXT_VERSION) {
        code = text_fail(r, at, "only version %d of the grammar is known", DEMO_TEXT_VERSION);
    }
    if (code == 0) {
        const struct text_word family = text_read_word(r);
        if (!text_word_is(family, "netquake", 8)) {
            code = text_fail(r, family.size > 0 ? family.text : r->at,
                             "the family is expected: netquake");
        }
    }
    return code;
}

static int flush(struct byte_writer *bytes, struct media_sink *out)
{
    const int code = out->append(out->context, bytes->data, bytes->size);
    bytes->size = 0;
    return code;
}

static int read_statements(struct text_statements *statements, struct nq_text *text,
                           struct byte_writer *bytes, struct media_sink *out, struct text_reader *r)
{
    int code = text_statements_next(statements, r);
    if (code >= 0) {
        code = read_head(r);
    }
    if (code == 0) {
        code = nq_text_begin(text, r);
    }
    while (code == 0) {
        code = text_statements_next(statements, r);
        if (code <= 0) {
            break;
        }
        code = nq_text_statement(text, r, bytes);
        if (code == 0 && bytes->size >= FLUSH_BYTES) {
            code = flush(bytes, out);
        }
    }
    if (code == 0) {
        code = nq_text_end(text, bytes);
    }
    return code == 0 ? flush(bytes, out) : code;
}

int demo_text_read(const struct text_source *source, struct media_sink *out, struct text_error *err)
{
    struct text_statements statements = {.source = source, .line = 1};
    struct byte_writer bytes = {0};
    struct nq_text text = {0};
    struct text_reader r = {.err = err};
    *err = (struct text_error){0};
    const int code = read_statements(&statements, &text, &bytes, out, &r);
    if (code == FORMAT_BAD && err->line == 0) {
        (void)text_fail(&r, r.at, "this statement is longer than any that a demo needs");
    }
    text_statements_free(&statements);
    nq_text_free(&text);
    byte_writer_free(&bytes);
    return code;
}

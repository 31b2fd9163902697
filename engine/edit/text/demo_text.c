#include "engine/edit/text/demo_text.h"

#include <string.h>

#include "engine/edit/text/nq_text.h"
#include "engine/edit/text/q3_text.h"
#include "engine/edit/text/qw_text.h"
#include "engine/edit/text/text_statements.h"
#include "engine/edit/text/text_writing.h"
#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/qw_family.h"

enum { FLUSH_BYTES = 1 << 16 };

static const char head[] = "quakereel-text";

/* The state of a family's reader. */
union state {
    struct nq_text nq;
    struct qw_text qw;
    struct q3_text q3;
};

static int begin_netquake(union state *state, struct text_reader *r)
{
    return nq_text_begin(&state->nq, r);
}

static int read_netquake(union state *state, struct text_reader *r, struct byte_writer *out)
{
    return nq_text_statement(&state->nq, r, out);
}

static int end_netquake(union state *state, struct byte_writer *out)
{
    return nq_text_end(&state->nq, out);
}

static void free_netquake(union state *state)
{
    nq_text_free(&state->nq);
}

static int begin_quakeworld(union state *state, struct text_reader *r)
{
    return qw_text_begin(&state->qw, r);
}

static int read_quakeworld(union state *state, struct text_reader *r, struct byte_writer *out)
{
    return qw_text_statement(&state->qw, r, out);
}

static int end_quakeworld(union state *state, struct byte_writer *out)
{
    return qw_text_end(&state->qw, out);
}

static void free_quakeworld(union state *state)
{
    qw_text_free(&state->qw);
}

static int begin_quake3(union state *state, struct text_reader *r)
{
    return q3_text_begin(&state->q3, r);
}

static int read_quake3(union state *state, struct text_reader *r, struct byte_writer *out)
{
    return q3_text_statement(&state->q3, r, out);
}

static int end_quake3(union state *state, struct byte_writer *out)
{
    return q3_text_end(&state->q3, out);
}

static void free_quake3(union state *state)
{
    q3_text_free(&state->q3);
}

static const struct text_family {
    const struct demo_family *family;
    const char *name; /* in the first line */
    int (*write)(const struct demo *demo, struct text_writing *w);
    int (*begin)(union state *state, struct text_reader *r);
    int (*read)(union state *state, struct text_reader *r, struct byte_writer *out);
    int (*end)(union state *state, struct byte_writer *out);
    void (*free)(union state *state);
} families[] = {
    {&netquake_family, "netquake", nq_text_write, begin_netquake, read_netquake, end_netquake,
     free_netquake},
    {&quakeworld_family, "quakeworld", qw_text_write, begin_quakeworld, read_quakeworld,
     end_quakeworld, free_quakeworld},
    {&quake3_family, "quake3", q3_text_write, begin_quake3, read_quake3, end_quake3, free_quake3},
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
        code = w.code;
    } else if (code == FORMAT_MEMORY) {
        (void)format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    text_writing_free(&w);
    return code;
}

/* The version behind the first word. */
static int read_version(struct text_reader *r)
{
    struct decimal version;
    text_skip(r);
    const char *at = r->at;
    const int code = text_read_number(r, "the version of the grammar", &version);
    return code == 0 && version.value != DEMO_TEXT_VERSION
               ? text_fail(r, at, "only version %d of the grammar is known", DEMO_TEXT_VERSION)
               : code;
}

/* The first line, up to the family. */
static int read_head(struct text_reader *r, const struct text_family **family)
{
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
    const int code = read_version(r);
    if (code < 0) {
        return code;
    }
    const struct text_word word = text_read_word(r);
    for (int i = 0; i < FAMILIES; i++) {
        if (text_word_is(word, families[i].name, strlen(families[i].name))) {
            *family = &families[i];
            return 0;
        }
    }
    return text_fail(r, word.size > 0 ? word.text : r->at,
                     "the family is expected: netquake, quakeworld or quake3");
}

static int flush(struct byte_writer *bytes, struct media_sink *out)
{
    const int code = out->append(out->context, bytes->data, bytes->size);
    bytes->size = 0;
    return code;
}

static int read_statements(const struct text_family *family, union state *state,
                           struct text_statements *statements, struct byte_writer *bytes,
                           struct media_sink *out, struct text_reader *r)
{
    int code = family->begin(state, r);
    while (code == 0) {
        code = text_statements_next(statements, r);
        if (code <= 0) {
            break;
        }
        code = family->read(state, r, bytes);
        if (code == 0 && bytes->size >= FLUSH_BYTES) {
            code = flush(bytes, out);
        }
    }
    if (code == 0) {
        code = family->end(state, bytes);
    }
    return code == 0 ? flush(bytes, out) : code;
}

int demo_text_read(const struct text_source *source, struct media_sink *out, uint64_t *ignored,
                   struct text_error *err)
{
    struct text_statements statements = {.source = source, .line = 1};
    struct byte_writer bytes = {0};
    const struct text_family *family = NULL;
    union state state;
    struct text_reader r = {.err = err};
    *err = (struct text_error){0};
    memset(&state, 0, sizeof(state));
    int code = text_statements_next(&statements, &r);
    if (code >= 0) {
        code = read_head(&r, &family);
    }
    if (code == 0) {
        code = read_statements(family, &state, &statements, &bytes, out, &r);
        if (ignored) {
            *ignored = family->family == &quake3_family ? state.q3.ignored : 0;
        }
        family->free(&state);
    }
    if (code == FORMAT_BAD && err->line == 0) {
        (void)text_fail(&r, r.at, "this statement is longer than any that a demo needs");
    }
    text_statements_free(&statements);
    byte_writer_free(&bytes);
    return code;
}

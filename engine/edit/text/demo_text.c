#include "engine/edit/text/demo_text.h"

#include <stdlib.h>
#include <string.h>

#include "engine/edit/text/nq_text.h"
#include "engine/edit/text/q3_text.h"
#include "engine/edit/text/qw_text.h"
#include "engine/edit/text/text_part.h"
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

static const char *find_netquake(union state *state, const struct demo *demo,
                                 struct text_part *part)
{
    return nq_text_find_part(&state->nq, demo, part);
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

static const char *find_quakeworld(union state *state, const struct demo *demo,
                                   struct text_part *part)
{
    return qw_text_find_part(&state->qw, demo, part);
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

static const char *find_quake3(union state *state, const struct demo *demo, struct text_part *part)
{
    return q3_text_find_part(&state->q3, demo, part);
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
    const char *(*find_part)(union state *state, const struct demo *demo, struct text_part *part);
    void (*free)(union state *state);
} families[] = {
    {&netquake_family, "netquake", nq_text_write, begin_netquake, read_netquake, end_netquake,
     find_netquake, free_netquake},
    {&quakeworld_family, "quakeworld", qw_text_write, begin_quakeworld, read_quakeworld,
     end_quakeworld, find_quakeworld, free_quakeworld},
    {&quake3_family, "quake3", q3_text_write, begin_quake3, read_quake3, end_quake3, find_quake3,
     free_quake3},
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

/* A text being read. */
struct reading {
    const struct demo *demo; /* of which it is a part; NULL: it is a whole one */
    const struct text_family *family;
    struct text_part part;
    union state state;
    struct text_statements statements;
    struct text_reader r;
    struct byte_writer bytes;
    struct media_sink *out;
};

static int read_block_number(struct text_reader *r, uint32_t least, uint32_t *number)
{
    struct decimal value;
    text_skip(r);
    const char *at = r->at;
    const int code = text_read_number(r, "the number of a block", &value);
    if (code == 0 &&
        (!value.is_integer || value.integer < least || value.integer >= DEMO_TEXT_END)) {
        return text_fail(r, at, "the number of a block is expected, from %lu on",
                         (unsigned long)least);
    }
    *number = code == 0 ? (uint32_t)value.integer : 0;
    return code;
}

/* "120 900", "120 end" */
static int read_blocks(struct text_reader *r, struct demo_text_blocks *blocks)
{
    const int code = read_block_number(r, 0, &blocks->first);
    if (code < 0) {
        return code;
    }
    const struct text_reader rest = *r;
    if (text_word_is(text_read_word(r), "end", 3)) {
        blocks->last = DEMO_TEXT_END;
        return 0;
    }
    *r = rest;
    return read_block_number(r, blocks->first, &blocks->last);
}

/* Which blocks the text has, and the family's name. */
static int read_family(struct reading *reading)
{
    struct text_reader *r = &reading->r;
    struct text_word word = text_read_word(r);
    const bool is_part = text_word_is(word, "part", 4);
    if (is_part && !reading->demo) {
        return text_fail(r, word.text, "this is the text of a part, which needs its demo (--into)");
    }
    if (!is_part && reading->demo) {
        return text_fail(r, word.size > 0 ? word.text : r->at, "this is not the text of a part");
    }
    if (is_part) {
        const int code = read_blocks(r, &reading->part.blocks);
        if (code < 0) {
            return code;
        }
        word = text_read_word(r);
    }
    for (int i = 0; i < FAMILIES; i++) {
        if (text_word_is(word, families[i].name, strlen(families[i].name))) {
            reading->family = &families[i];
            return 0;
        }
    }
    return text_fail(r, word.size > 0 ? word.text : r->at,
                     "the family is expected: netquake, quakeworld or quake3");
}

/* The first line, up to the family. */
static int read_head(struct reading *reading)
{
    static const char bom[] = "\xef\xbb\xbf";
    struct text_reader *r = &reading->r;
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
    return code < 0 ? code : read_family(reading);
}

static int flush(struct reading *reading)
{
    struct byte_writer *bytes = &reading->bytes;
    const int code = reading->out->append(reading->out->context, bytes->data, bytes->size);
    bytes->size = 0;
    return code;
}

/* Copies what the demo has in front of the part. */
static int begin_part(struct reading *reading)
{
    struct text_part *part = &reading->part;
    struct text_reader *r = &reading->r;
    if (reading->demo->family != reading->family->family) {
        return text_fail(r, r->line_start, "the demo is a %s demo, this text is another's",
                         reading->demo->family->title);
    }
    const char *what = reading->family->find_part(&reading->state, reading->demo, part);
    if (what) {
        return text_fail(r, r->line_start, "this is not the part's demo: %s", what);
    }
    if (part->seen <= part->blocks.first ||
        (part->blocks.last != DEMO_TEXT_END && part->seen <= part->blocks.last)) {
        return text_fail(r, r->line_start, "the demo has only %lu blocks",
                         (unsigned long)part->seen);
    }
    return reading->out->append(reading->out->context, part->data, part->begin);
}

static int read_statements(struct reading *reading)
{
    const struct text_family *family = reading->family;
    struct text_reader *r = &reading->r;
    int code = family->begin(&reading->state, r);
    if (code == 0 && reading->demo) {
        code = begin_part(reading);
    }
    while (code == 0) {
        code = text_statements_next(&reading->statements, r);
        if (code <= 0) {
            break;
        }
        code = family->read(&reading->state, r, &reading->bytes);
        if (code == 0 && reading->bytes.size >= FLUSH_BYTES) {
            code = flush(reading);
        }
    }
    if (code == 0) {
        code = family->end(&reading->state, &reading->bytes);
    }
    return code == 0 ? flush(reading) : code;
}

static int read_text(struct reading *reading, uint64_t *ignored)
{
    const struct text_part *part = &reading->part;
    int code = text_statements_next(&reading->statements, &reading->r);
    if (code >= 0) {
        code = read_head(reading);
    }
    if (code == 0) {
        code = read_statements(reading);
        if (ignored) {
            *ignored = reading->family->family == &quake3_family ? reading->state.q3.ignored : 0;
        }
        reading->family->free(&reading->state);
    }
    if (code == 0 && reading->demo) {
        code = reading->out->append(reading->out->context, part->data + part->end,
                                    part->size - part->end);
    }
    if (code == FORMAT_BAD && reading->r.err->line == 0) {
        (void)text_fail(&reading->r, reading->r.at,
                        "this statement is longer than any that a demo needs");
    }
    return code;
}

int demo_text_read_part(const struct text_source *source, const struct demo *demo,
                        struct media_sink *out, uint64_t *ignored, struct text_error *err)
{
    struct reading *reading = calloc(1, sizeof(*reading));
    *err = (struct text_error){0};
    if (!reading) {
        return FORMAT_MEMORY;
    }
    reading->demo = demo;
    reading->out = out;
    reading->statements = (struct text_statements){.source = source, .line = 1};
    reading->r.err = err;
    const int code = read_text(reading, ignored);
    text_statements_free(&reading->statements);
    byte_writer_free(&reading->bytes);
    free(reading);
    return code;
}

int demo_text_read(const struct text_source *source, struct media_sink *out, uint64_t *ignored,
                   struct text_error *err)
{
    return demo_text_read_part(source, NULL, out, ignored, err);
}

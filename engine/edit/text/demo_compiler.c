#include "engine/edit/text/demo_compiler.h"

#include <stdlib.h>
#include <string.h>

#include "engine/edit/text/nq_text.h"
#include "engine/edit/text/q3_text.h"
#include "engine/edit/text/qw_text.h"
#include "engine/edit/text/text_part.h"
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

static int begin_netquake(union state *state, struct text_strings *strings, struct text_reader *r)
{
    state->nq.context.strings = strings;
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

static int begin_quakeworld(union state *state, struct text_strings *strings, struct text_reader *r)
{
    state->qw.context.strings = strings;
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

static int begin_quake3(union state *state, struct text_strings *strings, struct text_reader *r)
{
    state->q3.strings = strings;
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

static const struct reader_family {
    const struct demo_family *family;
    const char *name; /* in the first line */
    int (*begin)(union state *state, struct text_strings *strings, struct text_reader *r);
    int (*read)(union state *state, struct text_reader *r, struct byte_writer *out);
    int (*end)(union state *state, struct byte_writer *out);
    const char *(*find_part)(union state *state, const struct demo *demo, struct text_part *part);
    void (*free)(union state *state);
} families[] = {
    {&netquake_family, "netquake", begin_netquake, read_netquake, end_netquake, find_netquake,
     free_netquake},
    {&quakeworld_family, "quakeworld", begin_quakeworld, read_quakeworld, end_quakeworld,
     find_quakeworld, free_quakeworld},
    {&quake3_family, "quake3", begin_quake3, read_quake3, end_quake3, find_quake3, free_quake3},
};
enum { FAMILIES = sizeof(families) / sizeof(families[0]) };

struct demo_compiler {
    const struct demo *demo;            /* of which the text is a part; NULL: it is a whole one */
    const struct reader_family *family; /* NULL in front of the first line */
    struct text_part part;
    union state state;
    struct byte_writer bytes;
    struct media_sink *out;       /* NULL: the strings alone are read */
    struct text_strings *strings; /* or NULL */
};

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
static int read_family(struct demo_compiler *c, struct text_reader *r)
{
    struct text_word word = text_read_word(r);
    const bool is_part = text_word_is(word, "part", 4);
    if (is_part && !c->demo) {
        return text_fail(r, word.text, "this is the text of a part, which needs its demo (--into)");
    }
    if (!is_part && c->demo) {
        return text_fail(r, word.size > 0 ? word.text : r->at, "this is not the text of a part");
    }
    if (is_part) {
        const int code = read_blocks(r, &c->part.blocks);
        if (code < 0) {
            return code;
        }
        word = text_read_word(r);
    }
    for (int i = 0; i < FAMILIES; i++) {
        if (text_word_is(word, families[i].name, strlen(families[i].name))) {
            c->family = &families[i];
            return 0;
        }
    }
    return text_fail(r, word.size > 0 ? word.text : r->at,
                     "the family is expected: netquake, quakeworld or quake3");
}

/* The first line, up to the family. */
static int read_head(struct demo_compiler *c, struct text_reader *r)
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
    return code < 0 ? code : read_family(c, r);
}

static int flush(struct demo_compiler *c)
{
    struct byte_writer *bytes = &c->bytes;
    const int code = c->out ? c->out->append(c->out->context, bytes->data, bytes->size) : 0;
    bytes->size = 0;
    return code;
}

/* Copies what the demo has in front of the part. */
static int begin_part(struct demo_compiler *c, struct text_reader *r)
{
    struct text_part *part = &c->part;
    if (c->demo->family != c->family->family) {
        return text_fail(r, r->line_start, "the demo is a %s demo, this text is another's",
                         c->demo->family->title);
    }
    const char *what = c->family->find_part(&c->state, c->demo, part);
    if (what) {
        return text_fail(r, r->line_start, "this is not the part's demo: %s", what);
    }
    if (part->seen <= part->blocks.first ||
        (part->blocks.last != DEMO_TEXT_END && part->seen <= part->blocks.last)) {
        return text_fail(r, r->line_start, "the demo has only %lu blocks",
                         (unsigned long)part->seen);
    }
    return c->out->append(c->out->context, part->data, part->begin);
}

static int read_first(struct demo_compiler *c, struct text_reader *r)
{
    int code = read_head(c, r);
    if (code == 0) {
        code = c->family->begin(&c->state, c->strings, r);
    }
    return code == 0 && c->demo ? begin_part(c, r) : code;
}

/* The statement has no string, and nothing that decides how others are read. */
static bool has_no_string(const struct text_reader *r)
{
    static const char raw[] = "raw ";
    const size_t size = (size_t)(r->end - r->at);
    return size == 0 || (*r->at != '@' && !memchr(r->at, '"', size) &&
                         !(size >= sizeof(raw) - 1 && memcmp(r->at, raw, sizeof(raw) - 1) == 0));
}

int demo_compiler_statement(struct demo_compiler *c, struct text_reader *r)
{
    if (!c->family) {
        return read_first(c, r);
    }
    if (!c->out && has_no_string(r)) {
        return 0;
    }
    const int code = c->family->read(&c->state, r, &c->bytes);
    return code == 0 && c->bytes.size >= FLUSH_BYTES ? flush(c) : code;
}

int demo_compiler_end(struct demo_compiler *c, uint64_t *ignored)
{
    int code = c->family->end(&c->state, &c->bytes);
    if (ignored) {
        *ignored = c->family->family == &quake3_family ? c->state.q3.ignored : 0;
    }
    if (code == 0) {
        code = flush(c);
    }
    return code == 0 && c->demo ? c->out->append(c->out->context, c->part.data + c->part.end,
                                                 c->part.size - c->part.end)
                                : code;
}

struct demo_compiler *demo_compiler_create(const struct demo *demo, struct media_sink *out,
                                           struct text_strings *strings)
{
    struct demo_compiler *c = calloc(1, sizeof(*c));
    if (c) {
        c->demo = demo;
        c->out = out;
        c->strings = strings;
    }
    return c;
}

void demo_compiler_free(struct demo_compiler *c)
{
    if (c && c->family) {
        c->family->free(&c->state);
    }
    if (c) {
        byte_writer_free(&c->bytes);
    }
    free(c);
}

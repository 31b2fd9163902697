#include "engine/edit/strings/demo_strings.h"

#include <stdlib.h>
#include <string.h>

#include "engine/edit/text/demo_compiler.h"
#include "engine/family/demo_clock.h"

/* The times of blocks, one after another: a block is a step. */
struct block_times {
    const struct demo *demo;
    void *scanner;
    struct demo_clock clock;
    size_t pos;
    bool ended;
};

/* A text that replaces one of the statement under way. */
struct kept {
    struct kept *next;
    char text[];
};

/* Reads the text of a demo as it is written. */
struct pass {
    struct demo_compiler *compiler;
    struct text_strings strings;
    struct text_statements statements;
    struct text_source source;
    const uint8_t *chunk; /* being read */
    size_t left;
    struct text_error err; /* of the demo's text */
    uint64_t blocks;       /* begun so far */
    uint64_t number;       /* of the block's next text */
    struct demo_strings_report *report;
    /* demo_strings_list */
    int (*told)(void *context, const struct demo_string *string);
    void *context;
    struct block_times times;
    /* demo_strings_apply */
    struct strings_list list;
    bool has_line;         /* the list has a line that was not used yet */
    bool has_text;         /* a text of the block was changed: */
    uint64_t line, column; /* where the list has the last one */
    struct kept *kept;
};

/* --- the demo's text ---------------------------------------------------------------------------
 */

static ptrdiff_t read_chunk(void *context, void *bytes, size_t size)
{
    struct pass *p = context;
    const size_t count = p->left < size ? p->left : size;
    if (count > 0) {
        memcpy(bytes, p->chunk, count);
    }
    p->chunk += count;
    p->left -= count;
    return (ptrdiff_t)count;
}

static void free_kept(struct pass *p)
{
    while (p->kept) {
        struct kept *next = p->kept->next;
        free(p->kept);
        p->kept = next;
    }
}

static int read_statement(struct pass *p, struct text_reader *r)
{
    if (r->at < r->end && *r->at == '@') {
        p->blocks++;
        p->number = 0;
        p->has_text = false;
    }
    const int code = demo_compiler_statement(p->compiler, r);
    free_kept(p);
    return code;
}

/* Takes whole statements: the text is passed on at the end of a block. */
static int take_text(void *context, const uint8_t *bytes, size_t size)
{
    struct pass *p = context;
    struct text_reader r = {.err = &p->err};
    int code = 0;
    p->chunk = bytes;
    p->left = size;
    p->statements.ended = false;
    while (code == 0) {
        const int got = text_statements_next(&p->statements, &r);
        if (got <= 0) {
            return got;
        }
        code = read_statement(p, &r);
    }
    return code;
}

static int run(struct pass *p, const struct demo *demo, struct media_sink *out,
               struct format_error *err)
{
    static const struct demo_text_options options = {.numbers = false};
    struct media_sink sink = {.context = p, .append = take_text};
    struct demo_text_report report = {0};
    p->source = (struct text_source){p, read_chunk};
    p->statements = (struct text_statements){.source = &p->source, .line = 1};
    p->strings.context = p;
    p->compiler = demo_compiler_create(NULL, out, &p->strings);
    int code = FORMAT_MEMORY;
    if (p->compiler) {
        code = demo_text_write(demo, &options, &sink, &report, err);
    }
    if (report.is_whole) {
        const int end = demo_compiler_end(p->compiler, NULL);
        p->report->is_whole = end == 0;
        code = end < 0 ? end : code;
    }
    free_kept(p);
    demo_compiler_free(p->compiler);
    text_statements_free(&p->statements);
    byte_writer_free(&p->strings.kind);
    return code;
}

/* --- listing -----------------------------------------------------------------------------------
 */

/* The time of the block that begun last. Damage ends the clock. */
static double find_time(struct block_times *times, uint64_t block)
{
    while (!times->ended && times->clock.steps <= block) {
        struct demo_reading reading = {0};
        times->ended = times->demo->family->scan(times->demo->file, times->scanner, &times->pos,
                                                 &reading, NULL) <= 0 ||
                       reading.step.last;
        if (!times->ended) {
            (void)demo_clock_step(&times->clock, &reading.step);
        }
    }
    return times->clock.time;
}

static int tell(void *context, struct text_string *string)
{
    struct pass *p = context;
    const uint64_t block = p->blocks > 0 ? p->blocks - 1 : 0;
    const struct demo_string told = {.block = block,
                                     .number = p->number++,
                                     .time = find_time(&p->times, block),
                                     .kind = string->kind,
                                     .text = string->text};
    p->report->texts++;
    return p->told(p->context, &told);
}

int demo_strings_list(const struct demo *demo,
                      int (*told)(void *context, const struct demo_string *string), void *context,
                      struct demo_strings_report *report, struct format_error *err)
{
    struct pass p = {.report = report, .told = told, .context = context, .strings.take = tell};
    *report = (struct demo_strings_report){0};
    p.times = (struct block_times){.demo = demo,
                                   .scanner = demo_scanner_create(demo->family),
                                   .pos = demo->family->first_step(demo->file)};
    const int code = p.times.scanner ? run(&p, demo, NULL, err)
                                     : format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    free(p.times.scanner);
    return code;
}

/* --- applying ----------------------------------------------------------------------------------
 */

static int next_line(struct pass *p)
{
    const int code = strings_list_next(&p->list);
    p->has_line = code > 0;
    p->report->listed += code > 0;
    return code < 0 ? code : 0;
}

static int fail_place(struct pass *p)
{
    return strings_list_fail(&p->list, false, "block %llu of the demo has no text %llu",
                             (unsigned long long)p->list.block, (unsigned long long)p->list.number);
}

/* The list's text, where the demo has another one. */
static int replace(struct pass *p, struct text_string *string)
{
    struct strings_list *list = &p->list;
    const size_t size = strlen(string->text);
    if (list->size > string->most && list->size > size) {
        return strings_list_fail(list, true, "the text has %zu bytes (at most %zu)", list->size,
                                 string->most);
    }
    struct kept *kept = malloc(sizeof(*kept) + list->size + 1);
    if (!kept) {
        return FORMAT_MEMORY;
    }
    kept->next = p->kept;
    p->kept = kept;
    memcpy(kept->text, list->text, list->size + 1);
    string->text = kept->text;
    p->has_text = true;
    p->line = list->text_line;
    p->column = list->text_column;
    p->report->changed++;
    return 0;
}

static int change(void *context, struct text_string *string)
{
    struct pass *p = context;
    struct strings_list *list = &p->list;
    const uint64_t block = p->blocks > 0 ? p->blocks - 1 : 0;
    const uint64_t number = p->number++;
    int code = 0;
    p->report->texts++;
    if (!p->has_line || block < list->block || (block == list->block && number < list->number)) {
        return 0;
    }
    if (block != list->block || number != list->number) {
        return fail_place(p);
    }
    if (!text_word_is(list->kind, string->kind, strlen(string->kind))) {
        return strings_list_fail(list, false, "text %llu of block %llu is another one: %s",
                                 (unsigned long long)number, (unsigned long long)block,
                                 string->kind);
    }
    if (strcmp(list->text, string->text) != 0) {
        code = replace(p, string);
    }
    return code == 0 ? next_line(p) : code;
}

/* What the compiler refuses is a text that does not fit into its block. */
static void tell_failure(const struct pass *p, struct text_error *err)
{
    if (err->line == 0 && p->err.line != 0 && p->has_text) {
        *err = p->err;
        err->line = p->line;
        err->column = p->column;
    }
}

int demo_strings_apply(const struct demo *demo, const struct text_source *list,
                       struct media_sink *out, struct demo_strings_report *report,
                       struct text_error *list_err, struct format_error *err)
{
    struct pass p = {.report = report,
                     .strings.take = change,
                     .list = {.statements = {.source = list, .line = 1}, .r.err = list_err}};
    *report = (struct demo_strings_report){0};
    *list_err = (struct text_error){0};
    int code = next_line(&p);
    if (code == 0) {
        code = run(&p, demo, out, err);
        if (report->is_whole && p.has_line) {
            code = fail_place(&p);
            report->is_whole = false;
        }
        if (!report->is_whole) {
            tell_failure(&p, list_err);
        }
    }
    strings_list_free(&p.list);
    return code;
}

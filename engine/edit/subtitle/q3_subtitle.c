/* Quake III's pass over the commands `cp`: an update is a message with a snapshot. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/quake3/q3_cut.h"
#include "engine/edit/subtitle/subtitle_pass.h"
#include "engine/family/demo_clock.h"
#include "engine/quake3/q3_file.h"
#include "formats/quake3/q3_command.h"

enum {
    COMMAND_BYTES = 1024, /* MAX_STRING_CHARS (q_shared.h) */
    AROUND = 5            /* bytes of `cp ""` */
};

struct q3_pass {
    struct subtitle_pass *pass;
    const struct demo *demo;
    void *scanner;
    size_t pos; /* of the next message to scan */
    struct demo_clock clock;
    struct demo_reading reading;
    struct q3_words words;
    char text[COMMAND_BYTES];
};

/* The same messages are read twice: here for their time, and where they are written. */
static void begin_block(void *context)
{
    struct q3_pass *q = context;
    q->reading = (struct demo_reading){0};
    if (q->demo->family->scan(q->demo->file, q->scanner, &q->pos, &q->reading, NULL) > 0) {
        demo_clock_step(&q->clock, &q->reading.step);
    }
}

static const char *filter_command(void *context, const char *text, int32_t sequence, bool repeated)
{
    struct q3_pass *q = context;
    (void)sequence;
    q3_words_split(&q->words, text);
    if (strcmp(q3_word(&q->words, 0), "cp") != 0) {
        return text;
    }
    if (repeated && q->pass->action != SUBTITLE_REMOVE) {
        return text;
    }
    return subtitle_pass_keeps(q->pass, q->clock.time, SUBTITLE_ALL, q3_word(&q->words, 1)) ? text
                                                                                            : "";
}

static const char *add_command(void *context)
{
    struct q3_pass *q = context;
    const char *text = q->reading.step.update
                           ? subtitle_pass_says(q->pass, q->clock.time, COMMAND_BYTES - AROUND)
                           : NULL;
    if (!text) {
        return NULL;
    }
    const int length = snprintf(q->text, sizeof(q->text), "cp \"%s\"", text);
    for (int i = AROUND - 1; i < length - 1; i++) {
        q->text[i] = q->text[i] == '"' ? '\'' : q->text[i];
    }
    return q->text;
}

int q3_subtitle(struct subtitle_pass *p, const struct demo *demo, struct format_error *err)
{
    const struct q3_file *file = demo->file;
    struct q3_pass *q = calloc(1, sizeof(*q));
    struct edit_report report = {0};
    int code = 0;
    if (q) {
        *q =
            (struct q3_pass){.pass = p, .demo = demo, .scanner = demo_scanner_create(demo->family)};
    }
    if (q && q->scanner) {
        const int protocol = file->protocol->number;
        const struct q3_rewriter rewriter = {
            .context = q, .begin = begin_block, .command = filter_command, .add = add_command};
        code = q3_cut_rewritten(file->data, file->size, protocol, protocol, &rewriter, p->out,
                                &report, err);
        free(q->scanner);
    } else {
        p->failed = true;
    }
    edit_report_free(&report);
    free(q);
    return code;
}

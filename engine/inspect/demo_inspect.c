#include "engine/inspect/demo_inspect.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/family/demo_clock.h"
#include "formats/base/quake_text.h"
#include "formats/parts/part_note.h"

static void read_steps(struct demo_stats *stats, const struct demo *demo, void *scanner)
{
    const struct demo_family *family = demo->family;
    struct demo_clock clock = {0};
    struct demo_reading reading = {.stats = stats};
    size_t pos = family->first_step(demo->file);
    int code = 1;
    while (!reading.step.last &&
           (code = family->scan(demo->file, scanner, &pos, &reading, &stats->error)) > 0) {
        (void)demo_clock_step(&clock, &reading.step);
        stats->blocks++;
    }
    if (reading.step.last) { /* the note of a part belongs to it */
        const size_t end = part_note_skip(demo->data, demo->size);
        stats->trailing += end > pos ? end - pos : 0;
    }
    demo_stats_end(stats, demo, scanner, demo_clock_length(&clock), code < 0 ? code : 0);
}

int demo_stats_begin(struct demo_stats *stats, const struct demo *demo)
{
    const struct demo_inspector *inspector = demo->family->inspector;
    *stats = (struct demo_stats){0};
    stats->facts = calloc(1, inspector->facts_size);
    if (!stats->facts) {
        return stats->code = format_fail(&stats->error, FORMAT_MEMORY, 0, "out of memory");
    }
    stats->family = demo->family->name;
    inspector->begin(stats, demo->file);
    return 0;
}

void demo_stats_end(struct demo_stats *stats, const struct demo *demo, void *scanner,
                    double playing, int code)
{
    const struct demo_inspector *inspector = demo->family->inspector;
    stats->playing = playing;
    stats->code = code;
    for (size_t i = 0; i < stats->level_count; i++) {
        stats->length += demo_level_length(&stats->levels[i]);
    }
    inspector->end(stats, scanner);
    demo_stats_judge_words(stats, inspector->usual_commands, inspector->usual_variables);
    demo_stats_judge_end(stats);
    demo_told_set(stats->told.date, stats->date);
    demo_told_set(stats->told.server, stats->server);
}

int demo_stats_read(struct demo_stats *stats, const struct demo *demo)
{
    *stats = (struct demo_stats){.code = demo->code, .error = demo->error};
    if (demo->code < 0) {
        return demo->code;
    }
    void *scanner = demo_scanner_create(demo->family);
    const int code = demo_stats_begin(stats, demo);
    if (code == 0 && scanner) {
        read_steps(stats, demo, scanner);
    } else if (code == 0) {
        stats->code = format_fail(&stats->error, FORMAT_MEMORY, 0, "out of memory");
    }
    free(scanner);
    return stats->code;
}

void demo_print_text(FILE *out, const char *text, size_t length)
{
    static const char low[] = "_____.__________[]0123456789.___";
    struct quake_text reader;
    uint8_t glyph;
    quake_text_begin(&reader, text, length, false);
    while (quake_text_next(&reader, &glyph)) {
        const char c = (char)(glyph & 0x7f);
        putc(c < ' ' ? low[(int)c] : c == 0x7f ? '_' : c, out);
    }
}

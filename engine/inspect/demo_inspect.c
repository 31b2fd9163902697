#include "engine/inspect/demo_inspect.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/family/demo_clock.h"
#include "formats/base/quake_text.h"
#include "formats/parts/part_note.h"

/* Reads all steps. Returns 0 or the error that stopped them. */
static int read_steps(struct demo_stats *stats, const struct demo *demo, void *scanner)
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
    stats->playing = demo_clock_length(&clock);
    if (reading.step.last) { /* the note of a part belongs to it */
        const size_t end = part_note_skip(demo->data, demo->size);
        stats->trailing += end > pos ? end - pos : 0;
    }
    return code < 0 ? code : 0;
}

int demo_stats_read(struct demo_stats *stats, const struct demo *demo)
{
    *stats = (struct demo_stats){.code = demo->code, .error = demo->error};
    if (demo->code < 0) {
        return demo->code;
    }
    const struct demo_inspector *inspector = demo->family->inspector;
    void *scanner = demo_scanner_create(demo->family);
    stats->facts = calloc(1, inspector->facts_size);
    if (!scanner || !stats->facts) {
        free(scanner);
        return stats->code = format_fail(&stats->error, FORMAT_MEMORY, 0, "out of memory");
    }
    stats->family = demo->family->name;
    inspector->begin(stats, demo->file);
    stats->code = read_steps(stats, demo, scanner);
    for (size_t i = 0; i < stats->level_count; i++) {
        stats->length += demo_level_length(&stats->levels[i]);
    }
    inspector->end(stats, scanner);
    demo_stats_judge_words(stats, inspector->usual_commands, inspector->usual_variables);
    demo_stats_judge_end(stats);
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

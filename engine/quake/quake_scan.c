#include "engine/quake/quake_scan.h"

#include <string.h>

#include "engine/family/demo_flag.h"

static int note_one_more(struct quake_counts *counts, int which, int total,
                         struct demo_events *events, enum demo_event_kind kind, const char *what)
{
    int32_t *count = &counts->counts[which];
    *count += *count < INT32_MAX;
    return demo_note_count(events, kind, what, *count, counts->counts[total]);
}

int quake_counts_kill(struct quake_counts *counts, struct demo_events *events)
{
    return note_one_more(counts, QUAKE_KILLS, QUAKE_TOTAL_KILLS, events, DEMO_EVENT_FRAG, "kill");
}

int quake_counts_secret(struct quake_counts *counts, struct demo_events *events)
{
    return note_one_more(counts, QUAKE_SECRETS, QUAKE_TOTAL_SECRETS, events, DEMO_EVENT_SECRET,
                         "secret");
}

void quake_lines_print(struct quake_lines *lines, struct demo_line *line, const char *text,
                       double when, bool medium)
{
    while (demo_line_print(line, &text)) {
        struct quake_line *kept = &lines->ring[lines->count++ % QUAKE_LINES];
        kept->when = when;
        kept->used = false;
        kept->medium = medium;
        memcpy(kept->text, line->text, sizeof(kept->text));
    }
}

uint32_t quake_lines_first(const struct quake_lines *lines)
{
    return lines->count > QUAKE_LINES ? lines->count - QUAKE_LINES : 0;
}

int quake_lines_note_flags(struct quake_lines *lines, uint32_t first, quake_find_player_fn find,
                           const void *scanner, struct demo_events *events)
{
    const uint32_t oldest = quake_lines_first(lines);
    int status = 0;
    for (uint32_t i = first > oldest ? first : oldest; i < lines->count && status == 0; i++) {
        char line[DEMO_LINE_BYTES];
        struct demo_flag_line told;
        demo_plain_text(line, sizeof(line), lines->ring[i % QUAKE_LINES].text);
        if (demo_flag_read(line, &told)) {
            lines->ring[i % QUAKE_LINES].used = true; /* no frag is told by it */
            line[told.name] = '\0';
            status = demo_events_add_flag(events, told.flag, told.act, line,
                                          told.name > 0 ? find(scanner, line) : -1);
        }
    }
    return status;
}

const char *quake_lines_newest(const struct quake_lines *lines, double now, double age,
                               const char *name)
{
    for (uint32_t i = lines->count; i-- > quake_lines_first(lines);) {
        const struct quake_line *line = &lines->ring[i % QUAKE_LINES];
        if (now - line->when <= age && strstr(line->text, name)) {
            return line->text;
        }
    }
    return NULL;
}

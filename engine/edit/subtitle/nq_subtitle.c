#include "engine/edit/subtitle/nq_subtitle.h"

#include <stdlib.h>
#include <string.h>

#include "engine/family/demo_clock.h"
#include "engine/netquake/nq_file.h"
#include "formats/netquake/nq_message.h"
#include "formats/parts/part_note.h"

enum { BLOCK_MAX = 8000 /* bytes: MAX_MSGLEN (id, quakedef.h) */ };

/* Seconds: after that time a text that stays is said again; updates have times of the file. */
#define REPEAT 1.0
#define TIME_SLACK 1e-6

struct subtitler {
    const struct subtitles *subtitles;
    struct subtitle_report *report;
    size_t next;      /* the text that is shown or comes next */
    bool placed;      /* it is shown, */
    double end, said; /* until then; when it was said last */
    struct byte_writer block;
};

/* Goes to the text of that time. True: the one before is over. */
static bool find_text(struct subtitler *s, double time)
{
    const struct subtitles *all = s->subtitles;
    bool over = false;
    while (s->next < all->count &&
           ((s->placed && time >= s->end) ||
            (s->next + 1 < all->count && time >= all->items[s->next + 1].from))) {
        over = s->placed;
        s->placed = false;
        s->next++;
    }
    return over;
}

static bool write_text(struct subtitler *s, const struct dem_block *block, const char *text)
{
    if (block->size + strlen(text) + 2 > BLOCK_MAX) {
        return false;
    }
    s->block.size = 0;
    byte_writer_bytes(&s->block, block->messages, block->size);
    byte_writer_u8(&s->block, NQ_CENTERPRINT);
    byte_writer_string(&s->block, text);
    s->report->messages++;
    return true;
}

/* Fills s->block with the update at that time and what is to be shown. False: nothing is. */
static bool add_text(struct subtitler *s, double time, const struct dem_block *block)
{
    const bool over = find_text(s, time + TIME_SLACK);
    if (s->next < s->subtitles->count) {
        const struct subtitle *text = &s->subtitles->items[s->next];
        if (time + TIME_SLACK >= text->from) {
            if ((s->placed && time < s->said + REPEAT - TIME_SLACK) ||
                !write_text(s, block, subtitles_text(s->subtitles, s->next))) {
                return false;
            }
            if (!s->placed) {
                s->end = time < text->to ? text->to : time + (text->to - text->from);
                s->report->shown++;
            }
            s->placed = true;
            s->said = time;
            return true;
        }
    }
    return over && time < s->said + SUBTITLE_SECONDS - TIME_SLACK && write_text(s, block, "");
}

static int write_blocks(struct subtitler *s, const struct demo *demo, void *scanner,
                        struct byte_writer *out, struct format_error *err)
{
    const struct dem_file *dem = &((const struct nq_file *)demo->file)->dem;
    struct demo_reading reading = {0};
    struct demo_clock clock = {0};
    size_t pos = dem->first_block;
    int code = 1;
    byte_writer_bytes(out, dem->data, pos);
    while (code > 0 && !reading.step.last) {
        struct dem_block block;
        size_t at = pos;
        code = demo->family->scan(demo->file, scanner, &pos, &reading, err);
        if (code <= 0 || dem_next_block(dem, &at, &block, err) <= 0) {
            break;
        }
        if (demo_clock_step(&clock, &reading.step) && !reading.step.last &&
            add_text(s, clock.time, &block)) {
            dem_write_block(out, block.angles, s->block.data, (uint32_t)s->block.size);
        } else {
            byte_writer_bytes(out, dem->data + block.offset, at - block.offset);
        }
    }
    if (reading.step.last) { /* the note of a part would be that of other blocks */
        const size_t end = part_note_skip(dem->data, dem->size);
        byte_writer_bytes(out, dem->data + pos, end > pos ? end - pos : 0);
    }
    return code < 0 ? code : 0;
}

int nq_subtitle(const struct demo *demo, const struct subtitles *subtitles, struct byte_writer *out,
                struct subtitle_report *report, struct format_error *err)
{
    struct subtitler s = {.subtitles = subtitles, .report = report};
    void *scanner = demo_scanner_create(demo->family);
    *report = (struct subtitle_report){0};
    if (!scanner) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    int code = write_blocks(&s, demo, scanner, out, err);
    report->missing = subtitles->count - report->shown;
    if (out->failed || s.block.failed) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    byte_writer_free(&s.block);
    free(scanner);
    return code;
}

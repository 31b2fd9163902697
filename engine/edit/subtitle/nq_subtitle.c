/* NetQuake's pass over centerprints: an update is a block. */
#include <stdlib.h>

#include "engine/edit/subtitle/subtitle_pass.h"
#include "engine/family/demo_clock.h"
#include "engine/netquake/nq_file.h"
#include "formats/netquake/nq_message.h"
#include "formats/parts/part_note.h"

enum { BLOCK_MAX = 8000 /* bytes: MAX_MSGLEN (id, quakedef.h) */ };

static void follow_level(struct subtitle_pass *p, double time, const struct nq_message *m)
{
    if (m->id == NQ_SERVERINFO) {
        subtitle_pass_level(p, time);
    } else if (m->id == NQ_INTERMISSION) {
        subtitle_pass_intermission(p, time);
    } else if (m->id == NQ_FINALE || m->id == NQ_CUTSCENE) {
        subtitle_pass_finale(p, time, SUBTITLE_ALL);
    }
}

/* Fills `kept` with the block's messages that stay. */
static void filter_block(struct subtitle_pass *p, double time, struct nq_protocol *protocol,
                         const struct dem_block *block, struct byte_writer *kept)
{
    struct nq_message m;
    size_t at = 0, end = 0;
    kept->size = 0;
    while (nq_message_decode(protocol, block->messages, block->size, &at, &m, NULL) > 0) {
        nq_protocol_follow(protocol, &m);
        follow_level(p, time, &m);
        if (m.id != NQ_CENTERPRINT || subtitle_pass_keeps(p, time, SUBTITLE_ALL, m.u.text)) {
            byte_writer_bytes(kept, block->messages + m.offset, m.size);
        }
        end = m.offset + m.size;
    }
    byte_writer_bytes(kept, block->messages + end, block->size - end); /* behind a disconnect */
    if (kept->size == 0 && block->size > 0) {
        byte_writer_u8(kept, NQ_NOP);
    }
}

static void add_text(struct subtitle_pass *p, double time, struct byte_writer *block)
{
    const size_t room = block->size + 1 < BLOCK_MAX ? BLOCK_MAX - 1 - block->size : 0;
    const char *text = subtitle_pass_says(p, time, room);
    if (text) {
        byte_writer_u8(block, NQ_CENTERPRINT);
        byte_writer_string(block, text);
    }
}

static int write_blocks(struct subtitle_pass *p, const struct demo *demo, void *scanner,
                        struct byte_writer *kept, struct format_error *err)
{
    const struct nq_file *file = demo->file;
    const struct dem_file *dem = &file->dem;
    struct nq_protocol protocol = file->protocol;
    struct demo_reading reading = {0};
    struct demo_clock clock = {0};
    size_t pos = dem->first_block;
    int code = 1;
    dem_copy_track(p->out, dem);
    while (code > 0 && !reading.step.last) {
        struct dem_block block;
        size_t at = pos;
        code = demo->family->scan(demo->file, scanner, &pos, &reading, err);
        if (code <= 0 || dem_next_block(dem, &at, &block, err) <= 0) {
            break;
        }
        const bool update = demo_clock_step(&clock, &reading.step);
        filter_block(p, clock.time, &protocol, &block, kept);
        if (update && !reading.step.last) {
            add_text(p, clock.time, kept);
        }
        dem_write_block(p->out, block.angles, kept->data, (uint32_t)kept->size);
    }
    if (reading.step.last) { /* the note of a part would be that of other blocks */
        const size_t end = part_note_skip(dem->data, dem->size);
        byte_writer_bytes(p->out, dem->data + pos, end > pos ? end - pos : 0);
    }
    return code < 0 ? code : 0;
}

int nq_subtitle(struct subtitle_pass *p, const struct demo *demo, struct format_error *err)
{
    struct byte_writer kept = {0};
    void *scanner = demo_scanner_create(demo->family);
    const int code = scanner ? write_blocks(p, demo, scanner, &kept, err) : 0;
    p->failed |= kept.failed || !scanner;
    byte_writer_free(&kept);
    free(scanner);
    return code;
}

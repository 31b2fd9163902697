#include "engine/quake/frag_feed.h"

#include <string.h>

_Static_assert(sizeof(struct frag_line) == 64 &&
                   sizeof(struct frag_feed) == sizeof(struct frag_line) * FRAG_FEED_LINES +
                                                   sizeof(uint32_t) + sizeof(struct demo_line) &&
                   sizeof(struct demo_line) == sizeof(uint32_t) + DEMO_LINE_BYTES,
               "padding inside a client state");

static const struct state_member line_members[] = {
    STATE_NUMBERS(struct frag_line, time),
    STATE_NUMBERS(struct frag_line, cause),
    STATE_NUMBERS(struct frag_line, killer_length),
    STATE_NUMBERS(struct frag_line, killer[0]),
};
static const struct state_schema line_schema = STATE_SCHEMA(struct frag_line, line_members);

static const struct state_member feed_members[] = {
    STATE_STRUCTS(struct frag_feed, lines[0], &line_schema),
    STATE_NUMBERS(struct frag_feed, count),
    STATE_NUMBERS(struct frag_feed, pending.text[0]),
};
const struct state_schema frag_feed_schema = STATE_SCHEMA(struct frag_feed, feed_members);

static uint16_t copy_name(uint8_t to[FRAG_NAME_BYTES], const char *line, struct obituary_name name)
{
    const size_t length = name.length < FRAG_NAME_BYTES ? name.length : FRAG_NAME_BYTES;
    memcpy(to, line + name.start, length);
    return (uint16_t)length;
}

void frag_feed_print(struct frag_feed *feed, const char *text, double time)
{
    struct obituary told;
    while (demo_line_print(&feed->pending, &text)) {
        const char *line = feed->pending.text;
        if (obituary_read(line, &told)) {
            struct frag_line *to = &feed->lines[feed->count++ % FRAG_FEED_LINES];
            memset(to, 0, sizeof *to);
            to->time = time;
            to->cause = told.cause;
            to->killer_length = copy_name(to->killer, line, told.killer);
            to->victim_length = copy_name(to->victim, line, told.victim);
        }
    }
}

const struct frag_line *frag_feed_line(const struct frag_feed *feed, uint32_t i)
{
    const uint32_t kept = feed->count < FRAG_FEED_LINES ? feed->count : FRAG_FEED_LINES;
    return i < kept ? &feed->lines[(feed->count - kept + i) % FRAG_FEED_LINES] : NULL;
}

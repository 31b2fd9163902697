/* Fuzz target: server prints in pieces, joined to console lines; kills parsed from them. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/family/demo_prints.h"
#include "engine/quake/console_text.h"
#include "engine/quake/frag_feed.h"
#include "formats/base/quake_text.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PIECE = 256, LINES = 4 };

static void check_console(const struct console_line *lines)
{
    for (int i = 0; i < LINES; i++) {
        require(lines[i].length <= CONSOLE_LINE_BYTES && lines[i].num_runs <= CONSOLE_LINE_RUNS);
        for (uint32_t run = 1; run < lines[i].num_runs; run++) {
            require(lines[i].runs[run - 1].start < lines[i].runs[run].start);
        }
    }
}

static void check_lists(const struct demo_prints *prints, const struct frag_feed *feed)
{
    for (uint32_t i = 0; i < prints->count; i++) {
        const char *text = prints->items[i].text;
        require(memchr(text, '\0', DEMO_PRINT_TEXT) != NULL && text[0] != '\0');
        for (; *text != '\0'; text++) {
            require(*text >= ' ' && *text < 127);
        }
    }
    const struct frag_line *line;
    for (uint32_t i = 0; (line = frag_feed_line(feed, i)) != NULL; i++) {
        require(line->killer_length <= FRAG_NAME_BYTES && line->victim_length <= FRAG_NAME_BYTES &&
                line->cause < OBITUARY_CAUSES);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct demo_prints prints = {0};
    static struct frag_feed feed;
    static struct console_line lines[LINES];
    struct console_ring ring = {0, 0};
    memset(&feed, 0, sizeof feed);
    memset(lines, 0, sizeof lines);
    while (size > 2) { /* audience, length, text */
        char text[PIECE];
        uint16_t colors[PIECE];
        struct quake_text reader;
        uint8_t glyph;
        size_t count = 0;
        const uint32_t audience = data[0] & 3u;
        const size_t length = data[1] < size - 2 ? data[1] : size - 2;
        memcpy(text, data + 2, length);
        text[length] = '\0';
        require(demo_prints_add(&prints, audience, (data[0] & 4) != 0, text) == 0);
        frag_feed_print(&feed, text, 1.0);
        quake_text_begin(&reader, text, strlen(text), (data[0] & 4) != 0);
        char plain[PIECE];
        while (count < PIECE - 1 && quake_text_next(&reader, &glyph)) {
            colors[count] = reader.color;
            plain[count++] = (char)glyph;
        }
        plain[count] = '\0';
        const struct console_print print = {audience, 1.0, plain, colors};
        console_print(&ring, lines, LINES, &print);
        data += 2 + length;
        size -= 2 + length;
    }
    check_console(lines);
    check_lists(&prints, &feed);
    free(prints.items);
    return 0;
}

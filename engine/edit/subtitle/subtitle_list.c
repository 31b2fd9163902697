#include "engine/edit/subtitle/subtitle_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

#define TIME_SLACK 1e-6
#define SHORTEST 0.001 /* seconds: SubRip's unit */

/* Ends what those players see, unless it is that text: then its number is returned. What stays open
 * is shown to others, so that there is at most one for each. */
static size_t end_others(struct subtitle_list *list, double time, uint32_t to_whom,
                         const char *text)
{
    size_t same = list->count, kept = 0;
    for (size_t i = 0; i < list->num_open; i++) {
        struct subtitle_shown *s = &list->items[list->open[i]];
        if (s->to < time - TIME_SLACK) {
            continue;
        }
        if (strcmp(subtitle_list_text(list, list->open[i]), text) == 0) {
            same = list->open[i];
        } else if (s->to_whom & to_whom) {
            s->to = fmin(s->to, time);
            continue;
        }
        list->open[kept++] = list->open[i];
    }
    list->num_open = kept;
    return same;
}

int subtitle_list_add(struct subtitle_list *list, double time, double seconds, uint32_t to_whom,
                      const char *text)
{
    const size_t same = end_others(list, time, to_whom, text);
    if (same < list->count) {
        list->items[same].to = time + seconds;
        list->items[same].to_whom |= to_whom;
        return 0;
    }
    if (*text == '\0') {
        return 0;
    }
    if (array_reserve(&list->items, &list->room, list->count + 1, sizeof(*list->items)) < 0) {
        return FORMAT_MEMORY;
    }
    list->open[list->num_open++] = list->count;
    list->items[list->count++] =
        (struct subtitle_shown){time, time + seconds, to_whom, list->texts.size};
    byte_writer_string(&list->texts, text);
    return list->texts.failed ? FORMAT_MEMORY : 0;
}

void subtitle_list_end(struct subtitle_list *list, double time, uint32_t to_whom)
{
    if (!list->texts.failed) {
        end_others(list, time, to_whom, "");
    }
}

/* --- text ---------------------------------------------------------------------------------------
 */

/* Rounded down, so that the text comes at the same update when it is read again. */
static void write_time(struct byte_writer *out, double seconds, const char *point)
{
    char text[64];
    const unsigned long long ms = (unsigned long long)floor(seconds * 1000.0 + TIME_SLACK * 1000.0);
    const int length = snprintf(text, sizeof(text), "%02llu:%02llu:%02llu%s%03llu", ms / 3600000,
                                ms / 60000 % 60, ms / 1000 % 60, point, ms % 1000);
    byte_writer_bytes(out, text, (size_t)length);
}

static void write_text(struct byte_writer *out, const char *text)
{
    byte_writer_bytes(out, text, strlen(text));
}

static void write_srt_item(const struct subtitle_list *list, size_t i, struct byte_writer *out)
{
    char number[32];
    const struct subtitle_shown *s = &list->items[i];
    snprintf(number, sizeof(number), "%zu\n", i + 1);
    write_text(out, number);
    write_time(out, s->from, ",");
    write_text(out, " --> ");
    write_time(out, fmax(s->to, s->from + SHORTEST), ",");
    byte_writer_u8(out, '\n');
    write_text(out, subtitle_list_text(list, i));
    write_text(out, "\n\n");
}

static void write_line(const struct subtitle_list *list, size_t i, struct byte_writer *out)
{
    const char *text = subtitle_list_text(list, i);
    write_time(out, list->items[i].from, ".");
    byte_writer_u8(out, ' ');
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            write_text(out, "\\n");
        } else {
            byte_writer_u8(out, (uint8_t)*text);
        }
    }
    byte_writer_u8(out, '\n');
}

void subtitle_list_write(const struct subtitle_list *list, enum subtitle_format format,
                         struct byte_writer *out)
{
    for (size_t i = 0; i < list->count; i++) {
        if (format == SUBTITLE_SRT) {
            write_srt_item(list, i, out);
        } else {
            write_line(list, i, out);
        }
    }
}

void subtitle_list_free(struct subtitle_list *list)
{
    free(list->items);
    byte_writer_free(&list->texts);
    *list = (struct subtitle_list){0};
}

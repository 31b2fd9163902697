#include "engine/quake/demo_words.h"

#include <stdio.h>
#include <string.h>

/* Items whose pickup is an event on the seek bar: IT_* bits, and the four runes. */
static const struct {
    uint32_t bit;
    const char *name;
} pickups[] = {
    {1u << 1, "super shotgun"},
    {1u << 2, "nailgun"},
    {1u << 3, "super nailgun"},
    {1u << 4, "grenade launcher"},
    {1u << 5, "rocket launcher"},
    {1u << 6, "thunderbolt"},
    {1u << 16, "megahealth"},
    {1u << 17, "silver key"},
    {1u << 18, "gold key"},
    {1u << 19, "ring of shadows"},
    {1u << 20, "pentagram"},
    {1u << 21, "biosuit"},
    {1u << 22, "quad damage"},
    {1u << 28, "rune of earth magic"},
    {1u << 29, "rune of black magic"},
    {1u << 30, "rune of hell magic"},
    {1u << 31, "rune of elder magic"},
};

bool demo_line_print(struct demo_line *line, const char **text)
{
    for (; **text != '\0'; (*text)++) {
        if (**text == '\n') {
            (*text)++;
            line->text[line->length] = '\0';
            line->length = 0;
            return true;
        }
        if (line->length < DEMO_LINE_BYTES - 1) {
            line->text[line->length++] = **text;
        }
    }
    return false;
}

/* "maps/e1m1.bsp" -> "e1m1" */
static int map_name_length(const char *path, const char **name)
{
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    const char *dot = strrchr(*name, '.');
    return dot ? (int)(dot - *name) : (int)strlen(*name);
}

int demo_note_level(struct demo_events *events, const char *map, const char *name)
{
    char text[2 * DEMO_EVENT_TEXT];
    const char *plain = "";
    const int length = map ? map_name_length(map, &plain) : 0;
    snprintf(text, sizeof(text), "%.*s%s%s", length, plain, length ? ": " : "", name);
    return demo_events_add(events, DEMO_EVENT_LEVEL, text);
}

int demo_note_items(struct demo_events *events, uint32_t got, const char *who)
{
    int status = 0;
    for (size_t i = 0; status == 0 && got && i < sizeof(pickups) / sizeof(pickups[0]); i++) {
        if (got & pickups[i].bit) {
            char text[2 * DEMO_EVENT_TEXT];
            snprintf(text, sizeof(text), "%.40s%s%s", who ? who : "", who ? ": " : "",
                     pickups[i].name);
            status = demo_events_add(events, DEMO_EVENT_PICKUP, text);
        }
    }
    return status;
}

int demo_note_count(struct demo_events *events, enum demo_event_kind kind, const char *what,
                    int32_t count, int32_t total)
{
    char text[DEMO_EVENT_TEXT];
    if (total > 0) {
        snprintf(text, sizeof(text), "%s %d of %d", what, (int)count, (int)total);
    } else {
        snprintf(text, sizeof(text), "%s %d", what, (int)count);
    }
    return demo_events_add(events, kind, text);
}

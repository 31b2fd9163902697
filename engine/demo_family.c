#include "engine/demo_family.h"

#include <stdlib.h>
#include <string.h>

#include "formats/dem.h"
#include "formats/q3_detect.h"
#include "formats/qw_detect.h"

/* Quake's font has each letter twice, the second time coloured, and digits of its own. */
static char plain_character(uint8_t glyph)
{
    glyph &= 127;
    if (glyph >= 18 && glyph <= 27) {
        return (char)('0' + glyph - 18);
    }
    if (glyph == 16 || glyph == 17) {
        return glyph == 16 ? '[' : ']';
    }
    return glyph >= 32 && glyph < 127 ? (char)glyph : ' ';
}

void demo_plain_text(char *to, size_t size, const char *from)
{
    size_t length = 0;
    for (; *from != '\0' && length < size - 1; from++) {
        char c = plain_character((uint8_t)*from);
        if (c != ' ' || (length > 0 && to[length - 1] != ' ')) {
            to[length++] = c;
        }
    }
    while (length > 0 && to[length - 1] == ' ') {
        length--;
    }
    memset(to + length, 0, size - length);
}

int demo_events_add(struct demo_events *events, enum demo_event_kind kind, const char *text)
{
    if (events->count == events->capacity) {
        uint32_t capacity = events->capacity ? events->capacity * 2 : 64;
        struct demo_event *items = realloc(events->items, capacity * sizeof(*items));
        if (!items) {
            return FORMAT_MEMORY;
        }
        events->items = items;
        events->capacity = capacity;
    }
    struct demo_event *event = &events->items[events->count++];
    memset(event, 0, sizeof(*event));
    event->kind = kind;
    demo_plain_text(event->text, sizeof(event->text), text);
    return 0;
}

/* Whether the bytes are NetQuake's beyond doubt: a chain of blocks to the end of the file. */
static bool is_clean_dem(const struct dem_file *dem)
{
    for (int i = 0; i < DEM_TRACK_STYLES; i++) {
        if (dem->readings[i].possible && dem->readings[i].clean) {
            return true;
        }
    }
    return false;
}

/* Whether a block of messages is there at least. */
static bool has_blocks(const struct dem_file *dem)
{
    for (int i = 0; i < DEM_TRACK_STYLES; i++) {
        if (dem->readings[i].possible && dem->readings[i].blocks > 0) {
            return true;
        }
    }
    return false;
}

/* Neither QuakeWorld's nor Quake III's demos have a header, and NetQuake's hardly one. What decodes
 * as QuakeWorld's with a serverdata is that, what decodes as Quake III's with a gamestate that;
 * what else chains as blocks is NetQuake's, damaged or not. */
const struct demo_family *demo_family_of(const uint8_t *data, size_t size, const char *name,
                                         struct format_error *err)
{
    struct dem_file dem;
    struct qw_readings readings;
    const bool is_dem = dem_open(&dem, data, size, err) == 0;
    const bool is_clean = is_dem && is_clean_dem(&dem);
    const enum qw_container container = qw_detect(data, size, &readings);
    const struct qw_reading *reading =
        container == QW_CONTAINER_MVD ? &readings.mvd : &readings.qwd;
    if (container != QW_CONTAINER_NONE && reading->serverdata) {
        return &quakeworld_family;
    }
    const int protocol = is_clean ? 0 : q3_detect(data, size, name);
    if (protocol < 0) {
        (void)format_fail(err, protocol, 0, "no memory");
        return NULL;
    }
    if (protocol > 0) {
        return &quake3_family;
    }
    if (container != QW_CONTAINER_NONE && !is_clean) {
        return &quakeworld_family;
    }
    if (is_dem && has_blocks(&dem)) {
        return &netquake_family;
    }
    if (readings.qwd.unsupported || readings.mvd.unsupported) {
        return &quakeworld_family; /* which says what it does not know */
    }
    return is_dem ? &netquake_family : NULL;
}

/* What the catalogue keeps of one demo: read on any thread, written later by the catalogue's. */
#ifndef ENGINE_LIBRARY_LIBRARY_RECORD_H
#define ENGINE_LIBRARY_LIBRARY_RECORD_H

#include "engine/events/game_event.h"
#include "engine/inspect/demo_stats.h"
#include "engine/playback/demo_source.h"

enum {
    LIBRARY_EVENTS_MAX = 1 << 18, /* of a demo; later ones are left out */
    LIBRARY_HASH = 17             /* bytes of a hash as text, with its NUL */
};

/* Texts are offsets in the record's `texts`; 0 = "". */
struct library_event {
    double time, value, air, distance; /* NaN = not known */
    uint32_t level;
    uint32_t player, other, text;
    int32_t place[3];
    uint8_t kind, weapon;
    bool has_place, viewed;
};

struct library_level {
    uint32_t map, title;
    double length, finish; /* NaN = not known */
};

struct library_player {
    int32_t slot;
    uint32_t name, team;
    int32_t score;
    bool has_score, spectator;
};

struct library_record {
    char *path; /* owned, as demo_source_open has it */
    bool has_bytes;
    uint64_t bytes;          /* of the demo, unpacked */
    char hash[LIBRARY_HASH]; /* of these bytes; "" = not known */
    bool is_hash;            /* nothing below is read */
    const char *family;      /* NULL = no demo */
    int32_t protocol;        /* 0 = not known */
    uint32_t mod, mode, server, date;
    uint32_t result; /* "red 39, blue 12" */
    double length;   /* seconds of play */
    int32_t num_players;
    int code; /* 0, or why it, or the rest of it, was not read; `error` says where */
    struct format_error error;
    struct library_level *levels;
    struct library_player *players;
    struct library_event *events;
    size_t level_count, level_room, player_count, player_room, event_count, event_room;
    char *texts; /* NUL-terminated, one behind the other */
    size_t text_size, text_room;
    uint32_t names[64]; /* texts that may come again, by a hash of theirs */
};

/* Reads the demo of that name, or only its hash. Damage is in the record. Returns 0 or
 * FORMAT_MEMORY. Call library_record_free in both cases. */
int library_record_read(struct library_record *record, const char *path, bool only_hash) MUST_CHECK;
void library_record_free(struct library_record *record);

static inline const char *library_record_text(const struct library_record *record, uint32_t text)
{
    return text ? record->texts + text : "";
}

#endif

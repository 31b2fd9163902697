/* What of demos is drawn over a level: paths of players, deaths, fights. Read by engine/events.
 *
 * Several demos of one level are added one after another. Coordinates: Quake units. */
#ifndef ENGINE_MAP_MAP_RECORD_H
#define ENGINE_MAP_MAP_RECORD_H

#include "engine/events/events_read.h"
#include "formats/base/error.h"

enum {
    MAP_NAME_BYTES = 64,
    MAP_TEXT_BYTES = 160,
    MAP_TRACKS_MAX = 1024 /* later ones are left out */
};

struct map_point {
    float at[3];
    float time;  /* seconds of playback */
    float speed; /* on the way here, units per second, without up and down; 0 where it begins */
    bool begins; /* the way does not come from the point before: a start, a teleporter, a respawn */
};

struct map_track {
    char name[MAP_NAME_BYTES]; /* "" = the demo names nobody */
    int32_t slot;
    uint32_t demo; /* number of the demo that added the last point */
    bool viewed;   /* a demo shows this player's view */
    int32_t frags, deaths;
    struct map_point *points;
    size_t num_points, capacity;
    double left_at; /* while reading: time of the last update that told the place */
};

struct map_death {
    int32_t victim, killer;      /* numbers of tracks; -1 = not known, or none */
    bool has_victim, has_killer; /* places are known */
    float at[2], from[2];        /* of the victim, of the killer */
    char text[MAP_TEXT_BYTES];   /* "A killed B, rocket, 1:23" */
};

struct map_fight { /* something that counts as fighting there */
    float at[2];
    float weight;
};

struct map_record {             /* {0} at first; free with map_record_free */
    char level[MAP_NAME_BYTES]; /* "dm3"; "" = not known */
    uint32_t num_demos;         /* that were added */
    double first, last;         /* seconds of playback that points lie between */
    struct map_track *tracks;
    struct map_death *deaths;
    struct map_fight *fights;
    size_t num_tracks, num_deaths, num_fights;
    size_t track_capacity, death_capacity, fight_capacity;
};

struct map_filter {
    double from, to;    /* seconds of playback, [from, to) */
    uint32_t level;     /* number in the demo, from 1; 0 = the first with play, in later demos those
                           of the record's name */
    const char *player; /* part of a name in any case, number from 0, or "recorder"; NULL = all */
};

/* Adds a demo. *used: it has the level; else the record is as before, but for num_demos. Returns 0,
 * FORMAT_MEMORY, or another negative code if the demo is damaged: it is added up to there; fills
 * err. */
int map_record_add(struct map_record *record, const struct demo *demo,
                   const struct map_filter *filter, bool *used,
                   struct format_error *err) MUST_CHECK;
void map_record_free(struct map_record *record);

/* The level's plain name: "maps/dm3.bsp" is "dm3". */
void map_level_name(char name[MAP_NAME_BYTES], const char *file);

#endif

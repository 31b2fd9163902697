/* The path of a player through a demo: place, view and pose at each server update, by level.
 *
 * Read once, in one pass over the demo. Reading it gives the same for the same demo, player and
 * limit. Times: seconds of demo time, as in timeline.h; coordinates and angles as in demo_body.h.
 * Immutable afterwards; threads may share it. */
#ifndef ENGINE_PLAYBACK_GHOST_BODY_PATH_H
#define ENGINE_PLAYBACK_GHOST_BODY_PATH_H

#include "engine/playback/timeline.h"

enum {
    BODY_PATH_POINTS = 1 << 18, /* an hour of 72 updates a second; of more each second one is kept,
                                   then each fourth, and so on */
    BODY_PATH_LEVELS = 1024,    /* later levels are left out */
    BODY_PATH_BOX = 64          /* points in a box */
};

struct body_path_point {
    double time;
    float origin[3];
    float angles[3];
    int16_t frame, torso; /* as in demo_body.h */
    bool there;           /* the player has a body then */
    bool jumps; /* the place is more than 100 units from the point before: no way between */
};

struct body_path_level { /* points [first, first + count), at least one of them there */
    uint32_t first, count;
    char name[DEMO_LEVEL_BYTES];
    uint8_t shirt, trousers; /* as in demo_body.h */
};

struct body_path_box { /* around BODY_PATH_BOX points and the ways from and to them */
    float mins[3], maxs[3];
};

struct body_path { /* start from {0} */
    struct body_path_point *points;
    size_t count, capacity;
    struct body_path_level *levels;
    size_t num_levels, cap_levels;
    struct body_path_box *boxes; /* of all points in order; NULL = searching is slow */
    uint32_t stride;             /* updates from point to point */
};

/* Called for each update while a path is read, with the sounds of its steps. Returns 0 or a
 * negative code, which ends the reading. */
struct body_path_listener {
    int (*hear)(void *context, double time, const struct demo_sounds *sounds);
    void *context;
};

/* Reads the path of whom a picture with player.follow `who` follows, one after another if that is a
 * target as auto; NULL = the recorder, of a .mvd the first player. Waits for the index. limit: of
 * points, BODY_PATH_POINTS. listener may be NULL. Returns 0 or FORMAT_MEMORY; free the path in
 * either case. */
int body_path_read(struct body_path *path, const struct timeline *timeline, const char *who,
                   uint32_t limit, const struct body_path_listener *listener) MUST_CHECK;
void body_path_free(struct body_path *path);

/* The level that is played at a time, as a number in levels; the last one that began. */
size_t body_path_level_at(const struct body_path *path, double time);

/* Where the player is. */
struct body_place {
    float origin[3], angles[3];
    int32_t frame, old_frame; /* old_frame: before the last change */
    int32_t torso;
    double frame_age, torso_age; /* seconds since they began, at most those of the level */
};

/* False: the player is not there, or the time is after the level's last point. Before the first
 * point the player is at that. level < num_levels. */
bool body_path_place(const struct body_path *path, size_t level, double time,
                     struct body_place *place);

/* The time at which the path comes by a place: of all times at which it comes nearer and goes away
 * again the nearest, where 4 units count as a second off near_time, and more than 16 s as 16; while
 * it stands still the time closest to near_time. Returns the distance, units; negative = the player
 * is never there in that level. */
double body_path_nearest(const struct body_path *path, size_t level, const float place[3],
                         double near_time, double *time);

/* The time of the last point before the player has left, over the ground, the place of the level's
 * first point; false: never. */
bool body_path_first_move(const struct body_path *path, size_t level, double *time);

#endif

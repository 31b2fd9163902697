/* The game data scenes are made of: Quake's or Quake III's, whichever the demo's family asks for.
 * Borrowed from who opened it; engine/playback/demo_source.h opens what a demo wants. */
#ifndef ENGINE_FAMILY_SCENE_DATA_H
#define ENGINE_FAMILY_SCENE_DATA_H

struct files;
struct level_collision;
struct q3_data;
struct quake_data;

struct scene_data {
    struct quake_data *quake;          /* assets/quake/quake_data.h */
    struct q3_data *quake3;            /* assets/quake3/q3_data.h; with it: */
    struct files *files;               /* what it is loaded from, which knows when memory ran out */
    struct level_collision *collision; /* assets/quake3/level_collision.h: in the place of quake3,
                                    for who only listens */
};

#endif

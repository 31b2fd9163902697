/* Game data of a scene: Quake's or Quake III's, as the demo's family requires
 * (demo_family.quake3_data). Borrowed; engine/playback/demo_source.h opens it. */
#ifndef ENGINE_FAMILY_SCENE_DATA_H
#define ENGINE_FAMILY_SCENE_DATA_H

struct files;
struct level_collision;
struct q3_data;
struct quake_data;

struct scene_data {
    struct quake_data *quake;          /* assets/quake/quake_data.h */
    struct q3_data *quake3;            /* assets/quake3/q3_data.h */
    struct files *files;               /* quake3's files; report when memory runs out */
    struct level_collision *collision; /* assets/quake3/level_collision.h: replaces quake3
                                    for the sound code */
};

#endif

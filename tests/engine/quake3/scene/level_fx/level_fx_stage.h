/* A scene with a floor of 64 by 64 units at height 8, on a slab 256 units wide, with the shaders
 * and models of decals and debris. The recorder is above its middle. */
#ifndef TESTS_ENGINE_QUAKE3_SCENE_LEVEL_FX_LEVEL_FX_STAGE_H
#define TESTS_ENGINE_QUAKE3_SCENE_LEVEL_FX_LEVEL_FX_STAGE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/engine/quake3/scene/scene_stage.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/quake3/md3_bytes.h"
#include "tests/support/quake3/q3_map_bytes.h"

#define FLOOR 8.0f
#define LYING (FLOOR + 0.125f) /* traces stop before it */

enum { UP = 5 /* direction byte */, EVENTS = 13, FIRST_PLAYER = 544 };

struct level_fx_stage {
    struct scene_stage scene;
    struct zip_bytes zip;
};

static inline void level_fx_add_map(struct zip_bytes *zip, uint32_t contents)
{
    struct q3_map_bytes map;
    const float top = FLOOR;
    static const float box[6] = {-128, -128, -128, 128, 128, 8};
    static const int32_t part[4] = {0, 0, 0, 1}; /* "*1" is the slab again */
    q3_map_bytes_fill(&map);
    struct byte_writer number = {0};
    byte_writer_f32(&number, top);
    memcpy(map.lumps[2].data + 7 * 16 + 12, number.data, 4);
    byte_writer_free(&number);
    for (int i = 0; i < 4; i++) {
        map.lumps[1].data[72 + 68 + i] = (uint8_t)(contents >> (8 * i));
    }
    q3_map_floats(&map.lumps[7], 6, box);
    q3_map_numbers(&map.lumps[7], 4, part);
    struct byte_writer file = q3_map_bytes_finish(&map);
    zip_bytes_add(zip, "maps/a.bsp", file.data, file.size);
    byte_writer_free(&file);
}

/* Names of gib models, below models/. */
#define CONTACT_GIBS                                                                               \
    "gibs/skull", "gibs/brain", "gibs/abdomen", "gibs/arm", "gibs/chest", "gibs/fist",             \
        "gibs/foot", "gibs/forearm", "gibs/intestine", "gibs/leg"

static inline void level_fx_add_models(struct zip_bytes *zip)
{
    static const char *const names[] = {"weapons2/shells/m_shell", "weapons2/shells/s_shell",
                                        CONTACT_GIBS};
    struct byte_writer model = md3_bytes();
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char name[64];
        snprintf(name, sizeof(name), "models/%s.md3", names[i]);
        zip_bytes_add(zip, name, model.data, model.size);
    }
    byte_writer_free(&model);
}

static inline void level_fx_add_shaders(struct zip_bytes *zip)
{
    static const char *const names[] = {"gfx/damage/bullet_mrk",
                                        "gfx/damage/burn_med_mrk",
                                        "gfx/damage/hole_lg_mrk",
                                        "gfx/damage/plasma_mrk",
                                        "bloodMark",
                                        "bloodTrail",
                                        "markShadow",
                                        "wake"};
    char text[1024] = "";
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof(text) - used, "%s { { map $whiteimage } }\n", names[i]);
    }
    zip_bytes_add(zip, "scripts/a.shader", text, strlen(text));
}

/* contents: the slab's contents flags. */
static inline void level_fx_begin_with(struct level_fx_stage *c, uint32_t contents)
{
    memset(c, 0, sizeof(*c));
    level_fx_add_map(&c->zip, contents);
    level_fx_add_models(&c->zip);
    level_fx_add_shaders(&c->zip);
    zip_bytes_end(&c->zip);
    stage_begin_with(&c->scene, &c->zip.out);
    int32_t *f = c->scene.demo->player.fields;
    stage_set(f, Q3_PS_ORIGIN_0, 32.0f);
    stage_set(f, Q3_PS_ORIGIN_1, 32.0f);
    stage_set(f, Q3_PS_ORIGIN_2, 40.0f);
    q3_demo_configstring(c->scene.demo, Q3_CS_SERVERINFO, "\\mapname\\a");
    q3_demo_configstring(c->scene.demo, FIRST_PLAYER, "n\\me\\model\\sarge\\c1\\1");
    q3_demo_gamestate(c->scene.demo, 0);
}

static inline void level_fx_begin(struct level_fx_stage *c)
{
    level_fx_begin_with(c, Q3_CONTENTS_SOLID);
}

static inline void level_fx_end(struct level_fx_stage *c)
{
    stage_end(&c->scene);
    byte_writer_free(&c->zip.out);
    byte_writer_free(&c->zip.directory);
}

/* Makes the recorder a spectator in a corner, without body and shadow. */
static inline void level_fx_watch(struct level_fx_stage *c)
{
    int32_t *f = c->scene.demo->player.fields;
    f[Q3_PS_PM_TYPE] = Q3_PM_SPECTATOR;
    stage_set(f, Q3_PS_ORIGIN_0, -120.0f);
    stage_set(f, Q3_PS_ORIGIN_1, -120.0f);
}

/* An event entity in the next snapshot. */
static inline int32_t *stage_event(struct scene_stage *scene, uint32_t number, int32_t event,
                                   float x, float y, float z)
{
    q3_demo_place(scene->demo, number, x, y, z);
    int32_t *f = q3_demo_entity(scene->demo, number);
    f[Q3_ES_E_TYPE] = EVENTS + event;
    f[Q3_ES_EVENT_PARM] = UP;
    return f;
}

static inline int32_t *level_fx_event(struct level_fx_stage *c, uint32_t number, int32_t event,
                                      float x, float y, float z)
{
    return stage_event(&c->scene, number, event, x, y, z);
}

static inline const struct rgb_scene *level_fx_at(struct level_fx_stage *c, int32_t time)
{
    stage_snapshot(&c->scene, time);
    return stage_scene(&c->scene, 1.0);
}

static inline float level_fx_area(const struct rgb_scene *scene, size_t number)
{
    const struct rgb_poly *poly = &scene->polys[number];
    const struct rgb_point *p = &scene->points[poly->first];
    float sum = 0.0f;
    for (uint32_t i = 1; i + 1 < poly->count; i++) { /* they lie flat */
        sum += (p[i].xyz[0] - p[0].xyz[0]) * (p[i + 1].xyz[1] - p[0].xyz[1]) -
               (p[i].xyz[1] - p[0].xyz[1]) * (p[i + 1].xyz[0] - p[0].xyz[0]);
    }
    return 0.5f * fabsf(sum);
}

static inline float level_fx_whole_area(const struct rgb_scene *scene)
{
    float sum = 0.0f;
    for (size_t i = 0; i < scene->num_polys; i++) {
        sum += level_fx_area(scene, i);
    }
    return sum;
}

/* The recorder watches, and a first snapshot at 1000 ms is there. */
static inline void level_fx_begin_watched(struct level_fx_stage *c)
{
    level_fx_begin(c);
    level_fx_watch(c);
    level_fx_at(c, 1000);
}

#endif

/* A scene with a floor and a curve (tests/support/quake3/q3_map_bytes.h, its brush a slab with its
 * top at 8), a player model, and the models and shaders that a test names. The test places the
 * recorder, player 0, and optionally the player SHOOTER. */
#ifndef TESTS_ENGINE_QUAKE3_EFFECTS_EFFECT_STAGE_H
#define TESTS_ENGINE_QUAKE3_EFFECTS_EFFECT_STAGE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/engine/quake3/scene/level_fx/level_fx_stage.h"

enum { SHOOTER = 3, EVENT_ENTITY = 100 };

struct effect_stage {
    struct scene_stage scene;
    struct zip_bytes zip;
};

static inline void effect_add_text(struct effect_stage *e, const char *name, const char *text)
{
    zip_bytes_add(&e->zip, name, text, strlen(text));
}

static inline void effect_add_player(struct effect_stage *e, const struct byte_writer *model)
{
    static const char *const parts[] = {"lower", "upper", "head"};
    char name[64], table[31 * 16] = "";
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof(name), "models/players/sarge/%s.md3", parts[i]);
        zip_bytes_add(&e->zip, name, model->data, model->size);
        snprintf(name, sizeof(name), "models/players/sarge/%s_default.skin", parts[i]);
        effect_add_text(e, name, "head,x\n");
    }
    for (int i = 0; i < 31; i++) {
        snprintf(table + strlen(table), 16, "0 1 0 20\n");
    }
    effect_add_text(e, "models/players/sarge/animation.cfg", table);
    effect_add_text(e, "models/players/sarge/icon_default.tga", "");
}

/* models and shaders: NULL-terminated lists of names; "a/x" is models/a/x.md3. version:
 * configstring
 * 20. server: appended to the serverinfo. */
static inline void effect_begin(struct effect_stage *e, const char *version, const char *server,
                                const char *const *models, const char *const *shaders)
{
    struct byte_writer model = md3_bytes();
    char text[2048] = "", name[128];
    memset(e, 0, sizeof(*e));
    level_fx_add_map(&e->zip, Q3_CONTENTS_SOLID);
    effect_add_player(e, &model);
    for (size_t i = 0; models[i]; i++) {
        snprintf(name, sizeof(name), "models/%s.md3", models[i]);
        zip_bytes_add(&e->zip, name, model.data, model.size);
    }
    byte_writer_free(&model);
    for (size_t i = 0; shaders[i]; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof(text) - used, "%s { { map $whiteimage } }\n", shaders[i]);
    }
    effect_add_text(e, "scripts/a.shader", text);
    zip_bytes_end(&e->zip);
    stage_begin_with(&e->scene, &e->zip.out);
    snprintf(name, sizeof(name), "\\mapname\\a%s", server);
    q3_demo_configstring(e->scene.demo, Q3_CS_SERVERINFO, name);
    q3_demo_configstring(e->scene.demo, 20, version);
    q3_demo_configstring(e->scene.demo, FIRST_PLAYER, "n\\me\\model\\sarge\\c1\\1");
    q3_demo_configstring(e->scene.demo, FIRST_PLAYER + SHOOTER, "n\\he\\model\\sarge\\c1\\4");
    q3_demo_gamestate(e->scene.demo, 0);
}

static inline void effect_end(struct effect_stage *e)
{
    stage_end(&e->scene);
    byte_writer_free(&e->zip.out);
    byte_writer_free(&e->zip.directory);
}

/* Places the recorder, with pitch 0. */
static inline void effect_stand(struct effect_stage *e, float x, float y, float z, float yaw)
{
    int32_t *f = e->scene.demo->player.fields;
    stage_set(f, Q3_PS_ORIGIN_0, x);
    stage_set(f, Q3_PS_ORIGIN_1, y);
    stage_set(f, Q3_PS_ORIGIN_2, z);
    stage_set(f, Q3_PS_VIEWANGLES_1, yaw);
}

/* Places the other player; returns the fields of its entity. */
static inline int32_t *effect_shooter(struct effect_stage *e, float x, float y, float z, float yaw)
{
    q3_demo_place(e->scene.demo, SHOOTER, x, y, z);
    int32_t *f = q3_demo_entity(e->scene.demo, SHOOTER);
    f[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    f[Q3_ES_CLIENT_NUM] = SHOOTER;
    f[Q3_ES_POS_TR_TYPE] = f[Q3_ES_APOS_TR_TYPE] = Q3_TR_INTERPOLATE;
    stage_set(f, Q3_ES_APOS_TR_BASE_1, yaw);
    return f;
}

/* As stage_event. */
static inline int32_t *effect_event(struct effect_stage *e, int32_t event, float x, float y,
                                    float z)
{
    return stage_event(&e->scene, EVENT_ENTITY, event, x, y, z);
}

static inline const struct rgb_scene *effect_at(struct effect_stage *e, int32_t time)
{
    stage_snapshot(&e->scene, time);
    return stage_scene(&e->scene, 1.0);
}

/* The i-th entity with that model, shader of a sprite, or shader of a beam; NULL = there are no
 * more. */
static inline const struct rgb_entity *effect_find(const struct rgb_scene *scene, const char *name,
                                                   int i)
{
    for (size_t k = 0; k < scene->num_entities; k++) {
        const struct rgb_entity *at = &scene->entities[k];
        const char *own = at->kind == RGB_MODEL && at->model ? at->model->name
                          : at->material                     ? at->material->name
                                                             : "";
        if (strcmp(own, name) == 0 && i-- == 0) {
            return at;
        }
    }
    return NULL;
}

static inline int effect_count(const struct rgb_scene *scene, const char *name)
{
    int count = 0;
    while (effect_find(scene, name, count)) {
        count++;
    }
    return count;
}

#endif

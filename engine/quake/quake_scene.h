/* Building a scene, shared by NetQuake and QuakeWorld, from the world to the view model. A
 * family's scene calls these with values from its state.
 *
 * Nothing is kept from frame to frame. Coordinates: Quake units; angles: degrees; times: seconds
 * of the state's clock. */
#ifndef ENGINE_QUAKE_QUAKE_SCENE_H
#define ENGINE_QUAKE_QUAKE_SCENE_H

#include <stdint.h>

#include "assets/quake/quake_data.h"
#include "engine/family/demo_listener.h"
#include "engine/family/scene_options.h"
#include "engine/quake/console_text.h"
#include "engine/quake/effects.h"
#include "engine/quake/frag_feed.h"
#include "engine/quake/hud/hud.h"
#include "engine/quake/quake_view.h"
#include "render/palette/scene_palette.h"

enum { QUAKE_REMEMBERED_MODELS = 512 }; /* higher numbers are looked up in the store each time */
#define QUAKE_NOBODY SIZE_MAX

struct quake_build {
    struct scene *whole;         /* time and camera, */
    struct palette_scene *scene; /* and its part with all that is Quake's */
    struct quake_data *data;
    const struct scene_options *options;
    double time;
    uint32_t flicker; /* seed of random flicker, different for each update */
    struct quake_view view;
    bool walls_only; /* other models than levels and their parts are not there */
    enum camera_kind
        camera;    /* camera in use: without a player to follow it differs from the options' */
    size_t viewer; /* the viewed player's place among the scene's entities; QUAKE_NOBODY = none */
    const struct model *models[QUAKE_REMEMBERED_MODELS]; /* cache of store look-ups, by number */
    const struct model *beams[4];
    struct hud_body bodies[HUD_BODIES]; /* players, for the HUD: quake_bodies.h */
    size_t num_bodies;
};

/* Makes it an empty palette scene and sets up time and field of view. time: what the times of
 * events count in; the server's too, unless the caller changes scene->time. 0 or FORMAT_MEMORY. */
int quake_build_begin(struct quake_build *b, struct scene *scene, struct quake_data *data,
                      const struct scene_options *options, double time,
                      uint32_t flicker) MUST_CHECK;

/* 0, or FORMAT_MEMORY when the picture lacks something for want of memory. */
int quake_build_end(struct quake_build *b) MUST_CHECK;

/* R_AnimateLight: each style is `stride` letters, the first lengths[i] are valid. With the option
 * lerp_lightstyles the light moves from each letter to the next, as ironwail's r_lerplightstyles 1.
 */
void quake_animate_lightstyles(struct quake_build *b, const char *styles, size_t stride,
                               const uint8_t lengths[PALETTE_LIGHTSTYLES]);

/* The demo's model of that number; name: what the demo calls it, "" = nothing, then NULL. */
const struct model *quake_find_model(struct quake_build *b, uint32_t number, const char *name);

/* MDL_*; 0 if not an alias model. */
static inline uint32_t quake_alias_flags(const struct model *model)
{
    return model != NULL && model->kind == MODEL_ALIAS ? model->mdl->flags : 0;
}

/* anglemod(100 * time): where items that turn have got to. */
float quake_spin(double time);
/* A random phase for models that ask for it; always the same one for the same entity. */
double quake_sync_base(const struct model *model, uint32_t number);
/* frame and old_frame of an entity whose model is set; lerp: how far it is between them, which
 * counts only where the viewer wants frames to run into each other. */
void quake_set_frame(const struct quake_build *b, struct palette_entity *to, int32_t frame,
                     int32_t old_frame, float lerp);

/* Shirt and trousers, 0..15. */
static inline void quake_set_colors(struct palette_entity *to, uint8_t shirt, uint8_t trousers)
{
    to->translate = true;
    to->shirt = shirt;
    to->trousers = trousers;
}

/* A scene entity with model, position, phase and opacity; frame 0, no colour translation. NULL:
 * invisible, or out of memory. */
struct palette_entity *quake_add_entity(struct quake_build *b, const struct model *model,
                                        uint32_t number, const float origin[3],
                                        const float angles[3], uint8_t alpha);

/* A static entity, `number` among them: drawn where its bounds touch a visible leaf. */
struct palette_entity *quake_add_static(struct quake_build *b, const struct model *model,
                                        uint32_t number, const float origin[3],
                                        const float angles[3], uint8_t alpha);

/* The light an entity has all the time. */
enum quake_glow { QUAKE_GLOW_NONE, QUAKE_GLOW_ROCKET, QUAKE_GLOW_DIM, QUAKE_GLOW_BRIGHT };
void quake_add_glow(struct quake_build *b, uint32_t number, const float origin[3],
                    enum quake_glow glow);

/* A bolt of lightning: event->model is its temp_entity type. own_from: where it begins now if the
 * viewed player holds it, else NULL. */
void quake_add_beam(struct quake_build *b, const struct effect_event *event, const float *own_from);
/* Particles of an event; model: the model that left a trail. */
void quake_add_particles(struct quake_build *b, const struct effect_event *event,
                         const struct model *model);

/* Adds the world with its liquids, as the viewer's options override them; returns its fog and
 * sky settings. */
const struct worldspawn_view *quake_add_world(struct quake_build *b, const struct model *world);
/* fog: density, red, green, blue. */
void quake_set_fog(struct quake_build *b, const struct worldspawn_view *view, const float fog[4]);
/* Pictures that replace the level's textures and skins in true colour: loaded for the whole level.
 * count, name: the level's models; see struct replacement_models. */
void quake_set_replacements(struct quake_build *b, uint32_t count,
                            const char *(*name)(const void *context, uint32_t number),
                            const void *context);
/* name: the skybox, "" = the map's own sky. */
void quake_set_skybox(struct quake_build *b, const char *name);

/* Chooses the camera; needs b->view. */
void quake_choose_camera(struct quake_build *b);
/* Sets the rectangle of the world; ending: the whole frame, at the end of a level. */
void quake_place_view(struct quake_build *b, bool ending);
/* After the entities, as walls among them hold the chase camera up. */
void quake_place_camera(struct quake_build *b);
/* The camera as listener; call after quake_place_camera. entity, audience: the viewed player's;
 * a free camera has none. */
void quake_listen(const struct quake_build *b, int32_t entity, uint32_t audience,
                  struct demo_listener *listener);
/* Warp and colour shifts. Sets tints->contents: liquids affect any camera inside them; damage
 * and powerups only the player's view and the chase camera. */
void quake_add_blends(struct quake_build *b, struct quake_tints *tints);
/* Adds the view model's position; the caller sets model and frame. NULL: not shown. */
struct palette_entity *quake_add_weapon(struct quake_build *b, uint8_t alpha);

/* A hud_info with options and camera set, the rest zeroed. */
struct hud_info quake_begin_hud(const struct quake_build *b, bool in_game);
/* Horizontal speed of a velocity. */
double quake_ground_speed(const float velocity[3]);

/* The lines of a ring that any player of the audience sees, oldest first; `lines` has room for all
 * `capacity`. Returns how many. */
size_t quake_list_lines(const struct console_ring *ring, const struct console_line *from,
                        uint32_t capacity, uint32_t audience, struct hud_line *lines);
/* The deaths of a feed, oldest first, with their ages at `time`; returns their number. */
size_t quake_list_kills(const struct frag_feed *feed, double time,
                        struct hud_kill kills[FRAG_FEED_LINES]);
/* Sets the team mate's armour letter, best weapon and powerups from HUD_IT_* bits. */
void quake_set_mate_items(struct hud_teammate *mate, uint32_t items);
/* Name of the place, from the level's .loc file; "" = none. */
const char *quake_place_name(const struct quake_build *b, const float origin[3]);

#endif

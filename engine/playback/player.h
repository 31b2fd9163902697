/* One opened demo with everything that draws it: what play, shot, timedemo and films share.
 *
 * Prints nothing: what went wrong is in return codes and format_error. One thread. */
#ifndef ENGINE_PLAYBACK_PLAYER_H
#define ENGINE_PLAYBACK_PLAYER_H

#include "engine/playback/camera_path.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/timeline.h"
#include "render/renderer.h"
#include "render/rgb/filter.h"

/* What a person chooses about pictures, before the look has had its say. */
struct player_options {
    struct demo_search search;
    enum render_look look;  /* of Quake's worlds */
    enum rgb_filter filter; /* of Quake III's */
    struct render_light light;
    bool own_gamma; /* light.gamma was asked for; else Quake III's pictures have plain light */
    float fov;      /* degrees across a 4:3 picture */
    int threads;    /* for drawing, the caller's among them; at least 1 */
    bool no_lerp, no_view_model, no_hud, no_particles, no_effects, no_bob, colored_light;
    bool lerp_models, no_lerp_models; /* neither: as the look has it */
    bool no_fog;
    bool own_water_alpha; /* water_alpha counts instead of what the map says */
    float water_alpha;    /* 0 .. 1 */
    struct camera camera;
    const struct camera_path *camera_path; /* counts instead of camera and fov; NULL = none */
    struct hud_options hud;
    const char *follow; /* whose eyes: a player's number from 1 on, or his name; NULL = the
                           recorder's */
};

/* The exact look in plain light on one thread through the recorder's eyes, everything shown. */
struct player_options player_default_options(void);

enum player_follow {
    PLAYER_FOLLOWS,
    PLAYER_FOLLOW_UNKNOWN, /* nobody in the demo is called that */
    PLAYER_FOLLOW_NOBODY   /* the demo shows nobody's eyes but the recorder's */
};

struct player {
    struct demo_source source;
    struct timeline *timeline;
    struct renderer *renderer; /* NULL until player_set_size */
    struct scene scene;
    struct scene_options scene_options;
    struct player_options options; /* its strings and its camera path are borrowed */
    const char *follow; /* whose eyes are looked through, by name or number, wherever the timeline
                           stands; NULL = scene_options.follow says it */
    struct render_profile *profile; /* as player_set_profile has it */
    enum player_follow followed;    /* how looking for him went at the last picture */
};

/* name as demo_source_open takes it. 0, or a negative code with one line in err->what, which names
 * the byte where there is one. A failure leaves nothing to close, but source.name and
 * source.no_game_data as demo_source_open leaves them. */
int player_open(struct player *player, const char *name, const struct player_options *options,
                const struct timeline_options *index, struct format_error *err) MUST_CHECK;
void player_close(struct player *player);

/* (Re)creates the renderer for pictures of that size, inside RENDER_MIN_ and RENDER_MAX_. 0 or
 * FORMAT_MEMORY. */
int player_set_size(struct player *player, int width, int height) MUST_CHECK;

/* Adds to the profile what pictures from now on take, whatever their size. It outlives the player,
 * or NULL is set before. */
void player_set_profile(struct player *player, struct render_profile *profile);

/* What a person watches this demo by unless he says otherwise. */
struct render_light player_light_for_watching(const struct player *player);

/* Of pictures from now on, whatever their size. */
void player_set_light(struct player *player, struct render_light light);

/* Moves the timeline to that time, between two updates as the options want it. 0 or a negative
 * code, as timeline_go_time. */
int player_go_time(struct player *player, double time) MUST_CHECK;

/* Builds and draws the scene where the timeline stands; target as in renderer_draw. 0 or
 * FORMAT_MEMORY. */
int player_draw(struct player *player, uint32_t *target, size_t pitch) MUST_CHECK;

/* Whether a placeholder stands in for the level in the picture last drawn. */
bool player_level_is_missing(const struct player *player);

/* Whether the game's own scores or ending lie over the picture last drawn. */
bool player_shows_page(const struct player *player);

/* The part of the picture last drawn that shows the world, pixels. */
struct player_part {
    int left, top, width, height;
};
struct player_part player_world_part(const struct player *player);

/* Where and why the demo's good part ends early, as far as it is scanned. False: it is whole. */
bool player_damage(const struct player *player, struct format_error *damage);

/* Whether the demo, or game data that was asked for, turned out damaged. */
bool player_is_damaged(const struct player *player);

#endif

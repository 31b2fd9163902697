/* An open demo with everything needed to draw it; used by play, shot, timedemo and films.
 *
 * Prints nothing: errors are returned. Not thread-safe. */
#ifndef ENGINE_PLAYBACK_PLAYBACK_CONTEXT_H
#define ENGINE_PLAYBACK_PLAYBACK_CONTEXT_H

#include "engine/playback/beside/beside.h"
#include "engine/playback/camera_path.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/follow/follow_choice.h"
#include "engine/playback/ghost/ghost_set.h"
#include "engine/playback/items/item_plan.h"
#include "engine/playback/streaks/streak_plan.h"
#include "engine/playback/summary/frame_summary.h"
#include "engine/playback/timeline.h"
#include "engine/playback/views/view_set.h"
#include "render/filter.h"
#include "render/renderer.h"

enum particle_kind { PARTICLES_SOFT, PARTICLES_CLASSIC /* squares */ };

/* Picture settings of the user. */
struct playback_options {
    struct demo_search search;
    enum render_look look;        /* for Quake's worlds */
    enum rgb_filter filter;       /* of true colour, */
    enum particle_kind particles; /* and of that of Quake */
    struct render_light light;
    bool own_gamma;  /* light.gamma was set by the user; else Quake III is drawn with gamma 1 */
    bool overbright; /* Quake III's levels are lit as in its full screen, see q3_data.h */
    float fov;       /* degrees across a 4:3 frame */
    int threads;     /* for drawing, including the caller's; at least 1 */
    int scale; /* frame pixels, across and down, for each that is drawn of the world: as in struct
                  renderer_options; taken over by playback_set_size */
    bool no_lerp, no_view_model, no_hud, no_particles, no_effects, no_bob, colored_light;
    bool no_marks, no_dlights, no_shadows, no_kicks, no_blends;
    uint32_t hidden_blends;           /* 1 << scene_blend; no_blends: all of them */
    bool lerp_models, no_lerp_models; /* neither: default of the look */
    bool lerp_lightstyles;
    bool no_fog, no_replacements;
    bool summary;         /* the match summary is over the picture */
    bool end_summary;     /* at the end: see playback_end_at */
    bool own_water_alpha; /* water_alpha overrides the map's */
    float water_alpha;    /* 0..1 */
    struct scene_color team_color, enemy_color;
    struct camera camera;
    const struct camera_path *camera_path; /* overrides camera and fov; borrowed; NULL = none */
    struct hud_options hud;
    struct ghost_options ghosts;  /* strings are borrowed while the demo is opened */
    struct view_options views;    /* taken over by playback_set_size */
    struct beside_options beside; /* likewise, but for the demo, moment and offset */
    const char *follow; /* player to follow: number from 1, or name or a part of it; borrowed; NULL
                           = the recorder */
};

/* Exact look, gamma 1, one thread, the recorder's view, everything drawn. */
struct playback_options playback_default_options(void);

struct playback_context {
    struct demo_source source;
    struct timeline *timeline;
    struct view_set views;
    struct beside *beside;            /* a second demo or moment in the frame; NULL = none */
    char beside_trouble[BESIDE_TEXT]; /* of an optional one that was left out; "" = none */
    struct renderer *renderer;        /* the main view's, borrowed; NULL until playback_set_size */
    struct scene scene;               /* the main view's */
    struct scene_options scene_options; /* the main view's; width and height are the frame's */
    struct playback_options options;    /* strings and camera path are borrowed */
    const char *follow; /* player to follow as in the options, looked up for each frame; NULL =
                           scene_options.follow is used */
    struct follow_choice choice; /* of what follow asks for */
    double summary_from; /* seconds: the match summary is over the picture from then on; INFINITY =
                            never */
    struct frame_summary summary;
    bool hide_ghosts;                        /* none is drawn */
    struct ghost_set ghosts;                 /* empty without options.ghosts */
    struct demo_ghost seen[DEMO_GHOSTS];     /* in the last frame */
    struct streak_plan streaks;              /* read when a frame first shows them */
    bool has_streaks;                        /* it was read */
    struct demo_call calls[DEMO_CALLS];      /* in the last frame */
    struct demo_call flags[DEMO_CALLS];      /* in the last frame */
    struct item_plan items;                  /* read when a frame first shows timed items */
    bool has_items;                          /* it was read */
    struct demo_item_wait waits[DEMO_ITEMS]; /* in the last frame */
    struct render_profile *profile;          /* set by playback_set_profile */
    enum follow_result followed;             /* result of the lookup for the last frame */
};

/* Opens a demo; name as in demo_source_open. Returns 0 or a negative FORMAT_ code; fills err, with
 * the byte offset if there is one. After a failure only source.name and source.no_game_data are set
 * and nothing needs closing. */
int playback_open(struct playback_context *player, const char *name,
                  const struct playback_options *options, const struct timeline_options *index,
                  struct format_error *err) MUST_CHECK;
void playback_close(struct playback_context *player);

/* Builds a part of the index, of the demo beside as well, where there are no threads: see
 * timeline_build. False: there is nothing to build. */
bool playback_build(const struct playback_context *player);

/* (Re)creates the renderer for frames of that size and options.scale: see struct renderer_options.
 * Returns 0 or FORMAT_MEMORY. */
int playback_set_size(struct playback_context *player, int width, int height) MUST_CHECK;

/* Quake's worlds have that look from the next playback_set_size on. False: they have it already. */
bool playback_set_look(struct playback_context *player, enum render_look look);

/* Adds the cost of later frames to the profile. Borrowed; must outlive the player, or be reset with
 * NULL. */
void playback_set_profile(struct playback_context *player, struct render_profile *profile);

/* Default gamma and contrast for watching this demo. */
struct render_light playback_light_for_watching(const struct playback_context *player);

/* Sets gamma and contrast of later frames. */
void playback_set_light(struct playback_context *player, struct render_light light);

/* What is played ends at that time: with options.end_summary the match summary is shown there. */
void playback_end_at(struct playback_context *player, double end);

/* Moves the timeline to a time, interpolating unless options.no_lerp. Returns as timeline_go_time.
 */
int playback_go_time(struct playback_context *player, double time) MUST_CHECK;

/* Builds and draws the scene at the timeline's time; target as in renderer_draw. Returns 0 or
 * FORMAT_MEMORY. */
int playback_draw(struct playback_context *player, uint32_t *target, size_t pitch) MUST_CHECK;

/* The frame last drawn: as renderer_frame and renderer_hash, whatever the number of views. The hash
 * has no match summary in it. */
int playback_frame(struct playback_context *player, struct render_frame *frame) MUST_CHECK;
uint64_t playback_hash(const struct playback_context *player);

/* Makes another view the main one, from 1: the options of both are exchanged with whom they follow
 * now. False: there is no such view. */
bool playback_select_view(struct playback_context *player, int view);
/* Keeps the moment of that time beside what plays, instead of what was there, from the next
 * playback_set_size on. Returns 0 or FORMAT_MEMORY. */
int playback_keep_moment(struct playback_context *player, double time) MUST_CHECK;

/* Why fewer views or demos are drawn than the options ask for. False: they are not. */
enum { PLAYBACK_VIEWS_TEXT = 128 };
bool playback_lacks_views(const struct playback_context *player, char text[PLAYBACK_VIEWS_TEXT]);

/* True if the last frame shows a placeholder instead of the level. */
bool playback_level_is_missing(const struct playback_context *player);

/* True if the last frame shows the game's scoreboard or intermission. */
bool playback_shows_page(const struct playback_context *player);

/* The 3D view's rectangle in the last frame, pixels; of several views the main one's. */
struct playback_part playback_world_part(const struct playback_context *player);

/* Byte offset and reason of the demo's damage, as far as it is indexed. False: none. */
bool playback_damage(const struct playback_context *player, struct format_error *damage);

/* True if what playback_damage tells is no damage: the demo holds something not supported. */
bool playback_is_unsupported(const struct playback_context *player);

/* True if the demo, a ghost's or the second demo, or game data used by it, is damaged. */
bool playback_is_damaged(const struct playback_context *player);

#endif

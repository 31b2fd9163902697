/* The views of a frame: their rectangles, their renderers, and whom each follows.
 *
 * All views show one state of the timeline. Each has a scene and a 2D layer of its own, drawn into
 * its rectangle as a frame of that size: so a frame with several views is a pure function of (demo,
 * data, time, settings), as each of them is. Not thread-safe. */
#ifndef ENGINE_PLAYBACK_VIEWS_VIEW_SET_H
#define ENGINE_PLAYBACK_VIEWS_VIEW_SET_H

#include "engine/playback/follow/follow_choice.h"
#include "engine/playback/timeline.h"
#include "engine/playback/views/view_choice.h"
#include "engine/playback/views/view_layout.h"
#include "render/renderer.h"

struct thread_pool;

enum { VIEW_LABEL = 48 };

struct demo_view {
    char who[VIEW_WHO]; /* asked for: as player.follow; "" = follow counts */
    uint32_t follow;    /* slot + 1; 0 = whoever is left */
    struct follow_choice choice;
    enum follow_result result; /* of the last frame, if `who` */
    struct view_shown shown;   /* in the last frame */
    char label[VIEW_LABEL];    /* the player's name in it; "" = one view, or nobody */
    struct scene scene;        /* of the last frame; the main view's is the caller's */
};

struct view_place {
    struct playback_part part;
    struct renderer *renderer;
};

struct view_set {                /* start from {0}; free with view_set_free */
    struct view_options options; /* that the places were made for */
    int width, height;           /* of the frame, pixels */
    int count;                   /* views drawn, at least 1; 0 = no places were made yet */
    int main;                    /* from 0 */
    bool one_view;               /* the demo has one player's view */
    bool is_part;                /* the frame is a part of a larger one, */
    int above;                   /* that many rows below its top: those of all parts count so */
    struct thread_pool *pool;    /* of all renderers */
    struct view_place places[VIEWS_MAX];
    struct demo_view views[VIEWS_MAX]; /* who, follow and choice of the main one are the caller's */
    uint32_t *pixels;                  /* for view_set_frame */
};

/* Sets whom the other views follow, as options->others says. one_view: the demo has one player's
 * view, so that there are two views at most. */
void view_set_begin(struct view_set *set, const struct view_options *options, bool one_view);

/* Whom the other views follow now, as view_options.others has it. */
enum { VIEW_NAMES = VIEWS_MAX * VIEW_WHO };
void view_set_names(const struct view_set *set, char names[VIEW_NAMES]);
/* Another view that follows player `from` follows `to` from now on; slot + 1 each. */
void view_set_exchange(struct view_set *set, uint32_t from, uint32_t to);

/* (Re)makes places and renderers for frames of frame->width x frame->height. A scale too large for
 * a place that is not the whole picture is smaller there. Returns 0 or FORMAT_MEMORY (there are no
 * places then). */
int view_set_make(struct view_set *set, const struct view_options *options,
                  const struct renderer_options *frame) MUST_CHECK;
void view_set_free(struct view_set *set);

/* Borrowed until the next view_set_make. NULL: no places were made. */
struct renderer *view_set_main(const struct view_set *set);
void view_set_light(struct view_set *set, struct render_light light);
void view_set_profile(struct view_set *set, struct render_profile *profile);

/* What a frame is drawn from, and to. */
struct view_frame {
    const struct timeline *timeline;
    struct scene_options *main; /* of the main view, but for the frame's whole size */
    float fov;                  /* of the other views */
    struct scene *scene;        /* of the main view */
    const struct scene_data *data;
    struct render_profile *profile; /* may be NULL */
    uint32_t *target;               /* as in renderer_draw */
    size_t pitch;
};
/* Draws all views, the main one last. Returns 0 or a negative FORMAT_ code. */
int view_set_draw(struct view_set *set, const struct view_frame *frame) MUST_CHECK;

/* As renderer_frame and renderer_hash, of the whole frame. */
int view_set_frame(struct view_set *set, struct render_frame *frame) MUST_CHECK;
uint64_t view_set_hash(const struct view_set *set);

/* The rectangle of a view, and its scene in the last frame: NULL if it shows
 * nobody. main: the main view's scene. */
struct playback_part view_set_part(const struct view_set *set, int view);
const struct scene *view_set_scene(const struct view_set *set, int view, const struct scene *main);

#endif

/* One opened demo with everything that draws it: what play, shot and timedemo share. */
#ifndef ENGINE_PLAYBACK_PLAYER_H
#define ENGINE_PLAYBACK_PLAYER_H

#include "engine/playback/demo_source.h"
#include "engine/playback/timeline.h"
#include "render/renderer.h"

struct player {
    struct demo_source source;
    struct timeline *timeline;
    struct renderer *renderer; /* NULL until player_set_size */
    struct scene scene;
    struct scene_options scene_options;
    const struct options *options;
    const char *follow; /* whose eyes are looked through, by name or number, wherever the timeline
                           stands; NULL = scene_options.follow says it */
    bool told_follow;   /* that he is not there */
};

/* 0, or EXIT_BAD_INPUT after one line on stderr. name as demo_source_open takes it; options must
 * outlive the player. */
int player_open(struct player *player, const char *name, const struct options *options,
                const struct timeline_options *index) MUST_CHECK;
void player_close(struct player *player);

/* (Re)creates the renderer. 0, or EXIT_BAD_INPUT after one line on stderr. */
int player_set_size(struct player *player, int width, int height);

/* Builds and draws the scene where the timeline stands; target as in renderer_draw.
 * 0, or a negative code after one line on stderr. */
int player_draw(struct player *player, uint32_t *target, size_t pitch);

/* The frame last drawn as a PNG file. 0, or EXIT_BAD_INPUT after one line on stderr. */
int player_write_png(const struct player *player, const char *path);

/* The exit status the demo deserves: says on stderr where a damaged demo stops. */
int player_exit_status(const struct player *player);

#endif

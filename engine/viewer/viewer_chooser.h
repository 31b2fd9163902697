/* Choosing a demo of the playlist, or a mark, from a list over the picture: what keys and the mouse
 * do there. */
#ifndef ENGINE_VIEWER_VIEWER_CHOOSER_H
#define ENGINE_VIEWER_VIEWER_CHOOSER_H

#include <stdbool.h>

#include "engine/viewer/overlay/chooser.h"

struct chooser;
struct input_event;
struct viewer;
struct viewer_base;
struct viewer_demo;
struct viewer_mouse;
struct viewer_playlist;

/* Shows the list, or takes it away. */
void viewer_show_list(struct chooser *chooser, struct viewer_playlist *playlist,
                      struct viewer_mouse *mouse, struct viewer_base *base);
void viewer_hide_list(struct chooser *chooser, struct viewer_base *base);
/* Shows an archive's list over its first demo, which waits. */
void viewer_offer_list(struct chooser *chooser, struct viewer_demo *demo,
                       const struct viewer_playlist *playlist, struct viewer_base *base);
/* The list as it is drawn: the playlist, or the demo's marks. Good until these change. */
struct chooser_list viewer_chooser_list(struct viewer *viewer);
/* Has facts about the listed demos read, and the window drawn again when there are more. */
void viewer_follow_list(struct viewer *viewer);
/* Handle keys, typed characters and the mouse while the list is shown. False if the key is not
 * used. */
bool viewer_chooser_key(struct viewer *viewer, const struct input_event *event);
void viewer_chooser_text(struct viewer *viewer, char character);
void viewer_chooser_mouse(struct viewer *viewer, bool pressed);

#endif

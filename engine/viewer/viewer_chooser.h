/* Choosing a demo of the playlist from a list over the picture: what keys and the mouse do there.
 */
#ifndef ENGINE_VIEWER_VIEWER_CHOOSER_H
#define ENGINE_VIEWER_VIEWER_CHOOSER_H

#include <SDL.h>
#include <stdbool.h>

#include "engine/viewer/overlay/chooser.h"

struct viewer;

/* Shows the list, or takes it away. */
void viewer_show_list(struct viewer *viewer);
void viewer_hide_list(struct viewer *viewer);
/* Shows an archive's list over its first demo, which waits. */
void viewer_offer_list(struct viewer *viewer);
/* The list as it is drawn. Good until the playlist changes. */
struct chooser_list viewer_chooser_list(const struct viewer *viewer);
/* What keys, typed characters and the mouse do while it is shown. False: the key does nothing
 * there.
 */
bool viewer_chooser_key(struct viewer *viewer, const SDL_Keysym *key);
void viewer_chooser_text(struct viewer *viewer, char character);
void viewer_chooser_mouse(struct viewer *viewer, bool pressed);

#endif

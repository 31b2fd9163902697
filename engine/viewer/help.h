/* The page of keys. */
#ifndef ENGINE_VIEWER_HELP_H
#define ENGINE_VIEWER_HELP_H

#include "engine/viewer/keys.h"
#include "engine/viewer/osd.h"

/* How many pages the keys take on a picture of this size: one, unless it is very small. */
int help_pages(const struct key_map *map, int width, int height);
/* Over the whole picture, as large as it fits. page counts from 0. */
void help_draw(const struct key_map *map, const struct osd_canvas *canvas, int page);

#endif

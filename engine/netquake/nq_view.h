/* Camera and colour shifts of a NetQuake client's view at a time.
 *
 * Source: WinQuake's view.c; see engine/quake/quake_view.h. */
#ifndef ENGINE_NETQUAKE_NQ_VIEW_H
#define ENGINE_NETQUAKE_NQ_VIEW_H

#include "engine/netquake/nq_state.h"
#include "engine/quake/quake_view.h"
#include "render/scene.h"

void nq_view_find(const struct nq_state *state, const struct nq_interp *moment,
                  struct quake_view *view);

/* Carries what the view remembers (the smoothing of stairs) to the last update. The simulator
 * calls it when the next update begins. */
void nq_view_step(struct nq_state *state);

/* The field of view as the server's zoom makes it of the viewer's: degrees. */
float nq_view_zoom(const struct nq_state *state, float fov);

/* Colour shifts of the view, except the liquid around the camera. */
struct quake_tints nq_view_tints(const struct nq_state *state, double time);

#endif

/* Density of Quake III's fog, used for its texture and for alpha adapted to fog.
 *
 * s: distance along the view; the fog is opaque from 8 s = 1. t: share of the way inside the fog:
 * 1/32 = none, 31/32 and more = all. Both are texture coordinates. Source: the published client's
 * rules, with its rounding. */
#ifndef ASSETS_QUAKE3_FOG_DENSITY_H
#define ASSETS_QUAKE3_FOG_DENSITY_H

/* Opacity, 0..1; 0 for NaN. */
float q3_fog_density(float s, float t);

#endif

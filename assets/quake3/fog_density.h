/* How dense Quake III's fog is: the function its picture is made of, and alpha that is adapted to
 * fog goes by.
 *
 * s: distance along the view, as far as the fog is opaque from 8 s = 1 on; t: how much of the way
 * is inside, 1/32 nothing, 31/32 and more all of it. The picture's own coordinates. Source: the
 * published client's rules, with its rounding. */
#ifndef ASSETS_QUAKE3_FOG_DENSITY_H
#define ASSETS_QUAKE3_FOG_DENSITY_H

/* 0 nothing is hidden, 1 all; 0 where one of them is not a number. */
float q3_fog_density(float s, float t);

#endif

/* The 162 unit normals that vertices of Quake's alias models point into (struct mdl_vertex.normal).
 *
 * They are the vertices of an icosahedron whose edges were split twice, in the order the tools that
 * wrote the models numbered them; the order is part of the MDL format, six decimals are all that
 * was ever used. Coordinates: model space, z up. */
#ifndef ASSETS_QUAKE_ALIAS_NORMALS_H
#define ASSETS_QUAKE_ALIAS_NORMALS_H

enum { ALIAS_NORMALS = 162 };

extern const float alias_normals[162][3];

#endif

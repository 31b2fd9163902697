/* The 162 unit normals of Quake's alias models, indexed by struct mdl_vertex.normal.
 *
 * They are the vertices of an icosahedron with edges split twice; their order is part of the MDL
 * format. Six decimals, as in the original tools. Coordinates: model space, z up. */
#ifndef ASSETS_QUAKE_ALIAS_NORMALS_H
#define ASSETS_QUAKE_ALIAS_NORMALS_H

enum { ALIAS_NORMALS = 162 };

extern const float alias_normals[162][3];

#endif

/* What a map says of itself in the first entity of its entities text ("worldspawn"). */
#ifndef ASSETS_QUAKE_WORLDSPAWN_H
#define ASSETS_QUAKE_WORLDSPAWN_H

#include <stdbool.h>
#include <stddef.h>

enum { WORLDSPAWN_SKYBOX_SIZE = 64 };

#define WORLDSPAWN_SKY_FOG 0.5f   /* QuakeSpasm's r_skyfog */
#define WORLDSPAWN_FOG_MAX 1000.0 /* denser than this there is nothing to be seen */

/* Fog and sky of a level until its server says otherwise, as FitzQuake and QuakeSpasm read them. */
struct worldspawn_view {
    float
        fog_density; /* "fog": density red green blue, as many of the four as there are; 0 = none */
    float fog_color[3]; /* 0 .. 1; 0.3 where the map says nothing */
    float sky_fog;      /* "skyfog": share of the fog's colour in the sky, 0 .. 1; else 0.5 */
    /* The last of "sky", "skyname" and "qlsky": a name for skybox_store_get; "" = none. */
    char skybox[WORLDSPAWN_SKYBOX_SIZE];
};

/* The value of a key of the first entity; a leading '_' of the key in the text does not count.
 * False when it has no such key or the text is broken before it. */
bool worldspawn_value(const char *entities, const char *key, char *value, size_t size);

/* The opacity of a liquid ("water", "lava", "slime", "tele"), 0 .. 1: its key "wateralpha" and so
 * on; other liquids than water fall back to water's; 1 when nothing is said. */
double worldspawn_liquid_alpha(const char *entities, const char *liquid);

/* Never fails: what is not said or makes no sense is as if it were not there. */
void worldspawn_read_view(const char *entities, struct worldspawn_view *view);

#endif
